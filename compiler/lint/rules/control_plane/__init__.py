"""Rules about what protects the router itself."""
