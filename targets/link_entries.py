"""Entries on what a port is beside one link that the config tells all of."""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.doubts import PER_LINK
from qosc.datapath.lengths import layer_of
from qosc.ir import Port, PortKind
from qosc.ir.leaves import join
from qosc.ledger import Entry, Fidelity

__all__ = ["link_entries"]

_LAYER = (
    "neither its name nor its encapsulation tells which headers its packets have on the line and "
    "in what its queues and meters count; a tunnel adds its own"
)
_MEMBERS = (
    f"{PER_LINK} (Cisco ASR 9000 QoS guide OL-23108-02, QoS and Link Bundling). What is made here "
    "is of one link: give it to each. On one interface for the whole bundle it holds all flows to "
    "the rates of one link"
)


def link_entries(port: Port) -> Iterator[Entry]:
    """What of the link below a port no leaf says: that it is one of several, or of which layer."""
    if port.per_link and (port.input or port.output):
        yield Entry(
            join(port.name, "member links"),
            Fidelity.APPROX,
            "once for each of them",
            "once",
            _MEMBERS,
            port.origin,
        )
    layer = layer_of(port)
    if layer.assumed and (port.input or port.output) and port.kind is not PortKind.CONTROL_PLANE:
        yield Entry(
            join(port.name, "link layer"),
            Fidelity.UNKNOWN,
            "that of its line",
            "that of Ethernet",
            _LAYER,
            port.origin,
        )
