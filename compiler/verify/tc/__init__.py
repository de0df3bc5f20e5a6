"""A script of tc commands, read back and run on all packets at once."""
