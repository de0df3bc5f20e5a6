"""How many bytes a queue or a threshold holds."""

from __future__ import annotations

from qosc.amounts import PPM, Depth, DepthUnit, show_rate
from qosc.datapath.shares import Base
from qosc.platforms import is_junos
from qosc.profiles.model import BUFFER_TIME, Profile
from qosc.values import replace

__all__ = ["buffer_note", "depth_bytes", "of_buffer", "open_rate", "service_words"]

_FAST = 1_000_000_000
"""bit/s from which on a buffer holds no longer what it holds at low rates."""


def depth_bytes(depth: Depth, rate: int, link: int, packet: int) -> int | None:
    """A depth in bytes, with `packet` bytes for one packet; a time is taken of `rate` (bit/s), a
    share of the buffer at `link` bit/s, of which it is a packet at least.

    A buffer holds the same time on all platforms whose row has one (`Profile.buffer_time`), but for
    rates below 1 Gbit/s (`Depth.slow`).
    """
    if depth.unit is DepthUnit.SHARE:
        at = link if depth.served is None else depth.served
        held = at * _held(depth, at) * min(depth.value, PPM) // (8_000_000 * PPM)
        return max(held, packet)
    return depth.bytes_at(rate, packet)


def _held(depth: Depth, rate: int) -> int:
    """The microseconds that the buffer whose share a depth is holds at `rate` bit/s.

    Juniper, Scheduler Delay Buffering on MIC and MPC Interfaces: another time below 1 Gbit/s, of
    the rate that the delay buffer is of.
    """
    return depth.slow if depth.slow and rate < _FAST else BUFFER_TIME.value


def of_buffer(depth: Depth, base: Base, profile: Profile) -> Depth:
    """A share of a buffer, with the rate that the buffer is of where the queue is, and the time
    that it holds where that is low.
    """
    if depth.unit is not DepthUnit.SHARE:
        return depth
    served = base.buffer if profile.buffer_below_shaper.value else depth.served
    slow = profile.slow_buffer_time.value
    if (depth.served, depth.slow) == (served, slow):
        return depth
    return replace(depth, served=served, slow=slow)


def buffer_note(depth: Depth, profile: Profile) -> str:
    """What the ledger says of a share of a port's buffer; empty for another depth."""
    if depth.unit is not DepthUnit.SHARE:
        return ""
    time, slow = profile.buffer_time, profile.slow_buffer_time
    at = "the rate of the port" if depth.served is None else show_rate(depth.served)
    if not depth.slow:
        held = f"{time.value // 1000} ms"
    elif depth.served is None:
        held = f"{time.value // 1000} ms, below 1 Gbit/s {depth.slow // 1000} ms,"
    else:
        held = f"{_held(depth, depth.served) // 1000} ms"
        time = slow if depth.served < _FAST else time
    note = f"the buffer is taken to hold {held} at {at} ({time.source}"
    note += f"; {time.others}" if time.others else ""
    if depth.served is not None:
        note += f"; {profile.buffer_below_shaper.source}"
    elif profile.buffer_below_shaper.value is None:
        note += "; below a shaper it may be of that rate, and so much smaller"
    return note + "); what a queue may borrow from a pool that ports share is left out"


def open_rate(depth: Depth, rate: int, link: int, profile: Profile) -> str:
    """What to say of a time that public sources take of different rates: of `rate`, that of the
    queue, or of `link`, that of the interface, both in bit/s. Empty where they agree.

    So it is with `buffer-size temporal` of JunOS: of the speed of the logical interface (Juniper,
    buffer-size, of the schedulers and of dynamic profiles), or of the queue's transmit rate
    (Juniper, Configuring Large Delay Buffers in CoS, 25 % of 4 s at 100 Mbit/s; Configuring the
    Scheduler Buffer Size).
    """
    if not is_junos(profile.name):
        return ""
    # What is no time is the same at both rates.
    own, whole = depth.bytes_at(rate, 0), depth.bytes_at(link, 0)
    if not link or own == whole:
        return ""
    return (
        f"taken of the transmit rate, {show_rate(rate)}: {own} bytes (Juniper, Configuring Large "
        f"Delay Buffers in CoS); of the interface's speed, {show_rate(link)}, it is {whole} bytes "
        "(Juniper, buffer-size). Which of them holds depends on platform and release"
    )


def service_words(depth: Depth) -> str:
    """What a time is taken of where its platform has a rate for it; empty where it has none."""
    if depth.served is None or depth.unit is not DepthUnit.MICROSECONDS:
        return ""
    return (
        f"the time is taken at {show_rate(depth.served)}, the guaranteed service rate of the class "
        "(Cisco CRS Modular QoS Command Reference, queue-limit), in whole bytes"
    )
