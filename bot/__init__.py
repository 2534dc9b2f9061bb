"""The chat application: what a press or a command does and what is shown, on any platform."""
