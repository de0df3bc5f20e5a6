"""The configuration tree: its nodes, its schema, and what is inherited or filled in."""
