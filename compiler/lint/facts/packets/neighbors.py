"""The versions of IP that the neighbours of BGP have addresses of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from qosc.lint.facts.junos_protocols import WORD
from qosc.patterns import pattern

__all__ = ["Peer", "cisco_neighbors", "junos_neighbors", "peers"]

_FOUR = pattern(r"\d+(\.\d+){3}(/\d+)?")
_SIX = pattern(r"[0-9a-fA-F]*:[0-9a-fA-F:.]*(/\d+)?")
_ONE = pattern(r"\d{1,3}(?:\.\d{1,3}){3}")
_NAMING = frozenset(("neighbor", "allow", "range"))
"""`neighbor`, `allow` of JunOS, and `bgp listen range` of IOS."""


class Peer(NamedTuple):
    """A neighbour of BGP: its IPv4 address in words and as a number, and its line (from 1)."""

    address: str
    value: int
    line: int


def peers(lines: Sequence[str], number: int, *, junos: bool) -> list[Peer]:
    """The neighbours with IPv4 addresses that `router bgp` or `protocols bgp` of a line names, but
    for those that are shut down, and on JunOS those of other routing instances.
    """
    found: dict[str, Peer] = {}
    off: set[str] = set()
    for at, words in _junos_lines(lines, number) if junos else _cisco_lines(lines, number):
        for word, address in pairwise(words):
            if word == "neighbor" and _ONE.fullmatch(address):
                octets = [int(one) for one in address.split(".")]
                if max(octets) < 256:
                    value = int.from_bytes(bytes(octets), "big")
                    found.setdefault(address, Peer(address, value, at))
                if "shutdown" in words:
                    off.add(address)
    return [one for one in found.values() if one.address not in off]


def _cisco_lines(lines: Sequence[str], number: int) -> Iterator[tuple[int, list[str]]]:
    """The words of each line below `router bgp`, with its number."""
    for at, line in enumerate(lines[number:], start=number + 1):
        if line[:1] not in (" ", "\t", "!", ""):
            return
        yield at, line.split()


def _junos_lines(lines: Sequence[str], number: int) -> Iterator[tuple[int, list[str]]]:
    stanza = ["set", "protocols", "bgp"]
    if lines[number - 1].lstrip().startswith("set "):
        for at, line in enumerate(lines, start=1):
            words = line.split()
            if words[:3] == stanza:
                yield at, words
        return
    level = 0
    for at, line in enumerate(lines[number - 1 :], start=number):
        if "inactive:" not in line and not line.lstrip().startswith(("#", "/*")):
            yield at, line.replace(";", " ").replace("{", " ").split()
        level += line.count("{") - line.count("}")
        if level <= 0:
            return


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
    for _, words in _cisco_lines(lines, number):
        if words[:1] == ["neighbor"] or words[:3] == ["bgp", "listen", "range"]:
            found.update(_versions(words))
    return frozenset(found)


def _block(lines: Iterable[str]) -> Iterator[str]:
    """The words from a line to the end of the block that begins there, but for what is inactive."""
    level, off = 0, -1
    for word in (word for line in lines for word in WORD.findall(line)):
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
