"""Random early detection, and queues for each flow."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Mapping
from heapq import heappop, heappush
from random import Random
from zlib import crc32

from qosc.fields import Field
from qosc.scenario.match import Match
from qosc.scenario.queue import Curve, EarlyDrop, FlowQueues
from qosc.simulator.match import Classifier
from qosc.simulator.packet import Packet

__all__ = ["DROP", "MARK", "PASS", "Early", "FlowStore", "flow_store", "queue_of"]

PASS, MARK, DROP = 0, 1, 2
_ONE = 1 << 32
_MILLION = 1_000_000
_QUANTUM = 1500
_WEIGHT = 32_384
"""The weight of a flow of precedence 0, from 12.0(5)T. It is divided by precedence + 1, and whole
(IOS shows 5397 for precedence 5)."""
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
    """The packets of a queue, kept by flow; the first of them is the one that leaves next."""

    __slots__ = ("_flows", "_held", "_known", "_length", "limit")

    def __init__(self, model: FlowQueues) -> None:
        self._flows = model.flows
        self.limit = model.limit_packets
        self._known: dict[int, int] = {}
        self._held: dict[int, int] = {}
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, index: int) -> Packet:
        """The packet that is next; only index 0 makes sense."""
        raise NotImplementedError

    def append(self, packet: Packet) -> None:
        """Queue a packet behind those of its flow."""
        raise NotImplementedError

    def popleft(self) -> Packet:
        """Take the packet that is next."""
        raise NotImplementedError

    def full(self, packet: Packet) -> bool:
        """Whether the packet's flow holds all that it may."""
        return self.limit is not None and self._held.get(self._flow(packet), 0) >= self.limit

    def _put(self, flow: int) -> bool:
        """Count a packet of a flow; whether it is its only one."""
        held = self._held[flow] = self._held.get(flow, 0) + 1
        self._length += 1
        return held == 1

    def _took(self, flow: int) -> bool:
        """Count a packet of a flow that leaves; whether it was its last one."""
        self._length -= 1
        held = self._held[flow] = self._held[flow] - 1
        if not held:
            del self._held[flow]
        return not held

    def _flow(self, packet: Packet) -> int:
        header = packet.header
        queue = self._known.get(header.number)
        if queue is None:
            queue = self._known[header.number] = queue_of(header.values, self._flows)
        return queue


def queue_of(values: Mapping[Field, int | str], flows: int) -> int:
    """Which of so many queues the packets with these fields are hashed to."""
    key = ",".join(str(values.get(field, "")) for field in _FLOW_FIELDS)
    return _mixed(crc32(key.encode())) % flows


def _mixed(value: int) -> int:
    """A number of 32 bits for another, so that flows whose ports differ alike fall apart.

    A CRC alone is linear: where one client of port n shares a queue with another of port m, so do
    n + 1 and m + 1. (The last step of MurmurHash3 by A. Appleby, which is in the public domain.)
    """
    value = (value ^ value >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    value = (value ^ value >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return value ^ value >> 16


class Turns(FlowStore):
    """Flows that are served in turn: deficit round robin (Shreedhar and Varghese, SIGCOMM 1995)
    with a quantum of 1500 bytes.
    """

    __slots__ = ("_deficit", "_queues", "_turn")

    def __init__(self, model: FlowQueues) -> None:
        super().__init__(model)
        self._queues: dict[int, deque[Packet]] = {}
        self._turn: deque[int] = deque()
        self._deficit: dict[int, int] = {}

    def __getitem__(self, index: int) -> Packet:
        """The packet that is next; only index 0 makes sense."""
        while True:
            flow = self._turn[0]
            packet = self._queues[flow][0]
            if self._deficit[flow] >= packet.length:
                return packet
            self._turn.rotate(-1)
            self._deficit[self._turn[0]] += _QUANTUM

    def append(self, packet: Packet) -> None:
        """Queue a packet behind those of its flow."""
        flow = self._flow(packet)
        self._queues.setdefault(flow, deque()).append(packet)
        if self._put(flow):
            self._turn.append(flow)
            self._deficit[flow] = _QUANTUM if len(self._turn) == 1 else 0

    def popleft(self) -> Packet:
        """Take the packet that is next."""
        packet = self[0]
        flow = self._turn[0]
        self._queues[flow].popleft()
        self._deficit[flow] -= packet.length
        if self._took(flow):
            del self._queues[flow]
            self._turn.popleft()
            if self._turn:
                self._deficit[self._turn[0]] += _QUANTUM
        return packet


class FinishNumbers(FlowStore):
    """Flows whose packets leave in the order of their finish numbers, as before HQF.

    A packet's number is that of the packet before it in its flow, or of the packet that left last
    where its flow has none waiting, plus its length times the weight (Odom and Cavanaugh, Cisco QoS
    Exam Certification Guide, chapter on congestion management: "sequence number"; Golestani,
    "A self-clocked fair queueing scheme for broadband applications", INFOCOM 1994). Of equal
    numbers the one that came first leaves first, which no source says.
    """

    __slots__ = ("_came", "_extra", "_finish", "_heap", "_left")

    def __init__(self, model: FlowQueues, extra: int) -> None:
        super().__init__(model)
        self._extra = extra
        """Bytes of the link's header, which the length counts in."""
        self._heap: list[tuple[int, int, int, Packet]] = []
        self._finish: dict[int, int] = {}
        self._came = self._left = 0

    def __getitem__(self, index: int) -> Packet:
        """The packet that is next; only index 0 makes sense."""
        return self._heap[0][3]

    def append(self, packet: Packet) -> None:
        """Queue a packet behind those of its flow."""
        flow = self._flow(packet)
        before = self._left if self._put(flow) else self._finish[flow]
        precedence = int(packet.header.values[Field.DSCP]) >> 3
        finish = before + (packet.length + self._extra) * (_WEIGHT // (precedence + 1))
        self._finish[flow] = finish
        self._came += 1
        heappush(self._heap, (finish, self._came, flow, packet))

    def popleft(self) -> Packet:
        """Take the packet that is next."""
        self._left, _, flow, packet = heappop(self._heap)
        if self._took(flow):
            del self._finish[flow]
        return packet


def flow_store(model: FlowQueues, extra: int) -> FlowStore:
    """The flow queues of a class; `extra` is added to each packet's IP length."""
    return FinishNumbers(model, extra) if model.weights == "precedence" else Turns(model)
