"""Rules on what is set or defined, and what uses it."""
