"""The steps of a packet's way through a device, each with its place in the config."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from qosc.datapath.shares import Base, Part
from qosc.ir import Mark, Policer, Policy, TrafficClass
from qosc.source import Span
from qosc.trace.travellers import Traveller

__all__ = [
    "Colour",
    "Dropped",
    "Entered",
    "Kept",
    "Level",
    "Marked",
    "Matched",
    "Metered",
    "Reason",
    "Step",
    "Unmatched",
    "Way",
]


class Colour(StrEnum):
    """What a meter finds."""

    CONFORM = "conforms"
    EXCEED = "exceeds"
    VIOLATE = "violates"


@dataclass(frozen=True, slots=True)
class Entered:
    """The packet comes to a stage of a port; `default_by` is the profile that puts it there."""

    port: str
    side: str
    title: str
    origin: Span
    default_by: str = ""


@dataclass(frozen=True, slots=True)
class Reason:
    """A line of a match by which a packet is in a class: `words` of what it tests."""

    words: str
    origin: Span


@dataclass(frozen=True, slots=True)
class Matched:
    """The first class of a policy (or rule of a list) that takes the packet.

    `passed` counts those before it, which do not.
    """

    kind: str
    name: str
    inside: str
    passed: int
    reasons: tuple[Reason, ...]
    origin: Span
    by_default: bool = False
    """Whether it takes whatever those before it have left."""


@dataclass(frozen=True, slots=True)
class Unmatched:
    """No rule of a list takes the packet: it goes on unchanged, or is dropped."""

    title: str
    rules: int
    dropped: bool
    origin: Span


@dataclass(frozen=True, slots=True)
class Metered:
    """A policer, and what it finds on this way; percentages are of `base`."""

    policer: Policer
    base: Base
    colour: Colour
    origin: Span


@dataclass(frozen=True, slots=True)
class Marked:
    """A field of the packet, or what the device keeps beside it, is written."""

    mark: Mark
    origin: Span


@dataclass(frozen=True, slots=True)
class Dropped:
    """The packet is dropped, by what `why` names."""

    why: str
    origin: Span


@dataclass(frozen=True, slots=True)
class Kept:
    """The packet leaves with the DSCP that it came with, whatever was written before."""

    origin: Span


Step = Entered | Matched | Unmatched | Metered | Marked | Dropped | Kept


@dataclass(frozen=True, slots=True)
class Level:
    """A class of the scheduler on the way out: the queue first, then the classes around it.

    `part` is what the scheduler gives it, `rank` its order of service from 0. `shared` says that
    the packet's own class has no queue, so that it waits with those of this one.
    """

    policy: Policy
    found: TrafficClass
    base: Base
    part: Part
    rank: int
    shared: bool = False


T = TypeVar("T", bound=Traveller)


@dataclass(frozen=True, slots=True)
class Way(Generic[T]):
    """One way through the device, and what goes it."""

    traveller: T
    steps: tuple[Step, ...] = ()
    dropped: bool = False
    queue: tuple[Level, ...] = ()
    """Innermost first; empty where no policy has queues, and for a packet that is dropped."""

    def passing(self, *steps: Step) -> Way[T]:
        """The way with more steps behind it."""
        return Way(self.traveller, (*self.steps, *steps), self.dropped, self.queue)

    def of(self, traveller: T) -> Way[T]:
        """The same way of other packets."""
        return Way(traveller, self.steps, self.dropped, self.queue)

    def ended(self, why: str, origin: Span) -> Way[T]:
        """The way that ends here, with the packet dropped."""
        return Way(self.traveller, (*self.steps, Dropped(why, origin)), dropped=True)

    def queued(self, levels: tuple[Level, ...]) -> Way[T]:
        """The way with a queue at its end."""
        return Way(self.traveller, self.steps, self.dropped, levels)

    @property
    def classes(self) -> tuple[str, ...]:
        """The names of the classes (and rules) that take the packet, in order."""
        return tuple(step.name for step in self.steps if isinstance(step, Matched))

    @property
    def conforms(self) -> bool:
        """Whether every meter on the way is kept to."""
        return all(
            step.colour is Colour.CONFORM for step in self.steps if isinstance(step, Metered)
        )
