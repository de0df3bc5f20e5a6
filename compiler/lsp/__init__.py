"""Answers for editors: what a text is asked at a place (the core), and the server that asks."""
