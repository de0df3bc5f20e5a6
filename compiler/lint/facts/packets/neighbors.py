"""The versions of IP that the neighbours of BGP have addresses of."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

__all__ = ["cisco_neighbors", "junos_neighbors"]

_WORD = re.compile(r'"[^"]*+"?|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|#.*+|[][{};]|[^\s"{};[\]]++')
_FOUR = re.compile(r"\d+(\.\d+){3}(/\d+)?")
_SIX = re.compile(r"[0-9a-fA-F]*:[0-9a-fA-F:.]*(/\d+)?")
_NAMING = frozenset(("neighbor", "allow", "range"))
"""`neighbor`, `allow` of JunOS, and `bgp listen range` of IOS."""


def junos_neighbors(lines: Sequence[str], number: int, instance: str = "") -> frozenset[int]:
    """4 and 6, as far as the addresses that are written in `protocols bgp` are of that version.

    The line `number` (from 1) turns BGP on, in a routing instance if one is named. None where all
    of the addresses come from elsewhere, as from `apply-groups`.
    """
    if lines[number - 1].lstrip().startswith("set "):
        stanza = ["set", *(["routing-instances", instance] if instance else []), "protocols", "bgp"]
        said = (line.split() for line in lines[number - 1 :])
        every = (words for words in said if words[: len(stanza)] == stanza)
        return frozenset(version for words in every for version in _versions(words))
    return frozenset(_versions(_block(lines[number - 1 :])))


def cisco_neighbors(lines: Sequence[str], number: int) -> frozenset[int]:
    """The same of the lines below `router bgp`, which is line `number`."""
    found: set[int] = set()
    for line in lines[number:]:
        if line[:1] not in (" ", "\t", "!", ""):
            break
        words = line.split()
        if words[:1] == ["neighbor"] or words[:3] == ["bgp", "listen", "range"]:
            found.update(_versions(words))
    return frozenset(found)


def _block(lines: Iterable[str]) -> Iterator[str]:
    """The words from a line to the end of the block that begins there, but for what is inactive."""
    level, off = 0, -1
    for word in (word for line in lines for word in _WORD.findall(line)):
        if word == "inactive:" and off < 0:
            off = level
        level += (word == "{") - (word == "}")
        if off < 0:
            yield word
        elif level == off and word in ("}", ";"):
            off = -1
        if level <= 0 and word in ("}", ";"):
            return


def _versions(words: Iterable[str]) -> Iterator[int]:
    """Of each address behind `neighbor` and the like, or of several there in brackets."""
    naming = listed = False
    for word in words:
        if naming and _FOUR.fullmatch(word):
            yield 4
        elif naming and _SIX.fullmatch(word):
            yield 6
        listed = (naming and word == "[") or (listed and word not in ("]", ";"))
        naming = listed or word in _NAMING
