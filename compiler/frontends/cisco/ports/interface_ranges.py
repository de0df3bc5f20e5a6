"""The interfaces of an `interface range`.

A list of ranges with commas between; each counts up the last number of a name: `Gi1/0/1 - 24 ,
Te1/1/1`. (Cisco IOS Interface and Hardware Component Command Reference, `interface range`.) NX-OS
writes the same behind `interface` (Cisco Nexus 9000 Series NX-OS Interfaces Configuration Guide).
"""

from __future__ import annotations

import re

from qosc.frontends.cisco.statements.interface_names import canonical
from qosc.patterns import pattern

__all__ = ["ranged"]

_RANGE = pattern(
    r"([a-z][a-z-]*+)\s*+((?:\d++/)*+)(\d{1,6})"
    r"(?:\s*+-\s*+(?:[a-z-]++\s*+)?(?:\d++/)*+(\d{1,6}))?",
    re.IGNORECASE | re.ASCII,
)
_MOST = 256
"""A line stands for that many interfaces at the most: input can be hostile."""


def ranged(text: str) -> list[str]:
    """The names in the words behind `range`, in order, each once.

    Empty where the words are no list of ranges (a macro's name), where a range counts down, and
    above 256 interfaces.
    """
    names: dict[str, None] = {}
    for part in text.split(","):
        parts = _RANGE.fullmatch(part.strip())
        if parts is None:
            return []
        first, last = int(parts[3]), int(parts[4] or parts[3])
        if not 0 <= last - first < _MOST:
            return []
        for number in range(first, last + 1):
            names[canonical(f"{parts[1]}{parts[2]}{number}")] = None
        if len(names) > _MOST:
            return []
    return list(names)
