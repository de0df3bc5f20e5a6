"""Random early detection, and queues for each flow."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from random import Random
from zlib import crc32

from qosc.fields import Field
from qosc.scenario.match import Match
from qosc.scenario.queue import Curve, EarlyDrop, FlowQueues
from qosc.simulator.match import Classifier
from qosc.simulator.packet import Packet

__all__ = ["DROP", "MARK", "PASS", "Early", "FlowStore"]

PASS, MARK, DROP = 0, 1, 2
_ONE = 1 << 32
_MILLION = 1_000_000
_QUANTUM = 1500
_FLOW_FIELDS = (
    Field.SRC4,
    Field.DST4,
    Field.PROTOCOL,
    Field.SRC_PORT,
    Field.DST_PORT,
    Field.DSCP,
)


class Early:
    """The average depth, in packets and in bytes, and the curves.

    Each drop is drawn on its own. The average is kept in units of 2**-32; it does not move while
    no packet arrives.
    """

    __slots__ = ("_bytes", "_curves", "_ecn", "_exponent", "_find", "_packets", "_random")

    def __init__(self, model: EarlyDrop, random: Random) -> None:
        self._exponent = model.weight_exponent
        self._ecn = model.ecn
        self._random = random
        self._packets = self._bytes = 0
        self._curves: list[tuple[bool, int, int, int] | Points] = []
        for curve in model.curves:
            if curve.points:
                self._curves.append(Points(curve))
                continue
            in_bytes = curve.min_bytes is not None
            low = (curve.min_bytes if in_bytes else curve.min_packets) or 0
            high = (curve.max_bytes if in_bytes else curve.max_packets) or 0
            self._curves.append((in_bytes, low * _ONE, high * _ONE, curve.denominator))
        anything = Match(where={})
        self._find = Classifier(
            [(curve.match or anything, i) for i, curve in enumerate(model.curves)], -1
        )

    def fate(self, packet: Packet, packets: int, size: int) -> int:
        """What becomes of a packet that finds so many packets and bytes in the queue."""
        self._packets += (packets * _ONE - self._packets) >> self._exponent
        self._bytes += (size * _ONE - self._bytes) >> self._exponent
        index = self._find(packet.header, packet.length)
        if index < 0:
            return PASS
        curve = self._curves[index]
        if isinstance(curve, Points):
            part, whole = curve.chance(self._bytes if curve.in_bytes else self._packets)
        else:
            in_bytes, low, high, denominator = curve
            # (average - low) / (high - low) / denominator, in whole numbers.
            part = (self._bytes if in_bytes else self._packets) - low
            whole = (high - low) * denominator
            if part >= high - low:
                return DROP
        if part <= 0:
            return PASS
        if part >= whole:
            return DROP
        if self._random.randrange(whole) >= part:
            return PASS
        # One that carries the mark already is passed on with it (RFC 3168, section 5; Cisco, WRED
        # Explicit Congestion Notification).
        able = packet.header.values.get(Field.ECN) in (1, 2, 3)
        return MARK if self._ecn and able else DROP


class Points:
    """A curve by points of depth and probability."""

    __slots__ = ("_depths", "_parts", "in_bytes", "interpolated")

    def __init__(self, model: Curve) -> None:
        self.in_bytes = model.full_bytes is not None
        self.interpolated = model.interpolated
        full = (model.full_packets or 0) + (model.full_bytes or 0)
        self._depths = [fill * full * _ONE // _MILLION for fill, _ in model.points]
        self._parts = [part for _, part in model.points]

    def chance(self, average: int) -> tuple[int, int]:
        """The probability of a drop at an average (in units of 2**-32), as a fraction."""
        last = bisect_right(self._depths, average) - 1
        if last < 0:
            return 0, 1
        part, depth = self._parts[last], self._depths[last]
        if not self.interpolated or last == len(self._parts) - 1:
            return part, _MILLION
        span = self._depths[last + 1] - depth
        rise = (self._parts[last + 1] - part) * (average - depth)
        return part * span + rise, _MILLION * span


class FlowStore:
    """The packets of a queue, kept by flow; the first of them is the one that is next in turn.

    Deficit round robin (Shreedhar and Varghese, SIGCOMM 1995) with a quantum of 1500 bytes, times
    precedence + 1 where the weights go by precedence (Cisco, "Congestion Management Overview":
    the parts of weighted fair queueing).
    """

    __slots__ = (
        "_by_precedence",
        "_deficit",
        "_flows",
        "_known",
        "_length",
        "_queues",
        "_turn",
        "limit",
    )

    def __init__(self, model: FlowQueues) -> None:
        self._flows = model.flows
        self.limit = model.limit_packets
        self._by_precedence = model.weights == "precedence"
        self._known: dict[int, int] = {}
        self._queues: dict[int, deque[Packet]] = {}
        self._turn: deque[int] = deque()
        self._deficit: dict[int, int] = {}
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> Packet:
        """The packet that is next; only index 0 makes sense."""
        while True:
            flow = self._turn[0]
            packet = self._queues[flow][0]
            if self._deficit[flow] >= packet.length:
                return packet
            self._turn.rotate(-1)
            self._refill(self._turn[0])

    def _refill(self, flow: int) -> None:
        precedence = int(self._queues[flow][0].header.values[Field.DSCP]) >> 3
        self._deficit[flow] += _QUANTUM * (precedence + 1 if self._by_precedence else 1)

    def append(self, packet: Packet) -> None:
        """Queue a packet behind those of its flow."""
        flow = self._flow(packet)
        queue = self._queues.setdefault(flow, deque())
        queue.append(packet)
        self._length += 1
        if len(queue) == 1:
            self._deficit[flow] = 0
            self._turn.append(flow)
            if len(self._turn) == 1:
                self._refill(flow)

    def popleft(self) -> Packet:
        """Take the packet that is next."""
        packet = self[0]
        flow = self._turn[0]
        queue = self._queues[flow]
        queue.popleft()
        self._length -= 1
        self._deficit[flow] -= packet.length
        if not queue:
            del self._queues[flow]
            self._turn.popleft()
            if self._turn:
                self._refill(self._turn[0])
        return packet

    def full(self, packet: Packet) -> bool:
        """Whether the packet's flow holds all that it may."""
        if self.limit is None:
            return False
        return len(self._queues.get(self._flow(packet), ())) >= self.limit

    def _flow(self, packet: Packet) -> int:
        header = packet.header
        found = self._known.get(header.number)
        if found is None:
            key = ",".join(str(header.values.get(field, "")) for field in _FLOW_FIELDS)
            found = self._known[header.number] = crc32(key.encode()) % self._flows
        return found
