"""Meters, exact to the bit: tokens are counted in units of 1/(8 * 10**9) byte.

In that unit a rate in bit/s adds just its own number each nanosecond, so all is in integers.
"""

from __future__ import annotations

from typing import Protocol

from qosc.scenario.pipeline import Meter as MeterModel

__all__ = [
    "GREEN",
    "RED",
    "UNIT",
    "YELLOW",
    "Car",
    "Meter",
    "Rfc4115",
    "SingleBucket",
    "Srtcm",
    "Trtcm",
    "build_meter",
]

UNIT = 8_000_000_000
GREEN, YELLOW, RED = 0, 1, 2


class Meter(Protocol):
    """Colours packets in the order of their arrival. Buckets start full."""

    def colour(self, now: int, length: int, before: int = GREEN) -> int:
        """The colour of `length` bytes that arrive at `now` (ns, never going back).

        `before` is the colour that they come with: never does a meter give a better one. A
        colour-blind meter is asked as if they all came green, which is the same (RFC 2697 and RFC
        2698, section 3; RFC 4115, on the colour-blind mode).
        """
        ...


class SingleBucket:
    """One bucket of `cbs` bytes filled at `cir` bit/s: green (conform) or yellow (exceed)."""

    __slots__ = ("_depth", "_last", "_rate", "_tokens")

    def __init__(self, cir: int, cbs: int) -> None:
        self._rate = cir
        self._depth = self._tokens = cbs * UNIT
        self._last = 0

    def colour(self, now: int, length: int, before: int = GREEN) -> int:
        """See `Meter`."""
        tokens = self._tokens + (now - self._last) * self._rate
        self._last = now
        tokens = min(tokens, self._depth)
        need = length * UNIT
        if before != GREEN:
            self._tokens = tokens
            return before
        if tokens >= need:
            self._tokens = tokens - need
            return GREEN
        self._tokens = tokens
        return YELLOW

    def draw(self, now: int, length: int) -> int:
        """The colour as `colour` says it; the tokens are taken in any case, those that are not
        there as a debt.
        """
        colour = self.colour(now, length)
        if colour != GREEN:
            self._tokens -= length * UNIT
        return colour

    def charge(self, now: int, length: int) -> None:
        """Take what there is of `length` bytes, whatever the colour."""
        if self.colour(now, length) != GREEN:
            self._tokens = 0


class Srtcm:
    """Single rate three colour marker (RFC 2697, section 3).

    Tokens arrive at CIR in C; what C cannot hold goes to E.
    """

    __slots__ = ("_cbs", "_committed", "_ebs", "_excess", "_last", "_rate")

    def __init__(self, cir: int, cbs: int, ebs: int) -> None:
        self._rate = cir
        self._cbs = self._committed = cbs * UNIT
        self._ebs = self._excess = ebs * UNIT
        self._last = 0

    def colour(self, now: int, length: int, before: int = GREEN) -> int:
        """See `Meter`."""
        committed = self._committed + (now - self._last) * self._rate
        self._last = now
        if committed > self._cbs:
            self._excess = min(self._ebs, self._excess + committed - self._cbs)
            committed = self._cbs
        need = length * UNIT
        if before == GREEN and committed >= need:
            self._committed = committed - need
            return GREEN
        self._committed = committed
        if before != RED and self._excess >= need:
            self._excess -= need
            return YELLOW
        return RED


class Trtcm:
    """Two rate three colour marker (RFC 2698, section 3): P is asked first, then C.

    Yellow takes tokens of P alone, green of both, red of none.
    """

    __slots__ = ("_cbs", "_cir", "_committed", "_last", "_pbs", "_peak", "_pir")

    def __init__(self, cir: int, cbs: int, pir: int, pbs: int) -> None:
        self._cir, self._pir = cir, pir
        self._cbs = self._committed = cbs * UNIT
        self._pbs = self._peak = pbs * UNIT
        self._last = 0

    def colour(self, now: int, length: int, before: int = GREEN) -> int:
        """See `Meter`."""
        elapsed = now - self._last
        self._last = now
        self._committed = min(self._cbs, self._committed + elapsed * self._cir)
        self._peak = min(self._pbs, self._peak + elapsed * self._pir)
        need = length * UNIT
        if before == RED or self._peak < need:
            return RED
        self._peak -= need
        if before == YELLOW or self._committed < need:
            return YELLOW
        self._committed -= need
        return GREEN


