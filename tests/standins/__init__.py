"""Local stand-ins of the chat platforms, so that the real libraries can be tested offline."""
