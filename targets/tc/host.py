"""What every script has of Linux and the device, whatever the config says.

These are entries of the ledger that no value of the config has: of the script as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable

from qosc.datapath.lengths import layer_of
from qosc.ir import Device, Port, PortKind
from qosc.ledger import Entry, Excuse, Fidelity
from qosc.platforms import is_junos
from qosc.source import NOWHERE
from qosc.targets.tc.model import Filter, Flower, Gact, Hook, Htb, HtbClass, Node, Plan, Police

__all__ = [
    "HOST",
    "OWN_CHAIN",
    "OWN_PREF",
    "SPLITTER",
    "SPLIT_ROOM",
    "TAG",
    "TOKEN",
    "counts_packets",
    "drops_coming",
    "host_entries",
    "length_entries",
    "overhead_entries",
    "reject_entries",
    "tells_own",
]

HOST = "Linux"
"""The first part of their paths, where others name a port."""

TAG = "dot1"
"""How the encapsulation of a port with VLAN tags begins: dot1q, dot1ad."""
OWN_CHAIN = 1_000_000
"""The chain that asks for destinations of the machine itself. No pipeline has so many."""
OWN_PREF = 60_001
"""There, the pref of addresses that apply is told, of IPv4; the next one is of IPv6. Those of the
config and of link scope are far below."""
SPLITTER = 0xFFFE
"""The handle of the qdisc above the classes that splits joined packets. No class has its number."""
SPLIT_ROOM = 64
"""Bytes beside the MTU of an interface that a frame may have before it is taken for joined ones:
the Ethernet header, tags, and some more. One that is no joined one and longer would be dropped."""
TOKEN = 0x716F_7363
"""The number of an action of tc that no filter has: its cookie tells a network namespace from
others that have its number before or after it. `collect.sh` of verify has it, too."""

_OFFLOADS = Entry(
    f"{HOST} > offloads",
    Fidelity.APPROX,
    "each packet by itself",
    "packets joined by a device count as one in meters",
    "a device that joins packets (gro, gso, tso) hands over up to 64 KB as one, which a meter "
    "passes or drops as one. apply switches that off on the interfaces that it is given, and on no "
    "other that packets come in by. Seen on Linux 6.1: a TCP flow through a meter of 20 Mbit/s got "
    "2.5 where it had got 10.6. No bound is known. None of it with offloads off, but for TCP that "
    "the machine itself sends: since 4.17 Linux makes it in packets of up to 64 KB whatever the "
    "interface is set to, and splits them behind the meters of output (tcp: switch to GSO being "
    "always on, 0a6b2a1dc2a2). Shares, turns and limits of queues are not concerned: a tbf above "
    "the classes splits what is joined",
    NOWHERE,
)
_CELLS = Entry(
    f"{HOST} > offloads, where cells are counted",
    Fidelity.APPROX,
    "each packet by itself",
    "packets joined by a device count as one in shares and turns",
    "a device that joins packets (gro, gso, tso) hands over up to 64 KB as one. A tbf above the "
    "classes splits them elsewhere; of what it splits the kernel would no longer count the cells "
    "(sch_tbf.c, tbf_segment). apply switches off what joins packets on the interfaces that it is "
    "given, and on no other that packets come in by. Seen on Linux 6.1: classes of 10 and 80 % got "
    "the same where 40 packets were joined each time. No bound is known. None of it with offloads "
    "off, but for TCP that the machine itself sends (tcp: switch to GSO being always on, "
    "0a6b2a1dc2a2)",
    NOWHERE,
)
_MOST_LINES = 8
"""Lines that an entry names."""
_MPLS_IN_IP = Entry(
    path=f"{HOST} > protocol 137",
    fidelity=Fidelity.APPROX,
    asked="MPLS in IP (RFC 4023), by all its fields",
    got="by its protocol alone",
    note="flower reads on behind the IP header of such a packet and no longer says that it is IP "
    "(Linux flow_dissector.c): a filter for other fields does not match it, and it falls to what "
    "follows",
    origin=NOWHERE,
    excuses=frozenset({Excuse.MPLS_IN_IP}),
)
_OVERHEAD = Entry(
    f"{HOST} > egress-shaping-overhead",
    Fidelity.UNKNOWN,
    "20 bytes a packet on top of layer 2 by default",
    "0 bytes",
    "depends on the line card: on MPCs of MX Series 20 bytes is the default where the config gives "
    "no egress-shaping-overhead, 24 in older editions, and 0 on DPCs (Juniper, "
    "egress-shaping-overhead). Shapers here send up to 33.4 % more packets of 60 bytes, 1.4 % more "
    "of 1514 bytes; with 24 bytes 40 % and 1.6 %",
    NOWHERE,
)


_INPUT_LENGTHS = Entry(
    f"{HOST} > lengths in meters of input",
    Fidelity.APPROX,
    "the layer 2 header, too: 14 bytes a packet on Ethernet, 18 with a VLAN tag",
    "the IP packet alone",
    "IOS counts the layer 2 header without FCS on the way in, as on the way out (Cisco 10000 "
    "Series QoS Configuration Guide, Data Included in the Policing Rate); switches may count the "
    "FCS, too. The ingress hook of Linux takes the header off before the meter (seen on 6.1). At "
    "the same rate up to 30.5 % more packets of 46 bytes conform here, 0.94 % more of 1500 bytes; "
    "39.2 % and 1.2 % with a tag",
    NOWHERE,
)
_OUTPUT_LENGTHS = Entry(
    f"{HOST} > lengths in meters of output",
    Fidelity.APPROX,
    "the IP packet alone",
    "the Ethernet header, too: 14 bytes a packet",
    "policers of JunOS for IP count the layer 3 packet (Juniper, Understanding the Frame Length "
    "for Policing Packets). The egress hook of Linux has the packet with its header (seen on 6.1), "
    "and police takes no overhead below 0. At the same rate up to 23.4 % fewer packets of 46 bytes "
    "conform here, 0.93 % fewer of 1500 bytes",
    NOWHERE,
)
_TAGGED_LENGTHS = Entry(
    f"{HOST} > lengths of packets with a VLAN tag",
    Fidelity.APPROX,
    "the layer 2 header with its tag: 18 bytes a packet on Ethernet, 22 with two tags",
    "the header without the tag: 14 bytes a packet",
    "IOS counts the layer 2 header without FCS on the way out (Cisco 10000 Series QoS "
    "Configuration Guide, Data Included in the Policing Rate). A VLAN device of Linux puts the tag "
    "into the frame behind its meters and queues (vlan_dev_hard_start_xmit). At the same rate up "
    "to 6.7 % more packets of 46 bytes pass here, 0.27 % more of 1500 bytes; 13.4 % and 0.53 % "
    "with two tags",
    NOWHERE,
)


def counts_packets(node: Node) -> bool:
    """Whether a command sets up what packets joined by the device count once for."""
    if isinstance(node, Filter):
        return any(isinstance(action, Police) for action in node.actions)
    return isinstance(node, HtbClass)


def tells_own(node: Node) -> bool:
    """Whether a filter tells packets to the machine itself from those that pass."""
    return isinstance(node, Filter) and node.chain == OWN_CHAIN


def drops_coming(node: Node) -> bool:
    """Whether a filter on input drops what it takes, whatever its rate."""
    if not isinstance(node, Filter) or node.hook is not Hook.INGRESS:
        return False
    last = node.actions[-1]
    return isinstance(last, Gact) and last.control.verb == "drop"


def _dissects(node: Node) -> bool:
    """Whether a filter looks at fields of IP by flower."""
    if not isinstance(node, Filter) or not isinstance(node.match, Flower):
        return False
    inside = any(name == "vlan_ethtype" for name, _ in node.match.keys)
    return inside or node.protocol in ("ip", "ipv6")


def host_entries(plans: Iterable[Plan]) -> tuple[Entry, ...]:
    """The entries for the commands of a script."""
    nodes = [command.node for plan in plans for command in plan.commands]
    entries = []
    if any(isinstance(node, Filter) and counts_packets(node) for node in nodes):
        entries.append(_OFFLOADS)
    if any(isinstance(node, Htb) and node.stab is not None for node in nodes):
        entries.append(_CELLS)
    if any(map(_dissects, nodes)):
        entries.append(_MPLS_IN_IP)
    return tuple(entries)


def length_entries(platform: str, plans: Iterable[Plan], device: Device) -> tuple[Entry, ...]:
    """Where meters and classes count other lengths than the router's, on Ethernet.

    The bounds are (46 + 14) / 46 and its like: 46 bytes is the shortest packet in a frame without
    padding (IEEE 802.3), 1500 the longest.
    """
    plans = tuple(plans)
    hook, entry = Hook.INGRESS, _INPUT_LENGTHS
    if is_junos(platform):
        hook, entry = Hook.EGRESS, _OUTPUT_LENGTHS
    every = (command.node for plan in plans for command in plan.commands)
    entries = [entry] if any(_meters_bytes(node, hook) for node in every) else []
    if not is_junos(platform):
        tagged = (plan for plan in plans if _is_tagged(device.ports[plan.port]))
        out = (command.node for plan in tagged for command in plan.commands)
        if any(isinstance(n, HtbClass) or _meters_bytes(n, Hook.EGRESS) for n in out):
            entries.append(_TAGGED_LENGTHS)
    return tuple(entries)


def _meters_bytes(node: Node, hook: Hook) -> bool:
    return (
        isinstance(node, Filter)
        and node.hook is hook
        and any(isinstance(action, Police) and not action.packets for action in node.actions)
    )


def _is_tagged(port: Port) -> bool:
    """Whether a VLAN device stands for the port, with one tag or several."""
    tag = port.vlan is not None or port.encapsulation.startswith(TAG)
    return port.kind is PortKind.SUBINTERFACE and tag and not layer_of(port).atm


def reject_entries(device: Device, plans: Iterable[Plan]) -> tuple[Entry, ...]:
    """What rules of a script do to the sender of what they drop."""
    if not device.rejects:
        return ()
    used = {command.origin for plan in plans for command in plan.commands}
    places = (rule.origin for rule in device.rejects if rule.origin in used)
    spans = sorted(places, key=lambda span: span.line)
    if not spans:
        return ()
    lines = ", ".join(str(span.line) for span in spans[:_MOST_LINES])
    more = f" and {len(spans) - _MOST_LINES} more" if len(spans) > _MOST_LINES else ""
    entry = Entry(
        f"{HOST} > then reject",
        Fidelity.APPROX,
        "drop, and tell the sender",
        "drop in silence",
        "JunOS answers with an ICMP unreachable, or a reset of TCP (Juniper, Firewall Filter "
        "Terminating Actions); tc cannot answer, so that senders wait until they give up. The "
        f"same packets are dropped. Terms of line {lines}{more}",
        spans[0],
    )
    return (entry,)


def overhead_entries(device: Device, ledger: Iterable[Entry]) -> tuple[Entry, ...]:
    """What shapers of MX Series count of a packet and the script does not."""
    shaped = any(
        entry.path.endswith(" > shaper > rate") and entry.fidelity is not Fidelity.UNSUPPORTED
        for entry in ledger
    )
    return (_OVERHEAD,) if shaped and device.platform == "junos-mx" else ()
