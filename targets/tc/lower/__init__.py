"""From the model to the typed commands, one construct a file."""
