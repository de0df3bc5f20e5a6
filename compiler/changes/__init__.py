"""What changes for packets from one config to another (`qosc diff`).

Ports are paired (`pairing`), the ways through both devices are compared region by region on the
treatments of `qosc.treatments` (`ways`, `rows`), and regions with one difference are one `Change`
(`told`, `model`). `changes(...)` gives them all.
"""

from __future__ import annotations

from qosc.changes.find import changes
from qosc.changes.model import Change, Changes, Way, fingerprint
from qosc.changes.pairing import NoSuchPortError, Paired, Pairing

__all__ = [
    "Change",
    "Changes",
    "NoSuchPortError",
    "Paired",
    "Pairing",
    "Way",
    "changes",
    "fingerprint",
]
