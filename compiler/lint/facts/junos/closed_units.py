"""The IPv4 networks behind each JunOS unit that no route but those of the text leads to."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Network

from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos.nat import network
from qosc.lint.facts.junos.statements import Words, below
from qosc.lint.facts.port_networks import Network, network_of

__all__ = ["closed_units"]

_MOST = 512
"""A text of more units or routes than this is not asked: each is held against all others."""
_HOPS = frozenset(("next-hop", "qualified-next-hop"))


def closed_units(context: Context) -> dict[str, tuple[Network, ...]]:
    """The networks whose hosts send by a unit: its own, and those of static routes by it.

    A unit that a routing protocol may use, or whose hosts may be any, is not there. Use through
    `context.once`.
    """
    units, opened = _units(context)
    routes = list(_statics(context))
    if len(units) > _MOST or len(routes) > _MOST:
        return {}
    said = {word for rest in _protocols(context) for word in rest}
    if "all" in said:
        return {}
    peers = [net for word in said if (net := network(word)) is not None]
    closed = {}
    for name, networks in units.items():
        near = any(one.meets(*_number(net)) for net in peers for one in networks)
        if name in opened or name in said or near:
            continue
        behind = list(networks)
        for target, hop in routes:
            if hop == name or any(_is_in(hop, one) for one in networks):
                behind.append(target)
        # A mere link between two routers has hosts behind it that no line tells.
        if all(one.mask for one in behind) and any(one.has_hosts for one in behind):
            closed[name] = tuple(behind)
    return closed


def _units(context: Context) -> tuple[dict[str, list[Network]], set[str]]:
    """The networks of each unit, and the units that others share or tunnels use."""
    units: dict[str, list[Network]] = {}
    opened: set[str] = set()
    for one, rest in below(context, "interfaces", "*", "unit"):
        name = f"{one.words[1]}.{rest[0]}"
        if rest[1:4] == ("family", "inet", "address") and len(rest) > 4:
            address, _, length = rest[4].partition("/")
            known = network_of(address, length or "32")
            if known is not None:
                units.setdefault(name, []).append(known)
            if rest[5:6] in (("vrrp-group",), ("arp",)):
                opened.add(name)
        elif rest[1:3] == ("family", "mpls") or rest[1:2] == ("tunnel",):
            opened.add(name)
    return units, opened


def _protocols(context: Context) -> Iterator[Words]:
    """The words of each statement of a routing protocol, but for those on passive units."""
    for around in (("protocols",), ("routing-instances", "*", "protocols")):
        for _, rest in below(context, *around):
            if "passive" not in rest:
                yield rest


def _statics(context: Context) -> Iterator[tuple[Network, str]]:
    """The static routes, each with a hop; of an exit by name, that."""
    for around in (
        ("routing-options",),
        ("routing-instances", "*", "routing-options"),
    ):
        for _, rest in below(context, *around):
            if "route" not in rest[:-2]:
                continue
            at = rest.index("route")
            address, _, length = rest[at + 1].partition("/")
            target = network_of(address, length or "32")
            for word in _HOPS & set(rest[at + 2 : -1]):
                if target is not None:
                    yield target, rest[rest.index(word) + 1]


def _is_in(hop: str, one: Network) -> bool:
    asked = network(hop)
    return asked is not None and one.holds(*_number(asked))


def _number(net: IPv4Network) -> tuple[int, int]:
    return int(net.network_address), int(net.netmask)
