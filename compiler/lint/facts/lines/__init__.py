"""The lines of a Cisco text by their blocks, for what the model leaves out."""
