"""What adapters and the entry point agree on about a start that fails."""


class StartRefused(Exception):
    """An adapter cannot start, and trying again would not help: the message is one line."""
