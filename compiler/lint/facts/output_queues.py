"""Which queue of an output policy a packet waits in, where its DSCP alone decides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from qosc.fields import Field
from qosc.ir import (
    AllOf,
    AnyOf,
    Anything,
    Attachment,
    Device,
    Interval,
    Mark,
    Not,
    Outcome,
    Policer,
    Policy,
    Predicate,
    Reference,
    RefKind,
    Test,
    TrafficClass,
    Verdict,
)
from qosc.ir.resolve import POLICY_LEVELS
from qosc.lint.engine.rule import Context
from qosc.lint.facts.packets.transports import may_be_tcp
from qosc.lint.facts.places import places
from qosc.source import Span

__all__ = ["Parted", "parted"]

_LEVELS = 4
"""Class-maps inside class-maps are followed so far."""

_POINTS = range(64)

_MOST = 64
"""So many policies on output are looked at."""


class Parted(NamedTuple):
    """A policer on input that marks what exceeds so that it waits in another queue on output.

    `by` names its class in words; `within` and `above` name the classes of the output policy,
    which is applied at `origin`.
    """

    by: str
    mark: Mark
    within: str
    above: str
    policy: str
    origin: Span


def parted(context: Context) -> list[Parted]:
    """Every such policer, once. Use through `context.once`.

    Only what is sure is told: both marks are known, and so are both queues of a policy on another
    port.
    """
    listed: list[Parted] = []
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        ports = {spot.port.name for spot in spots if spot.direction == "input"}
        for traffic_class in policy.classes if policy is not None and ports else ():
            for policer in traffic_class.policers:
                one = _parted(context, traffic_class, policer, ports)
                if one is not None and policy is not None:
                    by = f"class {traffic_class.name} of {policy.title}"
                    listed.append(one._replace(by=by))
    return listed


class _Output(NamedTuple):
    """A policy on output: some of its ports, and the queue of each DSCP (None: not sure)."""

    name: str
    ports: set[str]
    queues: list[tuple[str, ...] | None]
    origin: Span


def _outputs(context: Context) -> list[_Output]:
    """The policies on output. Use through `context.once`."""
    device = context.device
    outputs: dict[str, _Output] = {}
    for port in context.index.busy:
        for stage in port.output:
            if isinstance(stage, Attachment):
                name = stage.policy.name
                if name not in outputs and len(outputs) < _MOST:
                    queues = [_queue(device, name, point) for point in _POINTS]
                    outputs[name] = _Output(name, set(), queues, stage.policy.origin)
                if name in outputs and len(outputs[name].ports) < 2:
                    outputs[name].ports.add(port.name)
    return list(outputs.values())


def _parted(
    context: Context, traffic_class: TrafficClass, policer: Policer, ports: set[str]
) -> Parted | None:
    moved = [mark for mark in map(_sent_on, (policer.exceed, policer.violate)) if mark is not None]
    if not moved or policer.conform.verdict is not Verdict.TRANSMIT:
        return None
    match, marks = traffic_class.match, (*traffic_class.marks, *policer.conform.marks)
    come = [point for point in _POINTS if _takes(context.device, match, point) is not False]
    within = _all_marked(come, marks)
    if within is None or not may_be_tcp(context.device, match):
        return None
    for mark in moved:
        above = _all_marked(within, (mark,))
        for output in context.once(_outputs) if above is not None else ():
            if output.ports == ports and len(ports) == 1:
                continue  # what comes in there does not leave there
            old = {output.queues[point] for point in within}
            new = {output.queues[point] for point in above or ()}
            if len(old) == 1 and len(new) == 1 and old != new:
                one, other = old.pop(), new.pop()
                if one is not None and other is not None:
                    title = f"policy-map {output.name}"
                    return Parted("", mark, one[-1], other[-1], title, output.origin)
    return None


def _sent_on(outcome: Outcome | None) -> Mark | None:
    """The mark by which packets of a colour are sent on."""
    if outcome is None or outcome.verdict is not Verdict.TRANSMIT:
        return None
    return next((mark for mark in reversed(outcome.marks) if _is_point(mark)), None)


def _all_marked(points: Iterable[int], marks: tuple[Mark, ...]) -> set[int] | None:
    """What DSCPs become by some marks, or None where that is not sure."""
    values = {_marked(point, marks) for point in points}
    sure = {point for point in values if point is not None}
    return sure if sure and len(sure) == len(values) else None


def _is_point(mark: Mark) -> bool:
    return mark.field in (Field.DSCP, Field.PRECEDENCE)


def _marked(point: int, marks: tuple[Mark, ...]) -> int | None:
    """The DSCP of a packet after some marks, or None where a table or another field decides."""
    for mark in marks:
        if _is_point(mark) and mark.table is not None:
            return None
        if mark.field is Field.DSCP:
            point = mark.value
        elif mark.field is Field.PRECEDENCE:
            point = mark.value << 3 | point & 7
    return point


def _queue(
    device: Device, name: str, point: int, levels: int = POLICY_LEVELS
) -> tuple[str, ...] | None:
    """The class, and those around it, in whose queue a DSCP waits; None where it is not sure."""
    policy = device.policies.get(name)
    chosen = _class(device, policy, point) if policy is not None and levels else None
    if policy is None or chosen is None:
        return None
    if chosen.child is not None:
        inner = _queue(device, chosen.child.name, point, levels - 1)
        return None if inner is None else (chosen.name, *inner)
    return (chosen.name if chosen.has_queue else policy.classes[-1].name,)


def _class(device: Device, policy: Policy, point: int) -> TrafficClass | None:
    for traffic_class in policy.classes:
        takes = _takes(device, traffic_class.match, point)
        if takes is None or (takes and (traffic_class.marks or traffic_class.drop)):
            return None
        if takes:
            return traffic_class
    return None


def _takes(device: Device, match: Predicate, point: int, levels: int = _LEVELS) -> bool | None:
    """Whether a predicate takes IPv4 packets of a DSCP; None where more than the DSCP decides."""
    if isinstance(match, Anything):
        return True
    if isinstance(match, Test):
        return _test(match, point)
    if isinstance(match, Not):
        inner = _takes(device, match.operand, point, levels)
        return None if inner is None else not inner
    if isinstance(match, AllOf | AnyOf):
        ends = isinstance(match, AnyOf)
        answers = [_takes(device, operand, point, levels) for operand in match.operands]
        if ends in answers:
            return ends
        return None if None in answers or not answers else not ends
    if isinstance(match, Reference) and match.target is RefKind.CLASS_MAP and levels:
        known = device.class_maps.get(match.name)
        return _takes(device, known.match, point, levels - 1) if known is not None else None
    return None


def _test(match: Test, point: int) -> bool | None:
    if match.field is Field.VERSION:
        return any(isinstance(one, Interval) and one.low <= 4 <= one.high for one in match.values)
    if match.field not in (Field.DSCP, Field.PRECEDENCE):
        return None
    value = point if match.field is Field.DSCP else point >> 3
    if not all(isinstance(one, Interval) for one in match.values):
        return None
    return any(isinstance(one, Interval) and one.low <= value <= one.high for one in match.values)
