"""QOS3xx: meters and what becomes of what they find."""
