"""Vendors of other packages: what such a package offers, and its platform's defaults.

An entry point of the group `qosc.vendors`, called as the platform is, leads to a `Vendor`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qosc.guests import VENDORS, GuestError, guests, load
from qosc.platforms import NAMES
from qosc.profiles.model import Profile

if TYPE_CHECKING:
    from qosc.ir import Device
    from qosc.source import SourceText

__all__ = ["Vendor", "guest_profile", "vendors"]


@dataclass(frozen=True, slots=True)
class Vendor:
    """A vendor whose configs another package reads.

    name        What `--platform` takes; the entry point is called so.
    title       What a reader is told.
    profile     What the platform does where a config is silent.
    recognises  Gives, for a config of the vendor, a sentence that says what tells it, without a
                final stop; an empty text for others. It sees every text before ours do.
    load        Gives the device that a config describes, for any text at all; it raises nothing.
                What a line on QoS is not in the model goes into `Device.residue`.
    """

    name: str
    title: str
    profile: Profile
    recognises: Callable[[str], str]
    load: Callable[[SourceText], Device]


def vendors() -> tuple[Vendor, ...]:
    """The vendors of other packages. GuestError for an entry point that leads to none."""
    known = []
    for guest in guests(VENDORS):
        vendor = load(guest)
        if not isinstance(vendor, Vendor):
            raise GuestError(guest, "it is no qosc.profiles.guest.Vendor")
        if vendor.name != guest.name:
            raise GuestError(guest, f"its name is {vendor.name!r}, not {guest.name!r}")
        if vendor.name in NAMES:
            raise GuestError(guest, "there is a platform of that name already")
        known.append(vendor)
    return tuple(known)


def guest_profile(name: str) -> Profile:
    """The profile of a vendor's platform; KeyError for an unknown name."""
    guest = {vendor.name: vendor for vendor in vendors()}[name]
    return guest.profile._replace(name=name, title=guest.title)
