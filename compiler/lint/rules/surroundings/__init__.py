"""Objects against the networks, neighbors and ports of the same text."""
