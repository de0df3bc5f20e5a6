"""The `from` of a filter's term as a predicate.

Sources: Juniper, "Routing Policies, Firewall Filters, and Traffic Policers User Guide", Guidelines
for Configuring Firewall Filters (all conditions of a term have to hold, one value of each is
enough; no `from` holds for every packet) and Firewall Filter Match Conditions for each family.
A condition that the model has no field for stays an Opaque: a term is never widened.

JunOS compares ports, flags and ICMP types at their place in any packet; here such a test holds for
packets that have the field, which is what the documents ask their users to write.
"""

from __future__ import annotations

from collections.abc import Mapping

from qosc.fields import Field
from qosc.frontends.junos.cos.classes import ForwardingClasses
from qosc.frontends.junos.firewall.prefixes import Prefix, longest_match, mac, prefix
from qosc.frontends.junos.firewall.values import combine, flags, ranges
from qosc.frontends.junos.text.values import (
    DSCPS,
    ETHERTYPES,
    ICMP6_TYPES,
    ICMP_CODES,
    ICMP_TYPES,
    LOSS,
    PORTS,
    PRECEDENCES,
    PROTOCOLS,
)
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import AllOf, AnyOf, Anything, Interval, Masked, Named, Not, Opaque, Predicate, Test

__all__ = ["PrefixLists", "match_of"]

_NONE: Mapping[str, int] = {}
_NUMBERS: dict[str, tuple[tuple[Field, ...], Mapping[str, int]]] = {
    "protocol": ((Field.PROTOCOL,), PROTOCOLS),
    "ip-protocol": ((Field.PROTOCOL,), PROTOCOLS),
    "next-header": ((Field.PROTOCOL,), PROTOCOLS),
    "payload-protocol": ((Field.PROTOCOL,), PROTOCOLS),
    "port": ((Field.SRC_PORT, Field.DST_PORT), PORTS),
    "source-port": ((Field.SRC_PORT,), PORTS),
    "destination-port": ((Field.DST_PORT,), PORTS),
    "dscp": ((Field.DSCP,), DSCPS),
    "traffic-class": ((Field.DSCP,), DSCPS),
    "precedence": ((Field.PRECEDENCE,), PRECEDENCES),
    "ip-precedence": ((Field.PRECEDENCE,), PRECEDENCES),
    "exp": ((Field.MPLS_EXP,), _NONE),
    "learn-vlan-1p-priority": ((Field.COS,), _NONE),
    "learn-vlan-id": ((Field.VLAN,), _NONE),
    "user-vlan-1p-priority": ((Field.COS_INNER,), _NONE),
    "user-vlan-id": ((Field.VLAN_INNER,), _NONE),
    "dot1q-user-priority": ((Field.COS,), _NONE),
    "dot1q-tag": ((Field.VLAN,), _NONE),
    "vlan-ether-type": ((Field.ETHERTYPE,), ETHERTYPES),
    "ether-type": ((Field.ETHERTYPE,), ETHERTYPES),
    "packet-length": ((Field.LENGTH,), _NONE),
    "icmp-type": ((Field.ICMP_TYPE,), ICMP_TYPES),
    "icmp-code": ((Field.ICMP_CODE,), ICMP_CODES),
    "ttl": ((Field.TTL,), _NONE),
    "hop-limit": ((Field.TTL,), _NONE),
}
_NAMES = {
    "forwarding-class": Field.FORWARDING_CLASS,
    "loss-priority": Field.LOSS_PRIORITY,
    "interface": Field.INPUT_INTERFACE,
}
_ADDRESSES = {
    "source-address": "source",
    "ip-source-address": "source",
    "source-prefix-list": "source",
    "destination-address": "destination",
    "ip-destination-address": "destination",
    "destination-prefix-list": "destination",
    "address": "either",
    "prefix-list": "either",
}
_SIDES = {
    "source": ((Field.SRC4, Field.SRC6),),
    "destination": ((Field.DST4, Field.DST6),),
    "either": ((Field.SRC4, Field.SRC6), (Field.DST4, Field.DST6)),
}
_MACS = {"source-mac-address": Field.SRC_MAC, "destination-mac-address": Field.DST_MAC}


