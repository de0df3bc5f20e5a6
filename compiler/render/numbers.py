"""Numbers with a word."""

from __future__ import annotations

__all__ = ["many"]


def many(number: int, word: str) -> str:
    """`1 line`, `2 lines`: for words whose plural has an s and nothing else."""
    return f"{number} {word}{'' if number == 1 else 's'}"
