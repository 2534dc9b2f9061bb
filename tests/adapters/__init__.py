"""Tests of single steps of the adapters; whole talks are in `tests/e2e`."""
