"""Queues: the tree of classes, its shares, and what drops."""
