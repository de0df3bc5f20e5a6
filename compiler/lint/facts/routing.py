"""The routing protocols that a config runs, and what their packets look like."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from qosc.fields import TCP, UDP, Field
from qosc.ir import AllOf, AnyOf, Interval, Predicate, Test
from qosc.lint.engine.rule import Context
from qosc.lint.facts.packets.ipv6 import IP4, IP6
from qosc.source import Span

__all__ = ["Routing", "routing"]


class Routing(NamedTuple):
    """A protocol with the line that turns it on, and all of its packets."""

    name: str
    origin: Span
    packets: Predicate


def _is(field: Field, value: int) -> Test:
    return Test(field, (Interval(value, value),))


def _ports(protocol: int, port: int) -> Predicate:
    far = (Interval(1024, 65535),)
    ends = AnyOf(
        (
            AllOf((_is(Field.DST_PORT, port), Test(Field.SRC_PORT, far))),
            AllOf((_is(Field.SRC_PORT, port), Test(Field.DST_PORT, far))),
        )
    )
    return AllOf((IP4, _is(Field.PROTOCOL, protocol), ends))


_PACKETS: dict[str, Predicate] = {
    # RFC 4271, RFC 2328, RFC 7868, RFC 2453, RFC 5340: ports and protocol numbers by IANA.
    "BGP": _ports(TCP, 179),
    "OSPF": AllOf((IP4, _is(Field.PROTOCOL, 89))),
    "EIGRP": AllOf((IP4, _is(Field.PROTOCOL, 88))),
    "RIP": AllOf((IP4, _is(Field.PROTOCOL, UDP), _is(Field.DST_PORT, 520))),
    "OSPFv3": AllOf((IP6, _is(Field.PROTOCOL, 89))),
}
_NAMES = {"bgp": "BGP", "ospf": "OSPF", "eigrp": "EIGRP", "rip": "RIP", "ospf3": "OSPFv3"}
_CISCO = re.compile(r"router (bgp|ospf|eigrp|rip)\b")
_SET = re.compile(r"set protocols (bgp|ospf3?|rip)\b")
_BRACES = re.compile(r"(bgp|ospf3?|rip) *\{")


def routing(context: Context) -> list[Routing]:
    """The protocols of the text, each once. Use through `context.once`."""
    if context.source is None:
        return []
    junos = context.device.platform.startswith("junos")
    found: dict[str, Routing] = {}
    for word, number in _junos(context.source.lines) if junos else _cisco(context.source.lines):
        name = _NAMES[word]
        if name not in found:
            line = context.source.line(number)
            origin = Span(context.source.path, number, 1, number, len(line) + 1)
            found[name] = Routing(name, origin, _PACKETS[name])
    return list(found.values())


def _cisco(lines: tuple[str, ...] | list[str]) -> Iterator[tuple[str, int]]:
    for number, line in enumerate(lines, start=1):
        said = _CISCO.match(line)
        if said is not None:
            yield said.group(1), number


def _junos(lines: tuple[str, ...] | list[str]) -> Iterator[tuple[str, int]]:
    """`set protocols ospf`, and `ospf {` directly in `protocols {` of the top level."""
    level, inside = 0, False
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        said = _SET.match(text)
        if said is not None:
            yield said.group(1), number
            continue
        if text.startswith(("set ", "#", "/*", "deactivate ", "inactive:")):
            continue
        if level == 0 and text.startswith("protocols"):
            inside = True
        said = _BRACES.match(text) if inside and level == 1 else None
        if said is not None:
            yield said.group(1), number
        level += text.count("{") - text.count("}")
        if level <= 0:
            level, inside = 0, False
