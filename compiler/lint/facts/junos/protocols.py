"""The routing protocols of a JunOS text, by routing instance, and the neighbours of its BGP."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos.statements import Statement, Words, below, line_of
from qosc.lint.facts.packets.neighbors import Peer, peer, version
from qosc.tuples import NamedTuple

__all__ = ["MAIN", "Started", "neighbors", "peers", "protocols", "units_of_instances"]

MAIN = ""
"""The instance of what stands in no routing instance."""
_PROTOCOL = frozenset(("bgp", "ospf", "ospf3", "rip"))
_NAMING = frozenset(("neighbor", "allow"))


class Started(NamedTuple):
    """A protocol by its word, the line (from 1) that turns it on, and its routing instance."""

    word: str
    line: int
    instance: str


def protocols(context: Context) -> list[Started]:
    """Each protocol that is turned on, once in a routing instance or outside of them."""
    started: dict[tuple[str, str], Started] = {}
    for one, rest in below(context, "protocols"):
        if rest[0] in _PROTOCOL and (rest[0], MAIN) not in started:
            started[rest[0], MAIN] = Started(rest[0], line_of(context, one, 2), MAIN)
    for one, rest in below(context, "routing-instances", "*", "protocols"):
        key = rest[0], one.words[1]
        if rest[0] in _PROTOCOL and key not in started:
            started[key] = Started(rest[0], line_of(context, one, 4), one.words[1])
    return list(started.values())


def units_of_instances(context: Context) -> dict[str, str]:
    """The routing instance of each unit of lo0 that a routing instance names."""
    units: dict[str, str] = {}
    for one, rest in below(context, "routing-instances", "*", "interface"):
        if rest[0].startswith("lo0."):
            units.setdefault(rest[0], one.words[1])
    return units


def neighbors(context: Context, instance: str) -> frozenset[int]:
    """4 and 6, as far as BGP of a routing instance has neighbours with addresses of that version.

    None where no address is written, as where the prefixes of `allow` come from elsewhere.
    """
    said = (version(rest[at + 1]) for _, rest in _bgp(context, instance) for at in _named(rest))
    return frozenset(one for one in said if one)


def peers(context: Context) -> list[Peer]:
    """The neighbours with IPv4 addresses in the main instance, but for those that are shut down."""
    by_address: dict[str, Peer] = {}
    off: set[str] = set()
    for one, rest in _bgp(context, MAIN):
        for at in _named(rest):
            before = len(one.words) - len(rest) + at + 2
            said = peer(rest[at + 1], line_of(context, one, before))
            if rest[at] == "neighbor" and said is not None:
                by_address.setdefault(said.address, said)
                if "shutdown" in rest:
                    off.add(said.address)
    return [one for one in by_address.values() if one.address not in off]


def _bgp(context: Context, instance: str) -> Iterator[tuple[Statement, Words]]:
    around = ("routing-instances", instance) if instance else ()
    return below(context, *around, "protocols", "bgp")


def _named(words: Words) -> Iterator[int]:
    """Where words stand that an address follows."""
    return (at for at, word in enumerate(words) if word in _NAMING)
