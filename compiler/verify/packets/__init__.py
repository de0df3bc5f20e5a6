"""What becomes of each packet, by the model, and whether the script does the same."""
