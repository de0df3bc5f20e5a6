"""What lines of Cisco name that other lines define, and the model leaves out: maps of routes and of
marks, groups, time ranges, tracked objects, lists of packet filters.

The words of each line are those of the Cisco IOS command references that the rule on them names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.outside.heads import head
from qosc.patterns import pattern
from qosc.source import SourceText, Span
from qosc.tuples import NamedTuple

__all__ = ["Named", "References", "references"]

_ENTRY = r"(?:\s+(?:\d+[ ]+)?|access-list[ ]+\d+[ ]+)(?:permit|deny)[ ][^!]*?"
_ROUTES = "route-map"
_TRACK = "track"
_USED = tuple(
    (kind, pattern(expression, re.IGNORECASE))
    for kind, expression in (
        (_ROUTES, r"\s+ip(?:v6)? policy route-map[ ]+(\S+)"),
        ("table-map", r"\s++set[- ][^!]*\btable[ ]+(\S+)"),
        ("object-group", r"\s+group-object[ ]+(\S+)"),
        ("object-group", _ENTRY + r"\bobject-group[ ]+(\S+)"),
        ("time-range", _ENTRY + r"\btime-range[ ]+(\S+)"),
        (_TRACK, r"\s+set ip(?:v6)? next-hop verify-availability [^!]*?\btrack[ ]+(\S+)"),
        ("ip sla", r"track[ ]+\d+[ ]+(?:ip sla|rtr)[ ]+(\d+)"),
        ("dscp-mutation", r"\s+mls qos dscp-mutation[ ]+(\S+)"),
        ("vc-class", r"\s+class-vc[ ]+(\S+)"),
        ("access-list", r"\s+ip access-group[ ]+(\S+)[ ]+(?:in|out)\b"),
        ("access-list", r"\s+match ip address[ ]+(?!prefix-list)(\S+)"),
    )
)
_BEGINS = pattern(
    r"\s+(?:ip|set|group-object|permit|deny|\d|mls|class-vc|match)|track|access-list",
    re.IGNORECASE,
)
"""How each line begins that one of the patterns takes: of the lines of routing protocols that name
route-maps, there are many.
"""
_NEAR = (
    *("\nroute-map", "\nno route-map", "policy route-map", "table-map", "table ", "object-group"),
    *("group-object", "time-range", "track "),
    *("ip sla", "rtr ", "dscp-mutation", "vc-class", "class-vc", "access-list", "access-group"),
    "match ip address",
)
"""One of these is in each line that one of the patterns takes, or that defines what they name. Many
lines of routing protocols name route-maps.
"""

_EFFECTS = {
    _ROUTES: "packets are routed as usual, and nothing marks them",
    "table-map": "the mark is not written",
    "object-group": "the line matches nothing, or is rejected",
    "time-range": "the entry is in force at all times",
    _TRACK: "nothing says whether the next hop is reachable",
    "ip sla": "the object has no probe to go by, and the next hop with it",
    "dscp-mutation": "the DSCP is not translated",
    "vc-class": "the circuit has nothing of it",
    "access-list": "the filter passes all packets",
}
"""What becomes of packets where an object of a kind is missing."""
_UNLISTED = "no list says which packets are sent there"


class Named(NamedTuple):
    """A name of an object in a line, and what becomes of packets without that object. `within` is
    the kind and name of the object that the line is of, where it counts only if that one is used.
    """

    kind: str
    name: str
    place: Span
    effect: str
    within: tuple[str, str] | None = None


class References(NamedTuple):
    """The names that lines define, by kind; those that lines use, in order; and kind and name of
    those that packets are sent by: route-maps of ports, objects that their next hops track.
    """

    defined: dict[str, dict[str, None]]
    named: list[Named]
    steering: frozenset[tuple[str, str]]


def references(source: SourceText) -> References:
    """All of a text."""
    defined: dict[str, dict[str, None]] = {kind: {} for kind in _EFFECTS}
    named: list[Named] = []
    block = ""
    for index in source.holding(*_NEAR):
        line = source.lines[index]
        if line[:1] not in (" ", "\t"):
            kind, name = _defined(line)
            block = name if kind == _ROUTES else ""
            if name:
                defined[kind][name] = None
        if _BEGINS.match(line) is not None:
            named += _named(source, source.number(index), line, block)
    steering = ((each.kind, each.name) for each in named if each.kind in (_ROUTES, _TRACK))
    return References(defined, named, frozenset(steering))


def _defined(line: str) -> tuple[str, str]:
    """The kind and name of the object that a line defines; empty where it defines none."""
    said = head(line)
    if said is None or said.gone or said.family not in ("", "ip"):
        return "", ""
    return said.kind, said.name


def _named(source: SourceText, number: int, line: str, block: str) -> Iterator[Named]:
    for kind, expression in _USED:
        match = expression.match(line)
        if match is None:
            continue
        effect, within = _EFFECTS[kind], None
        if kind == "ip sla":
            within = (_TRACK, line[len(_TRACK) :].strip().partition(" ")[0])
        elif kind == "access-list" and block:
            effect, within = _UNLISTED, (_ROUTES, block)
        start = match.start(1)
        place = Span(source.path, number, start + 1, number, start + 1 + len(match[1]))
        yield Named(kind, match[1], place, effect, within)
