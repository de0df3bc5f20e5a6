"""QOS0xx: names that lead somewhere, lines that are understood."""
