"""qosc: a compiler for router QoS configuration."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["__version__", "check", "compile", "load", "loads"]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    # Imported on first use: `qosc --version` must not pay for the front ends.
    if name in ("check", "compile", "load", "loads"):
        return getattr(import_module("qosc.api"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
