"""The routing protocols that a config runs, and what their packets look like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.fields import TCP, UDP, Field
from qosc.ir import AllOf, AnyOf, Interval, Predicate, Test
from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos import protocols as junos
from qosc.lint.facts.junos.protocols import MAIN, Started
from qosc.lint.facts.packets.ipv6 import IP4, IP6
from qosc.lint.facts.packets.neighbors import neighbors
from qosc.patterns import pattern
from qosc.source import SourceText, Span
from qosc.tuples import NamedTuple

__all__ = ["Routing", "routing"]


class Routing(NamedTuple):
    """A protocol with the line that turns it on, and all of its packets by their version of IP.

    It is lost where the packets of each of these versions are. `instance` is the routing instance
    of JunOS that it runs in.
    """

    name: str
    origin: Span
    packets: dict[int, Predicate]
    instance: str = MAIN


def _is(field: Field, value: int) -> Test:
    return Test(field, (Interval(value, value),))


def _ports(version: Test, protocol: int, port: int) -> Predicate:
    far = (Interval(1024, 65535),)
    ends = AnyOf(
        (
            AllOf((_is(Field.DST_PORT, port), Test(Field.SRC_PORT, far))),
            AllOf((_is(Field.SRC_PORT, port), Test(Field.DST_PORT, far))),
        )
    )
    return AllOf((version, _is(Field.PROTOCOL, protocol), ends))


_PACKETS: dict[str, dict[int, Predicate]] = {
    # RFC 4271, RFC 2328, RFC 7868, RFC 2453, RFC 5340: ports and protocol numbers by IANA.
    "BGP": {4: _ports(IP4, TCP, 179), 6: _ports(IP6, TCP, 179)},
    "OSPF": {4: AllOf((IP4, _is(Field.PROTOCOL, 89)))},
    "EIGRP": {4: AllOf((IP4, _is(Field.PROTOCOL, 88)))},
    "RIP": {4: AllOf((IP4, _is(Field.PROTOCOL, UDP), _is(Field.DST_PORT, 520)))},
    "OSPFv3": {6: AllOf((IP6, _is(Field.PROTOCOL, 89)))},
}
_NAMES = {"bgp": "BGP", "ospf": "OSPF", "eigrp": "EIGRP", "rip": "RIP", "ospf3": "OSPFv3"}
_CISCO = pattern(r"router (bgp|ospf|eigrp|rip)\b")


def routing(context: Context) -> list[Routing]:
    """The protocols of the text, each once in a routing instance, but BGP once for each version
    that its neighbours have addresses of. Use through `context.once`.
    """
    source = context.source
    if source is None:
        return []
    by_braces = context.profile.takes.junos_statements
    by_port: dict[tuple[str, str], list[Routing]] = {}
    for word, at, instance in junos.protocols(context) if by_braces else _cisco(source):
        name = _NAMES[word]
        if (name, instance) in by_port:
            continue
        origin = Span(source.path, at, 1, at, len(source.line(at)) + 1)
        if name != "BGP":
            made = [Routing(name, origin, _PACKETS[name])]
        elif by_braces:
            made = list(_bgp(origin, junos.neighbors(context, instance), source.lines))
        else:
            begins = (source.index(at) or 0) + 1
            made = list(_bgp(origin, neighbors(source.lines, begins), source.lines))
        by_port[name, instance] = [one._replace(instance=instance) for one in made]
    return [one for each in by_port.values() for one in each]


def _bgp(origin: Span, neighbors: frozenset[int], lines: Sequence[str]) -> Iterator[Routing]:
    packets = _PACKETS["BGP"]
    if not neighbors:
        # Then it may be any version in use that the neighbours speak.
        six = any("inet6" in line or "ipv6" in line for line in lines)
        yield Routing("BGP", origin, packets if six else {4: packets[4]})
    for version in sorted(neighbors):
        name = "BGP" if version == 4 else "BGP over IPv6"
        yield Routing(name, origin, {version: packets[version]})


def _cisco(source: SourceText) -> Iterator[Started]:
    for number, line in source.numbered():
        said = _CISCO.match(line)
        if said is not None:
            yield Started(said.group(1), number, MAIN)
