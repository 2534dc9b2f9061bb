"""Tests of the chat application, through what a chat sends and what it is shown."""
