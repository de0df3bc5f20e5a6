"""The artefact of this back end as values: qdiscs, classes, filters and actions of Linux tc.

Rates are in bit/s, sizes in bytes, handles and class ids are (major, minor) numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from qosc.source import NOWHERE, Span

__all__ = [
    "ATM",
    "U32",
    "Action",
    "Cake",
    "Clsact",
    "Command",
    "Control",
    "Csum",
    "Fifo",
    "Filter",
    "Flower",
    "FqCodel",
    "Gact",
    "Handle",
    "Hook",
    "Htb",
    "HtbClass",
    "Match",
    "Matchall",
    "Node",
    "Pedit",
    "Plan",
    "Police",
    "Prio",
    "PriorityMap",
    "Red",
    "Sfq",
    "SkbMark",
    "SkbPriority",
    "Stab",
    "U32Key",
    "VlanPriority",
]


@dataclass(frozen=True, slots=True)
class Handle:
    """A qdisc handle (minor 0) or class id."""

    major: int
    minor: int = 0

    def __str__(self) -> str:
        return f"{self.major:x}:{self.minor:x}" if self.minor else f"{self.major:x}:"


class Hook(StrEnum):
    """Where a filter hangs: before anything else on the way in, or before the root qdisc."""

    INGRESS = "ingress"
    EGRESS = "egress"


@dataclass(frozen=True, slots=True)
class Control:
    """What follows an action: `ok`, `drop`, `pipe` (next action), `continue` (next filter) or
    `goto` (the first filter of `chain`).
    """

    verb: str
    chain: int | None = None

    def __str__(self) -> str:
        return self.verb if self.chain is None else f"goto chain {self.chain}"


@dataclass(frozen=True, slots=True)
class Gact:
    """Only the control."""

    control: Control


@dataclass(frozen=True, slots=True)
class Police:
    """A token bucket; `exceed` and `conform` are controls. Packets above `mtu` always exceed.

    `rate` and `burst` count bits per second and bytes, or packets where `packets` is true.
    `overhead` bytes are added to the length of each packet. All actions of one network namespace
    with the same `index` (above 0) are one bucket, and have the controls of the first of them.
    """

    rate: int
    burst: int
    exceed: Control
    conform: Control
    mtu: int = 65535
    overhead: int = 0
    packets: bool = False
    index: int = 0


@dataclass(frozen=True, slots=True)
class Pedit:
    """Write the bits `retain` of the DS byte; `header` is `ip` or `ip6`."""

    header: str
    value: int
    retain: int


@dataclass(frozen=True, slots=True)
class Csum:
    """Recompute the IPv4 header's checksum."""


@dataclass(frozen=True, slots=True)
class SkbPriority:
    """Choose the class of the root qdisc."""

    classid: Handle


@dataclass(frozen=True, slots=True)
class SkbMark:
    """Write the bits `mask` of the packet's mark."""

    value: int
    mask: int


@dataclass(frozen=True, slots=True)
class VlanPriority:
    """The priority (CoS) of the VLAN tag that the packet is to get. No command says it so: see
    `lower.vlan_priority`, which puts others in its place.
    """

    value: int


Action = Gact | Police | Pedit | Csum | SkbPriority | SkbMark | VlanPriority


@dataclass(frozen=True, slots=True)
class Matchall:
    """Every packet of the filter's protocol."""


@dataclass(frozen=True, slots=True)
class Flower:
    """Keys of dissected headers, each a name and a value in tc's own spelling."""

    keys: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class U32Key:
    """`width` bits at byte `offset` of the network header agree with `value` under `mask`.

    Offset None stands for the packet's mark.
    """

    width: int
    value: int
    mask: int
    offset: int | None


@dataclass(frozen=True, slots=True)
class U32:
    """Raw bits of the network header, all of them."""

    keys: tuple[U32Key, ...]


