"""From the configuration tree to the model of its device."""

from __future__ import annotations

from qosc.frontends.junos.configuration import Tree
from qosc.frontends.junos.cos.bindings import bind
from qosc.frontends.junos.cos.classes import ForwardingClasses
from qosc.frontends.junos.cos.classifiers import Tables
from qosc.frontends.junos.cos.code_points import Aliases
from qosc.frontends.junos.cos.defaults import standing
from qosc.frontends.junos.cos.drop_profiles import DropProfiles
from qosc.frontends.junos.cos.policies import Policies
from qosc.frontends.junos.cos.schedulers import Schedulers
from qosc.frontends.junos.firewall.filters import Filters
from qosc.frontends.junos.firewall.match import PrefixLists
from qosc.frontends.junos.firewall.on_ports import settle_meters
from qosc.frontends.junos.firewall.policers import Policers
from qosc.frontends.junos.interfaces.bundles import members, set_bundle_rates
from qosc.frontends.junos.ports import Ports
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node, Note
from qosc.frontends.junos.tree.referred import IDLE, refer
from qosc.ir import Device, PortKind, Residue, RuleList, SupportState
from qosc.profiles import profile

__all__ = ["lower"]

_QOS = ("class-of-service", "firewall")
_FLOW_CONTROL = "priority flow control is not in the model"
_BUFFERS = "how ports share buffers is not in the model"
_BY_CLASS = "routes that depend on the forwarding class are not in the model"
_NO_MODEL = {
    "congestion-notification-profile": _FLOW_CONTROL,
    "congestion-notification-profiles": _FLOW_CONTROL,
    "shared-buffer": _BUFFERS,
    "dedicated-buffer": _BUFFERS,
    "dedicated-buffer-profile": _BUFFERS,
    "forwarding-policy": _BY_CLASS,
    "cos-next-hop-map": _BY_CLASS,
    "fragmentation-maps": "fragments of multilink PPP are not in the model",
    "host-outbound-traffic": "packets of the router itself are not in the model",
    "restricted-queues": "the four queues of old interface cards are not in the model",
    "multi-destination": "multicast has no place of its own in the model",
    "translation-table": "code points are not translated in the model",
    "virtual-channels": "virtual channels are not in the model",
    "virtual-channel-groups": "virtual channels are not in the model",
    "adaptive-shapers": "shapers that follow congestion bits are not in the model",
    "application-traffic-control": "traffic is not told apart by application here",
    "policy-map": "marks by policy-map are not in the model",
    "tail-drop-profiles": _BUFFERS,
}
"""Stanzas of class of service that are understood as a whole, and why they are in no model."""
_SMALLEST = 60
"""Bytes of the smallest Ethernet frame, without its check sequence."""
_ELSEWHERE = frozenset(("logical-systems", "tenants", "dynamic-profiles"))


def lower(tree: Tree, platform: str) -> Device:
    """The device that a tree describes. Every line ends in one support state."""
    root, account = tree.root, Account()
    lists = PrefixLists(root, account)
    classes = ForwardingClasses(root, platform, account)
    policers = Policers(root, classes, account)
    filters = Filters(root, lists, classes, policers, account)
    ports = Ports(root, filters, policers, account)
    set_bundle_rates(ports.nodes, ports.ports, profile(platform).interface_speeds.value)
    complete = bool(ports.ports)
    tables = Tables(root, Aliases(root, account), classes, account)
    profiles = DropProfiles(root, account)
    schedulers = Schedulers(root, classes, profiles, platform, account)
    policies = Policies(root, schedulers, classes, account)
    bound = bind(root, ports.ports, tables, policies, account)
    links = members(ports.nodes)
    settle_meters(ports.ports, policies.found, policers, filters.common, links)
    for kind, nodes, used in (
        ("scheduler", schedulers.nodes, schedulers.used),
        ("drop-profile", profiles.nodes, profiles.used),
    ):
        for name, node in nodes.items():
            if name not in used and account.state(node) is None:
                account.unused(node, f"{IDLE} {kind}")
    rule_lists: dict[str, RuleList] = {}
    for one in filters.found.values():
        made = filters.stage((one,), "", "", {})
        rule_lists[made.feature] = made
    for made in tables.lists.values():
        rule_lists[made.feature] = made
    _elsewhere(root, account)
    cos = root.get("class-of-service")
    for node in cos.children if cos is not None else ():
        if node.known and (reason := _NO_MODEL.get(node.words[0])) is not None:
            account.unused(node, reason)
    for word in _QOS:
        stanza = root.get(word)
        if stanza is not None:
            account.settle(stanza)
    for note in tree.notes:
        if not note.group:
            account.remark(_residue(note))
    definitions = refer(root, account) if account.told else {}
    added = standing(root, ports.ports if complete else {}, bound, classes, policies)
    host = root.get("system", "host-name")
    addresses, apart, sent_on = _to_itself(tree, ports)
    return Device(
        hostname=host.value if host is not None and len(host.words) > 1 else "",
        platform=platform,
        ports=ports.ports,
        policies=policies.found,
        rule_lists=rule_lists,
        residue=tuple(sorted(account.residue, key=lambda residue: residue.origin)),
        definitions=definitions,
        complete=complete,
        coverage=account.coverage(len(tree.source.lines)),
        standing=added,
        addresses=addresses,
        addresses_apart=apart,
        sent_on=sent_on,
        rejects=tuple(filters.rejects.values()),
    )


