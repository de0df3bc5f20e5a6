"""Routers with JunOS: made from a seed, printed, and interpreted beside the text."""
