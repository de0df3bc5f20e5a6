"""Entries that all back ends make alike."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.doubts import SETTINGS
from qosc.datapath.lines import Evidence, Line
from qosc.datapath.rates import by_clock
from qosc.fields import DS_VIEWS, Field
from qosc.ir import (
    AccessList,
    AllOf,
    AnyOf,
    ClassMap,
    Device,
    Not,
    Policer,
    Port,
    Predicate,
    Reference,
    Rule,
    RuleList,
    Test,
    Verdict,
)
from qosc.ir.leaves import MOST_LEVELS, join, resolve
from qosc.ledger import Cursor, Entry, Fidelity
from qosc.profiles import Profile

__all__ = [
    "default_flows",
    "enter_bandwidth",
    "enter_draws",
    "enter_speed",
    "enter_within",
    "fields_read",
    "looked_at_again",
    "police_order",
]

_REWRITTEN = (
    "no public source says whether a later rule sees the packet as this one has marked it: it is "
    "taken to"
)

_PARENT_FIRST = (
    "asked before the policers of the child policy, as in IOS up to 15.1; some later releases ask "
    "the child first (Cisco IOS QoS command reference, qos police order parent-first)"
)

_NONE = (
    "a packet that finds too few tokens passes and takes none: with those that the meter limits it "
    "may send more than the meter's rate, by no more than the rate and burst of the meter before it"
)

_DEBT = (
    "a packet takes its tokens in any case, as a debt where there are too few, so that those that "
    "the meter limits get what is left of its rate (Juniper, Hierarchical Policer Overview); how "
    "the router keeps the debt is not said"
)


def enter_draws(
    policer: Policer, cursor: Cursor, *, metered: bool = True, debt: bool = False
) -> None:
    """The entry of `Policer.draws_all`, at `cursor`, where the policer has it.

    `debt` says that a packet takes tokens that are not there.
    """
    if not policer.draws_all:
        return
    if metered and debt:
        cursor.enter("draws-all", Fidelity.ENVELOPE, _DEBT, "all packets")
    elif metered:
        cursor.enter("draws-all", Fidelity.APPROX, _NONE, "only packets that conform")
    else:
        cursor.enter("draws-all", Fidelity.UNSUPPORTED, "there is no meter", "no meter")


def enter_bandwidth(cursor: Cursor, line: Line, got: str, bound: str = "") -> None:
    """The entry of `Port.bandwidth`, below `cursor`, where a line of `got` is held to its rate.

    `bound` says how far the target's count of a packet is off that of the line; empty for not.
    """
    note = f"percentages are taken of it; the line's speed is known by {line.evidence}"
    fidelity = Fidelity.UNKNOWN if line.assumed else Fidelity.EXACT
    if line.evidence is Evidence.MEMBERS or (bound and fidelity is Fidelity.EXACT):
        fidelity = Fidelity.APPROX
    cursor.enter("bandwidth", fidelity, f"{note}; {bound}" if bound else note, got)


def enter_speed(port: Port, cursor: Cursor, got: str, bound: str = "") -> None:
    """The entry of `Port.speed`, below `cursor`, where the port has it; `bound` as above."""
    if port.speed is not None and port.speed.default_by == SETTINGS:
        note = "the speed of the line by the settings file; the config does not say it"
        fidelity = Fidelity.APPROX if bound else Fidelity.EXACT
        cursor.enter("speed", fidelity, f"{note}; {bound}" if bound else note, got)
    elif by_clock(port.name, port.speed):
        note = (
            "the clock of the line where the port is the DCE; a DTE obeys the clock of its peer. "
            "Percentages are not of it"
        )
        cursor.enter("speed", Fidelity.UNKNOWN, note, got)
    elif port.speed is not None:
        note = "the speed of the line, and of percentages without `bandwidth`"
        fidelity = Fidelity.APPROX if bound else Fidelity.EXACT
        cursor.enter("speed", fidelity, f"{note}; {bound}" if bound else note, got)


def default_flows(device: Device, port: Port, profile: Profile) -> tuple[Entry, ...]:
    """The entry of the queue of a slow serial line where no source says what it is by default."""
    from qosc.datapath.queues.flows import flow_queues_open

    known = flow_queues_open(device, port, profile)
    if not known:
        return ()
    note = f"one queue; {known}. With `fair-queue` or `no fair-queue` the config says it"
    path = join(port.name, "queue by default")
    said = "what its release has"
    return (Entry(path, Fidelity.UNKNOWN, said, "one queue", note, port.origin),)


def police_order(profile: Profile) -> str:
    """What is assumed of the order of the policers of a class and of its child policy; empty where
    the platform's is known.
    """
    return "" if profile.parent_polices_first.value else _PARENT_FIRST


def enter_within(port: Port, cursor: Cursor) -> None:
    """The entries of `Port.within`, below `cursor`: each port is lowered on its own."""
    if port.within is not None:
        note = "what the ports of the set may send together is not held: each is lowered on its own"
        cursor.at("within").rest(Fidelity.UNSUPPORTED, note, "nothing")


def looked_at_again(device: Device, rules: RuleList) -> list[str]:
    """What each rule rests on whose meter marks a packet and goes on to a rule that looks at the
    field; empty for the others. Firewall filters say what they do, `rate-limit` does not.
    """
    notes = [""] * len(rules.rules)
    if rules.feature != "rate-limit":
        return notes
    read: set[Field] = set()
    for number in reversed(range(len(notes))):
        rule = rules.rules[number]
        if read & set(_written(rule)):
            notes[number] = _REWRITTEN
        read.update(_family(field) for field in fields_read(device, rule.match, 0))
    return notes


def _family(field: Field) -> Field:
    """The DSCP for any view of the DS byte."""
    return Field.DSCP if field in DS_VIEWS else field


def _written(rule: Rule) -> Iterator[Field]:
    policer = rule.policer
    outcomes = (policer.conform, policer.exceed, policer.violate) if policer is not None else ()
    for outcome in outcomes:
        if outcome is not None and outcome.verdict is Verdict.CONTINUE:
            yield from (_family(mark.field) for mark in outcome.marks)


def fields_read(device: Device, predicate: Predicate, level: int = 0) -> Iterator[Field]:
    """The fields that a predicate looks at, and what it refers to."""
    if isinstance(predicate, Test):
        yield predicate.field
    elif isinstance(predicate, Not):
        yield from fields_read(device, predicate.operand, level)
    elif isinstance(predicate, AllOf | AnyOf):
        for part in predicate.operands:
            yield from fields_read(device, part, level)
    elif isinstance(predicate, Reference) and level < MOST_LEVELS:
        target = resolve(device, predicate)
        if isinstance(target, ClassMap):
            yield from fields_read(device, target.match, level + 1)
        elif isinstance(target, AccessList):
            for entry in target.entries:
                yield from fields_read(device, entry.match, level + 1)
