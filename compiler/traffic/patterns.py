"""Patterns of MGEN: PERIODIC, POISSON, JITTER, BURST (MGEN User's and Reference Guide, 3.1.2)."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from fractions import Fraction

from qosc.traffic.figures import scaled
from qosc.values import dataclass

__all__ = ["Pattern", "read_pattern"]

_LEAST, _MOST = 28, 8192
"""Bytes of a message of mgen over UDP."""
_EXPONENTIAL = ("EXP", "EXPONENTIAL")


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a flow sends: `rate` messages of `size` bytes a second, while it sends."""

    kind: str
    rate: Fraction
    size: int
    keys: Mapping[str, object]
    note: str = ""


def read_pattern(name: str, rest: deque[str]) -> Pattern | str:
    """The pattern whose brackets begin `rest`, which is used up; else what is wrong."""
    inside = _bracketed(rest)
    if inside is None:
        return f"{name} needs its values in brackets"
    if name == "CLONE":
        return "CLONE sends what a capture holds, which the line does not say"
    if name == "BURST":
        return _burst(inside)
    if len(inside) < 2:
        return f"{name} needs a rate and a size"
    rate, size = scaled(inside[0], {}), _size(inside[1])
    if rate is None or rate > 10**9 or size is None:
        return f"{name} takes messages a second and bytes from {_LEAST} to {_MOST}"
    mean, note = size
    if name == "POISSON":
        return Pattern("poisson", rate, mean, {}, note)
    if name == "PERIODIC":
        return Pattern("cbr", rate, mean, {}, note)
    part = scaled(inside[2], {}) if len(inside) > 2 else None
    if part is None or part > Fraction(1, 2) or rate == 0:
        return "JITTER takes a rate, a size and a fraction up to 0.5"
    late = max(int(2 * part / rate * 10**9) - 1, 0)
    words = "late by as much as the distances differ, but not added up over packets"
    return Pattern("cbr", rate, mean, {"jitter_ns": late}, "; ".join(filter(None, (words, note))))


def _bracketed(rest: deque[str]) -> list[str] | None:
    """The words in the brackets at the beginning, without them."""
    if not rest or rest.popleft() != "[":
        return None
    inside: list[str] = []
    depth = 1
    while rest:
        word = rest.popleft()
        depth += (word == "[") - (word == "]")
        if depth == 0:
            return inside
        inside.append(word)
    return None


def _size(text: str) -> tuple[int, str] | None:
    """The bytes of a message, or the mean of a range."""
    match = re.fullmatch(r"(\d{1,6})(?::(\d{1,6}))?", text)
    if match is None:
        return None
    least, most = int(match[1]), int(match[2] or match[1])
    if not 1 <= least <= most <= 10**9:
        return None
    if least == most:
        return least, ""
    return (least + most) // 2, f"sizes from {least} to {most} B: here all of the mean"


def _burst(inside: list[str]) -> Pattern | str:
    usage = "BURST takes [REGULAR|RANDOM SECONDS PATTERN [...] FIXED|EXP SECONDS]"
    if len(inside) < 4:
        return usage
    when, every, name = inside[:3]
    if name.upper() == "BURST":
        return usage  # bursts in bursts, as deep as a line is long
    rest = deque(inside[3:])
    pattern = read_pattern(name.upper(), rest)
    if isinstance(pattern, str):
        return pattern
    apart = scaled(every, {})
    lasts = scaled(rest[1], {}) if len(rest) == 2 else None
    if not apart or not lasts or lasts >= apart:
        return usage
    if when.upper() not in ("REGULAR", "RANDOM") or rest[0].upper() not in ("FIXED", *_EXPONENTIAL):
        return usage
    on, off = int(lasts * 10**6), int((apart - lasts) * 10**6)
    if not on or not off:
        return usage
    notes = [pattern.note]
    steady = when.upper() == "REGULAR" and rest[0].upper() == "FIXED"
    if not steady:
        notes.append("the means are the same: both times are exponential here")
    if pattern.kind != "cbr" or pattern.keys:
        notes.append("at equal distances within a burst; the mean rate is the same")
    keys = {"on_us": on, "off_us": off, "periods": "constant" if steady else None}
    note = "; ".join(filter(None, notes))
    return Pattern("on-off", pattern.rate, pattern.size, keys, note)
