"""Rates that a name or a description has in words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.patterns import pattern

__all__ = ["named_rates", "near"]

_NAMED = pattern(
    r"(?<![A-Za-z0-9.])(\d{1,5})(?:\.(\d{1,3}))?"
    r"(?:([kmg])|[ ]?([kmg])(?:b|bit|bps|bit/s|b/s|bits|big|eg))(?![A-Za-z0-9/])",
    re.IGNORECASE,
)
"""A letter alone is a unit only where it stands at the number: 17 K Street is an address."""
_LENGTH = pattern(
    r"\b(?:fib(?:re|er)|cables?|copper|patch|cat ?[5678][ae]?|coax|met(?:re|er)s?|length)\b",
    re.IGNORECASE,
)
"""Words beside which `50m` is a length."""
_RADIO = pattern(r"[345](?:\.[05])?g", re.IGNORECASE)
"""Generations of mobile networks; an Ethernet link of 5 Gbit/s is named by its unit."""
_UNITS = {"k": 10**3, "m": 10**6, "g": 10**9}
_LONGEST = 200


def named_rates(text: str) -> Iterator[int]:
    """The rates in bit/s that a text has in words, such as 20M or 1.5 Mbps.

    Addresses (`17 K Street`), lengths (`fibre 50m`) and kinds of radio (`5G`) are none.
    """
    words = text[:_LONGEST].replace("_", " ")
    of_cable = _LENGTH.search(words) is not None
    for said in _NAMED.finditer(words):
        if (of_cable and said[3] == "m") or _RADIO.fullmatch(said[0]):
            continue
        whole, part, unit = said[1], said[2] or "", (said[3] or said[4]).lower()
        yield int(whole + part) * _UNITS[unit] // 10 ** len(part)


def near(one: int, two: int) -> bool:
    """Whether two rates are the same but for a twentieth, as those of layer 2 and layer 3 are."""
    return one > 0 and abs(one - two) * 20 <= two
