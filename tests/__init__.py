"""Tests of the three packages, against local stand-ins of the platforms."""
