"""Text from a config made fit for a terminal: nothing in it that a terminal would obey."""

from __future__ import annotations

from unicodedata import category, east_asian_width

__all__ = ["cells", "printable", "width"]

_TAB = "    "


def cells(text: str) -> list[str]:
    """What each character of `text` is shown as.

    Control characters, bidirectional overrides and other format characters, which could rewrite
    what a reader sees, become a visible mark.
    """
    if text.isascii() and text.isprintable():
        return list(text)
    return [_cell(char) for char in text]


def _cell(char: str) -> str:
    if char == "\t":
        return _TAB
    if char.isprintable():
        return char
    if category(char) in ("Zs", "Zl", "Zp"):
        return " "
    return "\N{REPLACEMENT CHARACTER}" if ord(char) > 0x20 else chr(0x2400 + ord(char))


def printable(text: str) -> str:
    """`text` on one line, safe to print."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(cells(text))


def width(text: str) -> int:
    """How many columns printable text takes."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