class PrefixLists:
    """The prefix lists of `policy-options`."""

    def __init__(self, root: Node, account: Account) -> None:
        self.account = account
        options = root.get("policy-options")
        self.nodes: dict[str, Node] = {}
        self.found: dict[str, tuple[Prefix, ...]] = {}
        self.sets: dict[str, Node] = {}
        """The sets of interfaces that filters can ask for."""
        firewall = root.get("firewall")
        for node in firewall.all("interface-set") if firewall is not None else ():
            if len(node.words) > 1 and node.kids:
                self.sets.setdefault(node.words[1], node)
        for node in options.all("prefix-list") if options is not None else ():
            if len(node.words) > 1:
                self.nodes.setdefault(node.words[1], node)

    def get(self, name: str) -> tuple[Prefix, ...] | None:
        """The prefixes of a list; None where there is no such list."""
        node = self.nodes.get(name)
        if node is None:
            return None
        if name not in self.found:
            self.account.modelled(node.parent, node)
            given = []
            for kid in node.children:
                one = prefix(kid.name)
                if kid.words[0] == "apply-path":
                    self.account.modelled(kid)
                elif one is None:
                    self.account.unknown(kid, "not a prefix")
                else:
                    self.account.modelled(kid)
                    given.append(one)
            self.found[name] = tuple(given)
        return self.found[name]


def match_of(
    from_node: Node | None,
    family: str,
    lists: PrefixLists,
    classes: ForwardingClasses,
    account: Account,
) -> Predicate:
    """The predicate of a `from`; `from_node` is None where the term has none."""
    if from_node is None or not from_node.kids:
        account.modelled(from_node)
        return Anything() if from_node is None else Anything(from_node.span)
    account.modelled(from_node)
    parts: list[Predicate] = []
    sides: dict[str, list[Node]] = {}
    for node in from_node.children:
        word = node.words[0]
        if word in _ADDRESSES and node.known:
            sides.setdefault(_ADDRESSES[word], []).append(node)
            account.modelled(node)
        else:
            parts.append(_condition(node, family, lists, classes, account))
    parts += [_addresses(nodes, side, lists, account) for side, nodes in sides.items()]
    return combine(parts, AllOf)


def _condition(
    node: Node, family: str, lists: PrefixLists, classes: ForwardingClasses, account: Account
) -> Predicate:
    word = node.words[0]
    base = word.removesuffix("-except")
    values = _values(node)
    predicate: Predicate | None = None
    if not node.known:
        account.unknown(node, "not a condition of a filter that is known")
        for below in node.walk():
            if below is not node:
                account.irrelevant(below)
        return Opaque(
            word, " ".join(w for n in node.walk() for w in n.words if n is not node), node.span
        )
    account.whole(node)
    if base in _NUMBERS and values:
        predicate = _number(node, base, family, values, account)
    elif base == "interface-set" and values:
        predicate = _interface_set(node, values, lists, classes, account)
    elif base in _NAMES and values:
        predicate = _name(node, _NAMES[base], values, classes)
    elif word in _MACS and node.kids:
        predicate = _mac_addresses(node)
    else:
        predicate = _special(node, word, values)
    if predicate is None:
        account.recognised(
            node,
            "understood, but no field of the model: matched as a condition "
            "that may or may not hold",
        )
        predicate = Opaque(base, " ".join(text for text in values), node.span)
        if word == "fragment-offset-except":
            return Not(predicate)
    return Not(predicate) if word not in (base, "fragment-offset-except") else predicate


def _values(node: Node) -> list[str]:
    if node.kids:
        return [kid.value for kid in node.children]
    return list(node.words[1:])


def _number(
    node: Node, base: str, family: str, values: list[str], account: Account
) -> Predicate | None:
    fields, names = _NUMBERS[base]
    if base == "icmp-type" and family == "inet6":
        names = ICMP6_TYPES
    if base == "icmp-code" and family == "inet6":
        names = _NONE
    places = [(text, node.span) for text in values]
    parts = []
    for field in fields:
        part, strange = ranges(field, base, places, names, node.span)
        parts.append(part)
    if strange and strange[0].replace("-", "", 1).isdecimal():
        # A number is no name that this program lacks: JunOS has no such value either.
        at = next((kid for kid in node.children if kid.value == strange[0]), node)
        account.unknown(at, f"`{strange[0]}` is not a value of {base}")
    elif strange:
        account.recognised(node, f"`{strange[0]}` is not a value that is known")
    return combine(parts, AnyOf)


