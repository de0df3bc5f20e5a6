"""Rules on depths and intervals as times."""
