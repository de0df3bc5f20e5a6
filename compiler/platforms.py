"""The platforms that have a profile: the one table that all lists of them are made from.

It stands by itself so that `--help` can name them without reading a profile.
"""

from __future__ import annotations

from qosc.guests import VENDORS, guests
from qosc.tuples import NamedTuple

__all__ = [
    "DEFAULT",
    "NAMES",
    "ROWS",
    "Platform",
    "all_names",
    "is_ios_xr",
    "is_junos",
    "is_nxos",
]


class Platform(NamedTuple):
    """One platform. `name` is what `--platform` takes; the module of its profile is
    `qosc.profiles` and the name, with `_` for `-`. `title` is what a reader is told.
    """

    name: str
    title: str


ROWS = (
    Platform("ios-12", "Cisco IOS 12 (before HQF)"),
    Platform("ios-15", "Cisco IOS 15, and 12.4(20)T and later (HQF)"),
    Platform("ios-xe", "Cisco IOS XE"),
    Platform("ios-xr", "Cisco IOS XR"),
    Platform("ios-xr-ncs", "Cisco IOS XR on NCS 540, 5500 and 5700"),
    Platform("nxos", "Cisco NX-OS (Nexus)"),
    Platform("cat2950", "Cisco Catalyst 2950 and 2955"),
    Platform("cat3550", "Cisco Catalyst 3550"),
    Platform("cat3750", "Cisco Catalyst 3750, 3560 and 2960"),
    Platform("cat4500", "Cisco Catalyst 4500 and 4948"),
    Platform("cat6500", "Cisco Catalyst 6500 and 7600"),
    Platform("cat9000", "Cisco Catalyst 3650, 3850 and 9000 (IOS XE)"),
    Platform("junos-mx", "Juniper MX Series (JunOS)"),
    Platform("junos-srx", "Juniper SRX Series (JunOS)"),
    Platform("junos-ex", "Juniper EX Series (JunOS)"),
    Platform("junos-qfx", "Juniper QFX Series (JunOS)"),
    Platform("junos-acx", "Juniper ACX Series (JunOS)"),
    Platform("junos-ptx", "Juniper PTX Series (JunOS)"),
    Platform("os390", "IBM OS/390 and z/OS (Policy Agent)"),
)
"""The known platforms: those of one system in the order of their age."""

NAMES = tuple(row.name for row in ROWS)


def all_names() -> tuple[str, ...]:
    """The platforms of ours, and those of vendors that other packages add: their entry points are
    called as the platform is. GuestError for one of a name of ours.
    """
    return (*NAMES, *(guest.name for guest in guests(VENDORS)))


def is_junos(name: str) -> bool:
    """Whether a platform runs JunOS."""
    return name.startswith("junos")


def is_ios_xr(name: str) -> bool:
    """Whether a platform runs IOS XR."""
    return name.startswith("ios-xr")


def is_nxos(name: str) -> bool:
    """Whether a platform runs NX-OS."""
    return name.startswith("nxos")


DEFAULT = "ios-15"
"""What a config that gives no hint is taken for."""
