"""The scheduler of a port: strict priority, then guarantees, then shares of the excess.

Three stages, asked in this order for each packet:

1. *Priority*: the lowest level; the classes of one level are served first come, first served,
   since on IOS they share one queue (Cisco, "Congestion Management Overview", low latency
   queueing).
2. *Guarantee*: each class has a clock that moves on by length / guarantee with each packet this
   stage serves. A class whose clock is not ahead of the time is owed service; of these the
   one whose packet would be due first (clock + length / guarantee) is served: earliest deadline
   first, which meets every deadline when the guarantees fit into the link, and shares in
   proportion to the guarantees when they do not.
3. *Excess*: start-time fair queueing by the weights (Goyal, Vin, Cheng, "Start-time Fair Queuing",
   SIGCOMM 1996) counts only what this stage serves.

Levels put an order into the last two stages: classes of a lower level go first, and each level has
clocks of its own, so that what one level is kept from does not count against its own classes.

A policy of classes with a quantum has no second stage, and turns in place of the third: the
classes send in the order in which they stand, each until it has sent its quantum or has nothing to
send. The last packet of a turn goes whole, and what it is too long is not taken off the next turn
(Cisco, "Congestion Management Overview", custom queueing).

So backlogged classes get their guarantee plus their share of the rest, exactly in the long run,
and at each moment but for a packet of each class; and the port never idles while a packet waits
that no shaper holds back. The clocks use integers with a carried remainder, so nothing drifts.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator

from qosc.simulator.droppers import Early, FlowStore
from qosc.simulator.meters import UNIT, SingleBucket
from qosc.simulator.packet import Packet
from qosc.simulator.stats import ClassCount

__all__ = ["NEVER", "Bound", "Leaf", "Limits", "Node", "Scheduler", "Shaper"]

NEVER = 1 << 62
SLACK = 100_000_000
"""ns. When every class is behind its guarantee by more than this, the guarantees do not fit:
the common part of the arrears is forgiven, so that they do not pile up."""
_SCALE = 1 << 32
_PRIORITY, _GUARANTEE, _EXCESS = 0, 1, 2


class Shaper:
    """A token bucket that says when a packet may leave."""

    __slots__ = ("_depth", "_last", "_rate", "_tokens")

    def __init__(self, rate: int, burst: int) -> None:
        self._rate = rate
        self._depth = self._tokens = burst * UNIT
        self._last = 0

    def ready(self, now: int, length: int) -> int:
        """The earliest time from `now` on at which `length` bytes may leave."""
        tokens = min(self._depth, self._tokens + (now - self._last) * self._rate)
        lack = min(length * UNIT, self._depth) - tokens
        return now if lack <= 0 else now - (-lack // self._rate)

    def charge(self, now: int, length: int) -> None:
        """`length` bytes leave."""
        tokens = min(self._depth, self._tokens + (now - self._last) * self._rate)
        self._tokens, self._last = tokens - length * UNIT, now


class Limits:
    """Tail drop: the first limit that applies to a packet and is reached drops it."""

    __slots__ = ("_bytes", "_packets", "_special")

    def __init__(self, limits: list[tuple[Callable[[Packet], bool] | None, int, int]]) -> None:
        general = [(packets, size) for holds, packets, size in limits if holds is None]
        self._packets = min((packets for packets, _ in general), default=NEVER)
        self._bytes = min((size for _, size in general), default=NEVER)
        self._special = [each for each in limits if each[0] is not None]

    def full(self, packet: Packet, packets: int, size: int) -> bool:
        """Whether a queue that would hold so many packets and bytes with it refuses the packet."""
        if packets > self._packets or size > self._bytes:
            return True
        for holds, most_packets, most_bytes in self._special:
            if (packets > most_packets or size > most_bytes) and holds and holds(packet):
                return True
        return False


Bound = tuple[SingleBucket, ClassCount]
"""The bucket of a bounded priority class, and where what it drops is counted."""


class Node:
    """A class in its parent's scheduler."""

    __slots__ = (
        "backlog",
        "clock",
        "clock_part",
        "excess_level",
        "guarantee",
        "guarantee_level",
        "inner",
        "level",
        "order",
        "parent",
        "plain",
        "quantum",
        "shaper",
        "start",
        "start_part",
        "weight",
    )

    def __init__(
        self,
        guarantee: int,
        weight: int,
        level: int,
        shaper: Shaper | None,
        inner: Scheduler | None = None,
    ) -> None:
        self.guarantee = guarantee
        self.weight = weight
        self.level = level
        """Priority level from 1; 0 for a class without priority."""
        self.shaper = shaper
        self.inner = inner
        self.plain: Leaf | None = None
        """The node itself where nothing but its turn holds it back: a leaf without a shaper."""
        self.guarantee_level = self.excess_level = 0
        """In which order the guarantees, and the excess, are served; small numbers from 0."""
        self.quantum = 0
        """Bytes of a turn; 0 for a class that is served by weight."""
        self.parent: Scheduler | None = None
        self.order = 0
        self.backlog = 0
        self.clock = self.clock_part = 0
        self.start = self.start_part = 0
        if inner is not None:
            inner.owner = self

    def leaves(self) -> Iterator[Leaf]:
        """All leaves below."""
        for node in self.inner.nodes if self.inner is not None else ():
            yield from node.leaves()


