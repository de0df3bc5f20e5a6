"""How many bytes a queue or a threshold holds."""

from __future__ import annotations

from qosc.amounts import PPM, Depth, DepthUnit, show_rate
from qosc.profiles.model import Profile

__all__ = ["BUFFER_MS", "BUFFER_NOTE", "depth_bytes", "open_rate", "service_words"]

BUFFER_MS = 100
"""What a port's buffer is taken to hold, in milliseconds of its rate. Juniper, buffer-size: up to
50, 100 or 200 ms by platform; what a switch has is in its data sheet."""

BUFFER_NOTE = (
    f"the port is taken to have a buffer of {BUFFER_MS} ms at its rate (Juniper, buffer-size: up "
    "to 50, 100 or 200 ms by platform; what a switch has is in its data sheet); below a shaper it "
    "may be of that rate, and so much smaller: a traffic-control-profile has it of its "
    "delay-buffer-rate, else its guaranteed-rate or shaping-rate (Juniper, delay-buffer-rate); "
    "what a queue may borrow from a pool that the ports of a switch share is left out"
)
"""What the ledger says of a share of a port's buffer."""


def depth_bytes(depth: Depth, rate: int, link: int, packet: int) -> int | None:
    """A depth in bytes, with `packet` bytes for one packet; a time is taken of `rate` (bit/s), a
    share of the buffer of a port of `link` bit/s, of which it is a packet at least.
    """
    if depth.unit is DepthUnit.SHARE:
        return max(link * BUFFER_MS * min(depth.value, PPM) // (8_000 * PPM), packet)
    return depth.bytes_at(rate, packet)


def open_rate(depth: Depth, rate: int, link: int, profile: Profile) -> str:
    """What to say of a time that public sources take of different rates: of `rate`, that of the
    queue, or of `link`, that of the interface, both in bit/s. Empty where they agree.

    So it is with `buffer-size temporal` of JunOS: of the speed of the logical interface (Juniper,
    buffer-size, of the schedulers and of dynamic profiles), or of the queue's transmit rate
    (Juniper, Configuring Large Delay Buffers in CoS, 25 % of 4 s at 100 Mbit/s; Configuring the
    Scheduler Buffer Size).
    """
    if not profile.name.startswith("junos"):
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
