"""Actions (ServiceCategories, PolicyAction): what is done to the packets of a rule."""

from __future__ import annotations

import dataclasses

from qosc.amounts import Burst, BurstUnit, Rate
from qosc.fields import Field
from qosc.frontends.policy_agent.text import Attribute, Statement
from qosc.frontends.policy_agent.values import bits, kilobits
from qosc.ir import Algorithm, Mark, Meter, Outcome, Policer, Residue, SupportState, Verdict

__all__ = ["Action", "action_of", "told"]

_BY_WINDOW = "it acts on each TCP connection by its window, which no router does"
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
}
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
    for name, reason in _NOT_MODELLED.items():
        if name in values:
            made.residue.append(told(values[name], reason))
    scope = values.get("policyscope")
    made.reserved = scope is not None and scope.values[0].lower() == "rsvp"
    permission = values.get("permission")
    made.blocked = permission is not None and permission.values[0].lower() == "blocked"
    if "outgoingtos" in values:
        made.marks = _marks(values["outgoingtos"], made.residue)
    if "diffservinprofilerate" in values:
        made.policer = _policer(made, values)
    return made


def _marks(attribute: Attribute, residue: list[Residue]) -> tuple[Mark, ...]:
    found = bits(attribute.values[0])
    if found is None:
        residue.append(told(attribute, "not a string of up to 8 bits", SupportState.UNKNOWN))
        return ()
    byte, note = found
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
    if word != "drop":
        if word != "besteffort" and treatment is not None:
            made.residue.append(told(treatment, "taken for BestEffort", SupportState.UNKNOWN))
        byte = values.get("diffservoutprofiletransmittedtosbyte")
        marks = (Mark(Field.DSCP, 0, rate.span),) if byte is None else _marks(byte, made.residue)
        exceed = Outcome(Verdict.TRANSMIT, marks, origin=rate.span)
    return Policer(
        Meter(Algorithm.SINGLE_BUCKET, Rate(cir, origin=rate.span), cbs, origin=rate.span),
        Outcome(Verdict.TRANSMIT, made.marks, origin=rate.span),
        exceed,
        origin=rate.span,
        shared=f"PolicyAction {made.name}",
    )
