"""What follows from the statements of one JunOS text together."""