class Leaf(Node):
    """A class with a queue."""

    __slots__ = ("bounds", "bytes", "count", "early", "flows", "limits", "minded", "queue")

    def __init__(
        self,
        guarantee: int,
        weight: int,
        level: int,
        shaper: Shaper | None,
        *,
        limits: Limits,
        bounds: tuple[Bound, ...],
        count: ClassCount,
        early: Early | None = None,
        flows: FlowStore | None = None,
    ) -> None:
        super().__init__(guarantee, weight, level, shaper)
        self.queue: deque[Packet] | FlowStore = deque() if flows is None else flows
        self.plain = self if shaper is None else None
        self.flows = flows
        self.early = early
        self.bytes = 0
        self.limits = limits
        self.bounds = bounds
        self.minded = bool(bounds) or early is not None
        """Whether there is more than the limits that a packet has to pass."""
        self.count = count

    def held(self, now: int) -> tuple[int, int]:
        """Packets and bytes that wait."""
        del now
        return len(self.queue), self.bytes

    def leaves(self) -> Iterator[Leaf]:
        """This one."""
        yield self


class Scheduler:
    """Serves the classes of one policy. `extra` is added to each packet's IP length."""

    __slots__ = (
        "_behind",
        "_guaranteed",
        "_never",
        "_sent",
        "_stage",
        "_turn",
        "_turns",
        "_virtual",
        "backlog",
        "extra",
        "nodes",
        "owner",
        "wake",
    )

    def __init__(self, nodes: list[Node], extra: int) -> None:
        self.nodes = nodes
        self.extra = extra
        self.owner: Node | None = None
        self.wake = NEVER
        """After a `peek` that found nothing: when to ask again."""
        self.backlog = 0
        guarantee_levels = sorted({node.guarantee_level for node in nodes})
        excess_levels = sorted({node.excess_level for node in nodes})
        self._never = [NEVER] * len(guarantee_levels)
        self._behind = [0] * len(guarantee_levels)
        self._virtual = [0] * len(excess_levels)
        self._stage = _EXCESS
        self._turns = any(node.quantum for node in nodes)
        self._guaranteed = any(node.guarantee for node in nodes)
        self._turn = self._sent = 0
        """The class whose turn it is, and what it has sent in it."""
        for order, node in enumerate(nodes):
            node.parent, node.order = self, order
            node.guarantee_level = guarantee_levels.index(node.guarantee_level)
            node.excess_level = excess_levels.index(node.excess_level)

    def put(self, leaf: Leaf, packet: Packet, now: int) -> None:
        """Queue a packet."""
        leaf.queue.append(packet)
        leaf.bytes += packet.length + self.extra
        node: Node | None = leaf
        while node is not None:
            parent = node.parent
            if parent is None:
                break
            if node.backlog == 0:
                parent._activate(node, now)
            node.backlog += 1
            parent.backlog += 1
            node = parent.owner

    def _activate(self, node: Node, now: int) -> None:
        """A class gets its first packet: it takes no credit from its idle time."""
        if node.guarantee:
            here = now - self._behind[node.guarantee_level]
            for other in self.nodes:
                if (
                    other.backlog
                    and other.guarantee
                    and other.guarantee_level == node.guarantee_level
                ):
                    here = min(here, other.clock)
            if node.clock < here:
                node.clock, node.clock_part = here, 0
        if node.start < self._virtual[node.excess_level]:
            node.start, node.start_part = self._virtual[node.excess_level], 0

    def peek(self, now: int) -> Leaf | None:
        """The class to serve next, or None; then `wake` is the time to ask again."""
        best: Leaf | None = None
        best_key: tuple[int, int, int, int] | None = None
        wake = NEVER
        behind = self._behind
        least_late = self._never.copy() if self._guaranteed else self._never
        for node in self.nodes:
            if not node.backlog:
                continue
            leaf = node.plain
            if leaf is None:
                leaf, ready = self._candidate(node, now)
                if leaf is None:
                    wake = min(wake, ready)
                    continue
            if node.level:
                key = (_PRIORITY, node.level, leaf.queue[0].since, 0)
            elif self._turns:
                key = (_EXCESS, 0, self._until_turn(node), 0)
            else:
                start = node.start if node.weight else NEVER
                key = (_EXCESS, node.excess_level, start, node.order)
                if node.guarantee:
                    level = node.guarantee_level
                    here = now - behind[level]
                    need = (leaf.queue[0].length + self.extra) * UNIT // node.guarantee
                    due = node.clock + need
                    least_late[level] = min(least_late[level], here - due)
                    if node.clock <= here:
                        key = (_GUARANTEE, level, due, node.order)
            if best_key is None or key < best_key:
                best, best_key = leaf, key
        if best_key is None:
            self.wake = wake
            return None
        self._stage = best_key[0]
        if self._guaranteed:
            self._forgive(least_late)
        return best

    def _forgive(self, least_late: list[int]) -> None:
        """Let go of arrears that all classes of a level have: its guarantees do not fit."""
        for level, late in enumerate(least_late):
            if SLACK < late < NEVER:
                self._behind[level] += late - SLACK

    def _until_turn(self, node: Node) -> int:
        """How many turns there are before that of a class."""
        classes = len(self.nodes)
        ahead = (node.order - self._turn) % classes
        return classes if not ahead and self._sent >= node.quantum else ahead

    def _candidate(self, node: Node, now: int) -> tuple[Leaf | None, int]:
        """The leaf that would be served under a node, or None and the time it may be."""
        if node.inner is None:
            assert isinstance(node, Leaf)  # noqa: S101 - a node without children is a leaf
            leaf = node
        else:
            below = node.inner.peek(now)
            if below is None:
                return None, node.inner.wake
            leaf = below
        if node.shaper is not None:
            ready = node.shaper.ready(now, leaf.queue[0].length + self.extra)
            if ready > now:
                return None, ready
        return leaf, now

    def take(self, leaf: Leaf, now: int) -> Packet:
        """Remove the packet that the last `peek` of this scheduler found."""
        packet = leaf.queue.popleft()
        size = packet.length + self.extra
        leaf.bytes -= size
        node: Node | None = leaf
        while node is not None:
            parent = node.parent
            if parent is None:
                break
            node.backlog -= 1
            parent.backlog -= 1
            parent._charge(node, size, now)
            node = parent.owner
        return packet

    def _charge(self, node: Node, size: int, now: int) -> None:
        if node.shaper is not None:
            node.shaper.charge(now, size)
        if self._stage == _GUARANTEE:
            total = size * UNIT + node.clock_part
            node.clock += total // node.guarantee
            node.clock_part = total % node.guarantee
        elif self._stage == _EXCESS and self._turns:
            if self._until_turn(node):
                self._turn, self._sent = node.order, 0
            # Who has nothing more to send gives the rest of the turn away.
            self._sent = self._sent + size if node.backlog else NEVER
        elif self._stage == _EXCESS and node.weight:
            level = node.excess_level
            if node.start > self._virtual[level]:  # noqa: PLR1730 - max() costs a call
                self._virtual[level] = node.start
            total = size * _SCALE + node.start_part
            node.start += total // node.weight
            node.start_part = total % node.weight
        if not self.backlog:
            virtual = self._virtual
            for each in self.nodes:
                level = each.excess_level
                if each.start > virtual[level]:  # noqa: PLR1730 - max() costs a call
                    virtual[level] = each.start
