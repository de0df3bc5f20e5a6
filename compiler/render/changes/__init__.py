"""How the differences of two devices look, in text, JSON and Markdown."""
