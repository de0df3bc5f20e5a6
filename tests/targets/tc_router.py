"""A router in the plainest words: what a port's pipeline does to one packet.

Meters are asked by their rate, so that the outcome of each can be chosen by a test.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from qosc.fields import Field, ds_bits
from qosc.ir import (
    Algorithm,
    Attachment,
    Device,
    Mark,
    Outcome,
    Policer,
    RuleList,
    TrafficClass,
    Verdict,
)
from qosc.packets import Packet
from tests.laws.packets.packet_oracle import holds


@dataclass
class Passage:
    packet: Packet
    queue: str = ""
    dropped: bool = False


def route(device: Device, stages, packet: Packet, conforms: Callable[[int], bool]) -> Passage:
    """A packet through the stages of one direction."""
    passage = Passage(packet)
    for stage in stages:
        if isinstance(stage, RuleList):
            _rules(device, stage, passage, conforms)
        else:
            assert isinstance(stage, Attachment)
            _policy(device, device.policies[stage.policy.name], passage, conforms)
        if passage.dropped:
            return passage
    return passage


def _rules(device, rules: RuleList, passage: Passage, conforms) -> None:
    for rule in rules.rules:
        if not holds(device, rule.match, passage.packet):
            continue
        _mark(rule.marks, passage)
        verdict = rule.verdict
        if rule.policer is not None:
            verdict = _police(rule.policer, passage, conforms)
        if verdict is Verdict.DROP:
            passage.dropped = True
        if verdict is not Verdict.CONTINUE:
            return
    if rules.otherwise_drop:
        passage.dropped = True


def _policy(device, policy, passage: Passage, conforms) -> None:
    chosen = []
    packet = passage.packet
    while policy is not None:
        found = next(c for c in policy.classes if holds(device, c.match, packet))
        chosen.append(found)
        policy = device.policies[found.child.name] if found.child else None
    passage.queue = chosen[-1].name
    for found in chosen:
        _class(found, passage, conforms)
        if passage.dropped:
            return


def _class(found: TrafficClass, passage: Passage, conforms) -> None:
    if found.drop:
        passage.dropped = True
        return
    _mark(found.marks, passage)
    for policer in found.policers:
        if _police(policer, passage, conforms) is Verdict.DROP:
            passage.dropped = True
            return
    bound = found.priority.rate if found.priority else None
    if bound is not None and not conforms(bound.value):
        passage.dropped = True


def _police(policer: Policer, passage: Passage, conforms) -> Verdict:
    meter = policer.meter
    outcome: Outcome = policer.conform if conforms(meter.cir.value) else policer.exceed
    if meter.algorithm is Algorithm.TRTCM and not conforms(meter.pir.value):
        outcome = policer.violate
    _mark(outcome.marks, passage)
    return outcome.verdict


def _mark(marks: tuple[Mark, ...], passage: Passage) -> None:
    for mark in marks:
        packet = passage.packet
        if mark.field in (Field.DSCP, Field.PRECEDENCE):
            if packet.version:
                bits, mask = ds_bits(mark.field, mark.value)
                passage.packet = replace(packet, ds=packet.ds & ~mask | bits)
        else:
            values = {**packet.values, mark.field: mark.name or mark.value}
            passage.packet = replace(packet, values=values)
