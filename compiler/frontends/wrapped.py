"""Configs in a wrapping: what diff, grep and logs make of one is no config any more.

A reader that skips what it does not know would find no QoS in such a text, or half of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from qosc.encoding import Doubt
from qosc.patterns import pattern

__all__ = ["wrapping"]

_QOS = (
    "policy-map ",
    "class-map ",
    "service-policy ",
    "class-of-service",
    "rate-limit ",
    "firewall",
    "access-list ",
    "traffic-shape ",
    "priority-list ",
    "random-detect",
    "mls qos",
)
"""Of these words, one is in each config that is worth a word."""
_LOOKED_AT = 2_000
"""Lines at the beginning that decide."""
_PREAMBLE = 100
"""Lines before the first hunk of a diff, at most."""
_MOST = 0.8
"""Of the lines that are not blank, as many have a prefix in what grep prints, or a log."""
_FEWEST = 3

_HUNK = pattern(r"@@ -\d{1,9}(?:,\d{1,9})? \+\d{1,9}(?:,\d{1,9})? @@")
_GREP = pattern(r"(?:[^\s:]{1,250}+[:-])?(\d{1,7}+)[:-](?!\d)")
_DAYS = r"[A-Z][a-z]{2} [ \d]\d|\d{4}[-/]\d\d[-/]\d\d|\d\d[-/](?:\d\d|[A-Z][a-z]{2})[-/]\d{2,4}"
_STAMP = pattern(rf"(?:<\d{{1,3}}>|\d{{1,9}}: )?[\[(*.]?(?:(?:{_DAYS})[T ,]{{1,2}})?\d\d:\d\d:\d\d")
_DIFF = Doubt("a unified diff", "apply it, and give the config that comes of it")
_CONFLICT = Doubt(
    "a text with the marks of a merge conflict in it",
    "decide which side stays, and take out the marks",
)
_FOUND = Doubt("the output of grep", "give the config that it searched")
_LOG = Doubt("a log, each line with its time", "cut off what stands before the lines of the config")


def wrapping(lines: Sequence[str], text: str) -> Doubt | None:
    """What a text is that holds lines of a config and is none; None for anything else."""
    if not any(word in text for word in _QOS):
        return None
    if _is_conflict(lines):
        return _CONFLICT
    some = [line for line in lines[:_LOOKED_AT] if line.strip()]
    if _is_diff(some):
        return _DIFF
    if len(some) < _FEWEST:
        return None
    if _mostly(_STAMP.match, some):
        return _LOG
    numbers = [int(mark[1]) for line in some if (mark := _GREP.match(line)) is not None]
    # A listing with the number of every line is read as it is; what has gaps was searched for.
    listing = all(after == before + 1 for before, after in pairwise(numbers))
    named = _named(some)
    if _mostly(_GREP.match, some) and (named or not listing):
        return _FOUND
    return None


def _is_conflict(lines: Sequence[str]) -> bool:
    """Whether both sides of a merge are in a text, between the three marks of git."""
    marks = iter(("<<<<<<< ", "=======", ">>>>>>> "))
    mark = next(marks)
    for line in lines:
        if line.startswith(mark):
            following = next(marks, None)
            if following is None:
                return True
            mark = following
    return False


def _is_diff(lines: Sequence[str]) -> bool:
    """Whether a hunk comes first, behind the names of the files and what a mail says above them."""
    for number, line in enumerate(lines[:_PREAMBLE]):
        if _HUNK.match(line) is not None:
            return number == 0 or lines[number - 1].startswith("+++ ")
        if line.startswith((*_QOS, "interface")):
            return False
    return False


def _mostly(match: Callable[[str], object], lines: Sequence[str]) -> bool:
    return sum(match(line) is not None for line in lines) >= _MOST * len(lines)


def _named(lines: Sequence[str]) -> bool:
    """Whether the name of a file stands before the number of most lines."""
    return sum(":" in line and not line[0].isdigit() for line in lines) >= _MOST * len(lines)
