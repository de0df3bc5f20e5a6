"""A device: ports with an input and an output pipeline, and the named objects they use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from typing import Literal

from qosc.amounts import Depth, Rate
from qosc.ir.conditioning import RuleList
from qosc.ir.match import AccessList, ClassMap, Reference
from qosc.ir.queueing import FairQueue, Policy, Shaper
from qosc.source import NOWHERE, Span
from qosc.tuples import NamedTuple
from qosc.values import dataclass

__all__ = [
    "UNNAMED",
    "AtmShaping",
    "Attachment",
    "Beside",
    "Coverage",
    "Definition",
    "Device",
    "InterfaceSet",
    "Name",
    "Port",
    "PortKind",
    "Relation",
    "Residue",
    "ResidueKind",
    "Stage",
    "Standing",
    "SupportState",
    "unnamed_ingress",
]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A policy applied in a pipeline."""

    policy: Reference
    origin: Span = field(default=NOWHERE, compare=False, repr=False)
    kind: Literal["attachment"] = "attachment"
    default_by: str = ""
    """The profile (and its source) that applies the policy where the config applies none."""


Stage = RuleList | Attachment


class PortKind(StrEnum):
    """What a pipeline hangs on."""

    INTERFACE = "interface"
    SUBINTERFACE = "subinterface"
    CIRCUIT = "circuit"
    """An ATM PVC or a Frame Relay DLCI."""
    CONTROL_PLANE = "control-plane"


@dataclass(frozen=True, slots=True)
class AtmShaping:
    """The traffic contract of an ATM circuit, in bit/s of cells (53 octets each).

    `category` is cbr, vbr-nrt, vbr-rt, ubr or abr. `burst_cells` is the MBS.
    """

    category: str
    peak: Rate | None = None
    sustained: Rate | None = None
    burst_cells: int | None = None
    origin: Span = field(default=NOWHERE, compare=False, repr=False)


class Relation(StrEnum):
    """What another port is to the packets that leave a port."""

    SHARES = "shares its shapers with"
    """Both send through the same shapers, of which each is taken to have the whole."""
    LINE = "sends over one line with"
    """Each has queues of its own, and is taken to have the whole rate of the line."""
    THROUGH = "goes on through"
    """Packets pass the other port's stages and queues behind those of this port."""
    CUT = "does not go on through"
    """The same where the other port is no part of the artefact."""
    MEETS = "holds also packets of"
    """What is said of this port alone meets those of the other one as well."""
    DISABLED = "lacks per-unit-scheduler for the queues of"
    """The units have schedulers, and the port lacks the statement that allows them."""
    UNSHAPED = "has no shaping rate for the queues of"
    """A unit divides by percentages a rate that nothing in the config says."""
    REPLACES = "has the queues of its unit in place of"


@dataclass(frozen=True, slots=True)
class Beside:
    """A port that what leaves another one meets: `name`, which may stand for several in words."""

    relation: Relation
    name: str
    origin: Span = field(default=NOWHERE, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.relation} {self.name}"


