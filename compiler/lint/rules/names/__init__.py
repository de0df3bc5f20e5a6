"""Rules on what a name says and what its object does."""
