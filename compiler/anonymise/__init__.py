"""A config with the same findings, in which nothing says whose it is."""