@dataclass(frozen=True, slots=True)
class Port:
    """A point where packets enter and leave, with its pipelines in the order packets see them.

    `bandwidth` is what the config or the profile says of the link's speed; `parent` names the port
    that this one is part of (a subinterface's interface, a circuit's subinterface).
    """

    name: str
    kind: PortKind = PortKind.INTERFACE
    parent: str = ""
    description: str = field(default="", compare=False)
    bandwidth: Rate | None = None
    max_reserved: Rate | None = None
    """The share of the bandwidth that guarantees may take together."""
    mtu: int | None = None
    """Bytes of the largest IP packet."""
    encapsulation: str = ""
    atm: AtmShaping | None = None
    input: tuple[Stage, ...] = ()
    output: tuple[Stage, ...] = ()
    fair_queue: FairQueue | None = None
    hold_queue_in: Depth | None = None
    hold_queue_out: Depth | None = None
    tx_ring: Depth | None = None
    shutdown: bool = False
    origin: Span = field(default=NOWHERE, compare=False, repr=False)
    within: InterfaceSet | None = None
    whole: bool = False
    """Whether it stands for all of its parent: the unit of a port without VLAN tags."""
    unit: str = ""
    """The name of such a unit, where `qosc.datapath.units` has put it into its port."""
    of_unit: tuple[int, int, int] = (0, 0, 0)
    """How many stages of it come first on the way in, last on the way in, first on the way out."""
    beside: tuple[Beside, ...] = ()
    """What else the packets meet; filled in by `qosc.datapath.units`."""
    fifo: bool = False
    """Whether the config takes the flow queues away that the platform would give (`no
    fair-queue`)."""
    vlan: int | None = None
    """The only VLAN tag of the frames of a unit, where `encapsulation` does not say it."""
    unit_queues: bool | None = None
    """Whether the config lets the units of the port have queues of their own, on a system that has
    to be told so; None where it has not, and where the text does not hold the interface."""
    holds: tuple[str, ...] = ()
    """The units whose queues are in the tree of this port; filled in by `qosc.datapath.units`."""
    speed: Rate | None = None
    """What the config sets the speed of the line to, where it tells it from `bandwidth`."""
    speed_by_name: bool = True
    """Whether the kind of the port gives its speed: an `Ethernet1` of Arista is of any."""
    per_link: bool = False
    """Whether it is a bundle of links of which each has the port's policies by itself: its rates
    are those of one link."""
    remaining: Reference | None = None
    """The policy of what leaves by units without queues of their own, where the config names one
    and `qosc.datapath.units` has not put it into the tree of the port."""


@dataclass(frozen=True, slots=True)
class InterfaceSet:
    """What several ports may send together, and are guaranteed together (an interface set).

    It stands between the link and the ports' own policies. `queues` names a scheduler map that the
    ports share.
    """

    name: str
    shaper: Shaper | None = None
    guarantee: Rate | None = None
    queues: str = ""
    origin: Span = field(default=NOWHERE, compare=False, repr=False)


class SupportState(StrEnum):
    """What became of a config line. Each line ends in exactly one."""

    MODELLED = "modelled"
    RECOGNISED = "recognised"
    """Understood, concerns QoS, and not in the model: reported."""
    IRRELEVANT = "irrelevant"
    """Does not concern QoS: silent."""
    UNKNOWN = "unknown"
    """Not understood inside a QoS context: reported."""


class ResidueKind(StrEnum):
    """What is to be said of a residue, where that is more than that its line is not modelled."""

    LINE = "line"
    REPEATED = "repeated"
    """An entry that its access list has already."""
    SYSTEM = "system"
    """The text is of another system, which is read in part or not at all."""
    AS_IOS = "as-ios"
    """The text is of another system, and read as if it were of IOS."""
    RIVALS = "rivals"
    """JunOS commits no config with this line beside another."""
    UNPAIRED = "unpaired"
    """Lists that go together in pairs, of different lengths."""
    CROSSED = "crossed"
    """A minimum above the maximum that the same statement gives, which is what it is about."""


@dataclass(frozen=True, slots=True)
class Residue:
    """A line that concerns QoS and is not in the model. `expected` helps with a mistyped one.

    `origin` marks the words that were not understood, or the whole line.
    """

    state: SupportState
    context: str
    """The mode in force, in words: `policy-map class`."""
    text: str
    reason: str = ""
    expected: tuple[str, ...] = ()
    origin: Span = field(default=NOWHERE, compare=False, repr=False)
    impossible: bool = False
    """Whether the line asks for a value that no device can hold, such as a DSCP of 64."""
    rival: Span | None = None
    """The line that is in force in place of this one, where the two exclude each other: nothing of
    what the router does is missing in the model."""
    kind: ResidueKind = ResidueKind.LINE
    about: str = ""
    """What the kind speaks of: the name of the other system."""
    names: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """What it holds or names, by the keys of `Device.definitions`."""


class Definition(NamedTuple):
    """The statements of an object that a line outside the model leads to, and what these name."""

    lines: tuple[str, ...]
    names: tuple[str, ...] = ()


class Name(NamedTuple):
    """Where an object is defined or used that the model holds only as a part of its users.

    `kind` is what the config calls it (`scheduler`, `classifier dscp`), `by` says who uses it in
    words; it is empty where the object is defined. A predefined object has no origin.
    """

    kind: str
    name: str
    by: str = ""
    origin: Span = NOWHERE
    queue: int | None = None
    """The queue of a forwarding class, where it is defined."""


UNNAMED = ""
"""The key of `Device.standing` for ports that the text does not name."""


