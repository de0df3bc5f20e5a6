"""Send UDP packets and ICMP echo requests at given instants, each with a number and a time."""

from __future__ import annotations

import heapq
import random
import socket
import struct
import time
from array import array
from collections.abc import Callable
from typing import Any

from qosc.lab.linux.guest.crew import Begin

__all__ = ["STAMP", "send"]

STAMP = struct.Struct("!4sIIq")
"""At the start of each payload: a mark, the source's index, a number, the sending time (ns)."""
MAGIC = b"qosc"
_CLOSE_NS = 60_000
"""Do not go to sleep for less than a sleep takes."""


def send(sources: list[dict[str, Any]], begin: Begin) -> dict[str, Any]:
    """Send all `sources` of a node.

    Instants are absolute, so that a delay of this process does not change the rate. Gives for
    each source what was sent, and by how much the sender was late.
    """
    flows = [_Flow(source) for source in sources]
    start_ns, end_ns, _ = begin()
    for flow in flows:
        flow.begin(start_ns, end_ns)
    queue = [(flow.next_ns, n) for n, flow in enumerate(flows) if flow.next_ns < flow.stop_ns]
    heapq.heapify(queue)
    late: list[int] = []
    while queue:
        due, n = queue[0]
        now = time.time_ns()
        if due - now > _CLOSE_NS:
            time.sleep((due - now) / 1e9)
            now = time.time_ns()
        flow = flows[n]
        flow.send(now)
        late.append(now - due)
        if flow.advance():
            heapq.heapreplace(queue, (flow.next_ns, n))
        else:
            heapq.heappop(queue)
    for flow in flows:
        flow.socket.close()
    late.sort()
    return {
        "sent": {flow.index: flow.report() for flow in flows},
        "late_ns": {
            "median": late[len(late) // 2],
            "p99": late[len(late) * 99 // 100],
            "most": late[-1],
        }
        if late
        else {},
    }


class _Flow:
    """One source: its socket, its packet and its instants."""

    def __init__(self, source: dict[str, Any]) -> None:
        self._source = source
        self.index: int = source["index"]
        self.next_ns = self.stop_ns = self._origin = self._number = self._window_ns = 0
        self._left: int = source.get("count") or 1 << 60
        self._mean_ns: float = source["interval_ns"]
        self._gap: Callable[[float], float] | None = None
        if source["kind"] == "poisson":
            self._gap = random.Random(source["seed"] * 1000 + self.index).expovariate  # noqa: S311
        self._jitter_ns: int = source.get("jitter_ns", 0)
        self._late: Callable[[], float] | None = None
        if self._jitter_ns:
            self._late = random.Random(source["seed"] * 1000 + self.index).random  # noqa: S311
        self._pauses: _Pauses | None = None
        if source["kind"] == "on-off":
            self._pauses = _Pauses(source)
        self._since = 0
        self._packets = self._failed = self._counted = 0
        self._start = 0
        self._instants = array("q") if source.get("trace") else None
        self._length: int = source["packet_bytes"]
        self._icmp = source["kind"] == "ping"
        self._packet = bytearray(self._length - 20 if self._icmp else self._length - 28)
        self.socket = _socket(source, icmp=self._icmp)

    def begin(self, start_ns: int, end_ns: int) -> None:
        self._start = start_ns
        self._origin = self.next_ns = start_ns + self._source.get("start_us", 0) * 1000
        stop = self._source.get("stop_us")
        self.stop_ns = end_ns if stop is None else min(end_ns, start_ns + stop * 1000)
        self._window_ns = start_ns + self._source["warm_up_us"] * 1000
        if self._gap is not None:
            self.next_ns += int(self._gap(1 / self._mean_ns))
        if self._late is not None:
            self.next_ns += int(self._late() * self._jitter_ns)
        if self._pauses is not None:
            self._pauses.until = self.next_ns + self._pauses.on()

    def send(self, now: int) -> None:
        at = 8 if self._icmp else 0
        STAMP.pack_into(self._packet, at, MAGIC, self.index, self._number, now)
        if self._icmp:
            struct.pack_into("!BBHHH", self._packet, 0, 8, 0, 0, self.index, self._number & 0xFFFF)
            struct.pack_into("!H", self._packet, 2, _checksum(self._packet))
        try:
            self.socket.send(self._packet)
            self._packets += 1
            if self._instants is not None:
                self._instants.append(now - self._start)
            self._counted += now >= self._window_ns
        except OSError:
            self._failed += 1

    def advance(self) -> bool:
        """Set the next instant; false when there is none."""
        self._number += 1
        if self._gap is None:
            count = self._number - self._since
            self.next_ns = self._origin + int(count * self._mean_ns)
            if self._late is not None:
                self.next_ns += int(self._late() * self._jitter_ns)
            pauses = self._pauses
            if pauses is not None and self.next_ns >= pauses.until:
                self._origin = self.next_ns = pauses.until + pauses.off()
                pauses.until = self.next_ns + pauses.on()
                self._since = self._number
        else:
            self.next_ns += int(self._gap(1 / self._mean_ns))
        return self._number < self._left and self.next_ns < self.stop_ns

    def report(self) -> dict[str, Any]:
        return {
            "packets": self._packets,
            "bytes": self._packets * self._length,
            "counted_packets": self._counted,
            "counted_bytes": self._counted * self._length,
            "failed": self._failed,
            "instants_ns": None if self._instants is None else self._instants.tolist(),
        }


class _Pauses:
    """The times in which a source sends, and does not, in ns."""

    def __init__(self, source: dict[str, Any]) -> None:
        self._on, self._off = source["on_us"] * 1000, source["off_us"] * 1000
        self._random: random.Random | None = None
        if source["periods"] == "exponential":
            self._random = random.Random(source["seed"] * 1000 + source["index"])  # noqa: S311
        self.until = 0
        """When the present burst ends."""

    def on(self) -> int:
        """How long the next burst lasts."""
        return self._draw(self._on)

    def off(self) -> int:
        """How long the next pause lasts."""
        return self._draw(self._off)

    def _draw(self, mean: int) -> int:
        return mean if self._random is None else max(int(self._random.expovariate(1 / mean)), 1)


def _socket(source: dict[str, Any], *, icmp: bool) -> socket.socket:
    if icmp:
        made = socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)
        # Replies are read by the tap; an empty filter keeps them out of this socket (ICMP_FILTER).
        made.setsockopt(socket.SOL_RAW if hasattr(socket, "SOL_RAW") else 255, 1, b"\xff" * 4)
        made.bind((source["src"], 0))
        made.connect((source["dst"], 0))
    else:
        made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind((source["src"], source["sport"]))
        made.connect((source["dst"], source["dport"]))
    made.setsockopt(socket.IPPROTO_IP, socket.IP_TOS, source.get("tos", 0))
    made.settimeout(0)
    return made


def _checksum(packet: bytearray) -> int:
    """The Internet checksum (RFC 1071)."""
    data = bytes(packet) + (b"\0" if len(packet) % 2 else b"")
    total: int = sum(struct.unpack(f"!{len(data) // 2}H", data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF
