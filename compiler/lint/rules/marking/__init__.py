"""QOS2xx: what is written into packets."""
