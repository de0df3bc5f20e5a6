"""Count what arrives at a node: packets, bytes, marks, delays, gaps, round trips."""

from __future__ import annotations

import select
import socket
import struct
import time
from array import array
from collections import Counter
from typing import Any

from qosc.lab.linux.guest.crew import Begin
from qosc.lab.linux.guest.sender import MAGIC, STAMP

__all__ = ["listen"]

_ETH_P_IP = 0x0800
_SO_TIMESTAMPNS = 35
_SNAP = 20 + 40 + STAMP.size
"""Bytes of each packet that are looked at: IP, the longest transport header used, the stamp."""
_UDP = ("cbr", "poisson", "on-off")
_TCP = ("tcp", "short-tcp", "request-response")
Key = tuple[str, int, int]
"""Source address, source port and destination port of a TCP packet."""


def listen(
    sources: list[dict[str, Any]], pings: list[dict[str, Any]], begin: Begin
) -> dict[str, Any]:
    """Watch a node's incoming IPv4 packets until the end of listening.

    `sources` are those that end here, `pings` those whose replies come back here. Packets that
    belong to none are counted by protocol. All IPv4 lengths are those of the IP header.
    """
    counts = {source["index"]: _Arrivals(source) for source in sources}
    replies = {ping["index"]: _Arrivals(ping) for ping in pings}
    tcp = {(s["src"], s["sport"], s["dport"]): s["index"] for s in _spread(sources)}
    others: Counter[str] = Counter()
    # Someone must own the ports, or the kernel answers each packet with an ICMP error. Nobody
    # reads: the socket's short buffer fills, and the kernel drops the rest.
    owners = [_owner(source) for source in sources if source["kind"] in _UDP]
    with socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, socket.htons(_ETH_P_IP)) as tap:
        tap.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8 << 20)
        tap.setsockopt(socket.SOL_SOCKET, _SO_TIMESTAMPNS, 1)
        tap.settimeout(0)
        poll = select.poll()
        poll.register(tap, select.POLLIN)
        start_ns, _, end_ns = begin()
        for each in (*counts.values(), *replies.values()):
            each.begin(start_ns)
        while True:
            try:
                data, extra, _, _ = tap.recvmsg(_SNAP, 64)
            except BlockingIOError:
                left = end_ns - time.time_ns()
                if left <= 0:
                    break
                poll.poll(left / 1e6 + 1)
                continue
            seconds, nanos = struct.unpack("=qq", extra[0][2][:16])
            _sort(data, seconds * 1_000_000_000 + nanos, counts, replies, tcp, others)
        lost = struct.unpack("=II", tap.getsockopt(263, 6, 8))[1]  # SOL_PACKET, PACKET_STATISTICS
    for owner in owners:
        owner.close()
    return {
        "received": {index: each.report() for index, each in counts.items()},
        "replies": {index: each.report() for index, each in replies.items()},
        "others": dict(others),
        "tap_lost": lost,
    }


def _owner(source: dict[str, Any]) -> socket.socket:
    made = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    made.bind((source["dst"], source["dport"]))
    return made


def _spread(sources: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """One row for each TCP flow of a source."""
    return [
        {**s, "sport": s["sport"] + n}
        for s in sources
        for n in range(s.get("flows", 1))
        if s["kind"] in _TCP
    ]


def _sort(
    data: bytes,
    at: int,
    counts: dict[int, _Arrivals],
    replies: dict[int, _Arrivals],
    tcp: dict[Key, int],
    others: Counter[str],
) -> None:
    header = (data[0] & 15) * 4
    tos, length, protocol = data[1], int.from_bytes(data[2:4], "big"), data[9]
    if protocol == socket.IPPROTO_TCP:
        sport, dport, first = struct.unpack_from("!HHI", data, header)
        index = tcp.get((socket.inet_ntoa(data[12:16]), sport, dport), -1)
        if index in counts:
            payload = length - header - (data[header + 12] >> 4) * 4
            counts[index].add(at, length, tos)
            if payload > 0:
                counts[index].segment(at, sport, first)
            return
    elif (
        protocol in (socket.IPPROTO_UDP, socket.IPPROTO_ICMP)
        and len(data) >= header + 8 + STAMP.size
    ):
        mark, index, number, sent = STAMP.unpack_from(data, header + 8)
        back = protocol == socket.IPPROTO_ICMP and data[header] == 0
        table = replies if back else counts
        if mark == MAGIC and index in table:
            table[index].add(at, length, tos, number, sent)
            return
    others[str(protocol)] += 1


class _Arrivals:
    """What arrived of one source."""

    def __init__(self, source: dict[str, Any]) -> None:
        self._source = source
        self._start = self._from = self._until = 0
        self._interval = source["interval_us"] * 1000
        self._packets = self._bytes = self._all_packets = self._all_bytes = 0
        self._marks: Counter[int] = Counter()
        self._delays = array("q")
        self._series: Counter[int] = Counter()
        self._next = self._gaps = self._reordered = 0
        self._highest: dict[int, int] = {}

    def begin(self, start_ns: int) -> None:
        self._start = start_ns
        self._from = start_ns + self._source["warm_up_us"] * 1000
        self._until = start_ns + self._source["until_us"] * 1000

    def add(self, at: int, length: int, tos: int, number: int = -1, sent: int = 0) -> None:
        self._all_packets += 1
        self._all_bytes += length
        if self._interval:
            self._series[(at - self._start) // self._interval] += length
        counted = self._from <= at < self._until
        if number >= self._next:
            self._gaps += number - self._next if counted else 0
            self._next = number + 1
        elif number >= 0 and counted:
            self._reordered += 1
        if counted:
            self._packets += 1
            self._bytes += length
            self._marks[tos] += 1
            if number >= 0:
                self._delays.append(at - sent)

    def segment(self, at: int, port: int, first: int) -> None:
        """A TCP segment with data, of the connection from `port`; `first` is its number."""
        ahead = (first - self._highest.setdefault(port, first)) & 0xFFFFFFFF
        if ahead < 1 << 31:
            self._highest[port] = first
        elif self._from <= at < self._until:
            self._reordered += 1

    def report(self) -> dict[str, Any]:
        last = max(self._series, default=-1)
        return {
            "packets": self._packets,
            "bytes": self._bytes,
            "all_packets": self._all_packets,
            "all_bytes": self._all_bytes,
            "tos": dict(self._marks),
            "gaps": self._gaps,
            "reordered": self._reordered,
            "delays_ns": self._delays.tolist(),
            "series": [self._series[n] for n in range(last + 1)],
        }
