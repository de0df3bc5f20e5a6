"""Statements of an interface that apply a policy to something the model has no place for."""

from __future__ import annotations

from qosc.frontends.ios.lines import Line
from qosc.frontends.ios.lowering import Account

__all__ = ["ELSEWHERE", "elsewhere"]

ELSEWHERE = frozenset(("ip nhrp", "nhrp map", "vlan-range"))
"""Statements that `elsewhere` accounts for."""

_SPOKES = (
    "the policy holds for each tunnel to a spoke of the group by itself (per-tunnel QoS for "
    "DMVPN): such tunnels are not in the model"
)
_VLANS = "policies for some VLANs of a port are not in the model"


def elsewhere(account: Account, line: Line) -> None:
    """Account for a line with what is below it.

    Sources: Cisco, Dynamic Multipoint VPN Configuration Guide, "Per-Tunnel QoS for DMVPN"; Catalyst
    4500 Series Software Configuration Guide, "Configuring Per-Port Per-VLAN QoS".
    """
    if line.keyword == "vlan-range":
        for one in line.walk():
            if not one.unknown:
                account.recognised(one, _VLANS)
    elif "service-policy" in line.text.lower().split():
        account.recognised(line, _SPOKES)
    else:
        account.irrelevant(line)
