"""Which access lists the lines outside QoS use.

A list that filters an interface, guards a terminal line or feeds NAT is in use, although no class
and no rate limit names it. The lines that the reader has passed over are looked at once, and only
when somebody asks.
"""

from __future__ import annotations

from collections.abc import Collection

from qosc.frontends.cisco.text.lines import Reading

__all__ = ["mentions"]

_BEFORE_NUMBER = frozenset(
    {
        "access-class",
        "access-group",
        "access-list",
        "address",
        "boundary",
        "community",
        "dense-mode",
        "dialer-list",
        "group",
        "distribute-list",
        "filter-list",
        "filter",
        "list",
        "name",
        "offset-list",
        "peer",
        "query-only",
        "reverse-path",
        "rp-address",
        "rp-announce-filter",
        "serve",
        "serve-only",
        "service-list",
        "traffic-filter",
    }
)
"""A number names an access list only somewhere behind one of these words."""

_FREE = frozenset({"description", "remark", "desc", "banner"})
_OWN = frozenset({"access-list", "hostname", "username", "class-map", "policy-map", "interface"})
"""Lines that begin so name something else, or the list that they define."""

_ALSO = frozenset(
    {"", "priority-list", "queue-list", "traffic-shape", "frame-relay", "ip rtp", "match ip"}
)
"""Statements handed on that name lists without being in the model; "" is a line that was not
understood, whose list had better not be called unused."""


def mentions(reading: Reading, names: Collection[str]) -> frozenset[str]:
    """Those of `names` that a line outside the modelled QoS statements uses as an access list."""
    wanted = frozenset(names)
    if not wanted:
        return wanted
    known = {
        number for line in reading.walk() if line.keyword not in _ALSO for number in line.numbers()
    }
    for first, last in reading.blobs:
        known.update(range(first, last + 1))
    mentioned: set[str] = set()
    for number, text in enumerate(reading.source.lines, 1):
        words = text.split()
        if wanted.isdisjoint(words) or number in known:
            continue
        mentioned.update(_in_line(words, wanted))
    return frozenset(mentioned)


def _in_line(words: list[str], wanted: frozenset[str]) -> set[str]:
    start = 1 if words[0] in ("no", "default") else 0
    if start < len(words) and words[start].lower() in _FREE | _OWN:
        return set()
    if words[0] == "!" or words[start + 1 : start + 2] == ["access-list"]:
        return set()
    names: set[str] = set()
    numbers_count = False
    for word in words[start:]:
        if word in wanted and (numbers_count or not word.isdigit()):
            names.add(word)
        numbers_count = numbers_count or word.lower() in _BEFORE_NUMBER
    return names
