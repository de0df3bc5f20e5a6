"""qosc: a compiler for router QoS configuration."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # as in typing, which would be one more import before Ctrl-C is handled
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "Config",
    "__version__",
    "check",
    "compile",
    "compile_network",
    "devices",
    "diff",
    "load",
    "load_links",
    "load_traffic",
    "loads",
    "show",
    "simulate",
    "trace_packet",
    "verify_target",
]

__version__ = "0.1.0"

if sys.flags.optimize > 1:
    from qosc.docstrings import keep

    keep()


_HOMES = {
    **dict.fromkeys(("Config", "check", "compile", "devices", "load", "loads"), "qosc.api"),
    **dict.fromkeys(("diff", "show", "simulate", "trace_packet", "verify_target"), "qosc.reports"),
    **dict.fromkeys(("load_links", "load_traffic"), "qosc.reports"),
    "compile_network": "qosc.networks",
}
"""The module of each public name; `__init__.pyi` has the same for type checkers."""


def __getattr__(name: str) -> Any:
    # Imported on first use: `qosc --version` must not pay for the front ends.
    if name in _HOMES:
        from importlib import import_module

        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
