"""The speed that a port is said to have: what a percentage on it is taken of.

That of the line itself is `qosc.datapath.lines`.
"""

from __future__ import annotations

from qosc.amounts import Rate
from qosc.datapath.doubts import MEMBER_LINKS, ONE_LINK, TIMESLOTS
from qosc.datapath.shares import Base
from qosc.ir import Device, Port
from qosc.profiles.model import Profile

__all__ = ["CLOCKED", "base_of", "by_clock", "kind_of", "link_rate", "why_unknown"]


def base_of(device: Device, port: Port, profile: Profile, *, output: bool) -> Base:
    """What the percentages of the policies and rules of a port are of, in one direction."""
    return Base(link_rate(device, port, profile), None, output)


def link_rate(device: Device, port: Port, profile: Profile) -> int | None:
    """bit/s that the port's link is said to carry, or None when neither config nor profile knows.

    An ATM circuit is as fast as its contract: SCR for vbr, else PCR (in bit/s of cells). Otherwise
    what `bandwidth` says where that counts, then `speed` (not `clock rate`), then the parent's
    rate, then the speed that the interface's type implies.
    """
    if port.atm is not None:
        contract = port.atm.sustained or port.atm.peak
        if contract is not None:
            return contract.bits_per_second(None)
    if port.bandwidth is not None and (
        profile.bandwidth_counts.value or port.bandwidth.default_by in (MEMBER_LINKS, ONE_LINK)
    ):
        return port.bandwidth.bits_per_second(None)
    if port.speed is not None and not by_clock(port.name, port.speed):
        return port.speed.bits_per_second(None)
    if port.parent and port.parent in device.ports and port.parent != port.name:
        return link_rate(device, device.ports[port.parent], profile)
    if _is_channel(port) or not port.speed_by_name:
        return None
    return profile.interface_speeds.value.get(kind_of(port.name))


CLOCKED = frozenset(("serial", "bri"))
"""Kinds whose speed is a clock's or a contract's, and not that of their name."""


def by_clock(name: str, speed: Rate | None) -> bool:
    """Whether the speed of the port `name` is that of its `clock rate`, which is not what
    percentages are of (Cisco IOS Interface and Hardware Component Command Reference, `clock rate`
    and `bandwidth`). That of the timeslots of a channel is.
    """
    return speed is not None and speed.default_by != TIMESLOTS and kind_of(name) in CLOCKED


def why_unknown(port: Port, profile: Profile) -> str:
    """Why nothing is known of the rate of a port that has none, in words, or an empty string."""
    if _is_channel(port):
        return "that of its timeslots"
    by_name = "" if port.speed_by_name else "its name says none"
    return profile.unknown_speeds.value.get(kind_of(port.name), by_name)


def _is_channel(port: Port) -> bool:
    """Whether a port is some timeslots of a T1 or E1, `Serial1/0:23`: its controller says which."""
    return ":" in port.name and kind_of(port.name) == "serial"


_WITH_DIGIT = ("t1-", "e1-", "t3-", "e3-")
"""Media types of JunOS that have a digit (Juniper, Interface Naming Overview)."""


def kind_of(name: str) -> str:
    """The lower-case letters that a name begins with, as far as they tell its kind."""
    letters = name.lower()
    if letters.startswith(_WITH_DIGIT):
        return letters[:3]
    for end, char in enumerate(letters):
        if not (char.isalpha() or char == "-"):
            return letters[:end]
    return letters
