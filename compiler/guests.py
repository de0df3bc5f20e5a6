"""What other packages add: targets, rules and vendors, found by their entry points.

A distribution that declares, say,

    [project.entry-points."qosc.targets"]
    toy = "qosc_toy:TARGET"

adds a target `toy`. Asking `importlib.metadata` costs more than the whole check of a small config
(0.15 s where a look at the folders of `sys.path` costs 1 ms, with 59 distributions), so it is asked
only where some distribution names one of our groups. A distribution inside an archive (zip) is not
found.
"""

from __future__ import annotations

import os
import sys
from functools import cache

from qosc.tuples import NamedTuple

__all__ = ["RULES", "TARGETS", "VENDORS", "Guest", "GuestError", "guests", "load"]

TARGETS = "qosc.targets"
RULES = "qosc.rules"
VENDORS = "qosc.vendors"
"""The groups of entry points."""
_SIGN = b"[qosc."


class GuestError(Exception):
    """A package adds something that cannot be loaded, or that is not what it should be."""

    def __init__(self, guest: Guest, why: str) -> None:
        super().__init__(
            f"the package {guest.package!r} adds {guest.name!r} to {guest.group} as "
            f"{guest.value!r}: {why}; mend it, or uninstall it"
        )


class Guest(NamedTuple):
    """One entry point: its group and name, the object it leads to (`module:attribute`), and the
    distribution that declares it.
    """

    group: str
    name: str
    value: str
    package: str


@cache
def guests(group: str) -> tuple[Guest, ...]:
    """The entry points of a group, by name. None of them is imported."""
    if not _any():
        return ()
    from importlib.metadata import entry_points

    by_name = {
        Guest(group, each.name, each.value, each.dist.name if each.dist is not None else "")
        for each in entry_points(group=group)
    }
    return tuple(sorted(by_name))


@cache
def _any() -> bool:
    """Whether a distribution names a group of ours: all are looked at once."""
    return any(_declares(entry) for folder in sys.path for entry in _distributions(folder))


@cache
def load(guest: Guest) -> object:
    """The object that an entry point leads to. GuestError where that cannot be imported."""
    from importlib.metadata import EntryPoint

    try:
        return EntryPoint(guest.name, guest.value, guest.group).load()
    except Exception as error:
        # Whatever a module of others does when it is imported, it is told as theirs.
        raise GuestError(guest, f"{type(error).__name__}: {error}") from error


def _distributions(folder: str) -> list[str]:
    try:
        names = os.listdir(folder or ".")
    except OSError:
        return []
    return [
        os.path.join(folder, name) for name in names if name.endswith((".dist-info", ".egg-info"))
    ]


def _declares(distribution: str) -> bool:
    try:
        with open(os.path.join(distribution, "entry_points.txt"), "rb") as file:
            return _SIGN in file.read()
    except OSError:
        return False
