"""Access lists as predicates over packets."""
