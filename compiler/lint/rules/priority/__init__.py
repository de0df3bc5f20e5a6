"""Rules on strict priority."""
