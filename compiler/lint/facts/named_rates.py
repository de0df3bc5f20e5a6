"""Rates that a name or a description has in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["named_rates", "near"]

_NAMED = re.compile(
    r"(?<![A-Za-z0-9.])(\d{1,5})(?:\.(\d{1,3}))?[ ]?([kmg])(?:b|bit|bps|bit/s|b/s|bits|big|eg)?"
    r"(?![A-Za-z0-9/])",
    re.IGNORECASE,
)
_UNITS = {"k": 10**3, "m": 10**6, "g": 10**9}
_LONGEST = 200


def named_rates(text: str) -> Iterator[int]:
    """The rates in bit/s that a text has in words, such as 20M or 1.5 Mbps."""
    for said in _NAMED.finditer(text[:_LONGEST].replace("_", " ")):
        whole, part, unit = said[1], said[2] or "", said[3].lower()
        yield int(whole + part) * _UNITS[unit] // 10 ** len(part)


def near(one: int, two: int) -> bool:
    """Whether two rates are the same but for a twentieth, as those of layer 2 and layer 3 are."""
    return one > 0 and abs(one - two) * 20 <= two
