"""Statements that another statement of the text keeps from their effect."""
