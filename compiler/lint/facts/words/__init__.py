"""What names and descriptions say in words."""
