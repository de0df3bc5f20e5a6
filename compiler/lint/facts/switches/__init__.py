"""What lines of switches say that the model does not hold."""
