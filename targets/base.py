"""What every back end offers, and what it is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from qosc.ir import Device, Opaque, Port, Reference, RefKind, Residue
from qosc.ir.describe import describe_match
from qosc.ledger import Entry, Fidelity
from qosc.profiles import Profile
from qosc.source import SourceText

if TYPE_CHECKING:
    from qosc.scenario import Overlay

__all__ = [
    "MOST_COMMANDS",
    "MOST_VALUES",
    "NARROWED_NOTE",
    "Artefact",
    "DeviceNameError",
    "Options",
    "OutputFile",
    "Target",
    "TooManyCommandsError",
    "TooManyValuesError",
    "UnknownKernelError",
    "UnknownNameError",
    "as_likely",
    "left_out",
    "left_out_words",
    "unresolved",
]

_MOST_LINES = 20
MOST_COMMANDS = 25_000
"""tc commands of a script, unless more are asked for: one policy of 300 classes on 300 ports is
refused so after about 5 s of processor time."""
MOST_VALUES = 15_000
"""Values of a config that one compile puts into scenarios, unless more are asked for: a list of
5,000 entries has so many, and takes four seconds of processor time."""
NARROWED_NOTE = (
    "a copy into a narrower field: of a DSCP its upper bits are taken to be written, of other "
    "fields the values that have room; no public source says what a router does"
)
"""What the ledger says of a mark whose table is `narrowed`."""


@dataclass(frozen=True, slots=True)
class Options:
    """How to lower. `profile` is the source's platform.

    `interface` is the target's name of the (only) port's interface, where the user gave one.
    `undefined_access_list` says what a missing access list is taken to match: "none" or "all".
    `allow_loss` lets an artefact be built that lacks something of the source.
    """

    profile: Profile
    interface: str = ""
    undefined_access_list: str = "none"
    allow_loss: bool = False
    source: SourceText | None = None
    """The config's text, for comments that quote its lines."""
    overlay: Overlay | None = None
    """Traffic of the user's own, for targets that make scenarios."""
    kernel: str = ""
    """The release of Linux that a tc script is for; empty: the target's default."""
    iproute2: str = ""
    """The release of iproute2 that it is for; empty: that of the kernel."""
    batch: bool = False
    """Whether a tc script has its commands in files for `tc -batch`."""
    max_commands: int = MOST_COMMANDS
    """How many commands a tc script may have."""
    leaving: frozenset[str] | None = None
    """The ports that scenarios are made for, where the others only feed them; None: all."""
    max_values: int = MOST_VALUES
    """How many values of the config scenarios may have between them."""


class TooManyCommandsError(ValueError):
    """A tc script would have more commands than `Options.max_commands`."""

    def __init__(self, port: str, most: int) -> None:
        super().__init__(
            f"the tc script would have more than {most} commands, at {port}: compile one port with "
            "--interface, or allow more with --max-commands"
        )


class TooManyValuesError(ValueError):
    """Scenarios would have more values between them than `Options.max_values`."""

    def __init__(self, values: int, ports: int, most: int, *, chosen: bool) -> None:
        fewer = "" if chosen or ports < 2 else "choose one to send through with --interface, or "
        where = f"{ports:,} ports" if ports > 1 else "one port"
        super().__init__(
            f"the scenarios would have {values:,} values, of {where}, and {most:,} are allowed "
            f"unasked; {fewer}allow more with --max-values"
        )


class UnknownNameError(ValueError):
    """A name that was given and that nothing made from the config has; `place` is its path in the
    document that it stands in.
    """

    def __init__(self, message: str, *place: str | int) -> None:
        super().__init__(message)
        self.place = place


class DeviceNameError(ValueError):
    """`Options.interface` is no name that an interface has on the target."""


class UnknownKernelError(ValueError):
    """`Options.kernel` or `Options.iproute2` is no release, or one that no script is made for."""


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

    @property
    def losses(self) -> tuple[Entry, ...]:
        """The leaves that are not in the artefact."""
        return tuple(e for e in self.ledger if e.fidelity is Fidelity.UNSUPPORTED)


def left_out(device: Device) -> tuple[Residue, ...]:
    """The lines on QoS that are in force and that the reader could not take into the model."""
    return tuple(one for one in device.residue if one.text and one.rival is None)


def left_out_words(device: Device) -> list[str]:
    """A line for a comment on each line that is left out; the first twenty."""
    found = left_out(device)
    words = [
        f"Not in the model, so left out: line {line.origin.line}: {line.text}"
        for line in found[:_MOST_LINES]
    ]
    more = len(found) - len(words)
    return [*words, f"Not in the model, so left out: and {more} more lines"] if more else words


class Target(Protocol):
    """A back end."""

    name: str

    def compile(self, device: Device, ports: tuple[Port, ...], options: Options) -> Artefact:
        """Lower and render the ports. `device` has its defaults filled in.

        Never raises for what the source says: what cannot be lowered is an UNSUPPORTED entry, and
        a comment at its place in the artefact.
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
