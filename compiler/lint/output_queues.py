"""Which queue of an output policy a packet waits in, where its DSCP alone decides."""

from __future__ import annotations

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
    Policer,
    Policy,
    Predicate,
    Reference,
    RefKind,
    Test,
    TrafficClass,
    Verdict,
)
from qosc.lint.places import places
from qosc.lint.rule import Context
from qosc.lint.transports import may_be_tcp
from qosc.source import Span

__all__ = ["Parted", "parted"]

_LEVELS = 4
"""Nesting of class-maps and of policies is followed so far."""

_POINTS = range(64)


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
    found: list[Parted] = []
    for name, spots in context.once(places).items():
        policy = context.device.policies.get(name)
        ports = {spot.port.name for spot in spots if spot.direction == "input"}
        for traffic_class in policy.classes if policy is not None and ports else ():
            for policer in traffic_class.policers:
                one = _parted(context, traffic_class, policer, ports)
                if one is not None and policy is not None:
                    by = f"class {traffic_class.name} of {policy.title}"
                    found.append(one._replace(by=by))
    return found


def _parted(
    context: Context, traffic_class: TrafficClass, policer: Policer, ports: set[str]
) -> Parted | None:
    device = context.device
    outcomes = [policer.exceed, policer.violate]
    if policer.conform.verdict is not Verdict.TRANSMIT:
        return None
    come = {point for point in _POINTS if _takes(device, traffic_class.match, point) is not False}
    if len(come) == len(_POINTS) and not (traffic_class.marks or policer.conform.marks):
        return None
    marked = {_marked(point, (*traffic_class.marks, *policer.conform.marks)) for point in come}
    for outcome in outcomes:
        mark = next((m for m in reversed(outcome.marks) if _is_point(m)), None) if outcome else None
        if mark is None or outcome is None or outcome.verdict is not Verdict.TRANSMIT:
            continue
        above = {_marked(point or 0, (mark,)) for point in marked}
        if None in marked or None in above or not may_be_tcp(device, traffic_class.match):
            continue
        for port in device.ports.values():
            for stage in port.output if ports - {port.name} else ():
                if not isinstance(stage, Attachment):
                    continue
                old = {_queue(device, stage.policy.name, point or 0) for point in marked}
                new = {_queue(device, stage.policy.name, point or 0) for point in above}
                if None in old or None in new or len(old) > 1 or len(new) > 1 or old == new:
                    continue
                within, beyond = old.pop() or ("",), new.pop() or ("",)
                return Parted(
                    "", mark, within[-1], beyond[-1],
                    f"policy-map {stage.policy.name}", stage.policy.origin,
                )  # fmt: skip
    return None


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


def _queue(device: Device, name: str, point: int, levels: int = _LEVELS) -> tuple[str, ...] | None:
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
        found = [_takes(device, operand, point, levels) for operand in match.operands]
        if ends in found:
            return ends
        return None if None in found or not found else not ends
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
