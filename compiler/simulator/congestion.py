"""How a TCP sender's window grows without losses, and what a loss leaves of it.

Windows and amounts are in bytes, times in ns; all whole, so that a run is the same everywhere.
"""

from __future__ import annotations

from typing import Literal

from qosc.simulator.loop import MICROSECOND, MILLISECOND, SECOND

__all__ = ["Control", "Cubic", "HTcp", "Reno", "control_of", "cube_root"]

_C = (2, 5)
"""RFC 9438, section 5: C is 0.4 segments a cubic second."""
_BETA = (7, 10)
_ALPHA = (9, 17)
"""3 (1 - beta) / (1 + beta): growth of one segment in a round trip, times this."""
_SECOND_CUBED = 10**18
"""Cubic microseconds in a cubic second."""
_WHOLE = 1000
"""Factors are in thousandths."""
_BACK_OFF = (500, 800)
_CHANGE = 5
"""A change of throughput by more than one of so many parts is a large one."""


class Reno:
    """RFC 5681: a segment more in each round trip, half of what is in flight after a loss."""

    __slots__ = ("_mss",)

    def __init__(self, mss: int) -> None:
        self._mss = mss

    def avoid(self, cwnd: int, fresh: int, now: int, rtt: int) -> int:
        """The window after an ACK of `fresh` bytes in congestion avoidance."""
        del fresh, now, rtt
        return cwnd + max(self._mss * self._mss // cwnd, 1)

    def reduced(self, flight: int, cwnd: int, *, timeout: bool = False) -> int:
        """The slow start threshold after a loss that was found with `flight` bytes under way."""
        del cwnd, timeout
        return max(flight // 2, 2 * self._mss)

    def measured(self, rtt: int) -> None:
        """A round trip was timed: nothing hangs on it here."""


class Cubic:
    """RFC 9438: W(t) = C (t - K)^3 + W_max since the last loss, at least as fast as Reno.

    With fast convergence. Without HyStart, which is another document.
    """

    __slots__ = (
        "_at",
        "_estimate",
        "_k_us",
        "_most",
        "_mss",
        "_origin",
        "_owed",
        "_prior",
        "_rest",
    )

    def __init__(self, mss: int) -> None:
        self._mss = mss
        self._most = self._prior = self._origin = self._estimate = 0
        self._rest = self._owed = 0
        self._at, self._k_us = -1, 0

    def avoid(self, cwnd: int, fresh: int, now: int, rtt: int) -> int:
        """The window after an ACK of `fresh` bytes in congestion avoidance; `rtt` is smoothed."""
        mss = self._mss
        if self._at < 0:
            self._begin(cwnd, now)
        since = (now - self._at) // MICROSECOND
        fresh = min(fresh, 2 * mss)
        # Section 4.3: what Reno with this decrease would have.
        grown = fresh * mss
        if self._estimate < self._prior:
            grown = grown * _ALPHA[0] // _ALPHA[1]
        steps, self._owed = divmod(grown + self._owed, cwnd)
        self._estimate += steps
        if self.window(since) < self._estimate:
            return max(cwnd, self._estimate)
        # Sections 4.4 and 4.5: be where the curve is in a round trip.
        target = min(max(self.window(since + rtt // MICROSECOND), cwnd), cwnd * 3 // 2)
        steps, self._rest = divmod((target - cwnd) * fresh + self._rest, cwnd)
        return cwnd + steps

    def window(self, since_us: int) -> int:
        """W_cubic: the window that the curve gives so long after its beginning."""
        distance = since_us - self._k_us
        return self._origin + _C[0] * self._mss * distance**3 // (_C[1] * _SECOND_CUBED)

    def _begin(self, cwnd: int, now: int) -> None:
        self._at, self._estimate, self._rest, self._owed = now, cwnd, 0, 0
        self._origin = max(self._most, cwnd)
        # Section 4.2: K is the cube root of (W_max - cwnd) / C.
        self._k_us = cube_root((self._origin - cwnd) * _C[1] * _SECOND_CUBED // (_C[0] * self._mss))

    def reduced(self, flight: int, cwnd: int, *, timeout: bool = False) -> int:
        """The slow start threshold after a loss that was found with `flight` bytes under way."""
        # Section 4.7: who had to yield before coming to the old maximum yields a little more.
        if cwnd < self._most:
            self._most = cwnd * (_BETA[0] + _BETA[1]) // (2 * _BETA[1])
        else:
            self._most = cwnd
        if timeout:
            self._most = 0  # section 4.8: the curve begins where slow start ends
        self._prior, self._at = cwnd, -1
        return max(flight * _BETA[0] // _BETA[1], 2 * self._mss)

    def measured(self, rtt: int) -> None:
        """A round trip was timed: nothing hangs on it here."""


class HTcp:
    """H-TCP: a window that grows with the time since the last loss, for links of many Gbit/s.

    D. Leith and R. Shorten, "H-TCP: TCP for high-speed and long-distance networks", PFLDnet 2004,
    and draft-leith-tcp-htcp-06: with d seconds above one since the last loss a round trip adds 2
    (1 - b) (1 + 10 d + d * d / 4) segments, below one second 2 (1 - b); at least one, as the
    kernels of Linux and FreeBSD have it. After a loss b of what is in flight is left: the least
    round trip divided by the longest since the loss before, from 0.5 to 0.8; and 0.5 where the
    throughput between losses changed by more than a fifth. Without the scaling by the round trip,
    which the draft leaves open.
    """

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


Control = Reno | Cubic | HTcp


def control_of(name: Literal["reno", "cubic", "htcp"], mss: int) -> Control:
    """The congestion control of a connection with segments of `mss` bytes."""
    if name == "reno":
        return Reno(mss)
    return Cubic(mss) if name == "cubic" else HTcp(mss)


def cube_root(value: int) -> int:
    """The largest whole number whose cube is not above `value`, which is not negative."""
    if value < 1:
        return 0
    guess = 1 << -(-value.bit_length() // 3)
    while (better := (2 * guess + value // (guess * guess)) // 3) < guess:
        guess = better
    return guess