Match = Matchall | Flower | U32


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter. Within a chain the lowest `pref` looks first."""

    hook: Hook
    chain: int
    pref: int
    protocol: str
    match: Match
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class Clsact:
    """The qdisc that offers both hooks."""


@dataclass(frozen=True, slots=True)
class Stab:
    """Lengths are counted in ATM cells after `overhead` (which may be negative) is added."""

    overhead: int


@dataclass(frozen=True, slots=True)
class Htb:
    """The hierarchical token bucket at the root; packets of no class go to minor `default`."""

    handle: Handle
    default: int
    stab: Stab | None = None


@dataclass(frozen=True, slots=True)
class ATM:
    """A class counts ATM cells: each length plus `overhead` is cut into cells of 48 of 53 bytes."""

    overhead: int


@dataclass(frozen=True, slots=True)
class HtbClass:
    """A class of the root. `burst` and `cburst` are the depths of the buckets of rate and ceil."""

    classid: Handle
    parent: Handle
    rate: int
    ceil: int
    burst: int
    cburst: int
    prio: int = 0
    quantum: int = 1514
    linklayer: ATM | None = None


@dataclass(frozen=True, slots=True)
class Fifo:
    """Tail drop above `limit` packets, or bytes. No parent: at the root."""

    parent: Handle | None
    handle: Handle
    limit: int
    in_bytes: bool = False


@dataclass(frozen=True, slots=True)
class Prio:
    """Bands served in strict order; packets that name none go to band `default`, from 0."""

    parent: Handle
    handle: Handle
    bands: int
    default: int


@dataclass(frozen=True, slots=True)
class Red:
    """Random early detection; sizes in bytes, `probability` at `maximum` in parts per billion.

    `burst` is counted in packets of `avpkt` bytes; tc derives the averaging weight from it. `ecn`
    marks packets that can be marked in place of dropping them, up to `maximum`.
    """

    parent: Handle | None
    handle: Handle
    limit: int
    minimum: int
    maximum: int
    avpkt: int
    burst: int
    probability: int
    bandwidth: int
    ecn: bool = False


@dataclass(frozen=True, slots=True)
class Sfq:
    """Flow queues by a hash of the addresses and ports, served in turn."""

    parent: Handle | None
    handle: Handle
    limit: int
    depth: int
    flows: int
    divisor: int
    quantum: int


@dataclass(frozen=True, slots=True)
class FqCodel:
    """Flow queues by a hash, with drops by the time that packets wait.

    `limit` counts packets, `memory` and `quantum` bytes, `target` and `interval` microseconds.
    `ecn` marks packets that can be marked in place of dropping them.
    """

    parent: Handle
    handle: Handle
    limit: int
    flows: int
    target: int
    interval: int
    quantum: int
    memory: int
    ecn: bool = False


@dataclass(frozen=True, slots=True)
class Cake:
    """Flow queues of one band without a rate of its own; `rtt` in microseconds, `memory` in bytes.

    Packets that can be marked are, in place of dropping them.
    """

    parent: Handle
    handle: Handle
    rtt: int
    memory: int


@dataclass(frozen=True, slots=True)
class PriorityMap:
    """The priority (CoS) of a VLAN device's tag for each value of skb->priority that it has one
    for; 0 for all others. `others` says that packets leave for which nothing sets a priority.
    """

    pairs: tuple[tuple[Handle, int], ...]
    others: bool = field(default=False, compare=False)


Node = PriorityMap | Clsact | Htb | HtbClass | Prio | Fifo | Red | Sfq | FqCodel | Cake | Filter


@dataclass(frozen=True, slots=True)
class Command:
    """One tc command, the config line it comes from, and what a reader should know of it."""

    node: Node
    origin: Span = field(default=NOWHERE, compare=False)
    notes: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """All commands of one port, in the order in which tc takes them.

    `losses` say what is missing, each with the place in the config.
    """

    port: str
    commands: tuple[Command, ...]
    losses: tuple[tuple[str, Span], ...] = field(default=(), compare=False)
