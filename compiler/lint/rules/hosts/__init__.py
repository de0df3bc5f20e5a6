"""Rules on hosts that mark what they send."""
