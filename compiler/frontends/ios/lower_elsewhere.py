"""Statements of an interface that stand for others, or apply a policy to what has no model."""

from __future__ import annotations

from qosc.frontends.ios.lines import Line
from qosc.frontends.ios.lowering import Account

__all__ = ["elsewhere"]

_MADE = frozenset(
    ("mls qos", "priority-queue", "qos", "queue-set", "service-policy", "srr-queue", "trust",
     "tx-queue", "wrr-queue")
)  # fmt: skip
"""Statements that AutoQoS writes into an interface."""
_SPOKES = (
    "the policy holds for each tunnel to a spoke of the group by itself (per-tunnel QoS for "
    "DMVPN): such tunnels are not in the model"
)
_VLANS = "policies for some VLANs of a port are not in the model"


def _auto_qos(account: Account, line: Line, siblings: list[Line]) -> None:
    """Account for `auto qos ...` among the lines of its interface.

    What it does is in the config as lines that it has written (Cisco, Catalyst 3750 Switch Software
    Configuration Guide, "Configuring Auto-QoS", generated commands).
    """
    if line.negated:
        account.irrelevant(line)
    elif any(one.keyword in _MADE for one in siblings):
        account.recognised(line, "what AutoQoS makes stands in lines of its own")
    else:
        account.recognised(
            line, "AutoQoS writes lines into the interface, and none of them is in this text: what "
            "it does here is not known",
        )  # fmt: skip


def elsewhere(account: Account, line: Line, siblings: list[Line]) -> None:
    """Account for a line with what is below it. `siblings` are all lines of its interface.

    Sources: Cisco, Dynamic Multipoint VPN Configuration Guide, "Per-Tunnel QoS for DMVPN"; Catalyst
    4500 Series Software Configuration Guide, "Configuring Per-Port Per-VLAN QoS".
    """
    if line.keyword == "auto qos":
        _auto_qos(account, line, siblings)
    elif line.keyword == "vlan-range":
        for one in line.walk():
            if not one.unknown:
                account.recognised(one, _VLANS)
    elif "service-policy" in line.text.lower().split():
        account.recognised(line, _SPOKES)
    else:
        account.irrelevant(line)
