"""Targets of other packages, looked at before they are used."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from qosc.guests import Guest, GuestError, load
from qosc.targets.base import Flag, Options, Ports

if TYPE_CHECKING:
    from qosc.targets.base import Target

__all__ = ["loaded"]

_TAKEN = {"config", "target", "interface"}
"""Names of other arguments of `qosc.compile`."""


def loaded(guest: Guest) -> Target[Any]:
    """The target that an entry point leads to. GuestError for what is none."""
    target: Any = load(guest)
    why = _why_none(target, guest.name)
    if why:
        raise GuestError(guest, why)
    checked: Target[Any] = target
    return checked


def _why_none(target: Any, name: str) -> str:
    """Why an object is no `Target` of that name; empty for one."""
    if getattr(target, "name", None) != name:
        return f"its name is {getattr(target, 'name', None)!r}, not {name!r}"
    options = getattr(target, "options", None)
    if not (isinstance(options, type) and issubclass(options, Options) and is_dataclass(options)):
        return "`options` is no dataclass below qosc.targets.base.Options"
    known = {field.name for field in fields(options)}
    if known & _TAKEN:
        return f"no option can be called {' or '.join(sorted(known & _TAKEN))}"
    for flag in getattr(target, "flags", ()):
        if not isinstance(flag, Flag) or flag.field not in known:
            return f"the flag {flag!r} leads to no field of {options.__name__}"
    if not isinstance(getattr(target, "ports", None), Ports):
        return "`ports` is no member of qosc.targets.base.Ports"
    if not isinstance(getattr(target, "simulated", None), bool):
        return "`simulated` is neither True nor False"
    return "" if callable(getattr(target, "compile", None)) else "it has no `compile`"
