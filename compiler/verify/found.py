"""A difference between the router and the script."""

from __future__ import annotations

from dataclasses import dataclass

from qosc.packets import Packet
from qosc.source import NOWHERE, Span

__all__ = ["Difference"]


@dataclass(frozen=True, slots=True)
class Difference:
    """What differs. `line` is that of the script, 0 where the script has nothing of it.

    `router` and `script` say what each of them does; `packet` is one that tells them apart.
    """

    kind: str
    message: str
    router: str
    script: str
    origin: Span = NOWHERE
    line: int = 0
    packet: Packet | None = None
    notes: tuple[str, ...] = ()
