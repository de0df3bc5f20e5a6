"""H-TCP: a window that grows with the time since the last loss, for links of many Gbit/s.

D. Leith and R. Shorten, "H-TCP: TCP for high-speed and long-distance networks", PFLDnet 2004, and
draft-leith-tcp-htcp-06: with d seconds above one since the last loss a round trip adds
2 (1 - b) (1 + 10 d + d * d / 4) segments, below one second 2 (1 - b); at least one, as the kernels
of Linux and FreeBSD have it. After a loss b of what is in flight is left: the least round trip
divided by the longest since the loss before, from 0.5 to 0.8; and 0.5 where the throughput between
losses changed by more than a fifth. Without the scaling by the round trip, which the draft leaves
open.

Windows and amounts are in bytes, times in ns; all whole, so that a run is the same everywhere.
"""

from __future__ import annotations

from qosc.simulator.loop import MICROSECOND, MILLISECOND, SECOND

__all__ = ["HTcp"]

_WHOLE = 1000
"""Factors are in thousandths."""
_BACK_OFF = (500, 800)
_CHANGE = 5
"""A change of throughput by more than one of so many parts is a large one."""


class HTcp:
    """The window of a sender with H-TCP."""

    __slots__ = ("_acked", "_at", "_before", "_beta", "_least", "_most", "_mss", "_now", "_owed")

    def __init__(self, mss: int) -> None:
        self._mss = mss
        self._beta = _BACK_OFF[0]
        self._at, self._now = -1, 0
        self._acked = self._before = self._owed = 0
        self._least = self._most = 0

    def measured(self, rtt: int) -> None:
        """A round trip was timed."""
        self._least = min(self._least or rtt, rtt)
        self._most = max(self._most, rtt)

    def avoid(self, cwnd: int, fresh: int, now: int, rtt: int) -> int:
        """The window after an ACK of `fresh` bytes in congestion avoidance."""
        del rtt
        if self._at < 0:
            self._at = now
        self._now = now
        self._acked += fresh
        grown = min(fresh, 2 * self._mss) * self.growth(now - self._at) * self._mss
        steps, self._owed = divmod(grown + self._owed, cwnd * _WHOLE)
        return cwnd + steps

    def growth(self, since: int) -> int:
        """Thousandths of a segment that a round trip adds, so long after the last loss."""
        beyond = max(since - SECOND, 0) // MICROSECOND
        factor = _WHOLE + beyond // 100 + beyond * beyond // (4 * 10**9)
        return max(2 * (_WHOLE - self._beta) * factor // _WHOLE, _WHOLE)

    def reduced(self, flight: int, cwnd: int, *, timeout: bool = False) -> int:
        """The slow start threshold after a loss that was found with `flight` bytes under way."""
        del cwnd, timeout
        lasted = max((self._now - self._at) // MILLISECOND, 1) if self._at >= 0 else 1
        rate, before = self._acked // lasted, self._before
        self._beta = _BACK_OFF[0]
        if before and _CHANGE * abs(rate - before) <= before and self._most:
            ratio = _WHOLE * self._least // self._most
            self._beta = min(max(ratio, _BACK_OFF[0]), _BACK_OFF[1])
        self._before, self._acked, self._owed = rate, 0, 0
        self._most = self._least
        self._at = -1
        return max(flight * self._beta // _WHOLE, 2 * self._mss)
