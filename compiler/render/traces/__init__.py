"""How the way of a packet looks, in text and JSON."""