def _to_itself(tree: Tree, ports: Ports) -> tuple[tuple[str, ...], tuple[str, ...], str]:
    """The addresses of the device that lo0.0 has to do with, the others, and what sends packets to
    them on to others, where lo0 has a filter.
    """
    every = ports.ports.values()
    if not any(port.kind is PortKind.CONTROL_PLANE and port.input for port in every):
        return (), (), ""
    from qosc.frontends.junos.own_addresses import own_addresses, sent_on

    return (*own_addresses(tree.root, ports.nodes), sent_on(tree.source, ports.nodes))


def _residue(note: Note) -> Residue:
    state = SupportState.UNKNOWN if note.fault else SupportState.RECOGNISED
    context = "the top of the configuration" if note.meant else "text"
    words = f"{note.message}; {note.help}" if note.help else note.message
    return Residue(state, context, "", words, (note.meant,) if note.meant else (), note.span)


def _elsewhere(root: Node, account: Account) -> None:
    """QoS at places that the model has no room for."""
    for top in root.children:
        word = top.words[0]
        if word in _ELSEWHERE:
            for entry in top.children:
                for kid in entry.children:
                    if kid.words[0] in _QOS:
                        account.recognised(kid, f"{word} are not in the model")
                    elif kid.words[0] == "interfaces":
                        _attachments(kid, account, f"{word} are not in the model")
        if word == "chassis":
            _chassis(top, account)
        if word == "routing-instances":
            for kid in (kid for entry in top.children for kid in entry.children):
                if kid.words[0] == "class-of-service":
                    account.recognised(kid, "class of service of routing-instances is not modelled")
        if word in ("vlans", "bridge-domains", "forwarding-options", "routing-instances"):
            _attachments(top, account, f"filters of {word} are not in the model")


def _chassis(top: Node, account: Account) -> None:
    """What the shapers of a PIC count of a packet.

    Source: Juniper, CLI Reference, egress-shaping-overhead: bytes added to a packet to determine
    its length for a shaper; the layer 2 header counts without it.
    """
    for node in top.walk():
        if not node.words or node.words[0] != "traffic-manager" or not node.known:
            continue
        for kid in node.children:
            if not kid.known or len(kid.words) < 2:
                continue
            size = kid.value.removeprefix("-")
            if kid.words[0].endswith("-shaping-overhead") and size.isascii() and size.isdecimal():
                part = int(size[:6]) / _SMALLEST
                reason = (
                    f"shapers of the PIC count {kid.value} bytes for each packet on top of layer "
                    f"2; here 0, which is off by {part:.1%} at packets of {_SMALLEST} bytes"
                )
                account.recognised(kid, reason)
            else:
                account.recognised(kid, "understood, but not in the model")


def _attachments(node: Node, account: Account, reason: str) -> None:
    for one in node.walk():
        if one.words and one.words[0] == "filter" and one.kids:
            account.recognised(one, reason)
