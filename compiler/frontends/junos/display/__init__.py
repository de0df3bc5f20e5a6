"""JunOS configurations as `| display xml` and `| display json` print them, written with braces."""
