"""Deal numbers that can be won, by preset."""
