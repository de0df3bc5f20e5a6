"""How long the guest stood still, since its host gave it no processor."""

from __future__ import annotations

import contextlib
import os
import time
from typing import Any

from qosc.lab.linux.guest.crew import Begin

__all__ = ["watch"]

_TURN_NS = 5_000_000
_STOP_NS = 8_000_000
"""Longer than a process waits that goes before all others."""


def watch(begin: Begin) -> dict[str, Any]:
    """Sleep for moments until the traffic ends; `stalled_ns` is what they took too long in all."""
    with contextlib.suppress(PermissionError):
        os.nice(-20)  # who is root in namespaces alone may not
    before, end_ns, _ = begin()
    stalled = 0
    while before < end_ns:
        time.sleep(max(0.0, (before + _TURN_NS - time.time_ns()) / 1e9))
        now = time.time_ns()
        if now - before > _STOP_NS:
            stalled += now - before - _TURN_NS
        before = now
    return {"stalled_ns": stalled}
