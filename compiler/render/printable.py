"""Text from a config made fit for a terminal: nothing in it that a terminal would obey."""

from __future__ import annotations

from unicodedata import category, east_asian_width

__all__ = ["cells", "printable", "table_cell", "width"]

_TAB = "    "
_FORMULAS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""What a spreadsheet takes for the begin of a formula, in both widths. Source: OWASP, "CSV
Injection".
"""


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


def table_cell(text: str) -> str:
    """`text` as a cell of CSV: what a spreadsheet would run as a formula has `'` before it, as its
    sign that text follows.
    """
    shown = printable(text)
    begun = shown.lstrip()
    return f"'{shown}" if len(begun) > 1 and begun.startswith(_FORMULAS) else shown


def width(text: str) -> int:
    """How many columns printable text takes."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(char) in "WF" else 1 for char in text)
