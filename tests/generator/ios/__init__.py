"""Routers with Cisco IOS: made from a seed, printed, and interpreted beside the text."""
