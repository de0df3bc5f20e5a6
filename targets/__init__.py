"""Back ends: each lowers a device to a typed model of its artefact and renders that.

Those of ours are folders here; other packages add theirs by entry points (`qosc.guests`).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from qosc.guests import TARGETS, GuestError, guests

if TYPE_CHECKING:
    from qosc.targets.base import Target

__all__ = ["NAMES", "NoSuchTargetError", "find", "names", "simulated"]


class NoSuchTargetError(KeyError):
    """There is no target of that name."""

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        self.name = name
        super().__init__(f"there is no target {name!r}; there is {', '.join(known)}")

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would put it into quotes


NAMES = ("tc", "sim", "ns3", "ir")
"""The targets of this package."""


def names() -> tuple[str, ...]:
    """All targets, those of other packages last. GuestError where two have one name."""
    known = list(NAMES)
    for guest in guests(TARGETS):
        if guest.name in known:
            raise GuestError(guest, "there is a target of that name already")
        known.append(guest.name)
    return tuple(known)


def find(name: str) -> Target[Any]:
    """The back end of that name; NoSuchTargetError (a KeyError) for an unknown one, GuestError for
    one of another package that cannot be loaded.
    """
    if name in NAMES:
        target: Target[Any] = import_module(f"qosc.targets.{name}").TARGET
        return target
    for guest in guests(TARGETS):
        if guest.name == name:
            from qosc.targets.guest import loaded

            return loaded(guest)
    raise NoSuchTargetError(name, names())


def simulated() -> tuple[str, ...]:
    """The targets whose artefacts hold scenarios, with traffic."""
    return tuple(name for name in names() if find(name).simulated)
