"""Ports that only packets to the router itself pass: the control plane of IOS, lo0 of JunOS.

What of them can be told by its destination is in the scripts of the other ports (`control_plane`).
Here is the account of the rest, of which nothing is in a script: the hooks of tc see what passes an
interface, so that such a filter on one would drop transit.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from dataclasses import replace

from qosc.datapath.doubts import doubts
from qosc.ir import Device, Port, PortKind
from qosc.ir.describe import describe
from qosc.ir.leaves import leaves
from qosc.ledger import Entry, Fidelity, Ledger
from qosc.targets.tc.options import TcOptions
from qosc.targets.to_itself import why_no_plane

__all__ = ["NOTE", "is_own", "meters_shared", "refused", "words"]

NOTE = (
    "packets to the router itself: an interface of Linux has all packets at its hooks, so that "
    "transit would be dropped"
)
_SHARED = " > shared"


def is_own(port: Port) -> bool:
    """Whether only packets to the router itself pass the port."""
    return port.kind is PortKind.CONTROL_PLANE


def refused(device: Device, port: Port, options: TcOptions) -> tuple[Entry, ...]:
    """The account of such a port of which nothing is carried."""
    ledger = Ledger(leaves(device, port), doubts(options.profile))
    note = f"{NOTE}; {why_no_plane(device, port)}"
    ledger.at(port.name).rest(Fidelity.UNSUPPORTED, note, "nothing")
    return ledger.close()


def words(ports: Iterable[Port]) -> list[str]:
    """A line for the head of a script on each port that is not in it."""
    return [f"NOT IN THIS SCRIPT: {port.name}: {NOTE}." for port in ports]


def meters_shared(
    device: Device, entries: Iterable[Entry], carried: Container[str] = ()
) -> tuple[Entry, ...]:
    """The entries, where one on a meter that the router's own packets draw from, too, says so.

    Looks at all such ports of the device but those `carried`, whether they are compiled or not: on
    the router they share the meter either way.
    """
    names: dict[str, str] = {}
    for port in filter(is_own, device.ports.values()):
        if port.name in carried:
            continue
        for leaf in leaves(device, port):
            if leaf.path.endswith(_SHARED) and leaf.value:
                names.setdefault(describe(leaf.value), port.name)
    if not names:
        return tuple(entries)
    return tuple(_shared(entry, names.get(entry.asked, "")) for entry in entries)


def _shared(entry: Entry, port: str) -> Entry:
    carried = entry.fidelity is not Fidelity.UNSUPPORTED and entry.path.endswith(_SHARED)
    if not port or not carried or entry.path.startswith(f"{port} > "):
        return entry
    note = (
        f"on the router what {port} takes from the same meter is missing here: by as much more "
        "conforms, at most the whole rate and burst"
    )
    note = "; ".join(part for part in (entry.note, note) if part)
    return replace(entry, fidelity=Fidelity.APPROX, note=note)
