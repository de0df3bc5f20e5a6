"""Meters, markers and absolute droppers, and the ordered rules that apply them."""

from __future__ import annotations

from dataclasses import field as _field
from enum import StrEnum
from typing import Literal

from qosc.amounts import Burst, Rate
from qosc.fields import Field
from qosc.ir.match import Predicate
from qosc.source import NOWHERE, Span
from qosc.values import dataclass

__all__ = [
    "Algorithm",
    "Colours",
    "Doubt",
    "Mark",
    "MarkTable",
    "Meter",
    "Outcome",
    "Policer",
    "Rule",
    "RuleList",
    "Verdict",
]


class Verdict(StrEnum):
    """What becomes of a packet after a rule."""

    TRANSMIT = "transmit"
    """The packet leaves this list of rules and goes on through the device."""
    DROP = "drop"
    CONTINUE = "continue"
    """The next rule of the list looks at the packet."""


@dataclass(frozen=True, slots=True)
class MarkTable:
    """The value to write, by the value of another field (`source`).

    `entries` are pairs (from, to) in the order of `from`. What they do not name is copied from
    `source` ("copy"), leaves the marked field as it is ("ignore"), or writes one value. A packet
    that does not have the source field keeps its own value. `name` is what the config calls the
    table, empty for a plain copy.
    """

    source: Field
    entries: tuple[tuple[int, int], ...] = ()
    otherwise: Literal["copy", "ignore"] | int = "copy"
    name: str = ""
    narrowed: bool = _field(default=False, compare=False)
    """Whether entries stand for a copy of values wider than the field: no public source says what a
    router does with those."""

    def value(self, held: int) -> int | None:
        """What is written where `source` holds `held`; None: nothing is."""
        for before, after in self.entries:
            if before == held:
                return after
        if self.otherwise == "copy":
            return held
        return None if self.otherwise == "ignore" else self.otherwise


@dataclass(frozen=True, slots=True)
class Mark:
    """Write `value` into `field`, or what `table` says, where there is one (`value` is then 0)."""

    field: Field
    value: int
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    name: str = ""
    """The value of a field that holds names (a forwarding class); `value` is then its number."""
    table: MarkTable | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is done to a packet of one colour: the marks in order, then the verdict."""

    verdict: Verdict
    marks: tuple[Mark, ...] = ()
    default_by: str = ""
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)


class Algorithm(StrEnum):
    """How a meter counts."""

    SINGLE_BUCKET = "single-bucket"
    """One bucket of depth CBS filled at CIR: conform or exceed."""
    SRTCM = "srtcm"
    """RFC 2697: CBS and EBS, both filled at CIR, the second by the overflow of the first."""
    TRTCM = "trtcm"
    """RFC 2698: PIR with PBS, CIR with CBS."""
    CAR = "car"
    """IOS committed access rate: CBS is the normal, EBS the extended burst, with compounded debt.
    EBS equal to or below CBS means a single bucket."""


@dataclass(frozen=True, slots=True)
class Colours:
    """What a colour-aware meter takes a packet for as it comes (RFC 2697 section 3, RFC 2698
    section 3). Packets that match neither are red.
    """

    green: Predicate
    yellow: Predicate | None = None
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Doubt:
    """What the router may do otherwise with one figure of a meter, as on a bundle of links.

    `leaf` names the field. `bounded`: the packets of all links together still keep to the figure.
    """

    leaf: str
    words: str
    bounded: bool = False


@dataclass(frozen=True, slots=True)
class Meter:
    """A meter. EBS is the excess burst of srTCM and CAR, PIR and PBS belong to trTCM.

    Without `colours` it is colour-blind: every packet counts as green when it comes.
    """

    algorithm: Algorithm
    cir: Rate
    cbs: Burst | None = None
    ebs: Burst | None = None
    pir: Rate | None = None
    pbs: Burst | None = None
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    colours: Colours | None = None
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Policer:
    """A meter and what becomes of each colour. `violate` is None where there are two colours."""

    meter: Meter
    conform: Outcome
    exceed: Outcome
    violate: Outcome | None = None
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    kind: Literal["policer"] = "policer"
    shared: str = ""
    """Policers of one device with the same non-empty name share one meter."""
    draws_all: bool = False
    """Whether packets that exceed take tokens as well, as the premium packets of a hierarchical
    policer do of the aggregate meter."""


@dataclass(frozen=True, slots=True)
class Rule:
    """Packets that match are policed, or (without a policer) marked and given the verdict."""

    match: Predicate
    policer: Policer | None = None
    marks: tuple[Mark, ...] = ()
    verdict: Verdict = Verdict.TRANSMIT
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    undefined: str = ""
    """What it names that is not defined or not in the model, so that more is done than it says."""
    rank: int | None = _field(default=None, compare=False, repr=False)
    """Its priority, where the config gives rules of a list priorities and no source says which of
    equal ones is asked first. The list has them in some order."""


@dataclass(frozen=True, slots=True)
class RuleList:
    """Rules in order: the first that matches decides, unless its verdict is CONTINUE.

    A packet that no rule takes goes on unchanged, or is dropped where `otherwise_drop` says so.
    `feature` says what the config calls it (`rate-limit`).
    """

    feature: str
    rules: tuple[Rule, ...]
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    kind: Literal["rule-list"] = "rule-list"
    otherwise_drop: bool = False
    default_by: str = ""
    """The profile (and its source) that gives the list to a port whose config says nothing."""
