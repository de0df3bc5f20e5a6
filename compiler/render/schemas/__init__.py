"""JSON Schemas of what commands print for programs, by document.

They are open: a later release may add keys, and none changes its meaning (docs/documents.md). The
tests validate what commands print against them, closed.
"""
