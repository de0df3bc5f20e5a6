"""From text to the tree as it is written: braces, `set` lines, and commands."""
