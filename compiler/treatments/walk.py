"""What follows packets through a device: the device itself, what was done to them so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from qosc.datapath.rates import base_of
from qosc.datapath.shares import Base
from qosc.ir import Device, Policy, Port, Predicate, Stage, TrafficClass
from qosc.ir.describe import describe_match
from qosc.ir.resolve import resolve
from qosc.packets.diagrams import Diagram
from qosc.packets.space import PacketSpace
from qosc.profiles.model import Profile
from qosc.source import NOWHERE, Span
from qosc.treatments.headers import Headers
from qosc.treatments.queues import Level, Queue
from qosc.treatments.tree import Bits, Outcomes, always

__all__ = ["Chosen", "Done", "Hop", "Side", "State", "Step", "Then", "Walk"]


class Side(NamedTuple):
    """A device in a space of packets, with the platform whose defaults it has.

    `device` has units in their ports and its defaults filled in (`Config.joined_device`).
    """

    device: Device
    profile: Profile
    space: PacketSpace
    headers: Headers


class Hop(NamedTuple):
    """One direction of a port, with the stages that packets pass there."""

    port: Port
    stages: tuple[Stage, ...]
    output: bool


class Step(NamedTuple):
    """What was done to a packet at one place. `kind` is rule, class, mark, policer, colour, verdict
    or queue; `words` say it, `origin` is the config's line.
    """

    kind: str
    words: str
    origin: Span = NOWHERE


class State(NamedTuple):
    """What was done to a packet so far. `wrote` are bits of the space's variables."""

    wrote: Bits = Bits()
    queues: tuple[Queue, ...] = ()
    classes: tuple[str, ...] = ()
    """The innermost class of each policy passed, with those above it."""
    unknown: tuple[str, ...] = ()
    """What is not known of its treatment, in words."""
    trail: tuple[Step, ...] = ()
    """Kept only where packets are followed."""


class Done(NamedTuple):
    """The end of a packet's way."""

    dropped: bool
    state: State


Then = Callable[[State], Outcomes]


class Chosen(NamedTuple):
    """A class that takes the packets, at its level of policies; `which` names its meters."""

    level: Level
    number: int
    which: str

    @property
    def found(self) -> TrafficClass:
        return self.level.policy.classes[self.number]


class Walk:
    """What all stages of a run share: the packets of `start`, the rates of each hop, the levels.

    With `tracing` each state has the steps that led to it.
    """

    def __init__(self, side: Side, hops: Sequence[Hop], start: Diagram, *, tracing: bool) -> None:
        self.side, self.start, self.tracing = side, start, tracing
        self.bases = [
            base_of(side.device, hop.port, side.profile, output=hop.output) for hop in hops
        ]
        self._levels: dict[tuple[int, str, Base], Level] = {}
        self._kept: list[Policy] = []

    def at(self, state: State, kind: str, words: str, origin: Span) -> State:
        """`state` with this step, where steps are kept."""
        if not self.tracing:
            return state
        return state._replace(trail=(*state.trail, Step(kind, words, origin)))

    def meant(self, match: Predicate, state: State) -> Diagram:
        """The packets, as they came in, that match after what was written to them."""
        node = self.side.space.builder.node(match) & self.side.headers.everything
        return self.side.headers.before(node, state.wrote)

    def dropped(self, state: State, origin: Span) -> Outcomes:
        """All packets dropped by the line at `origin`."""
        over = self.at(state, "verdict", "dropped", origin)
        return always(Done(dropped=True, state=over), self.start)

    def level(self, policy: Policy, base: Base) -> Level:
        """A policy at a base of rates, with the figures of its classes: made once."""
        key = (id(policy), policy.name, base)
        if key not in self._levels:
            self._kept.append(policy)
            self._levels[key] = Level(self.side.device, policy, base, self.side.profile)
        return self._levels[key]

    def words(self, match: Predicate) -> str:
        """A match in words; empty where steps are not kept."""
        if not self.tracing:
            return ""
        return describe_match(match, lambda name: resolve(self.side.device, name))
