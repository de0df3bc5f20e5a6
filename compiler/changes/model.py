"""What was found: changes, and how much was compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from qosc.changes.pairing import Pairing
from qosc.packets.fieldwise import Term
from qosc.packets.packet import Packet
from qosc.source import Span
from qosc.treatments.compare import Delta

__all__ = ["Change", "Changes", "Way", "fingerprint"]


class Way(NamedTuple):
    """In at any of some ports, out at any of others, by the names of the old config (the new one's
    where only that has the port). An empty name: ports without QoS, or that the text does not name.
    """

    ingress: tuple[str, ...] = ("",)
    egress: tuple[str, ...] = ("",)


@dataclass(frozen=True)
class Change:
    """Packets that old and new treat differently, and in what.

    `ways` are those on which it is so; `region` says of which packets as they come in at the port,
    in exact terms, or None where that takes too many; `words` says it for people. `depends_on` are
    conditions that the text does not settle. `kind` is `differs`, `undecided`, or `line` for lines
    that are not in the model and stand on one side only.
    """

    kind: str
    ways: tuple[Way, ...]
    deltas: tuple[Delta, ...]
    words: str = ""
    region: tuple[Term, ...] | None = None
    old_class: str = ""
    new_class: str = ""
    packet: Packet | None = None
    depends_on: tuple[str, ...] = ()
    old_lines: tuple[Span, ...] = ()
    new_lines: tuple[Span, ...] = ()
    reason: str = ""
    """Why it is not decided."""
    at_output: bool = False
    """Whether `region` is of packets as they reach the output, whatever port they came in by."""
    old_queue: str = ""
    new_queue: str = ""
    """The classes whose queues packets wait in, where they are not `old_class` and `new_class`."""

    @property
    def decided(self) -> bool:
        """Whether it is known what becomes of the packets on both sides."""
        return self.kind == "differs"


@dataclass(frozen=True)
class Changes:
    """All changes of a device, and what was compared."""

    changes: tuple[Change, ...]
    pairing: Pairing
    old_has_qos: bool
    new_has_qos: bool
    ports: int
    """Ports with QoS on some side that were compared."""
    composed: tuple[Way, ...] = ()
    """Ways that were looked at as a whole: what differs on them is told of them alone."""
    notes: tuple[str, ...] = ()
    not_modelled: int = 0
    """Lines on QoS that are not in the model, the same on both sides."""
    name: str = ""
    one_sided: Mapping[str, str] = field(default_factory=dict)
    """Of each port without a partner, digits that follow from what it holds."""
    own_traffic: frozenset[str] = frozenset()
    """The ports that only packets to the router itself pass: lo0 and the control plane."""
    builder: object = field(default=None, repr=False, compare=False)

    def __iter__(self) -> Iterator[Change]:
        return iter(self.changes)

    @property
    def same(self) -> bool:
        """Whether nothing differs, everything was decided, and each port has a partner."""
        return not (self.changes or self.pairing.only_old or self.pairing.only_new)

    @property
    def differing(self) -> int:
        """How many changes are certain."""
        return sum(one.decided for one in self.changes)

    @property
    def undecided(self) -> int:
        """How many places there are where it is not known whether something changes."""
        return sum(not one.decided for one in self.changes)


def fingerprint(change: Change) -> str:
    """Twelve hexadecimal digits that follow from what changes for which packets, and not from
    line numbers or names of files and policies.
    """
    ways = (f"{','.join(way.ingress)}>{','.join(way.egress)}" for way in change.ways)
    parts = [change.kind, *ways, change.words]
    parts += ["|".join(delta.key) for delta in change.deltas]
    return sha256("\n".join(parts).encode()).hexdigest()[:12]
