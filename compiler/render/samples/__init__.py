"""Single values, distributions and series of a result as CSV and JSON."""
