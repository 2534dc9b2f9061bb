"""Tests of the card game itself, written from the rule book."""
