"""Back ends: each lowers a device to a typed model of its artefact and renders that."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qosc.targets.base import Target

__all__ = ["NAMES", "find"]

NAMES = ("tc", "sim", "ns3", "ir")


def find(name: str) -> Target:
    """The back end of that name; KeyError for an unknown one."""
    if name not in NAMES:
        raise KeyError(name)
    target: Target = import_module(f"qosc.targets.{name}").TARGET
    return target
