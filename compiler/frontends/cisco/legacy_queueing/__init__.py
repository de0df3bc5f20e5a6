"""Queueing and shaping from before the modular command line: queue lists, Frame Relay."""