class Standing(NamedTuple):
    """What a platform does on a port that says nothing of it, as stages with `default_by`.

    They come before the stages of the config. Ports may share one.
    """

    input: tuple[Stage, ...] = ()
    output: tuple[Stage, ...] = ()
    policies: tuple[Policy, ...] = ()
    """What the attachments among them name."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """How many lines of the source ended in each support state."""

    modelled: int = 0
    recognised: int = 0
    irrelevant: int = 0
    unknown: int = 0

    @property
    def on_qos(self) -> int:
        """Lines that concern QoS, understood or not."""
        return self.modelled + self.recognised + self.unknown

    @property
    def lines(self) -> int:
        """All lines."""
        return self.on_qos + self.irrelevant

    def __add__(self, other: Coverage) -> Coverage:
        return Coverage(
            self.modelled + other.modelled,
            self.recognised + other.recognised,
            self.irrelevant + other.irrelevant,
            self.unknown + other.unknown,
        )


@dataclass(frozen=True, slots=True)
class Device:
    """Everything of one config. The mappings keep the order of the config and are not changed."""

    hostname: str = ""
    platform: str = ""
    """The profile that was asked for or detected; see `qosc.profiles`."""
    ports: Mapping[str, Port] = field(default_factory=dict)
    policies: Mapping[str, Policy] = field(default_factory=dict)
    class_maps: Mapping[str, ClassMap] = field(default_factory=dict)
    access_lists: Mapping[str, AccessList] = field(default_factory=dict)
    rate_limit_lists: Mapping[str, AccessList] = field(default_factory=dict)
    rule_lists: Mapping[str, RuleList] = field(default_factory=dict)
    """Rule lists that have a name in the config, by their feature (`filter inet F`), applied or
    not: a port that applies one holds it whole."""
    residue: tuple[Residue, ...] = field(default=(), compare=False)
    mentions: frozenset[str] = field(default=frozenset(), compare=False)
    """Names of access lists that lines outside QoS use (`ip access-group 10 in`)."""
    complete: bool = field(default=True, compare=False)
    """False when the text is plainly an excerpt: it has no interface at all."""
    coverage: Coverage = field(default=Coverage(), compare=False)
    definitions: Mapping[str, Definition] = field(default_factory=dict, compare=False, repr=False)
    """What lines outside the model (`Residue.names`) lead to, by kind and name."""
    names: tuple[Name, ...] = field(default=(), compare=False)
    """Definitions and uses of objects that are in the model only where they are used."""
    standing: Mapping[str, Standing] = field(default_factory=dict)
    """What the platform adds to ports by itself; `qosc.datapath.with_defaults` puts it there. What
    stands under `UNNAMED` is for a port that the text does not name."""
    applied: Mapping[str, Policy] = field(default_factory=dict)
    """Policies whose defaults differ between the places that they work at, such as two ports of
    different speeds: one for each `Reference.use`. `policies` has these without the defaults that
    differ."""
    platform_assumed: bool = field(default=False, compare=False)
    """Whether nothing in the config tells its release, so that another may have other defaults."""
    addresses: tuple[str, ...] = field(default=(), compare=False)
    """The IP addresses of its own interfaces, where it has a port that only packets to itself pass:
    a control plane, lo0."""
    addresses_apart: tuple[str, ...] = field(default=(), compare=False)
    """More of them, which lo0.0 has nothing to do with: of routing instances with a lo0 of their
    own."""
    without_address: frozenset[str] = field(default=frozenset(), compare=False)
    """Interfaces that are said to have no address, by which no packet to the device itself comes;
    where `addresses` are told."""
    rejects: tuple[Name, ...] = field(default=(), compare=False)
    """The rules that answer the sender of what they drop (`then reject`)."""
    sent_on: str = field(default="", compare=False)
    """The statement, with its line, by which packets to such an address may be for others: address
    translation, a tunnel, IPsec. Empty where there is none."""
    platform_reason: str = field(default="", compare=False)
    """Why the platform is assumed, as a sentence without a final stop; empty where it is not."""


def unnamed_ingress(device: Device) -> tuple[Stage, ...]:
    """The input stages that the platform has on a port that the text does not name.

    None where no port of the text depends on them.
    """
    return device.standing.get(UNNAMED, Standing()).input