class Rfc4115:
    """Two rate three colour marker that spares the excess bucket for what is not green (RFC 4115).

    C is filled at CIR and E at EIR, each on its own. Green takes tokens of C alone, yellow of E
    alone, red of none.
    """

    __slots__ = ("_cbs", "_cir", "_committed", "_ebs", "_eir", "_excess", "_last")

    def __init__(self, cir: int, cbs: int, eir: int, ebs: int) -> None:
        self._cir, self._eir = cir, eir
        self._cbs = self._committed = cbs * UNIT
        self._ebs = self._excess = ebs * UNIT
        self._last = 0

    def colour(self, now: int, length: int, before: int = GREEN) -> int:
        """See `Meter`."""
        elapsed = now - self._last
        self._last = now
        self._committed = min(self._cbs, self._committed + elapsed * self._cir)
        self._excess = min(self._ebs, self._excess + elapsed * self._eir)
        need = length * UNIT
        if before == GREEN and self._committed >= need:
            self._committed -= need
            return GREEN
        if before != RED and self._excess >= need:
            self._excess -= need
            return YELLOW
        return RED


class Car:
    """IOS committed access rate with an extended burst (EBS above CBS).

    A packet that finds too few tokens may borrow. Its actual debt is what the bucket then lacks in
    all; the compounded debt is the sum of the actual debts of the packets that borrowed since one
    last exceeded. A packet that would take the compounded debt above EBS exceeds: it takes no
    tokens, and the compounded debt starts again from 0.

    Source: Cisco IOS Quality of Service Solutions Configuration Guide, "Policing and Shaping
    Overview", on the extended burst value. It takes EBS from zero, not from CBS.
    """

    __slots__ = ("_compounded", "_depth", "_extended", "_last", "_rate", "_tokens")

    def __init__(self, cir: int, cbs: int, ebs: int) -> None:
        self._rate = cir
        self._depth = self._tokens = cbs * UNIT
        self._extended = ebs * UNIT
        self._compounded = 0
        self._last = 0

    def colour(self, now: int, length: int, before: int = GREEN) -> int:
        """See `Meter`. A packet has no colour when it comes to CAR."""
        del before
        tokens = min(self._depth, self._tokens + (now - self._last) * self._rate)
        self._last = now
        after = tokens - length * UNIT
        if after < 0:
            compounded = self._compounded - after
            if compounded > self._extended:
                self._compounded = 0
                self._tokens = tokens
                return YELLOW
            self._compounded = compounded
        self._tokens = after
        return GREEN


def build_meter(model: MeterModel) -> Meter:
    """The meter that a scenario describes.

    One that counts packets is a meter of bytes that is told the length 1 of each packet: a byte is
    8 bit, so that it is filled at 8 times its rate.
    """
    scale = 8 if model.in_packets else 1
    cir, cbs, ebs = model.number("cir") * scale, model.number("cbs"), model.number("ebs")
    if model.algorithm == "srtcm":
        return Srtcm(cir, cbs, ebs)
    if model.algorithm == "trtcm":
        return Trtcm(cir, cbs, model.number("pir") * scale, model.number("pbs"))
    if model.algorithm == "rfc4115":
        return Rfc4115(cir, cbs, model.number("eir") * scale, ebs)
    if model.algorithm == "car" and ebs > cbs:
        return Car(cir, cbs, ebs)
    return SingleBucket(cir, cbs)
