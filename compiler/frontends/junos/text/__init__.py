"""The words and values of JunOS text, and what people paste around them."""
