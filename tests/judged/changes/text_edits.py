"""Edits of a config's text by program: one line changed, removed, or put before its neighbour."""

from __future__ import annotations

import re
from random import Random

NUMBER = re.compile(
    r"\b((?:bandwidth|priority|percent|police|cir|average|queue-limit|burst-size-limit"
    r"|bandwidth-limit|eq|destination-port|source-port) )(\d+)"
)
CODE = re.compile(r"\b(dscp|precedence)( (?:\[ )?)(\w+)")
TURN = re.compile(r"^(\s*(?:\d+ )?(?:access-list \S+ )?)(permit|deny)\b")
QOS = re.compile(r"permit|deny|match|class |police|bandwidth|priority|set |shape|then|from|loss")


def edited(text: str, rng: Random) -> str | None:
    """The text with one edit; None where it has nothing that can be edited."""
    lines = text.split("\n")
    places = [at for at, line in enumerate(lines) if QOS.search(line)]
    for _ in range(40):
        if not places:
            return None
        at = rng.choice(places)
        made = rng.choice((_number, _code, _turned, _removed, _swapped))(lines, at, rng)
        if made is not None and made != lines:
            return "\n".join(made)
    return None


def _number(lines: list[str], at: int, rng: Random) -> list[str] | None:
    found = NUMBER.search(lines[at])
    if found is None:
        return None
    value = max(1, int(found[2]) + rng.choice((-1, 1, 2)))
    line = lines[at][: found.start(2)] + str(value) + lines[at][found.end(2) :]
    return [*lines[:at], line, *lines[at + 1 :]]


def _code(lines: list[str], at: int, rng: Random) -> list[str] | None:
    found = CODE.search(lines[at])
    if found is None:
        return None
    code = rng.choice(("ef", "af11", "cs1", "af41") if found[1] == "dscp" else ("1", "5", "3"))
    line = lines[at][: found.start(3)] + code + lines[at][found.end(3) :]
    return [*lines[:at], line, *lines[at + 1 :]]


def _turned(lines: list[str], at: int, _: Random) -> list[str] | None:
    found = TURN.search(lines[at])
    if found is None:
        return None
    word = "deny" if found[2] == "permit" else "permit"
    line = found[1] + word + lines[at][found.end(2) :]
    return [*lines[:at], line, *lines[at + 1 :]]


def _removed(lines: list[str], at: int, _: Random) -> list[str] | None:
    if "{" in lines[at] or "}" in lines[at]:
        return None
    return [*lines[:at], *lines[at + 1 :]]


def _swapped(lines: list[str], at: int, _: Random) -> list[str] | None:
    if at + 1 >= len(lines) or not QOS.search(lines[at + 1]):
        return None
    if "{" in lines[at] + lines[at + 1] or "}" in lines[at] + lines[at + 1]:
        return None
    return [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
