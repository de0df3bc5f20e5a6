"""Statements of an interface that stand for others, or concern QoS and have no place in the
model.
"""

from __future__ import annotations

from qosc.frontends.cisco.ports.on_demand import PortFeatures
from qosc.frontends.cisco.statements.account import Account, at, phrase, recognised, unquoted
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Attachment, Reference, RefKind

__all__ = ["elsewhere", "spokes"]

_TRUSTS = frozenset(("mls qos", "qos", "service-policy", "trust"))
"""Statements of an interface of which AutoQoS writes at least one into each."""


def _by_auto_qos(line: Line) -> bool:
    made = line.keyword in _TRUSTS or line.text.lower().startswith("class autoqos-")
    return made and not line.negated


def _auto_qos(account: Account, line: Line, siblings: list[Line], port: PortFeatures) -> None:
    """Account for `auto qos ...` among the lines of its interface.

    What it does is in the config as lines that it has written (Cisco, Catalyst 3750 Switch Software
    Configuration Guide, "Configuring Auto-QoS", generated commands). On a circuit of Frame Relay it
    is the class, which has a name like `AutoQoS-FR-Se3/1-100` (Cisco, AutoQoS for the Enterprise).
    """
    if line.negated:
        account.irrelevant(line)
    elif any(_by_auto_qos(one) for sibling in siblings for one in (sibling, *sibling.children)):
        account.modelled(line)
    else:
        port.assist()
        account.recognised(
            line,
            "AutoQoS writes what a port trusts into lines of the interface, and there are "
            "none in this text: what it does here is not known",
        )


_TOLD = {
    "bgp-policy": (
        ("ip-prec-map", "ip-qos-map"),
        "marks by the BGP route of a packet (QPPB) are not in the model",
    ),
    "group": (
        (),
        "what the service instances of a service-group may send together is not in the model",
    ),
    "ip multicast": (("rate-limit",), "the limit of multicast packets is not in the model"),
    "plim": (("qos",), "the queues between a port and the processor are not in the model"),
    "ppp multilink": (
        ("fragment", "interleave"),
        "fragments and packets between them are not in the model: a packet waits for a whole one",
    ),
    "tunnel tos": (
        (),
        "it marks the header that the tunnel puts before the packet, which is not modelled",
    ),
}
"""By keyword, the words that make the line matter to QoS (none: any do), and what is to be told.

Sources: Cisco IOS IP Routing: BGP Command Reference, `bgp-policy`; Cisco IOS IP Multicast Command
Reference, `ip multicast rate-limit`; Cisco, QoS: Service Groups Configuration Guide, `group`; Cisco
IOS XE, "Packet Classification Flow Control Mechanism Enhancement" (`plim qos input`); Cisco IOS
Dial Technologies Command Reference, `ppp multilink interleave`; Cisco IOS Interface and Hardware
Component Command Reference, `tunnel tos`.
"""


def _told(account: Account, line: Line) -> None:
    words, reason = _TOLD[line.keyword]
    said = line.text.lower().split()
    if line.negated or (words and not any(word in said for word in words)):
        account.irrelevant(line)
    else:
        account.recognised(line, reason)


_MEMBER = "which circuit of its bundle a packet takes is not in the model"
_BUNDLE = {
    "bump": "where the packets of a circuit go that is down is not in the model",
    "precedence": _MEMBER,
    "protect": "the bundle is taken to be up, whichever of its circuits is down",
}
"""Why lines of the circuits of a bundle are not in the model (Cisco IOS Asynchronous Transfer Mode
Command Reference, `precedence`, `bump` and `protect` (VC bundle)), by their keywords."""


def elsewhere(account: Account, line: Line, siblings: list[Line], port: PortFeatures) -> None:
    """Account for a line. `siblings` are all lines of its interface. Raises `Rejected` for a
    statement that no code looks into.
    """
    if line.keyword == "auto qos":
        _auto_qos(account, line, siblings, port)
    elif line.keyword in _TOLD:
        _told(account, line)
    else:
        usual = f"`{line.keyword}` is not in the model"
        raise recognised(None, _BUNDLE.get(line.keyword, usual))


def spokes(line: Line) -> tuple[str, Attachment | None]:
    """The group and the policy of `ip nhrp map group NAME service-policy output POLICY`; no policy
    behind `no`, no group where the line says nothing of QoS. Raises `Rejected`.

    Each tunnel to a spoke of the group has the policy by itself (Cisco, Dynamic Multipoint VPN
    Configuration Guide, "Per-Tunnel QoS for DMVPN").
    """
    if "service-policy" not in line.text.lower().split():
        return "", None
    group, word = phrase("interface", line).words()
    if line.negated:
        return group.text, None
    policy = Reference(RefKind.POLICY_MAP, unquoted(word.text), at(line, word))
    return group.text, Attachment(policy, line.span())