def _name(
    node: Node, field: Field, values: list[str], classes: ForwardingClasses
) -> Predicate | None:
    if field is Field.FORWARDING_CLASS:
        return classes.test(values, node.span)
    if field is Field.INPUT_INTERFACE and any("*" in value or "<" in value for value in values):
        return None
    if field is Field.LOSS_PRIORITY and not all(value in LOSS for value in values):
        return None
    return Test(field, tuple(Named(value) for value in dict.fromkeys(values)), node.span)


def _interface_set(
    node: Node,
    values: list[str],
    lists: PrefixLists,
    classes: ForwardingClasses,
    account: Account,
) -> Predicate | None:
    sets = [lists.sets[value] for value in values if value in lists.sets]
    if len(sets) < len(values):
        return None
    names = [kid.name for one in sets for kid in one.children]
    predicate = _name(node, Field.INPUT_INTERFACE, names, classes)
    for one in sets if predicate is not None else ():
        account.whole(one)
    return predicate


def _mac_addresses(node: Node) -> Predicate | None:
    kids = node.children
    addresses = tuple(one for kid in kids if (one := mac(kid.name)) is not None)
    if len(addresses) < len(kids) or any(kid.kids for kid in kids):
        return None
    return Test(_MACS[node.words[0]], addresses, node.span)


def _special(node: Node, word: str, values: list[str]) -> Predicate | None:
    at = node.span
    if word == "tcp-flags":
        return flags(node.value, at)
    if word == "tcp-established":
        # Its documented meaning: (ack | rst).
        return Test(Field.TCP_FLAGS, (Masked(16, 16), Masked(4, 4)), at)
    if word == "tcp-initial":
        # Its documented meaning: (syn & !ack).
        return Test(Field.TCP_FLAGS, (Masked(2, 18),), at)
    later = Test(Field.FRAGMENT, (Interval(1, 1),), at)
    first = Test(Field.FRAGMENT, (Interval(0, 0),), at)
    if word == "is-fragment":
        # It holds for fragments but the first.
        return later
    if word == "first-fragment":
        return Test(Field.FIRST_FRAGMENT, (Interval(1, 1),), at)
    if word in ("fragment-offset", "fragment-offset-except"):
        same = word == "fragment-offset"
        if values == ["0"]:
            return first if same else later
        if values == ["1-8191"]:
            return later if same else first
    return None


def _addresses(nodes: list[Node], side: str, lists: PrefixLists, account: Account) -> Predicate:
    """The conditions about addresses of one side: one list of prefixes."""
    given: list[Prefix] = []
    strange: list[tuple[Opaque, bool]] = []
    for node in nodes:
        for kid in node.children:
            taken = kid.get("except") is None
            account.whole(kid)
            if not node.words[0].endswith("prefix-list"):
                one = prefix(kid.name)
                if one is None:
                    account.unknown(kid, "not a prefix")
                    strange.append((Opaque(node.words[0], kid.name, kid.span), taken))
                else:
                    given.append(one._replace(taken=taken))
                continue
            listed = lists.get(kid.name)
            if listed is None:
                account.recognised(kid, f"prefix-list `{kid.name}` is not defined")
                strange.append((Opaque("prefix-list", kid.name, kid.span), taken))
            else:
                given += [one._replace(taken=taken) for one in listed]
    parts: list[Predicate] = []
    for fields in _SIDES[side]:
        predicate: Predicate = longest_match(given, fields, nodes[0].span)
        wanted = tuple(opaque for opaque, taken in strange if taken)
        if wanted:
            predicate = combine((predicate, *wanted) if given else wanted, AnyOf)
        barred = tuple(Not(opaque) for opaque, taken in strange if not taken)
        parts.append(combine((predicate, *barred), AllOf))
    return combine(parts, AnyOf)
