"""The words of JunOS text: tokens, quotes, comments."""

from __future__ import annotations

import re

from qosc.patterns import pattern

__all__ = ["TOKEN", "Quoted", "quote", "unquote"]

TOKEN = pattern(
    r'"(?:[^"\\]|\\.)*+(?:(?P<string>")|(?P<bad>))'
    r"|(?P<open>\{+)|(?P<close>\}+)|(?P<semi>;)|(?P<list>\\?\[)|(?P<end>\\?\])"
    r"|(?P<comment>/\*)|(?P<hash>#.*)"
    r'|(?P<word>[^\s{};"\[\]#][^\s{};"]*)'
)
"""One token of one line. A word may hold brackets, `#` and `/*` (`<ge-[01]/*>`), but not begin with
one. A string that does not end on its line is `bad`, up to the end of the line."""


class Quoted(str):
    """A word that was written in quotes and would be a load tag without them."""

    __slots__ = ()


_ESCAPE = pattern(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_SAFE = pattern(
    r"(?!/\*|\\)[^\s{};\"\[\]#\x00-\x1f\x7f\u0085\u2028\u2029\\]"
    r"[^\s{};\"\]\x00-\x1f\x7f\u0085\u2028\u2029\\]*\Z"
)
_UNSAFE = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_QUOTED = pattern(r'[\\"\n\t\r]')


def unquote(text: str) -> str:
    r"""The content of a quoted string: `\"`, `\\`, `\n`, `\t` and `\r` stand for one character."""
    inner = text[1:-1]
    if "\\" not in inner:
        return inner
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[1], match[1]), inner)


def quote(word: str) -> str:
    """The word as it has to be written: in quotes where it would be read otherwise.

    A word that ends like a load tag or a prompt is quoted too, but for a pattern.
    """
    if _SAFE.match(word) and (word[-1] not in ":>#%" or word[0] == "<"):
        return word
    return '"' + _QUOTED.sub(lambda match: _UNSAFE[match[0]], word) + '"'
