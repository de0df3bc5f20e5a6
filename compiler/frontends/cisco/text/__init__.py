"""From the text of a config to logical lines: wrapping, comments and pasted surroundings undone."""
