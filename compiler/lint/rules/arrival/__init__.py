"""Rules about what can arrive at a port and what its packets show there."""
