"""How many packets of a capture go each way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from qosc.fields import Field
from qosc.packets import Packet, UndecidedError
from qosc.trace.capture import CaptureError, Frame
from qosc.trace.headers import UnreadFrameError, packet_of
from qosc.trace.route import Route
from qosc.trace.steps import Way
from qosc.trace.travellers import Single, Work
from qosc.trace.unfollowed import undecided_packet

__all__ = ["Counted", "Row", "count"]

_KEPT = 1 << 16
"""Packets with unlike headers whose way is remembered."""
_Key = tuple[object, ...]


@dataclass
class Row:
    """Packets that the same classes take on the same way."""

    way: Way[Single]
    packets: int = 0
    octets: int = 0
    """Bytes from the IP header on; of other frames, of the whole frame."""


@dataclass
class Counted:
    """The packets of a capture, by way. `broken` says where reading ended early, if it did."""

    rows: list[Row] = field(default_factory=list)
    undecided: Counter[str] = field(default_factory=Counter)
    unread: Counter[str] = field(default_factory=Counter)
    broken: str = ""

    @property
    def total(self) -> int:
        """All frames that were read."""
        counted = sum(row.packets for row in self.rows)
        return counted + self.undecided.total() + self.unread.total()

    @property
    def is_whole(self) -> bool:
        """Whether there are packets, and all of them are among the ways."""
        return bool(self.rows) and not (self.undecided or self.unread or self.broken)


def count(route: Route[Single], frames: Iterable[Frame], max_tests: int) -> Counted:
    """Put each frame on its way. Meters are taken to be kept to: times are not looked at.

    Where all packets so far took more than `max_tests` tests (an entry of a list or a part of a
    match, each), those with headers that were not seen before are not followed, but counted as
    undecided. Raises CaptureError for what is no capture; one that breaks off is counted as far as
    it goes.
    """
    result = Counted()
    rows: dict[_Key, Row] = {}
    known: dict[_Key, Row | str] = {}
    work = Work()
    try:
        for frame in frames:
            _one(
                route=route,
                frame=frame,
                result=result,
                rows=rows,
                known=known,
                work=work,
                max_tests=max_tests,
            )
    except CaptureError as error:
        if not rows and not result.total:
            raise
        result.broken = str(error)
    result.rows = sorted(rows.values(), key=lambda row: -row.packets)
    return result


def _one(
    route: Route[Single],
    frame: Frame,
    result: Counted,
    rows: dict[_Key, Row],
    known: dict[_Key, Row | str],
    work: Work,
    max_tests: int,
) -> None:
    try:
        packet = packet_of(frame)
    except UnreadFrameError as error:
        result.unread[str(error)] += 1
        return
    key = _key(packet)
    row = known.get(key)
    if row is None:
        if len(known) >= _KEPT:
            known.clear()
        if work.tests > max_tests:
            result.undecided[f"the packets before took {max_tests:,} tests (--max-tests)"] += 1
            return
        row = known[key] = _row(route, packet, rows, work)
    if isinstance(row, str):
        result.undecided[row] += 1
        return
    row.packets += 1
    length = packet.get(Field.LENGTH)
    row.octets += length if isinstance(length, int) else frame.size


def _key(packet: Packet) -> _Key:
    return packet.version, packet.ds, packet.layers, tuple(packet.values.items())


def _row(route: Route[Single], packet: Packet, rows: dict[_Key, Row], work: Work) -> Row | str:
    """The row of a packet's way, or why that is not decided."""
    if route.entered is not None:
        values = {**packet.values, Field.INPUT_INTERFACE: route.entered.name}
        packet = Packet(packet.version, packet.ds, values, packet.layers)
    try:
        (way,) = route.follow(Way(Single(route.device, packet, work)), meters=False)
    except UndecidedError as error:
        return str(error)
    if why := undecided_packet(route, way, packet):
        return why
    key = (way.classes, way.dropped, _out(way))
    return rows.setdefault(key, Row(way))


def _out(way: Way[Single]) -> int | str | None:
    return way.traveller.packet.get(Field.DSCP)
