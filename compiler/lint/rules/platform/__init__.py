"""QOS5xx: what a platform takes and does."""
