"""What a packet brings from the port that it came in by: that port, its tag, its tunnel."""
