"""What `qosc diff` costs as devices grow."""
