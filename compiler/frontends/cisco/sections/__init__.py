"""From logical lines to statements in their sections, by the mode table."""
