"""What is measured: the cost of a press alone, and beside null bots on both platforms."""
