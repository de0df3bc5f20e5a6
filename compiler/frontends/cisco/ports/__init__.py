"""Interfaces, subinterfaces and circuits, with the statements that stand below them."""
