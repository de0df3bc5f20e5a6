"""TCP bulk transfer: slow start, congestion avoidance, fast retransmit and recovery, timeouts.

RFC 5681 (windows), RFC 6582 (NewReno) or RFC 6675 (selective acknowledgements), RFC 6298
(retransmission timer, with Karn's rule and back-off); how windows grow and shrink is in
`congestion`. A connection starts established. Every segment is full but perhaps the last. An ACK
tells of the segment that brought it, not of three blocks.
"""

from __future__ import annotations

from qosc.scenario.traffic import Tcp
from qosc.simulator.congestion import control_of
from qosc.simulator.loop import MILLISECOND, SECOND, Loop
from qosc.simulator.packet import Header, Packet
from qosc.simulator.sack import Scoreboard
from qosc.simulator.sources import Path
from qosc.simulator.stats import Flow

__all__ = ["HEADERS", "Connection"]

HEADERS = 40
"""Bytes of the IP and TCP headers."""
_ACK_DELAY = 200 * MILLISECOND
_RTO_MOST = 60 * SECOND
_DUPLICATES = 3


class Connection:
    """One transfer, sender and receiver. Sequence numbers are byte counts from 0."""

    __slots__ = (
        "_acks",
        "_back",
        "_board",
        "_buffer",
        "_control",
        "_cwnd",
        "_deadline",
        "_delayed",
        "_dup",
        "_end",
        "_flow",
        "_forth",
        "_held",
        "_hold",
        "_loop",
        "_mss",
        "_next",
        "_out_of_order",
        "_path",
        "_recover",
        "_recovering",
        "_return",
        "_rto",
        "_rto_least",
        "_rttvar",
        "_seen",
        "_srtt",
        "_ssthresh",
        "_stop",
        "_timed",
        "_timed_at",
        "_top",
        "_una",
        "_waiting",
        "arrived",
        "delivered",
    )

    def __init__(
        self,
        model: Tcp,
        loop: Loop,
        flow: Flow,
        acks: Flow,
        header: Header,
        path: Path,
        back: Path,
        *,
        start: int,
        stop: int,
    ) -> None:
        self._loop, self._flow, self._acks = loop, flow, acks
        self._forth, self._return = header, header.reply()
        self._path, self._back = path, back
        self._mss, self._buffer = model.mss_bytes, model.socket_buffer_bytes
        self._control = control_of(model.congestion_control, self._mss)
        self._board = Scoreboard(self._mss) if model.sack else None
        self._end, self._stop = model.total_bytes, stop
        # RFC 5681, section 3.1: four segments, but about 4380 bytes.
        self._cwnd = min(4 * self._mss, max(2 * self._mss, 4380))
        self._ssthresh = max(self._buffer, 2 * self._mss)
        self._una = self._next = self._top = 0
        self._dup, self._recover, self._recovering = 0, 0, False
        self._srtt = self._rttvar = 0
        self._rto_least = model.rto_min_ms * MILLISECOND
        self._rto = max(SECOND, self._rto_least)
        self._deadline, self._waiting = 0, False
        self._timed, self._timed_at = -1, 0
        self.delivered = 0
        self.arrived = 0
        """Bytes that came for the first time, whether or not those before them are there."""
        self._out_of_order: dict[int, int] = {}
        self._seen = 0
        self._delayed, self._held, self._hold = model.delayed_ack, 0, False
        loop.at(start, self._fill)

    # The sender.

    def _fill(self, _: object = None) -> None:
        """Send what the window allows."""
        window = min(self._cwnd, self._buffer)
        if self._board is not None:
            window = self._repair(self._board)
        while self._next < self._una + window:
            length = self._segment(self._next)
            if length <= 0 or (self._next + length > self._una + window and self._next > self._una):
                return
            self._send(self._next, length)
            self._next += length

    def _repair(self, board: Scoreboard) -> int:
        """Send again what is taken for lost; the window that is left from the first hole on.

        What arrived or is lost is not under way, and others may take its place (RFC 6675, "pipe").
        """
        if self._recovering:
            while (start := board.next_lost()) is not None:
                under_way = self._next - self._una - board.missing()
                if under_way + self._mss > self._cwnd:
                    break
                board.sent_again(start)
                self._send(start, self._segment(start))
        return min(self._cwnd + board.missing(), self._buffer)

    def _segment(self, start: int) -> int:
        if start < self._top:
            # Sent before: the stop of the transfer does not cut what is under way.
            return min(self._mss, self._top - start)
        if self._loop.now >= self._stop:
            return 0
        return self._mss if self._end is None else min(self._mss, self._end - start)

    def _send(self, start: int, length: int) -> None:
        now, flow = self._loop.now, self._flow
        if start < self._top:
            flow.retransmits += 1
            self._timed = -1
        else:
            self._top = start + length
            if self._timed < 0:
                self._timed, self._timed_at = start + length, now
        if not self._deadline:
            self._arm(now)
        flow.sent(length + HEADERS)
        self._path[0].send(
            Packet(flow, self._forth, length + HEADERS, now, self._path, self._data, start)
        )

    def _arm(self, now: int) -> None:
        self._deadline = now + self._rto
        if not self._waiting:
            self._waiting = True
            self._loop.at(self._deadline, self._timer)

    def _timer(self, _: object) -> None:
        now = self._loop.now
        self._waiting = False
        if not self._deadline:
            return
        if now < self._deadline:
            self._waiting = True
            self._loop.at(self._deadline, self._timer)
            return
        self._flow.timeouts += 1
        flight = self._next - self._una
        self._ssthresh = self._control.reduced(flight, self._cwnd, timeout=True)
        self._cwnd = self._mss
        self._rto = min(2 * self._rto, _RTO_MOST)
        self._dup, self._recovering, self._timed = 0, False, -1
        self._recover = self._top
        self._next = self._una
        self._deadline = 0
        if self._board is not None:
            self._board.clear(self._una)
        self._fill()

    def _ack(self, packet: Packet) -> None:
        now, (acked, newest) = self._loop.now, packet.data
        self._acks.received(packet.length, now)
        self._acks.delays.append(now - packet.born)
        board = self._board
        if board is not None and newest >= max(acked, self._una):
            board.arrived(newest)
        if acked > self._una:
            if board is not None:
                board.advance(self._una, acked)
            self._progress(acked, now)
        elif board is None and acked == self._una and self._next > self._una:
            self._duplicate()
        if board is not None and not self._recovering and self._una >= self._recover:
            self._recover_by(board)
        self._fill()

    def _progress(self, acked: int, now: int) -> None:
        if self._timed >= 0 and acked >= self._timed:
            self._sample(now - self._timed_at)
            self._timed = -1
        fresh = acked - self._una
        self._una = acked
        self._next = max(self._next, acked)
        if self._recovering and self._board is not None:
            if acked >= self._recover:
                self._recovering = False
        elif self._recovering and acked < self._recover:
            # A partial acknowledgement (RFC 6582): the next hole, and deflate.
            self._send(acked, self._segment(acked))
            self._cwnd = max(self._cwnd - fresh, 0) + self._mss
        elif self._recovering:
            self._recovering = False
            self._cwnd = min(self._ssthresh, max(self._next - acked, self._mss) + self._mss)
        elif self._cwnd < self._ssthresh:
            self._cwnd += min(fresh, self._mss)
        elif self._cwnd < self._buffer:
            # A window that the buffer bounds anyway says nothing about the path (RFC 9438, 5.8).
            self._cwnd = self._control.avoid(self._cwnd, fresh, now, self._srtt)
        self._dup = 0
        self._deadline = 0
        if self._top > acked and self._next > acked:
            self._arm(now)

    def _duplicate(self) -> None:
        self._dup += 1
        if self._recovering:
            self._cwnd += self._mss
        elif self._dup == _DUPLICATES and self._una >= self._recover:
            self._ssthresh = self._control.reduced(self._next - self._una, self._cwnd)
            self._recover, self._recovering = self._top, True
            self._send(self._una, self._segment(self._una))
            self._cwnd = self._ssthresh + _DUPLICATES * self._mss

    def _recover_by(self, board: Scoreboard) -> None:
        """Go into recovery if a segment is taken for lost; the first goes out whatever is there."""
        start = board.next_lost()
        if start is None:
            return
        self._ssthresh = self._control.reduced(self._next - self._una, self._cwnd)
        self._cwnd = self._ssthresh
        self._recover, self._recovering = self._top, True
        board.sent_again(start)
        self._send(start, self._segment(start))

    def _sample(self, rtt: int) -> None:
        self._control.measured(rtt)
        if not self._srtt:
            self._srtt, self._rttvar = rtt, rtt // 2
        else:
            self._rttvar = (3 * self._rttvar + abs(self._srtt - rtt)) // 4
            self._srtt = (7 * self._srtt + rtt) // 8
        least = max(self._rto_least, MILLISECOND)
        self._rto = min(max(self._srtt + 4 * self._rttvar, least), _RTO_MOST)

    # The receiver.

    def _data(self, packet: Packet) -> None:
        now, flow = self._loop.now, self._flow
        flow.received(packet.length, now)
        flow.delays.append(now - packet.born)
        start, length = packet.data, packet.length - HEADERS
        if start < self._seen:
            flow.out_of_sequence += 1
        else:
            self._seen = start
        before = self.delivered
        fresh = 0
        if start <= before:
            fresh = max(start + length - before, 0)
            self.delivered = max(before, start + length)
            while (more := self._out_of_order.pop(self.delivered, 0)) > 0:
                self.delivered += more
        elif start not in self._out_of_order:
            fresh = self._out_of_order[start] = length
        self.arrived += fresh
        flow.payload_bytes += fresh
        in_order = self.delivered - before == length and not self._out_of_order
        if self._delayed and in_order and not self._held:
            self._held = 1
            if not self._hold:
                self._hold = True
                self._loop.at(now + _ACK_DELAY, self._release)
            return
        self._acknowledge(start)

    def _release(self, _: object) -> None:
        self._hold = False
        if self._held:
            self._acknowledge()

    def _acknowledge(self, newest: int = -1) -> None:
        self._held = 0
        self._acks.sent(HEADERS)
        self._back[0].send(
            Packet(
                self._acks,
                self._return,
                HEADERS,
                self._loop.now,
                self._back,
                self._ack,
                (self.delivered, newest if newest > self.delivered else -1),
            )
        )
