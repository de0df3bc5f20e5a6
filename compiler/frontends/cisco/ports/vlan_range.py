"""`vlan-range LIST` under a port of a Catalyst 4500: policies for some VLANs of a trunk.

Such a policy hangs on one VLAN of one port, and a range is a short way to write the same below each
of its VLANs (Cisco, Catalyst 4500 Series Switch Software Configuration Guide, IOS XE 3.9.xE and IOS
15.2(5)Ex, "Policy Associations": to the interface, the VLAN, and a specific VLAN on a given port).
So each VLAN stands in the model as a part of its port, as a subinterface does. What it does not
decide, the port decides; the queues are those of the port (Catalyst 4500 Command Reference,
OL-27596-01, service-policy: a VLAN has no queueing actions).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qosc.frontends.cisco.ports.on_demand import DeviceFeatures, PortFeatures
from qosc.frontends.cisco.statements.account import Rejected, recognised
from qosc.frontends.cisco.text.lines import Line

if TYPE_CHECKING:
    from qosc.frontends.cisco.ports.port_lines import PortLines
    from qosc.ir import Attachment, FairQueue, Policy, Stage

__all__ = ["OfVlan", "vlans_of"]

_MOST = 64
"""A range stands for that many parts of a port at the most: input can be hostile."""


def vlans_of(line: Line) -> list[int]:
    """The VLANs of a line, from 1 to 4094, in its order, each once; raises `Rejected`."""
    vlans: dict[int, None] = {}
    for part in "".join(line.text.split()[1 + line.negated :]).split(","):
        low, dash, high = part.partition("-")
        first = int(low) if low.isdecimal() and len(low) < 5 else 0
        last = (int(high) if high.isdecimal() and len(high) < 5 else 0) if dash else first
        if not 1 <= first <= last <= 4094:
            raise Rejected(None, "a list of VLANs has numbers from 1 to 4094, as in 20,301-303")
        if last - first >= _MOST or len(vlans) + last - first >= _MOST:
            raise recognised(None, f"policies for more than {_MOST} VLANs are not in the model")
        vlans.update(dict.fromkeys(range(first, last + 1)))
    return list(vlans)


class OfVlan(PortFeatures):
    """What a VLAN of a port says in statements of a switch: nothing. Its port trusts for it."""

    __slots__ = ("_port",)

    def __init__(self, port: PortLines) -> None:
        super().__init__()
        self._port = port

    def input(
        self, port: str, features: DeviceFeatures, policy: Attachment | None
    ) -> tuple[Stage, ...]:
        """What the port does to packets of the VLAN before anything else does."""
        del port
        return self._port.features.input(self._port.name, features, policy)

    def output(
        self,
        port: str,
        inner: Attachment | None,
        features: DeviceFeatures,
        made: dict[str, Policy],
        fair: FairQueue | None,
    ) -> list[Attachment]:
        """No queues: they are those of the port."""
        del port, inner, features, made, fair
        return []
