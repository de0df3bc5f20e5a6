"""Names that were meant: the nearest of those that exist."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["did_you_mean", "nearest", "no_such"]

_LONGEST, _MOST = 200, 2_000
"""Names longer than this are not compared, nor more than so many: the time would grow with their
product."""


def nearest(name: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The name in `known` that is most like `name`; empty where none is like it."""
    if len(name) > _LONGEST:
        return ""
    short = [each for _, each in zip(range(_MOST), sorted(set(known)), strict=False)]
    near = get_close_matches(name, [each for each in short if len(each) <= _LONGEST], 1, cutoff)
    return near[0] if near and near[0] != name else ""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """The end of a message about a name that does not exist; empty where nothing is like it."""
    near = nearest(name, known)
    return f"; did you mean {near!a}?" if near else ""


def no_such(what: str, name: str, known: Iterable[str]) -> str:
    """That there is no `what` of this name, and which one is most like it."""
    return f"there is no {what} {name[:80]!a}{did_you_mean(name, known)}"
