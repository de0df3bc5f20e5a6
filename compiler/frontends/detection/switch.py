"""Which Catalyst switch a config is of, told from the words that only one family has.

Sources: the command references of the Catalyst 2950, 3550, 3560, 4500 and 6500; where two families
share a word, its arguments tell them apart.
"""

from __future__ import annotations

import re

from qosc.patterns import pattern

__all__ = ["switch_platform"]

_HINTS = ("-queue ", "mls ", "qos dbl", "qos map ", " dbl")
"""Without any of these a text is not looked at further."""

_WORDS = {
    "cat3750": r"srr-queue bandwidth|mls qos srr-queue|mls qos queue-set",
    "cat4500": (
        r"(?:qos )?dbl(?: |[ \t]*$)|qos map (?:dscp|cos) [\d ]+to"
        r"|tx-queue [1-4][ \t]*\n[ \t]*(?:bandwidth (?:percent )?\d|priority high|shape \d)"
    ),
    "cat3550": (
        r"mls qos min-reserve|wrr-queue (?:min-reserve|cos-map \d(?: \d)?[ \t]*$"
        r"|(?:threshold|random-detect max-threshold) [34] \d+ \d+[ \t]*$"
        r"|(?:bandwidth|queue-limit) \d+ \d+ \d+ \d+[ \t]*$)"
    ),
    "cat6500": (
        r"rcv-queue|priority-queue (?:cos-map|queue-limit)"
        r"|wrr-queue random-detect (?:min|max)-threshold \d(?: \d+){3,}"
        r"|wrr-queue cos-map [1-7] [1-8] \d"
        r"|mls (?:netflow|cef|flow|rate-limit|aging|nde) |platform qos "
        r"|mls qos (?:marking|queueing-only|10g-only|protocol|channel-consistency)"
    ),
}
_MARKS = {
    name: pattern(rf"^[ \t]*(?:\S*[#>][ \t]*)?({words})", re.MULTILINE)
    for name, words in _WORDS.items()
}
_GLOBAL_WRR = pattern(r"^(wrr-queue (?:bandwidth|cos-map))", re.MULTILINE)
_EIGHT_QUEUES = pattern(r"^wrr-queue (?:bandwidth(?: \d+){5}|cos-map [5-8])", re.MULTILINE)
"""The 2950 has four; industrial switches of IOS XE have eight, set the same way (genielibs, SDK for
iosxe, l2qos)."""


def switch_platform(text: str) -> tuple[str, str] | None:
    """The profile of a switch and why, or None where nothing in the text tells one."""
    if not any(hint in text for hint in _HINTS):
        return None
    # At the left margin and below no interface: on the 2950 these hold for the whole switch.
    match = _GLOBAL_WRR.search(text)
    if match is not None and _EIGHT_QUEUES.search(text) is not None:
        return None
    if match is not None and "\n " in text:
        return "cat2950", f"`{match[1]}` stands outside of interfaces"
    for name, marks in _MARKS.items():
        match = marks.search(text)
        if match is not None:
            return name, f"the config says `{' '.join(match[1].split())}`"
    return None
