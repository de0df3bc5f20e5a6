"""Rules (ServicePolicyRules, PolicyRule): which packets, when, and which actions."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import NamedTuple

from qosc.fields import Field
from qosc.frontends.policy_agent.actions import RESERVED, Action, told
from qosc.frontends.policy_agent.text import Attribute, Statement
from qosc.frontends.policy_agent.values import addresses, number, ports, whole_day
from qosc.ir import (
    AllOf,
    Interval,
    Masked,
    Opaque,
    Predicate,
    Residue,
    Rule,
    SupportState,
    Test,
    Verdict,
)
from qosc.source import Span

__all__ = ["Made", "rule_of"]

_FIELDS = {
    "sourceaddressrange": Field.SRC4,
    "destinationaddressrange": Field.DST4,
    "sourceportrange": Field.SRC_PORT,
    "destinationportrange": Field.DST_PORT,
    "protocolnumber": Field.PROTOCOL,
    "protocolnumberrange": Field.PROTOCOL,
}
_TIMES = (
    "daysofweekmask",
    "dayofweekmask",
    "dayofmonthmask",
    "monthofyearmask",
    "timeofdayrange",
    "conditiontimerange",
)
_REFERENCES = ("servicereference", "policyactionreference")
_REPEATED = (*_REFERENCES, "interface", "outboundinterface")
_NAMED = ("applicationname", "applicationdata", "applicationpriority")


_INCOMING = "the host marks and limits what it sends: of what comes in it can only block"


class OnPort(NamedTuple):
    """The rules of one statement on one port."""

    input: tuple[Rule, ...] = ()
    output: tuple[Rule, ...] = ()


@dataclasses.dataclass(slots=True)
class Made:
    """A rule before it is known what its actions are."""

    match: Predicate
    origin: Span
    priority: int = 0
    direction: str = "outgoing"
    direction_at: Attribute | None = None
    blocked: bool = False
    reserved: bool = False
    interfaces: tuple[str, ...] = ()
    references: list[tuple[str, Span]] = dataclasses.field(default_factory=list)
    actions: list[Action] = dataclasses.field(default_factory=list)
    residue: list[Residue] = dataclasses.field(default_factory=list)

    def idle(self) -> Iterator[Residue]:
        """What is said of a rule for which nothing is done to packets."""
        at = self.direction_at
        drops = self.blocked or any(each.blocked for each in self.actions)
        if at is not None and self.direction == "incoming" and not (self.reserved or drops):
            yield told(at, _INCOMING)

    def on(self, port: str) -> OnPort:
        """What it does on a port: the first of its actions that holds there (one of each scope)."""
        if self.reserved or (self.interfaces and port not in self.interfaces):
            return OnPort()
        of_packets = [action for action in self.actions if not action.reserved]
        if self.actions and not of_packets:
            # One action of each scope is executed (z/OS V2R2, "QoS policy"): that of packets is
            # left to the rules behind this one.
            return OnPort()
        held = [
            action for action in of_packets if not action.interfaces or port in action.interfaces
        ]
        action = held[0] if held else None
        drop = Rule(self.match, verdict=Verdict.DROP, origin=self.origin, rank=self.priority)
        if self.blocked or (action is not None and action.blocked):
            inward = self.direction in ("incoming", "both")
            outward = self.direction in ("outgoing", "both")
            return OnPort((drop,) if inward else (), (drop,) if outward else ())
        if self.direction == "incoming":
            return OnPort()  # marks are of what the host sends
        if action is None:
            # The rule takes its packets, so that no later one does.
            return OnPort(output=(Rule(self.match, origin=self.origin, rank=self.priority),))
        marks = () if action.policer is not None else action.marks
        rule = Rule(
            self.match,
            policer=action.policer,
            marks=marks,
            origin=self.origin,
            rank=self.priority,
        )
        return OnPort(output=(rule,))


def rule_of(statement: Statement) -> Made:
    """The rule of a statement."""
    tests: list[Predicate] = []
    made = Made(AllOf(()), statement.head.whole)
    seen: set[str] = set()
    both_ways = any(each.name == "outboundinterface" for each in statement.attributes)
    for attribute in statement.attributes:
        name = attribute.name
        if name in seen and name not in _REPEATED:
            made.residue.append(told(attribute, "written twice: the first is taken"))
            continue
        seen.add(name)
        if name in _FIELDS:
            _field(made, attribute, _FIELDS[name], tests)
        elif name in _TIMES:
            if not _always(attribute):
                tests.append(Opaque("time", attribute.text, attribute.span))
        elif name == "inboundinterface" and both_ways:
            # On a host no packet of its own comes in by one and leaves by another (z/OS V2R2,
            # Diagnosis Guide, "Policies and RSVP processing").
            tests.append(Opaque("inbound interface", attribute.text, attribute.span))
        elif name in _NAMED:
            tests.append(Opaque("application", attribute.text, attribute.span))
        elif name in _REFERENCES:
            made.references.append((attribute.values[0], attribute.places[0]))
        elif name in ("interface", "outboundinterface"):
            if attribute.values[0].lower() != "all":
                made.interfaces += attribute.values[:1]
        else:
            _word(made, attribute)
    made.match = AllOf(tuple(tests), statement.head.whole)
    return made


def _field(made: Made, attribute: Attribute, field: Field, tests: list[Predicate]) -> None:
    if attribute.values[0].lower() == "all":
        return
    values: tuple[Interval | Masked, ...] | None
    if field in (Field.SRC4, Field.DST4):
        values = addresses(attribute.values)
    else:
        one = ports(attribute.values, 255 if field is Field.PROTOCOL else 65_535)
        values = None if one is None else (one,)
    if values is None:
        reason = "not a value or a range of this attribute"
        made.residue.append(told(attribute, reason, SupportState.UNKNOWN))
        tests.append(Opaque(attribute.name, attribute.text, attribute.span))
        return
    tests.append(Test(field, values, attribute.span))


def _always(attribute: Attribute) -> bool:
    """Whether a condition on the time holds at any time."""
    value = attribute.values[0]
    if attribute.name.endswith("mask"):
        return set("".join(attribute.values)) == {"1"} and len("".join(attribute.values)) >= 7
    return attribute.name == "timeofdayrange" and whole_day(value)


def _word(made: Made, attribute: Attribute) -> None:
    """Priority, direction, permission, scope, and what is not in the model."""
    name, value = attribute.name, attribute.values[0].lower()
    if name == "policyrulepriority":
        priority = number(value)
        if priority is None:
            made.residue.append(told(attribute, "not a number", SupportState.UNKNOWN))
        made.priority = priority or 0
    elif name == "direction" and value in ("incoming", "outgoing", "both"):
        made.direction, made.direction_at = value, attribute
    elif name == "permission" and value in ("allowed", "blocked"):
        made.blocked = value == "blocked"
    elif name == "policyscope" and value in ("datatraffic", "rsvp", "both"):
        made.reserved = value == "rsvp"
        if made.reserved:
            made.residue.append(told(attribute, RESERVED))
    elif name == "inboundinterface":
        made.residue.append(told(attribute, "marks are of what the host sends"))
    elif name == "forloaddistribution":
        made.residue.append(told(attribute, "for the distributor of a sysplex"))
    else:
        made.residue.append(told(attribute, "not a value of this attribute", SupportState.UNKNOWN))
