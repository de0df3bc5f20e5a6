"""What a text is: its dialect, its platform, and how each was told."""
