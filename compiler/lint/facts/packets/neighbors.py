"""The neighbours of BGP, and the versions of IP that they have addresses of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["Peer", "neighbors", "peer", "peers", "version"]

_FOUR = pattern(r"\d+(\.\d+){3}(/\d+)?")
_SIX = pattern(r"[0-9a-fA-F]*:[0-9a-fA-F:.]*(/\d+)?")
_ONE = pattern(r"\d{1,3}(?:\.\d{1,3}){3}")
_NAMING = frozenset(("neighbor", "range"))
"""`neighbor`, and `bgp listen range`."""


class Peer(NamedTuple):
    """A neighbour of BGP: its IPv4 address in words and as a number, and its line (from 1)."""

    address: str
    value: int
    line: int


def peer(address: str, line: int) -> Peer | None:
    """The neighbour of an IPv4 address as it is written; None for what is none."""
    if not _ONE.fullmatch(address):
        return None
    octets = [int(one) for one in address.split(".")]
    return Peer(address, int.from_bytes(bytes(octets), "big"), line) if max(octets) < 256 else None


def version(address: str) -> int:
    """4 or 6 for an address or network of that version of IP; 0 for other words."""
    if _FOUR.fullmatch(address):
        return 4
    return 6 if _SIX.fullmatch(address) else 0


def peers(lines: Sequence[str], number: int) -> list[Peer]:
    """The neighbours with IPv4 addresses below `router bgp`, which is line `number` (from 1), but
    for those that are shut down. Lines are counted as `lines` are.
    """
    by_address: dict[str, Peer] = {}
    off: set[str] = set()
    for at, words in _below(lines, number):
        for word, address in pairwise(words):
            said = peer(address, at) if word == "neighbor" else None
            if said is not None:
                by_address.setdefault(address, said)
                if "shutdown" in words:
                    off.add(address)
    return [one for one in by_address.values() if one.address not in off]


def neighbors(lines: Sequence[str], number: int) -> frozenset[int]:
    """4 and 6, as far as the addresses below `router bgp` of line `number` are of that version."""
    versions: set[int] = set()
    for _, words in _below(lines, number):
        if words[:1] == ["neighbor"] or words[:3] == ["bgp", "listen", "range"]:
            versions.update(_versions(words))
    return frozenset(versions)


def _below(lines: Sequence[str], number: int) -> Iterator[tuple[int, list[str]]]:
    """The words of each line below `router bgp`, with its number."""
    for at, line in enumerate(lines[number:], start=number + 1):
        if line[:1] not in (" ", "\t", "!", ""):
            return
        yield at, line.split()


def _versions(words: Iterable[str]) -> Iterator[int]:
    """Of each address behind one of the words that name neighbours."""
    for word, address in pairwise(words):
        if word in _NAMING and (number := version(address)):
            yield number
