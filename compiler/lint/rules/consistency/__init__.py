"""Lines of a Cisco text that do not agree with others of the same text."""
