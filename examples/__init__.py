"""Example configs, traffic and scenarios, as `qosc example` writes them."""
