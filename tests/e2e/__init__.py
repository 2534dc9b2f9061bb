"""End to end: the real process, over real sockets and pipes, as people and operators see it."""
