"""Classifiers: predicates over one packet, and the named objects that hold them."""

from __future__ import annotations

from dataclasses import field as _field
from enum import StrEnum
from typing import Literal

from qosc.fields import Field
from qosc.source import NOWHERE, Span
from qosc.values import dataclass

__all__ = [
    "AccessEntry",
    "AccessList",
    "AllOf",
    "AnyOf",
    "Anything",
    "ClassMap",
    "Interval",
    "Masked",
    "Named",
    "Not",
    "Opaque",
    "Predicate",
    "RefKind",
    "Reference",
    "Test",
]


@dataclass(frozen=True, slots=True)
class Interval:
    """All values from `low` to `high`, both included."""

    low: int
    high: int
    kind: Literal["interval"] = "interval"


@dataclass(frozen=True, slots=True)
class Masked:
    """All values that agree with `value` in the bits of `mask`; `value` has no bit outside it."""

    value: int
    mask: int
    kind: Literal["masked"] = "masked"


@dataclass(frozen=True, slots=True)
class Named:
    """A value of a field that holds names (an interface, a forwarding class).

    The empty name stands for packets that nothing has given a forwarding class: on JunOS they are
    in the class of queue 0, so that a test for that class has both names.
    """

    name: str
    kind: Literal["named"] = "named"


@dataclass(frozen=True, slots=True)
class Anything:
    """Holds for every packet."""

    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    kind: Literal["anything"] = "anything"


@dataclass(frozen=True, slots=True)
class Test:
    """Holds when `field` is in one of `values`.

    A test of a field holds only for packets that have the field: a port test implies TCP, UDP or
    another protocol with ports, a version test is what `match ip dscp` adds to `match dscp`.
    """

    field: Field
    values: tuple[Interval | Masked | Named, ...]
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    kind: Literal["test"] = "test"
    __test__ = False  # not a test case for pytest


@dataclass(frozen=True, slots=True)
class Not:
    """Holds when `operand` does not."""

    operand: Predicate
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    kind: Literal["not"] = "not"


@dataclass(frozen=True, slots=True)
class AllOf:
    """Holds when every operand does. With no operand it holds for every packet."""

    operands: tuple[Predicate, ...]
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    kind: Literal["all-of"] = "all-of"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Holds when some operand does. With no operand it holds for none."""

    operands: tuple[Predicate, ...]
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    kind: Literal["any-of"] = "any-of"


class RefKind(StrEnum):
    """What a reference names."""

    ACCESS_LIST = "access-list"
    RATE_LIMIT_LIST = "rate-limit-list"
    CLASS_MAP = "class-map"
    POLICY_MAP = "policy-map"


@dataclass(frozen=True, slots=True)
class Reference:
    """The name of another object; as a predicate it holds when that object matches.

    The object may not exist: what a router then does depends on its release, and no source
    settles it.
    """

    target: RefKind
    name: str
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    kind: Literal["reference"] = "reference"
    use: str = ""
    """Which of `Device.applied` a policy is where it is applied; empty: the one of its name."""


@dataclass(frozen=True, slots=True)
class Opaque:
    """A condition that the model cannot look into, such as an NBAR protocol.

    `feature` names the construct (`protocol`, `time-range`), `argument` what it was given.
    `likely` is what its packets most likely look like, in tests alone: a back end that cannot do
    what the device does may go by it, and says so. What reasons about packets must not.
    """

    feature: str
    argument: str
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    kind: Literal["opaque"] = "opaque"
    likely: Predicate | None = _field(default=None, compare=False)


Predicate = Anything | Test | Not | AllOf | AnyOf | Reference | Opaque


@dataclass(frozen=True, slots=True)
class AccessEntry:
    """One entry of an access list. As a classifier, `permit` false means: does not match."""

    permit: bool
    match: Predicate
    label: str = ""
    """What tells the entry from its siblings: the sequence number, or its place counted from 1."""
    options: tuple[str, ...] = ()
    """Words that do not change what matches: `log`, `log-input`."""
    fragments_by_layer_3: bool = False
    """Whether a permit entry with ports takes a later fragment by its layer-3 part (Cisco IOS)."""
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
    deny_ignored: bool = False
    """Whether the text says `deny`, and the platform takes the entry for a match all the same."""
    doubt: str = ""
    """What another router of the platform may make of a `deny`; empty where all do the same."""


@dataclass(frozen=True, slots=True)
class AccessList:
    """An ordered list of entries: the first that matches decides, none means no match."""

    name: str
    entries: tuple[AccessEntry, ...]
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ClassMap:
    """A named class. `match` is an AllOf (match-all) or an AnyOf (match-any) of its match lines."""

    name: str
    match: AllOf | AnyOf
    description: str = _field(default="", compare=False)
    origin: Span = _field(default=NOWHERE, compare=False, repr=False)
