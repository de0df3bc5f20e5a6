"""Running scenarios in ns-3."""
