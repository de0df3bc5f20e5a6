"""Files that are made of the result of a run."""
