"""Which packets of a host reach a class, through all that happens to them on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv4Address

from qosc.fields import ICMP, TCP, UDP, Field
from qosc.ir import (
    AllOf,
    Interval,
    Mark,
    Named,
    Policer,
    Rule,
    RuleList,
    Stage,
    Test,
    TrafficClass,
    Verdict,
)
from qosc.ir import Policy as IrPolicy
from qosc.ir.leaves import resolve
from qosc.packets import Packet, PacketSpace, Region, partition, preimage
from qosc.packets.layout import BITS
from qosc.scenario.pipeline import MAX_LEVELS
from qosc.targets.sim.headers import LEAST

__all__ = ["Reach"]

_PORT = 50_001


@dataclass(frozen=True, slots=True)
class _Rules:
    """A rule list: what each rule takes of the packets that come to it."""

    rules: tuple[tuple[Region, Rule], ...]
    drops_the_rest: bool


@dataclass(frozen=True, slots=True)
class _Policy:
    """A policy: the packets of each class, with those that it is in; the others go on."""

    parts: tuple[tuple[Region, tuple[TrafficClass, ...]], ...]
    others: Region


class Reach:
    """Finds packets that come to a class behind the stages of an input and of the output.

    `port` is the name of the port that they come in at; no packet is longer than `mtu` bytes.
    """

    def __init__(self, space: PacketSpace, port: str, stages: tuple[Stage, ...], mtu: int) -> None:
        self._space, self._port, self._mtu = space, port, mtu
        self._stages = [self._prepared(stage) for stage in stages]
        self._sent: dict[int | None, Region] = {}

    def find(self, taken: Region, index: int, length: int, ends: tuple[str, str]) -> Packet | None:
        """A packet that may end in `taken`: one that no meter has to find too fast, if there is
        one; of UDP, else of TCP, else of any protocol over IPv4; from and to the addresses `ends`
        if that can be. `index` tells flows apart.
        """
        for colours in (False, True):
            before = self._before(taken, colours=colours)
            for protocol in (UDP, TCP, None):
                packet = self._packet(before, protocol, index, length, ends)
                if packet is not None:
                    return packet
        return None

    def ping(self, taken: Region, length: int, ends: tuple[str, str]) -> Packet | None:
        """An echo request that ends in `taken`, though no meter finds it too fast."""
        return self._packet(self._before(taken, colours=False), ICMP, 0, length, ends)

    # Backwards through the stages

    def _prepared(self, stage: Stage) -> _Rules | _Policy:
        if isinstance(stage, RuleList):
            rules = tuple((self._space.region(rule.match), rule) for rule in stage.rules)
            return _Rules(rules, stage.otherwise_drop)
        policy = resolve(self._space.device, stage.policy)
        if not isinstance(policy, IrPolicy):
            return _Policy((), self._space.everything)
        parts = tuple(self._leaves(policy, self._space.everything, (), ()))
        others = self._space.everything
        for part in partition(self._space, policy):
            others -= part.taken
        return _Policy(parts, others)

    def _leaves(
        self,
        policy: IrPolicy,
        within: Region,
        above: tuple[TrafficClass, ...],
        seen: tuple[str, ...],
    ) -> Iterator[tuple[Region, tuple[TrafficClass, ...]]]:
        for part in partition(self._space, policy, within):
            traffic_class = part.traffic_class
            chain, left = (*above, traffic_class), part.taken
            child = (
                resolve(self._space.device, traffic_class.child)
                if traffic_class.child is not None
                else None
            )
            names = (*seen, policy.name)
            if isinstance(child, IrPolicy) and child.name not in names and len(names) < MAX_LEVELS:
                for region, classes in self._leaves(child, part.taken, chain, names):
                    left -= region
                    yield region, classes
            yield left, chain

    def _before(self, target: Region, *, colours: bool) -> Region:
        """The packets that may be in `target` behind all stages. With `colours` a meter may find
        them too fast.
        """
        for stage in reversed(self._stages):
            if isinstance(stage, _Rules):
                target = self._before_rules(stage, target, colours=colours)
            else:
                target = self._before_policy(stage, target, colours=colours)
        return target

    def _before_rules(self, stage: _Rules, target: Region, *, colours: bool) -> Region:
        ends = self._space.nothing if stage.drops_the_rest else target
        following = ends
        for own, rule in reversed(stage.rules):
            here = self._space.nothing
            if rule.policer is None:
                here = self._verdict(rule.verdict, target, following)
            else:
                for verdict, marks in _outcomes(rule.policer, colours=colours):
                    here |= preimage(self._verdict(verdict, target, following), marks)
            here = preimage(here, rule.marks)
            following = (here & own) | (following - own)
        return following

    def _verdict(self, verdict: Verdict, target: Region, following: Region) -> Region:
        if verdict is Verdict.DROP:
            return self._space.nothing
        return following if verdict is Verdict.CONTINUE else target

    def _before_policy(self, stage: _Policy, target: Region, *, colours: bool) -> Region:
        result = target & stage.others
        for taken, classes in stage.parts:
            here = target
            for traffic_class in reversed(classes):
                for policer in reversed(traffic_class.policers):
                    there = self._space.nothing
                    for verdict, marks in _outcomes(policer, colours=colours):
                        if verdict is not Verdict.DROP:
                            there |= preimage(here, marks)
                    here = there
                here = preimage(here, traffic_class.marks)
                if traffic_class.drop:
                    here = self._space.nothing
            result |= here & taken
        return result

    # Packets

    def _packet(
        self,
        before: Region,
        protocol: int | None,
        index: int,
        length: int,
        ends: tuple[str, str],
    ) -> Packet | None:
        base = before & self._sendable(protocol)
        if base.is_empty():
            return None
        for field, address in zip((Field.SRC4, Field.DST4), ends, strict=True):
            near = base & self._of(field, int(IPv4Address(address)))
            base = base if near.is_empty() else near
        usual = base & self._of(Field.LENGTH, length)
        to = self._of(Field.DST_PORT, _PORT + index)
        source = self._of(Field.SRC_PORT, 10_000 + index)
        tried = [usual, base]
        if protocol in (UDP, TCP):
            tried = [usual & to & source, usual & to, usual & source, *tried]
        for region in tried:
            packet = region.witness()
            if packet is not None and not packet.assumes:
                return packet
        return None

    def _of(self, field: Field, value: int) -> Region:
        """The packets with a value in a field."""
        return Region(self._space, self._space.builder.value(field, Interval(value, value)))

    def _sendable(self, protocol: int | None) -> Region:
        """What a host can send of a protocol, to this port."""
        if protocol not in self._sent:
            builder = self._space.builder
            plain = self._space.region(_plain(protocol, self._port, self._mtu))
            unclassed = builder.none_of(BITS[Field.FORWARDING_CLASS])
            self._sent[protocol] = Region(self._space, plain.node & unclassed & builder.well_formed)
        return self._sent[protocol]


def _outcomes(policer: Policer, *, colours: bool) -> Iterator[tuple[Verdict, tuple[Mark, ...]]]:
    outcomes = (policer.conform, policer.exceed, policer.violate) if colours else (policer.conform,)
    for outcome in outcomes:
        if outcome is not None:
            yield outcome.verdict, outcome.marks


def _is(field: Field, value: int) -> Test:
    return Test(field, (Interval(value, value),))


def _plain(protocol: int | None, port: str, mtu: int) -> AllOf:
    """What a host sends: IPv4, whole, and with nothing beside it that only a router knows."""
    tests = [
        _is(Field.VERSION, 4),
        _is(Field.FRAGMENT, 0),
        _is(Field.FIRST_FRAGMENT, 0),
        _is(Field.ECN, 0),
        _is(Field.TTL, 64),
        _is(Field.QOS_GROUP, 0),
        _is(Field.DISCARD_CLASS, 0),
        _is(Field.TRAFFIC_CLASS, 0),
        Test(Field.LENGTH, (Interval(LEAST.get(protocol, 20), mtu),)),
        Test(Field.INPUT_INTERFACE, (Named(port),)),
        Test(Field.LOSS_PRIORITY, (Named("low"),)),
    ]
    if protocol is not None:
        tests.append(_is(Field.PROTOCOL, protocol))
    if protocol == TCP:
        tests.append(_is(Field.TCP_FLAGS, 16))
    if protocol == ICMP:
        tests += [_is(Field.ICMP_TYPE, 8), _is(Field.ICMP_CODE, 0)]
    return AllOf(tuple(tests))
