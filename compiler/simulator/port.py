"""Ports that send: the pipeline and queues of an output, and the wire behind them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from random import Random

from qosc.amounts import in_cells
from qosc.fields import Field
from qosc.scenario.model import Link
from qosc.simulator.conditioning import ClassStep, Marks, Step, drop, mark
from qosc.simulator.droppers import DROP, MARK
from qosc.simulator.loop import SECOND, Loop
from qosc.simulator.match import Classifier
from qosc.simulator.occupancy import Store
from qosc.simulator.packet import Packet
from qosc.simulator.scheduler import NEVER, Leaf, Limits, Scheduler
from qosc.simulator.stats import ClassCount

__all__ = ["Branch", "FifoPort", "OutPort", "ScheduledPort", "Seen", "Wire"]

Seen = Callable[[Packet, int], None]
"""What is told a packet, and the instant (ns) at which its last bit leaves a port."""

_CONGESTION_EXPERIENCED: Marks = ((Field.ECN, 3),)
"""RFC 3168."""


class Wire:
    """One direction of a link."""

    __slots__ = ("_atm", "_known", "_overhead", "_part", "_rate", "delay", "loss_ppm", "random")

    def __init__(self, link: Link, random: Random) -> None:
        self._rate = link.rate_bps
        self._overhead = link.overhead_bytes
        self._atm = link.linklayer == "atm"
        self._part = 0
        self._known: dict[int, tuple[int, int]] = {}
        self.delay = link.delay_us * 1000
        self.loss_ppm = link.loss_ppm
        self.random = random

    def bytes_of(self, length: int) -> int:
        """Bytes on the wire of an IP packet of `length` bytes."""
        size = length + self._overhead
        return in_cells(size) if self._atm else size

    def time(self, length: int) -> int:
        """Ns to send a packet; the parts of a ns are carried on to the next one."""
        known = self._known.get(length)
        if known is None:
            known = self._known[length] = divmod(self.bytes_of(length) * 8 * SECOND, self._rate)
        part = self._part + known[1]
        if part >= self._rate:
            self._part = part - self._rate
            return known[0] + 1
        self._part = part
        return known[0]

    def loses(self) -> bool:
        """Whether the link loses the next packet."""
        return self.loss_ppm > 0 and self.random.randrange(1_000_000) < self.loss_ppm


class OutPort:
    """A port that sends: stages without queues, then the queue."""

    __slots__ = ("_straight", "loop", "receive", "steps", "strip", "wire")

    def __init__(self, loop: Loop, wire: Wire, steps: tuple[Step, ...], *, strip: bool) -> None:
        self.loop = loop
        self.wire = wire
        self.steps = steps
        self.strip = strip
        """Whether fields that only this device knows have to be taken off."""
        self._straight = not (strip or wire.loss_ppm or wire.delay)
        """Whether a packet that leaves here is where it goes at once, and as it is."""
        self.receive: Callable[[Packet], None] = _nowhere

    def watch(self, seen: Seen) -> None:
        """Tell `seen` each packet whose last bit leaves here; before the run begins."""
        raise NotImplementedError

    def send(self, packet: Packet) -> None:
        """Treat a packet by the stages, and queue it."""
        raise NotImplementedError

    def stores(self) -> Iterator[tuple[ClassCount, Store]]:
        """The queues that are counted."""
        yield from ()

    def _away(self, packet: Packet) -> None:
        """The last bit is on the wire."""
        wire = self.wire
        if self.strip:
            packet.header = packet.header.on_the_wire()
        if wire.loss_ppm and wire.loses():
            packet.flow.dropped(packet.length, "link")
        elif wire.delay:
            self.loop.at(self.loop.now + wire.delay, self.receive, packet)
        else:
            self.receive(packet)


def _nowhere(packet: Packet) -> None:
    raise AssertionError(packet)


class FifoPort(OutPort):
    """First in, first out: when a packet comes it is known when it will leave."""

    __slots__ = ("_departures", "_free", "_gone", "_size", "count", "extra", "limits")

    def __init__(
        self,
        loop: Loop,
        wire: Wire,
        steps: tuple[Step, ...],
        *,
        strip: bool,
        limits: Limits,
        extra: int,
        count: ClassCount | None,
    ) -> None:
        super().__init__(loop, wire, steps, strip=strip)
        self.limits = limits
        self.extra = extra
        self.count = count
        self._departures: deque[tuple[int, int]] = deque()
        self._gone: Callable[[Packet], None] = self._departed
        self._free = 0
        self._size = 0

    def send(self, packet: Packet) -> None:
        """See OutPort."""
        packet.since = now = self.loop.now
        for step in self.steps:
            if not step(packet, now):
                return
        departures, count, length = self._departures, self.count, packet.length
        while departures and departures[0][0] <= now:
            self._size -= departures.popleft()[1]
        if count is not None:
            count.arrived_packets += 1
            count.arrived_bytes += length
        size = length + self.extra
        if not departures:
            leave = now + self.wire.time(length)
        else:
            # The packet in transmission is not in the queue; all others and this one are.
            waiting = len(departures)
            waiting_size = self._size - departures[0][1] + size
            if self.limits.full(packet, waiting, waiting_size):
                packet.flow.dropped(length, "queue")
                if count is not None:
                    count.dropped(length, "queue")
                return
            leave = self._free + self.wire.time(length)
            if count is not None:
                if waiting > count.queue_max_packets:  # noqa: PLR1730 - max() costs a call
                    count.queue_max_packets = waiting
                if waiting_size > count.queue_max_bytes:  # noqa: PLR1730 - max() costs a call
                    count.queue_max_bytes = waiting_size
        self._free = leave
        self._size += size
        departures.append((leave, size))
        self.loop.at(leave, self._gone, packet)

    def watch(self, seen: Seen) -> None:
        """See OutPort."""
        gone, loop = self._gone, self.loop

        def told(packet: Packet) -> None:
            seen(packet, loop.now)
            gone(packet)

        self._gone = told

    def stores(self) -> Iterator[tuple[ClassCount, Store]]:
        """See OutPort."""
        if self.count is not None:
            yield self.count, self

    def held(self, now: int) -> tuple[int, int]:
        """Packets and bytes that wait; the packet on the wire does not."""
        waiting = [size for leave, size in self._departures if leave > now][1:]
        return len(waiting), sum(waiting)

    def _departed(self, packet: Packet) -> None:
        count = self.count
        if count is not None:
            count.sent_packets += 1
            count.sent_bytes += packet.length
            count.waits.append(self.loop.now - packet.since)
        if self._straight:
            self.receive(packet)
        else:
            self._away(packet)


class Branch:
    """The classifier of a policy with queues, and what each class leads to."""

    __slots__ = ("ends", "find", "steps")

    def __init__(
        self, find: Classifier[int], steps: list[ClassStep], ends: list[Leaf | Branch]
    ) -> None:
        self.find = find
        self.steps = steps
        self.ends = ends

    def descend(self, packet: Packet, now: int) -> Leaf | None:
        """Treat the packet on its way down; its queue, or None when it was dropped.

        Every level classifies the packet as it came to the policy: marks that the levels above
        write do not move it to another class.
        """
        entered = packet.header
        branch = self
        while True:
            index = branch.find(entered, packet.length)
            if not branch.steps[index](packet, now, entered):
                return None
            end = branch.ends[index]
            if isinstance(end, Leaf):
                return end
            branch = end


class ScheduledPort(OutPort):
    """Class queues under a scheduler, and a ring of `ring` packets between it and the wire."""

    __slots__ = ("_free", "_gone", "_slots", "_used", "_wake", "branch", "root")

    def __init__(
        self,
        loop: Loop,
        wire: Wire,
        steps: tuple[Step, ...],
        *,
        strip: bool,
        branch: Branch,
        root: Scheduler,
        ring: int,
    ) -> None:
        super().__init__(loop, wire, steps, strip=strip)
        self.branch = branch
        self.root = root
        self._gone: Callable[[tuple[Packet, ClassCount]], None] = self._departed
        self._slots = ring + 1
        self._used = 0
        self._free = 0
        self._wake = NEVER

    def send(self, packet: Packet) -> None:
        """See OutPort."""
        packet.since = now = self.loop.now
        for step in self.steps:
            if not step(packet, now):
                return
        leaf = self.branch.descend(packet, now)
        if leaf is None:
            return
        root = self.root
        size = packet.length + root.extra
        if leaf.minded and not self._passes(leaf, packet, now, size):
            return
        if (self._used >= self._slots or root.backlog) and not _fits(leaf, packet, size):
            return
        root.put(leaf, packet, now)
        if self._used < self._slots:
            self._pump()

    def _passes(self, leaf: Leaf, packet: Packet, now: int, size: int) -> bool:
        """Whether the bounds of priority and random early detection let a packet into the queue."""
        for bucket, owner in leaf.bounds:
            # A packet that only waits for the one on the wire has met no congestion.
            if not self.root.backlog:
                bucket.charge(now, size)
            elif bucket.colour(now, size):
                drop(packet, owner, "priority")
                return False
        if leaf.early is not None:
            fate = leaf.early.fate(packet, len(leaf.queue), leaf.bytes)
            if fate == DROP:
                drop(packet, leaf.count, "early")
                return False
            if fate == MARK:
                mark(packet, _CONGESTION_EXPERIENCED, leaf.count)
        return True

    def watch(self, seen: Seen) -> None:
        """See OutPort."""
        gone, loop = self._gone, self.loop

        def told(what: tuple[Packet, ClassCount]) -> None:
            seen(what[0], loop.now)
            gone(what)

        self._gone = told

    def stores(self) -> Iterator[tuple[ClassCount, Store]]:
        """See OutPort."""
        for node in self.root.nodes:
            yield from ((leaf.count, leaf) for leaf in node.leaves())

    def _pump(self) -> None:
        """Move packets to the wire while there is room."""
        loop, root = self.loop, self.root
        now = loop.now
        while self._used < self._slots and root.backlog:
            leaf = root.peek(now)
            if leaf is None:
                if root.wake < self._wake:
                    self._wake = root.wake
                    loop.at(root.wake, self._woken)
                return
            packet = root.take(leaf, now)
            self._used += 1
            start = self._free if self._free > now else now  # noqa: FURB136 - likewise
            self._free = free = start + self.wire.time(packet.length)
            loop.at(free, self._gone, (packet, leaf.count))

    def _woken(self, _: object) -> None:
        self._wake = NEVER
        self._pump()

    def _departed(self, what: tuple[Packet, ClassCount]) -> None:
        packet, count = what
        self._used -= 1
        count.sent_packets += 1
        count.sent_bytes += packet.length
        count.waits.append(self.loop.now - packet.since)
        if self.root.backlog:
            self._pump()
        if self._straight:
            self.receive(packet)
        else:
            self._away(packet)


def _fits(leaf: Leaf, packet: Packet, size: int) -> bool:
    """Whether there is room for a packet that has to wait."""
    count, waiting, held = leaf.count, len(leaf.queue) + 1, leaf.bytes + size
    if leaf.limits.full(packet, waiting, held):
        drop(packet, count, "queue")
        return False
    if leaf.flows is not None and leaf.flows.full(packet):
        drop(packet, count, "flow")
        return False
    if waiting > count.queue_max_packets:  # noqa: PLR1730 - max() costs a call
        count.queue_max_packets = waiting
    if held > count.queue_max_bytes:  # noqa: PLR1730
        count.queue_max_bytes = held
    return True
