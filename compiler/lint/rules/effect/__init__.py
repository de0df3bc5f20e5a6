"""Lines that change nothing for packets, and halves of a design that do not meet."""
