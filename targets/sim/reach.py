"""Which packets reach which class, through the input port's rules."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address

from qosc.fields import ICMP, TCP, UDP, Field
from qosc.ir import (
    AllOf,
    Attachment,
    Device,
    Interval,
    Mark,
    Named,
    Not,
    Predicate,
    Rule,
    RuleList,
    Test,
    TrafficClass,
)
from qosc.ir import Policy as IrPolicy
from qosc.ir import Port as IrPort
from qosc.ir.leaves import resolve
from qosc.packets import (
    ClassRegion,
    LowBits,
    Packet,
    PacketSpace,
    Region,
    image,
    partition,
)

__all__ = ["Reach", "Wanted", "header", "packet_length", "wanted_classes"]

_PORT = 50_001
_LEVELS = 3
_LEAST = {UDP: 28, TCP: 40, ICMP: 28}


@dataclass(frozen=True, slots=True)
class Wanted:
    """A class with a queue: its name, the packets that go there, and bit/s it is promised.

    The class with the lowest `rank` is the best served.
    """

    name: str
    taken: Region
    promised: int
    rank: tuple[int, int, int]


def wanted_classes(
    device: Device, space: PacketSpace, leaving: IrPort | None, rate: int
) -> list[Wanted]:
    """The classes of the output policy, children instead of their parents; one if there is none."""
    for stage in leaving.output if leaving is not None else ():
        policy = resolve(device, stage.policy) if isinstance(stage, Attachment) else None
        if isinstance(policy, IrPolicy):
            parts = list(_leaves(partition(space, policy), "", 1))
            return _promises(parts, rate)
    return [Wanted("traffic", space.everything, rate, (0, 0, 0))]


def _leaves(
    parts: tuple[ClassRegion, ...], above: str, level: int
) -> Iterator[tuple[str, ClassRegion]]:
    for part in parts:
        name = f"{above}{part.traffic_class.name}"
        children = part.children() if level < _LEVELS else ()
        if children:
            yield from _leaves(children, f"{name} > ", level + 1)
        else:
            yield name, part


def _promises(parts: list[tuple[str, ClassRegion]], rate: int) -> list[Wanted]:
    asked = [_asked(part.traffic_class, rate) for _, part in parts]
    silent = asked.count(0)
    rest = max(rate - sum(asked), rate // 10) // max(silent, 1)
    found = []
    for (name, part), bps in zip(parts, asked, strict=True):
        priority = part.traffic_class.priority
        # Of classes that are promised alike the one with most of the rest is served best.
        excess = part.traffic_class.excess
        rank = (0, priority.level, 0) if priority is not None else (
            1, -bps, -excess.value if excess is not None else 0
        )  # fmt: skip
        found.append(Wanted(name, part.taken, bps or rest or 1, rank))
    return found


def _asked(found: TrafficClass, rate: int) -> int:
    written = found.priority.rate if found.priority is not None else found.guarantee
    bps = written.bits_per_second(rate) if written is not None else None
    return min(max(bps or 0, 0), rate)


class Reach:
    """Finds packets that a host can send and that come to a class behind the input rules."""

    def __init__(self, space: PacketSpace, entry: IrPort | None, mtu: int) -> None:
        self._space = space
        self._mtu = mtu
        self._quiet = space.everything
        self._changed: list[tuple[Region, tuple[Mark, ...]]] = []
        for stage in entry.input if entry is not None else ():
            if isinstance(stage, RuleList):
                self._add_rules(stage)
            else:
                policy = resolve(space.device, stage.policy)
                if isinstance(policy, IrPolicy):
                    self._add_policy(policy)

    def _add_rules(self, stage: RuleList) -> None:
        for rule in stage.rules:
            own = self._space.region(rule.match)
            self._changed.append((own & self._quiet, _marks_of(rule)))
            self._quiet -= own
        if stage.otherwise_drop:
            self._quiet -= self._space.everything

    def _add_policy(self, policy: IrPolicy) -> None:
        for part in partition(self._space, policy):
            found = part.traffic_class
            if found.marks or found.policers or found.drop or found.child:
                marks = found.marks
                if found.policers:
                    marks += found.policers[0].conform.marks
                self._changed.append((part.taken & self._quiet, marks))
                self._quiet -= part.taken

    def find(self, taken: Region, index: int, length: int) -> tuple[Packet, int] | None:
        """A packet that ends in `taken`, and its protocol: UDP where there is one, else TCP."""
        for protocol in (UDP, TCP):
            packet = self.packet(taken, protocol, index, length)
            if packet is not None:
                return packet, protocol
        return None

    def packet(self, taken: Region, protocol: int, index: int, length: int) -> Packet | None:
        """A packet of a protocol that ends in `taken`; one that no input rule touches, if any."""
        plain = self._space.region(AllOf((_plain(protocol, self._mtu), *self._unnamed())))
        found = _first(self._narrow(taken & self._quiet & plain, protocol, index, length))
        if found is not None:
            return found
        for own, marks in self._changed:
            after = image(own & plain, marks, LowBits.KEEP) & taken
            if after.is_empty():
                continue
            kept = {mark.field for mark in marks}
            for candidate in self._narrow(after, protocol, index, length):
                packet = candidate.witness()
                if packet is not None:
                    before = own & plain & self._space.region(_same_but(packet, kept))
                    found = _first([before])
                    if found is not None:
                        return found
        return None

    def _unnamed(self) -> Iterator[Predicate]:
        """No host gives a packet what a router keeps beside it."""
        for field in (Field.FORWARDING_CLASS, Field.LOSS_PRIORITY):
            names = tuple(Named(name) for name in self._space.builder.names[field])
            if names:
                yield Not(Test(field, names))

    def _narrow(self, region: Region, protocol: int, index: int, length: int) -> list[Region]:
        """The region, after smaller ones that are easier to tell apart."""
        space = self._space
        usual = region & space.region(_is(Field.LENGTH, length))
        own = (
            usual
            & space.region(_is(Field.DST_PORT, _PORT + index))
            & space.region(_is(Field.SRC_PORT, 10_000 + index))
        )
        one_port = usual & space.region(_is(Field.DST_PORT, _PORT + index))
        source = usual & space.region(_is(Field.SRC_PORT, 10_000 + index))
        candidates = [own, one_port, source, usual, region]
        return candidates[3:] if protocol == ICMP else candidates


def _first(regions: list[Region]) -> Packet | None:
    for region in regions:
        packet = region.witness()
        if packet is not None and not packet.assumes:
            return packet
    return None


def _marks_of(rule: Rule) -> tuple[Mark, ...]:
    return rule.policer.conform.marks if rule.policer is not None else rule.marks


def _is(field: Field, value: int) -> Test:
    return Test(field, (Interval(value, value),))


def _plain(protocol: int, mtu: int) -> AllOf:
    """What a host sends: IPv4, whole, with nothing that only a router knows."""
    tests = [
        _is(Field.VERSION, 4), _is(Field.PROTOCOL, protocol), _is(Field.FRAGMENT, 0),
        _is(Field.ECN, 0), _is(Field.TTL, 64), _is(Field.QOS_GROUP, 0),
        _is(Field.DISCARD_CLASS, 0), _is(Field.TRAFFIC_CLASS, 0),
        Test(Field.LENGTH, (Interval(_LEAST[protocol], mtu),)),
    ]  # fmt: skip
    if protocol == TCP:
        tests.append(_is(Field.TCP_FLAGS, 16))
    if protocol == ICMP:
        tests += [_is(Field.ICMP_TYPE, 8), _is(Field.ICMP_CODE, 0)]
    return AllOf(tuple(tests))


_SAME = (Field.SRC4, Field.DST4, Field.PROTOCOL, Field.SRC_PORT, Field.DST_PORT, Field.LENGTH)
_DS = frozenset((Field.DSCP, Field.PRECEDENCE, Field.TOS))


def _same_but(packet: Packet, changed: set[Field]) -> AllOf:
    """The packets like this one but for the fields in `changed`."""
    fields = [*_SAME] if changed & _DS else [*_SAME, Field.DSCP]
    tests = []
    for field in fields:
        value = packet.get(field)
        if isinstance(value, int) and field not in changed:
            tests.append(_is(field, value))
    return AllOf(tuple(tests))


def header(packet: Packet, protocol: int) -> dict[str, int | str]:
    """The header of a source that sends such packets."""
    found: dict[str, int | str] = {}
    for field in (Field.SRC4, Field.DST4):
        found[field.value] = str(IPv4Address(int(packet.get(field) or 0)))
    if protocol != ICMP:
        for field in (Field.SRC_PORT, Field.DST_PORT):
            found[field.value] = int(packet.get(field) or 0)
    if packet.ds >> 2:
        found[Field.DSCP.value] = packet.ds >> 2
    return found


def packet_length(packet: Packet, usual: int) -> int:
    """The length of the packet, which is the usual one where the class does not mind."""
    return int(packet.get(Field.LENGTH) or usual)
