"""What a JunOS text translates between zones, by the rules of `security nat`."""

from __future__ import annotations

from ipaddress import IPv4Network

from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos.statements import below
from qosc.tuples import NamedTuple

__all__ = ["Translation", "network", "translations", "zones_of_units"]


class Translation(NamedTuple):
    """A rule of NAT.

    kind     `static`, `destination` or `source`.
    zones    Where the packets come from (static, destination) or go to (source).
    outside  The address that the far side sees, where the rule says it.
    inside   The addresses behind it.
    line     The line of `inside`.
    """

    kind: str
    zones: frozenset[str]
    outside: tuple[IPv4Network, ...]
    inside: tuple[IPv4Network, ...]
    line: int


def network(text: str) -> IPv4Network | None:
    """An IPv4 network as it is written; None where it is none."""
    try:
        return IPv4Network(text, strict=False)
    except ValueError:
        return None


def translations(context: Context) -> list[Translation]:
    """Every rule of NAT with an address inside. Use through `context.once`."""
    zones: dict[tuple[str, str], set[str]] = {}
    parts: dict[tuple[str, str, str], dict[str, list[tuple[IPv4Network, int]]]] = {}
    pools: dict[str, list[tuple[IPv4Network, int]]] = {}
    for one, rest in below(context, "security", "nat"):
        kind, words = rest[0], rest[1:]
        prefix = network(words[-1]) if words else None
        if words[:1] == ("pool",) and words[2:3] == ("address",) and prefix is not None:
            pools.setdefault(words[1], []).append((prefix, one.line))
        if words[:1] != ("rule-set",) or len(words) < 4:
            continue
        said = words[2:]
        if said[:2] == (("to" if kind == "source" else "from"), "zone") and len(said) > 2:
            zones.setdefault((kind, words[1]), set()).add(said[2])
        if said[0] != "rule" or len(said) < 5:
            continue
        rows = parts.setdefault((kind, words[1], said[1]), {"outside": [], "inside": []})
        if said[2] == "match" and prefix is not None:
            if said[3] == "destination-address" and kind != "source":
                rows["outside"].append((prefix, one.line))
            elif said[3] == "source-address" and kind == "source":
                rows["inside"].append((prefix, one.line))
        elif said[2:4] == ("then", "static-nat") and prefix is not None:
            rows["inside"].append((prefix, one.line))
        elif said[2:5] == ("then", "destination-nat", "pool") and len(said) > 5:
            rows["inside"] += pools.get(said[5], [])
        elif said[2:5] == ("then", "source-nat", "off"):
            parts.pop((kind, words[1], said[1]))
    return [
        Translation(
            kind,
            frozenset(zones.get((kind, name), ())),
            tuple(net for net, _ in rows["outside"]),
            tuple(net for net, _ in rows["inside"]),
            rows["inside"][0][1],
        )
        for (kind, name, _), rows in parts.items()
        if rows["inside"]
    ]


def zones_of_units(context: Context) -> dict[str, str]:
    """The security zone of each unit. Use through `context.once`."""
    zones: dict[str, str] = {}
    for _, rest in below(context, "security", "zones", "security-zone"):
        if rest[1:2] == ("interfaces",) and len(rest) > 2:
            name = rest[2] if "." in rest[2] else f"{rest[2]}.0"
            zones.setdefault(name, rest[0])
    return zones
