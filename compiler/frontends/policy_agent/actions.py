"""Actions (ServiceCategories, PolicyAction): what is done to the packets of a rule."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from qosc.amounts import Burst, BurstUnit, Rate
from qosc.fields import Field
from qosc.frontends.policy_agent.text import Attribute, Statement
from qosc.frontends.policy_agent.values import bits, kilobits, number
from qosc.ir import (
    Algorithm,
    Mark,
    Meter,
    Outcome,
    Policer,
    Residue,
    ResidueKind,
    SupportState,
    Verdict,
)

__all__ = ["RESERVED", "Action", "action_of", "told"]

_BY_WINDOW = "it acts on each TCP connection by its window, which no router does"
_BY_RULE = "times are a condition of rules: no source says that they hold in a ServiceCategories"
_NOT_MODELLED = {
    "maxrate": _BY_WINDOW,
    "minrate": _BY_WINDOW,
    "maxdelay": "a threshold that is watched; no source says that it changes what is sent",
    "maxconnections": "it limits connections, not packets",
    "maxtokenbucket": "it belongs to MaxRate",
    "maxrateperflow": "for RSVP",
    "maxtokenbucketperflow": "for RSVP",
    "maxflows": "for RSVP",
    "diffservinprofilepeakrate": "a second rate: no public source says how it counts",
    "diffservinprofilemaxpacketsize": "no public source says what becomes of larger packets",
    "selectortag": "a search in a directory",
    "flowservicetype": "for RSVP (AIX: Guaranteed shapes, which no source says of OS/390)",
    "daysofweekmask": _BY_RULE,
    "timeofdayrange": _BY_RULE,
}
RESERVED = "PolicyScope RSVP: it limits what is reserved, and acts on no packet"
"""z/OS V2R2, IP Configuration Guide, "QoS policy": the stack only counts for policies of this
scope; the RSVP agent applies them to requests for a reservation."""
_OUT_OF_PROFILE = (
    "diffservinprofiletokenbucket",
    "diffservexcesstraffictreatment",
    "diffservoutprofiletransmittedtosbyte",
)
_NO_RATE = (
    "without DiffServInProfileRate all is in profile, and nothing exceeds "
    "(draft-rajan-policy-qosschema-00)"
)
_DEFAULT_BUCKET = 100_000
"""Bits: DiffServInProfileTokenBucket is 100 kilobits unless told (PolicyAction, z/OS V2R1)."""


@dataclasses.dataclass(slots=True)
class Action:
    """What an action does. `interfaces` is empty for one that holds on all."""

    name: str
    marks: tuple[Mark, ...] = ()
    policer: Policer | None = None
    blocked: bool = False
    reserved: bool = False
    """Whether it is for RSVP alone."""
    interfaces: tuple[str, ...] = ()
    residue: list[Residue] = dataclasses.field(default_factory=list)


def told(
    attribute: Attribute, reason: str, state: SupportState = SupportState.RECOGNISED
) -> Residue:
    """What is said of an attribute that is not in the model."""
    return Residue(state, "the Policy Agent file", attribute.text, reason, origin=attribute.span)


def action_of(statement: Statement) -> Action:
    """The action of a statement."""
    made = Action(statement.name)
    values: dict[str, Attribute] = {}
    for attribute in statement.attributes:
        name = attribute.name
        if name in ("interface", "outboundinterface"):
            made.interfaces += attribute.values[:1]
        elif name in values:
            made.residue.append(told(attribute, "written twice: the first is taken"))
        else:
            values[name] = attribute
    scope = _word(made, values, "policyscope", ("both", "datatraffic", "rsvp"))
    if scope == "rsvp":
        made.reserved = True
        made.residue.extend(told(values[name], RESERVED) for name in values)
        return made
    for name, reason in _NOT_MODELLED.items():
        if name in values:
            made.residue.append(told(values[name], reason))
    _crossed(made, values)
    made.blocked = _word(made, values, "permission", ("allowed", "blocked")) == "blocked"
    if "outgoingtos" in values:
        made.marks = _marks(values["outgoingtos"], made.residue)
    if "diffservinprofilerate" in values:
        made.policer = _policer(made, values)
    else:
        idle = (values[name] for name in _OUT_OF_PROFILE if name in values)
        made.residue.extend(told(each, _NO_RATE) for each in idle)
    return made


def _crossed(made: Action, values: Mapping[str, Attribute]) -> None:
    """Mark a MinRate above MaxRate. (AIX: a MaxRate of 0 is none.)"""
    least, most = values.get("minrate"), values.get("maxrate")
    if least is None or most is None:
        return
    low, high = number(least.values[0]), number(most.values[0])
    if low is not None and high and low > high:
        made.residue = [
            dataclasses.replace(each, kind=ResidueKind.CROSSED, about=f"MaxRate {high}")
            if each.origin == least.span
            else each
            for each in made.residue
        ]


def _word(made: Action, values: Mapping[str, Attribute], name: str, words: tuple[str, ...]) -> str:
    """The value of an attribute that takes one of some words, of which the first is the default."""
    attribute = values.get(name)
    word = words[0] if attribute is None else attribute.values[0].lower()
    if attribute is None or word in words:
        return word
    reason = f"not a value of this attribute: taken for {words[0].capitalize()}"
    made.residue.append(told(attribute, reason, SupportState.UNKNOWN))
    return words[0]


def _marks(attribute: Attribute, residue: list[Residue]) -> tuple[Mark, ...]:
    value = bits(attribute.values[0])
    if value is None:
        residue.append(told(attribute, "not a string of up to 8 bits", SupportState.UNKNOWN))
        return ()
    byte, note = value
    if note:
        residue.append(told(attribute, note))
    if byte & 3:
        residue.append(told(attribute, "the last two bits are ECN's today, and are left alone"))
    return (Mark(Field.DSCP, byte >> 2, attribute.span),)


def _policer(made: Action, values: dict[str, Attribute]) -> Policer | None:
    """The token bucket of an action: one for all packets of all rules that name it."""
    rate = values["diffservinprofilerate"]
    cir = kilobits(rate.values[0])
    bucket = values.get("diffservinprofiletokenbucket")
    depth = kilobits(bucket.values[0]) if bucket is not None else _DEFAULT_BUCKET
    if cir is None or depth is None:
        made.residue.append(told(rate, "not a number of kbit/s", SupportState.UNKNOWN))
        return None
    cbs = Burst(
        depth,
        BurstUnit.BITS,
        default_by="" if bucket is not None else "os390",
        origin=(bucket or rate).span,
    )
    treatment = values.get("diffservexcesstraffictreatment")
    word = treatment.values[0].lower() if treatment is not None else "besteffort"
    exceed = Outcome(Verdict.DROP, origin=rate.span)
    byte = values.get("diffservoutprofiletransmittedtosbyte")
    if word == "drop":
        if byte is not None:
            made.residue.append(told(byte, "what exceeds is dropped, and carries no mark"))
    else:
        if word != "besteffort" and treatment is not None:
            made.residue.append(told(treatment, "taken for BestEffort", SupportState.UNKNOWN))
        marks = (Mark(Field.DSCP, 0, rate.span),) if byte is None else _marks(byte, made.residue)
        exceed = Outcome(Verdict.TRANSMIT, marks, origin=rate.span)
    return Policer(
        Meter(Algorithm.SINGLE_BUCKET, Rate(cir, origin=rate.span), cbs, origin=rate.span),
        Outcome(Verdict.TRANSMIT, made.marks, origin=rate.span),
        exceed,
        origin=rate.span,
        shared=f"PolicyAction {made.name}",
    )
