"""Rules on shapers."""
