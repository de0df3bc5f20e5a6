"""Lists of VLANs, such as `10,20-22`, as bits: one number holds them all, however long the list."""

from __future__ import annotations

from qosc.patterns import pattern

__all__ = ["run_of_vlans", "vlans_in"]

_RUN = pattern(r"(\d+)(?:\s*-\s*(\d+))?")
_LAST = 4095


def run_of_vlans(low: int, high: int) -> int:
    """The VLANs of a run, of which there are 4095 at most, as bits."""
    low, high = max(low, 0), min(high, _LAST)
    return (1 << (high - low + 1)) - 1 << low if low <= high else 0


def vlans_in(words: str) -> int:
    """The VLANs that a list names, as bits; a number of more than four digits is none."""
    bits = 0
    for low, high in _RUN.findall(words):
        bits |= run_of_vlans(int(low[:5]), int((high or low)[:5]))
    return bits
