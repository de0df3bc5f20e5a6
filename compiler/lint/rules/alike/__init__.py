"""Rules on what differs from its like, and from what its name says."""
