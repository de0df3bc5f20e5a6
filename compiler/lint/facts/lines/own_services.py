"""What a Cisco device runs and talks to itself, by the lines of its text."""

from __future__ import annotations

from ipaddress import AddressValueError, IPv4Address

from qosc.lint.engine.rule import Context
from qosc.lint.facts.lines.blocks import blocks
from qosc.lint.facts.lines.entries import entries
from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["Services", "services"]

_NEIGHBOR = pattern(r"neighbor (\d+\.\d+\.\d+\.\d+)\b")
_SERVER = pattern(r"ntp (?:server|peer) (?:vrf \S+ )?(\d+\.\d+\.\d+\.\d+)\b")
_VERSION = pattern(r"(?:standby|hsrp) version (\d)")


class Services(NamedTuple):
    """The routing protocols; the neighbors of BGP and the servers of NTP, as numbers; the version
    of HSRP, 0 for none or both; whether SNMP is on; and the networks that all lines of vty admit,
    none where that is not known.
    """

    routing: frozenset[str]
    bgp: frozenset[int]
    ntp: frozenset[int]
    hsrp: int
    snmp: bool
    shells: tuple[tuple[int, int], ...]


def services(context: Context) -> Services:
    """All of a text. Use through `context.once`."""
    routing: set[str] = set()
    bgp: set[int] = set()
    ntp: set[int] = set()
    versions: set[int] = set()
    admitted: list[str] = []
    snmp = open_lines = groups = False
    for block in context.once(blocks):
        words = block.head.split()
        if words[0] == "router" and len(words) > 1:
            routing.add(words[1])
            rows = [line for _, line in block.lines]
            if words[1] == "bgp":
                bgp |= {value for line in rows if (value := _host(_NEIGHBOR.match(line)))}
                groups = groups or any(line.startswith("bgp listen ") for line in rows)
        elif words[0] == "ntp" and (value := _host(_SERVER.match(block.head))):
            ntp.add(value)
        elif words[0] == "interface" and block.has("standby ", "hsrp "):
            said = [_VERSION.match(line) for _, line in block.lines]
            known = [int(one[1]) for one in said if one is not None]
            versions |= set(known or [1])
        elif words[:2] == ["line", "vty"]:
            names = [line.split()[1] for _, line in block.starting("access-class ")]
            admitted += names
            open_lines = open_lines or not names
        snmp = snmp or block.head.startswith("snmp-server community ")
    lists = context.once(entries)
    rows_of = [one for name in admitted for one in lists.get(name, ())]
    known_all = not open_lines and all(one.permit and one.source for one in rows_of)
    return Services(
        routing=frozenset(routing),
        bgp=frozenset() if groups else frozenset(bgp),
        ntp=frozenset(ntp),
        hsrp=versions.pop() if len(versions) == 1 else 0,
        snmp=snmp,
        shells=tuple(one.source for one in rows_of if one.source) if known_all else (),
    )


def _host(said: object) -> int:
    """The address that a pattern has found, as a number; 0 for none."""
    try:
        return int(IPv4Address(said[1])) if said is not None else 0  # type: ignore[index]
    except AddressValueError:
        return 0
