"""One file a command, imported when it is called."""
