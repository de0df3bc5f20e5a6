"""What a port does to packets: stages of rules and policies.

All is spelt out: no access list or class map is named, no default is left to a platform, a
percentage is a rate. Every length is that of the IP packet plus the port's `accounting_bytes`, or
the policer's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, model_validator
from pydantic import Field as Key

from qosc.fields import WIDTHS, Field
from qosc.scenario.base import (
    Flag,
    Model,
    Name,
    Natural,
    PlacedError,
    Positive,
    Text,
    number_or_text,
)
from qosc.scenario.match import Match
from qosc.scenario.queue import Queue
from qosc.scenario.values import single_value

__all__ = [
    "Action",
    "Class",
    "Colours",
    "LookUp",
    "Marks",
    "Meter",
    "Police",
    "Policy",
    "Rule",
    "RuleList",
    "Stage",
    "Verdict",
]

Verdict = Literal["transmit", "drop", "continue"]
MAX_LEVELS = 4


class LookUp(Model):
    """A value to write that is looked up by the value of the field `from`.

    `map` holds pairs of values, before and after. What it does not name is copied, leaves the
    marked field as it is (`ignore`), or writes one value.
    """

    source: Field = Key(alias="from")
    map: tuple[tuple[Natural, Natural], ...] = ()
    otherwise: Literal["copy", "ignore"] | Natural = "copy"

    def check(self, field: Field) -> None:
        """ValueError for a value that a field cannot hold."""
        if field not in WIDTHS or self.source not in WIDTHS:
            raise ValueError(f"a value of {field} cannot be looked up by {self.source}")
        for before, after in self.map:
            single_value(self.source, before)
            single_value(field, after)
        if isinstance(self.otherwise, int):
            single_value(field, self.otherwise)
        elif self.otherwise == "copy" and WIDTHS[self.source] > WIDTHS[field]:
            raise ValueError(f"a {self.source} does not fit a {field}: spell the map out")


def _mark(value: Any) -> Any:
    return value if isinstance(value, dict | LookUp) else number_or_text(value)


MarkValue = Annotated[int | str | LookUp, BeforeValidator(_mark)]
Marks = dict[Field, MarkValue]
"""Numbers, but for fields that hold names; written in their order. A value can be looked up."""


def check_marks(marks: dict[Field, int | str | LookUp]) -> None:
    """ValueError for a value that its field cannot hold."""
    for field, value in marks.items():
        try:
            _check_mark(field, value)
        except ValueError as error:
            raise PlacedError(str(error), "set", field.value) from None


def _check_mark(field: Field, value: int | str | LookUp) -> None:
    if isinstance(value, LookUp):
        value.check(field)
        return
    if field in WIDTHS and not isinstance(value, int):
        raise ValueError(f"a mark of {field} must be a whole number, not {value[:60]!r}")
    single_value(field, value)


class Colours(Model):
    """What a packet counts as when it comes. One that matches neither is red."""

    green: Match
    yellow: Match | None = None


class Meter(Model):
    """A meter in bytes and bit/s, or one that counts packets.

    `single-bucket` needs CBS; `srtcm` (RFC 2697) CBS and EBS; `trtcm` (RFC 2698) CBS, PIR and PBS;
    `rfc4115` (RFC 4115) CBS, EIR and EBS; `car` CBS (normal burst) and EBS (extended burst).
    All of them end in `_bps` and `_bytes`, or all in `_pps` and `_packets`. Without `colours` it is
    colour-blind.
    """

    algorithm: Literal["single-bucket", "srtcm", "trtcm", "rfc4115", "car"]
    cir_bps: Positive | None = None
    cbs_bytes: Natural | None = None
    ebs_bytes: Natural | None = None
    pir_bps: Positive | None = None
    pbs_bytes: Natural | None = None
    eir_bps: Positive | None = None
    cir_pps: Positive | None = None
    cbs_packets: Natural | None = None
    ebs_packets: Natural | None = None
    pir_pps: Positive | None = None
    pbs_packets: Natural | None = None
    eir_pps: Positive | None = None
    colours: Colours | None = None

    @model_validator(mode="after")
    def _complete(self) -> Meter:
        needs = {
            "srtcm": {"ebs"},
            "car": {"ebs"},
            "trtcm": {"pir", "pbs"},
            "rfc4115": {"eir", "ebs"},
        }.get(self.algorithm, set()) | {"cir", "cbs"}
        unit = _UNITS[self.in_packets]
        for word in unit:
            key, other = unit[word], _UNITS[not self.in_packets][word]
            if getattr(self, other) is not None:
                raise ValueError(f"a meter counts bytes or packets: {key} and {other} do not mix")
            if (word in needs) != (getattr(self, key) is not None):
                verb = "needs" if word in needs else "does not use"
                raise ValueError(f"the {self.algorithm} meter {verb} {key}")
        if "pir" in needs and self.number("pir") < self.number("cir"):
            raise ValueError(f"{unit['pir']} is below {unit['cir']}")
        if self.colours is not None and self.algorithm == "car":
            raise ValueError("the car meter knows no colours")
        return self

    @property
    def in_packets(self) -> bool:
        """Whether it counts packets, whatever their length."""
        return any(getattr(self, key) is not None for key in _UNITS[True].values())

    def number(self, word: str) -> int:
        """`cir`, `cbs`, `ebs`, `pir`, `pbs` or `eir` in the unit of the meter; 0 where unused."""
        return getattr(self, _UNITS[self.in_packets][word]) or 0


_UNITS = {
    False: {
        "cir": "cir_bps",
        "cbs": "cbs_bytes",
        "ebs": "ebs_bytes",
        "pir": "pir_bps",
        "pbs": "pbs_bytes",
        "eir": "eir_bps",
    },
    True: {
        "cir": "cir_pps",
        "cbs": "cbs_packets",
        "ebs": "ebs_packets",
        "pir": "pir_pps",
        "pbs": "pbs_packets",
        "eir": "eir_pps",
    },
}
"""The keys of a meter by whether it counts packets."""


class Action(Model):
    """The marks in the order written, then the verdict."""

    set: Marks = Key(default_factory=dict)
    then: Verdict = "transmit"
    origin: Text = ""

    @model_validator(mode="after")
    def _fits(self) -> Action:
        check_marks(self.set)
        return self


class Police(Model):
    """A meter and the action for each colour. Without `violate` red packets take `exceed`.

    Policers of one node with the same `shared` name count with one meter. With `draws_all` a packet
    takes its tokens whatever its colour, so that the bucket can hold less than none: those that the
    meter limits wait until the debt is filled. `accounting_bytes`, where it is given, is what this
    policer adds to the IP length, whatever the port's is.
    """

    meter: Meter
    shared: Text = ""
    draws_all: Flag = False
    accounting_bytes: Annotated[int, Key(strict=True, ge=-100, le=100)] | None = None
    conform: Action = Action()
    exceed: Action = Action(then="drop")
    violate: Action | None = None
    origin: Text = ""

    @model_validator(mode="after")
    def _one_bucket(self) -> Police:
        if self.draws_all and (self.meter.algorithm != "single-bucket" or self.meter.colours):
            raise ValueError("draws_all is of a single-bucket meter without colours")
        return self


class Rule(Model):
    """Packets that match are policed, or (without `police`) marked and given the verdict."""

    name: Text = ""
    match: Match
    police: Police | None = None
    set: Marks = Key(default_factory=dict)
    then: Verdict = "transmit"
    origin: Text = ""

    @model_validator(mode="after")
    def _fits(self) -> Rule:
        check_marks(self.set)
        return self


class RuleList(Model):
    """Rules in order: the first that matches decides, unless its verdict is `continue`.

    Each rule sees the packet as the rules before it left it. What becomes of a packet at the end of
    the list says `otherwise`.
    """

    kind: Literal["rules"]
    feature: Text = ""
    otherwise: Literal["transmit", "drop"] = "transmit"
    rules: tuple[Rule, ...]
    origin: Text = ""


class Class(Model):
    """A class of a policy: marks and policers in order, then the queue.

    A class without `queue` shares the queue of the policy's last class. A `child` whose classes
    have queues divides the queue, and holds what bounds it; one without marks and polices behind
    the class. Policies nest to four levels in all.
    """

    name: Name
    match: Match
    set: Marks = Key(default_factory=dict)
    police: tuple[Police, ...] = ()
    drop: Flag = False
    queue: Queue | None = None
    child: Policy | None = None
    origin: Text = ""

    @model_validator(mode="after")
    def _fits(self) -> Class:
        check_marks(self.set)
        if self.child is not None and any(each.queue is not None for each in self.child.classes):
            if self.queue is None:
                raise ValueError("a class whose child has queues needs a queue")
            if self.queue.limits or self.queue.early_drop or self.queue.flow_queues:
                raise ValueError(
                    "limits, early_drop and flow_queues belong to the classes of the child"
                )
        return self


class Policy(Model):
    """Classes in first-match order; all see the packet as it came in. No match: it goes on.

    `excess` shares what the guarantees leave among the backlogged classes: `proportional` to their
    guarantees, or in `equal` parts.
    """

    kind: Literal["policy"]
    name: Text = ""
    excess: Literal["proportional", "equal"] = "proportional"
    classes: tuple[Class, ...] = Key(min_length=1)
    origin: Text = ""

    @model_validator(mode="after")
    def _sound(self) -> Policy:
        names = [each.name for each in self.classes]
        if len(set(names)) != len(names):
            twice = next(name for name, times in Counter(names).items() if times > 1)
            raise ValueError(f"two classes are named {twice!r}")
        queued = any(each.queue is not None for each in self.classes)
        if queued and self.classes[-1].queue is None:
            raise ValueError("the last class of a policy with queues needs a queue")
        shared = [
            each.queue.quantum_bytes is not None
            for each in self.classes
            if each.queue is not None and each.queue.priority is None
        ]
        if any(shared) and not all(shared):
            raise ValueError("quantum_bytes is for all classes without priority, or for none")
        self._weighted()
        if depth(self) > MAX_LEVELS:
            raise ValueError(f"policies nest to {MAX_LEVELS} levels")
        return self

    def _weighted(self) -> None:
        """ValueError where some siblings have a weight and others have none to compare with it."""
        queues = {
            index: each.queue
            for index, each in enumerate(self.classes)
            if each.queue is not None and each.queue.priority is None
        }
        without = [i for i, queue in queues.items() if queue.excess_weight is None]
        if without and len(without) < len(queues):
            name = self.classes[without[0]].name
            raise PlacedError(
                f"the class {name[:80]!r} has no excess_weight, and a sibling has: give one to all "
                "classes without priority, or to none",
                "classes",
                without[0],
                "queue",
            )


Stage = Annotated[RuleList | Policy, Key(discriminator="kind")]


def policers(stage: RuleList | Policy) -> Iterator[Police]:
    """All policers of a stage, in order."""
    if isinstance(stage, RuleList):
        yield from (rule.police for rule in stage.rules if rule.police is not None)
        return
    for each in stage.classes:
        yield from each.police
        if each.child is not None:
            yield from policers(each.child)


def depth(policy: Policy) -> int:
    """How many levels of policies there are, this one included."""
    return 1 + max((depth(c.child) for c in policy.classes if c.child is not None), default=0)


Class.model_rebuild()
Policy.model_rebuild()
