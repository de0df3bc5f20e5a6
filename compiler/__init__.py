"""qosc: a compiler for router QoS configuration."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in typing, which would be one more import before Ctrl-C is handled
if TYPE_CHECKING:
    from typing import Any

__all__ = ["__version__", "check", "compile", "devices", "load", "loads"]

__version__ = "0.1.0"

if sys.flags.optimize > 1:
    from qosc.docstrings import keep

    keep()


def __getattr__(name: str) -> Any:
    # Imported on first use: `qosc --version` must not pay for the front ends.
    if name in ("check", "compile", "devices", "load", "loads"):
        from importlib import import_module

        return getattr(import_module("qosc.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
