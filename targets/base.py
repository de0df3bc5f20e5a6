"""What every back end offers, and what it is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol, TypeVar

from qosc.ir import Device, Opaque, Port, Reference, RefKind, Residue
from qosc.ir.describe import describe_match
from qosc.ledger import Entry, Fidelity
from qosc.profiles import Profile
from qosc.source import SourceText

if TYPE_CHECKING:
    from qosc.scenario.links import Links

__all__ = [
    "NARROWED_NOTE",
    "Artefact",
    "Flag",
    "NetworkTarget",
    "OptionError",
    "Options",
    "OutputFile",
    "Ports",
    "Target",
    "TooLargeError",
    "UnknownNameError",
    "as_likely",
    "assumed",
    "left_out",
    "left_out_words",
    "unresolved",
]

OptionsT = TypeVar("OptionsT", bound="Options")

_MOST_LINES = 20
NARROWED_NOTE = (
    "a copy into a narrower field: of a DSCP its upper bits are taken to be written, of other "
    "fields the values that have room; no public source says what a router does"
)
"""What the ledger says of a mark whose table is `narrowed`."""


class Ports(Enum):
    """Which ports a target is given."""

    QOS = "qos"
    """Those with QoS, and all that hangs on the one chosen."""
    PATHS = "paths"
    """Those that packets leave by (`Options.leaving`), and those that feed them."""
    MODEL = "model"
    """Those of the device as it is written, units not joined to their ports: the target shows the
    model, with all that is in it."""


@dataclass(frozen=True, slots=True)
class Options:
    """What every target is told. A target's own options are fields of a class below this one, each
    with a default; they are keywords of `qosc.compile`.

    `profile` is the source's platform. `undefined_access_list` says what a missing access list is
    taken to match: "none" or "all". `allow_loss` lets an artefact be built that lacks something of
    the source.
    """

    profile: Profile
    undefined_access_list: str = "none"
    allow_loss: bool = False
    source: SourceText | None = None
    """The config's text, for comments that quote its lines."""
    leaving: frozenset[str] | None = None
    """With `Ports.PATHS`: the ports to send through, where the others only feed them; None: all."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A flag of `qosc compile` for one option of a target.

    `name` is as it is typed (`--kernel`), `field` that of the target's options, `help` one line;
    the command line names the target in front of it. Targets may share a flag: the same one.
    """

    name: str
    field: str
    help: str
    metavar: str = ""
    kind: type[str | bool | int] = str
    """A word, a switch, or a number from 1 on."""
    repeated: bool = False
    """Whether it may be given several times: the field is then a tuple."""
    for_one_port: bool = False
    """Whether it makes sense for a single port only."""


class OptionError(ValueError):
    """An option that cannot be met: a fault of the command line, not of the config."""


class TooLargeError(ValueError):
    """The artefact would be larger than is allowed by default."""


class UnknownNameError(ValueError):
    """A name that was given and that nothing made from the config has; `place` is its path in the
    document that it stands in.
    """

    def __init__(self, message: str, *place: str | int) -> None:
        super().__init__(message)
        self.place = place


@dataclass(frozen=True, slots=True)
class OutputFile:
    """One file of an artefact."""

    name: str
    text: str
    executable: bool = False


@dataclass(frozen=True, slots=True)
class Artefact:
    """What a back end made, with its account of every leaf of the ports it was given."""

    files: tuple[OutputFile, ...]
    ledger: tuple[Entry, ...]
    left_out: tuple[Residue, ...] = ()
    """Lines on QoS that are not in the model, and therefore not in the artefact."""
    assumed: tuple[str, ...] = ()
    """What the configs do not say and the artefact depends on: whose defaults they are, and why."""

    @property
    def losses(self) -> tuple[Entry, ...]:
        """The leaves that are not in the artefact."""
        return tuple(e for e in self.ledger if e.fidelity is Fidelity.UNSUPPORTED)


def left_out(device: Device) -> tuple[Residue, ...]:
    """The lines on QoS that are in force and that the reader could not take into the model."""
    return tuple(one for one in device.residue if one.text and one.rival is None)


def assumed(device: Device) -> tuple[str, ...]:
    """A sentence on the platform where nothing in the config tells it; else none."""
    if not device.platform_assumed:
        return ()
    return (f"defaults are those of {device.platform}: {device.platform_reason}",)


def left_out_words(device: Device) -> list[str]:
    """A line for a comment on each line that is left out; the first twenty."""
    lines = left_out(device)
    words = [
        f"Not in the model, so left out: line {line.origin.line}: {line.text}"
        for line in lines[:_MOST_LINES]
    ]
    more = len(lines) - len(words)
    return [*words, f"Not in the model, so left out: and {more} more lines"] if more else words


class Target(Protocol[OptionsT]):
    """A back end: an object named `TARGET` in a folder of `targets/`, or behind an entry point of
    another package. `qosc compile --help` imports the module that it is in, so that it imports the
    lowering where it is called.
    """

    @property
    def name(self) -> str:
        """What `--target` takes."""
        ...

    @property
    def options(self) -> type[OptionsT]:
        """The class of its options."""
        ...

    @property
    def flags(self) -> tuple[Flag, ...]:
        """The flags of its own options."""
        ...

    @property
    def ports(self) -> Ports:
        """Which ports it is given."""
        ...

    @property
    def simulated(self) -> bool:
        """Whether its artefacts are scenarios or made of them. Then its options have an `overlay`
        (traffic in place of what is made up), and it is a `NetworkTarget`, too.
        """
        ...

    def compile(self, device: Device, ports: tuple[Port, ...], options: OptionsT) -> Artefact:
        """Lower and render the ports. `device` has its defaults filled in.

        Never raises for what the source says: what cannot be lowered is an UNSUPPORTED entry, and
        a comment at its place in the artefact.
        """
        ...


class NetworkTarget(Target[OptionsT], Protocol[OptionsT]):
    """A back end that takes several routers, joined by links."""

    def together(
        self, parts: Sequence[tuple[str, Device, tuple[Port, ...], OptionsT]], links: Links
    ) -> Artefact:
        """One artefact of all routers, each with its name, its ports and its options. Raises
        UnknownNameError for traffic that leads nowhere.
        """
        ...


def as_likely(condition: Opaque) -> tuple[Fidelity, str, str]:
    """The entry (fidelity, note, what is done) of an opaque condition that is taken as likely."""
    assert condition.likely is not None  # noqa: S101 - what the caller asked for
    note = (
        "by its known ports or protocol number: NBAR also looks into the payload and follows "
        "negotiated ports"
    )
    return Fidelity.APPROX, note, describe_match(condition.likely)


def unresolved(reference: Reference, name: str, taken: str) -> tuple[Fidelity, str, str]:
    """The entry (fidelity, note, what is done) of a reference that leads nowhere.

    `name` is the reference's name as the target may print it; `taken` is
    `Options.undefined_access_list`. Only an access list can be taken to match everything.
    """
    if reference.target in (RefKind.ACCESS_LIST, RefKind.RATE_LIMIT_LIST):
        got = "matches every packet" if taken == "all" else "matches nothing"
        note = (
            f"there is no {reference.target} {name}; what a router then matches depends on its "
            f"release. Taken to match {taken}"
        )
        return Fidelity.UNKNOWN, note, got
    note = f"there is no {reference.target} {name}, or it refers to itself"
    return Fidelity.UNKNOWN, note, "matches nothing"
