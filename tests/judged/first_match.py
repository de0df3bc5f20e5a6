"""One packet through a device, in the order of RFC 3290: classifier, meter, marker, dropper, queue.

A plain interpreter of the model, first match after first match, for configs that no generator has
made. It knows no sets of packets and imports nothing that does: of the compiler only the model
itself. Every meter is taken to conform.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from qosc.fields import Field
from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    Attachment,
    ClassMap,
    Device,
    Interval,
    Mark,
    Masked,
    Named,
    Not,
    Outcome,
    Policer,
    Policy,
    Predicate,
    Reference,
    RefKind,
    RuleList,
    Stage,
    Test,
    TrafficClass,
    Verdict,
)

FIRST_ONLY = ("src-port", "dst-port", "tcp-flags", "icmp-type", "icmp-code", "igmp-type")
"""What a fragment other than the first does not carry."""


class UnknownError(Exception):
    """What the config does not define, such as a protocol that a router recognises by its flows."""


@dataclass
class Fate:
    """What became of a packet; `fields` are those that it has at the end."""

    fields: dict[str, int | str]
    dropped: bool = False
    meters: list[Policer] = field(default_factory=list)
    classes: list[list[TrafficClass]] = field(default_factory=list)
    """Of each policy the classes that took it, from the outermost."""


def fate(device: Device, stages: tuple[Stage, ...], packet: dict[str, int | str]) -> Fate:
    """A packet through some stages. Raises UnknownError."""
    found = Fate(dict(packet))
    for stage in stages:
        if isinstance(stage, RuleList):
            _rules(device, stage, found)
        else:
            _policy(device, stage, found)
        if found.dropped:
            break
    return found


def _rules(device: Device, rules: RuleList, found: Fate) -> None:
    for rule in rules.rules:
        if not holds(device, rule.match, found.fields):
            continue
        verdict = rule.verdict
        for mark in rule.marks:
            _mark(mark, found)
        if rule.policer is not None:
            verdict = _police(device, rule.policer, found)
        if verdict is Verdict.DROP:
            found.dropped = True
        if verdict is not Verdict.CONTINUE:
            return
    found.dropped = found.dropped or rules.otherwise_drop


def _policy(device: Device, stage: Attachment, found: Fate) -> None:
    policy = _named_policy(device, stage.policy)
    taken: list[TrafficClass] = []
    seen: list[str] = []
    came = dict(found.fields)
    while policy is not None and policy.name not in seen:
        seen.append(policy.name)
        chosen = next((c for c in policy.classes if holds(device, c.match, came)), None)
        if chosen is None:
            break
        taken.append(chosen)
        policy = _named_policy(device, chosen.child) if chosen.child and not chosen.drop else None
    found.classes.append(taken)
    for each in taken:
        if each.drop:
            found.dropped = True
            return
        for mark in each.marks:
            _mark(mark, found)
        for policer in each.policers:
            if _police(device, policer, found) is Verdict.DROP:
                found.dropped = True
                return


def _named_policy(device: Device, reference: Reference) -> Policy | None:
    if reference.use in device.applied:
        return device.applied[reference.use]
    return device.policies.get(reference.name)


def _police(device: Device, policer: Policer, found: Fate) -> Verdict:
    found.meters.append(policer)
    outcome: Outcome = policer.conform
    colours = policer.meter.colours
    if colours is not None and not holds(device, colours.green, found.fields):
        yellow = colours.yellow is not None and holds(device, colours.yellow, found.fields)
        outcome = policer.exceed if yellow or policer.violate is None else policer.violate
    for mark in outcome.marks:
        _mark(mark, found)
    return outcome.verdict


def _mark(mark: Mark, found: Fate) -> None:
    value: int | str = mark.name or mark.value
    if mark.table is not None:
        source = _value(found.fields, mark.table.source)
        looked_up = mark.table.value(source) if isinstance(source, int) else None
        if looked_up is None:
            return
        value = looked_up
    name = str(mark.field)
    if mark.field in (Field.DSCP, Field.PRECEDENCE, Field.TOS):
        if "dscp" not in found.fields:
            return
        byte = int(found.fields["dscp"]) << 2 | int(found.fields["ecn"])
        if mark.field is Field.DSCP:
            byte = int(value) << 2 | byte & 3
        elif mark.field is Field.PRECEDENCE:
            byte = int(value) << 5 | byte & 31
        else:
            byte = byte & 0xE1 | int(value) << 1
        found.fields |= {"dscp": byte >> 2, "ecn": byte & 3}
    else:
        found.fields[name] = value


def holds(device: Device, match: Predicate, packet: dict[str, int | str], depth: int = 0) -> bool:
    """Whether a predicate holds. Raises UnknownError where the config does not say."""
    if depth > 60:
        raise UnknownError("it leads back to itself")
    if isinstance(match, Anything):
        return True
    if isinstance(match, Test):
        value = _value(packet, match.field)
        return value is not None and any(_fits(each, value) for each in match.values)
    if isinstance(match, Not):
        return not holds(device, match.operand, packet, depth + 1)
    if isinstance(match, AllOf):
        return _all_of(device, match.operands, packet, depth)
    if isinstance(match, AnyOf):
        return not _all_of(device, tuple(map(Not, match.operands)), packet, depth)
    if not isinstance(match, Reference):
        raise UnknownError(str(match))
    lists = {
        RefKind.CLASS_MAP: device.class_maps,
        RefKind.ACCESS_LIST: device.access_lists,
        RefKind.RATE_LIMIT_LIST: device.rate_limit_lists,
    }
    target = lists.get(match.target, {}).get(match.name)
    if isinstance(target, ClassMap) and target.match.operands:
        return holds(device, target.match, packet, depth + 1)
    if isinstance(target, AccessList) and target.entries:
        return _permits(device, target, packet, depth + 1)
    raise UnknownError(match.name)


def _all_of(
    device: Device, parts: tuple[Predicate, ...], packet: dict[str, int | str], depth: int
) -> bool:
    """Whether all parts hold; one that does not decides, whatever of the others is not known."""
    unknown: UnknownError | None = None
    for part in parts:
        try:
            if not holds(device, part, packet, depth + 1):
                return False
        except UnknownError as error:
            unknown = error
    if unknown is not None:
        raise unknown
    return True


def _permits(device: Device, found: AccessList, packet: dict[str, int | str], depth: int) -> bool:
    later = bool(packet.get("fragment"))
    for entry in found.entries:
        if holds(device, entry.match, packet, depth):
            return entry.permit
        if later and entry.fragments_by_layer_3:
            # Cisco document 8014: what permits takes a later fragment by its layer-3 part.
            parts = entry.match.operands if isinstance(entry.match, AllOf) else (entry.match,)
            rest = [part for part in parts if not _is_of_first(part)]
            if all(holds(device, part, packet, depth) for part in rest):
                return entry.permit
    return False


def _is_of_first(match: Predicate) -> bool:
    if isinstance(match, AllOf):
        return bool(match.operands) and all(map(_is_of_first, match.operands))
    return isinstance(match, Test) and match.field in FIRST_ONLY


def _value(packet: dict[str, int | str], name: Field) -> int | str | None:
    if name in (Field.PRECEDENCE, Field.TOS):
        if "dscp" not in packet:
            return None
        byte = int(packet["dscp"]) << 2 | int(packet["ecn"])
        return byte >> 5 if name is Field.PRECEDENCE else byte >> 1 & 15
    return packet.get(str(name))


def _fits(allowed: Interval | Masked | Named, value: int | str) -> bool:
    if isinstance(allowed, Named):
        return value == allowed.name
    if isinstance(value, str):
        return False
    if isinstance(allowed, Interval):
        return allowed.low <= value <= allowed.high
    return value & allowed.mask == allowed.value
