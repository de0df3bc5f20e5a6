"""Text from a config or a scenario on its way into C++: data, never code.

Texts reach a program as JSON strings in string literals, in which every byte that is not a letter
or a digit is an octal escape of three digits: no quote, backslash, newline, trigraph, comment or
percent sign of a config survives as such. Comments hold a small set of characters only.
"""

from __future__ import annotations

import json
import re

__all__ = ["comment", "json_literal"]

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
_NOT_FOR_COMMENTS = re.compile(r"[^A-Za-z0-9 .,:;()\[\]=+_%>'-]")
_LONGEST = 300


def json_literal(text: str) -> str:
    """A C++ string literal of the JSON string of `text`."""
    octets = json.dumps(text, ensure_ascii=True).encode("ascii")
    body = "".join(chr(octet) if octet in _PLAIN else f"\\{octet:03o}" for octet in octets)
    return f'"{body}"'


def comment(text: str) -> str:
    """A line of a `//` comment: what could end it or be read as more than text becomes `_`."""
    return _NOT_FOR_COMMENTS.sub("_", text[:_LONGEST])
