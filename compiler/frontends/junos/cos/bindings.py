"""What `class-of-service interfaces` binds to the ports.

Sources: Juniper, "Class of Service User Guide (Routers and EX9200 Switches)": Applying Scheduler
Maps Overview (wildcards in names of interfaces and units; they are not checked against what there
is); what is said of one interface wins over what a wildcard says.
"""

from __future__ import annotations

from dataclasses import replace

from qosc.frontends.junos.cos.classifiers import Tables, fixed
from qosc.frontends.junos.cos.code_points import KINDS
from qosc.frontends.junos.cos.policies import Policies
from qosc.frontends.junos.interfaces.units import is_whole
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.frontends.junos.tree.wildcard import Patterns
from qosc.ir import Port, PortKind, ResidueKind, Stage

__all__ = ["bind"]

_WILD = frozenset("*?[")


def bind(
    root: Node, ports: dict[str, Port], tables: Tables, policies: Policies, account: Account
) -> dict[str, bool]:
    """Put classifiers, schedulers and rewrite rules into the pipelines of the ports.

    Returns the names of the ports that the stanza speaks of, and of each whether the platform's
    default classifiers are in force on it.
    """
    holder = root.get("class-of-service", "interfaces")
    named: dict[str, bool] = {}
    if holder is None:
        return named
    entries = [node for node in holder.children if len(node.words) == 1 and node.known]
    excerpt = not ports
    for node in entries:
        _make_ports(node, ports, excerpt)
    wild = Patterns((_pattern(node.name), node) for node in entries if _is_wild(node.name))
    exact = {node.name: node for node in entries}
    matched: set[Node] = set()
    units: dict[Node, tuple[dict[str, Node], Patterns[Node]]] = {}
    for name in list(ports):
        port = ports[name]
        physical, _, unit = name.partition(".")
        levels = [exact[physical]] if physical in exact else []
        levels += [node for node in wild.matching(physical) if node.name != physical]
        if not levels:
            continue
        matched.update(levels)
        account.modelled(holder, *levels)
        if unit:
            levels = _unit_levels(levels, unit, units)
            matched.update(levels)
            account.modelled(*levels)
        named[name] = not _without_default(levels, account)
        if levels:
            ports[name] = _bound(port, levels, tables, policies, account)
    if holder.all("interface-set"):
        from qosc.frontends.junos.cos.sets import bind_sets

        for name in bind_sets(root, ports, policies, account):
            named.setdefault(name, True)
    for node in entries:
        for one in (node, *node.all("unit")):
            if one not in matched:
                account.recognised(one, "no interface of this text has that name")
                break
    return named


def _without_default(levels: list[Node], account: Account) -> bool:
    """Whether `classifiers no-default` is said at one of the levels."""
    nodes = [node for level in levels if (node := level.get("classifiers", "no-default"))]
    account.modelled(*nodes)
    return bool(nodes)


def _is_wild(name: str) -> bool:
    return name == "all" or not _WILD.isdisjoint(name)


def _pattern(name: str) -> str:
    if name == "all":
        return "<*>"
    return name if name.startswith("<") else f"<{name}>"


def _make_ports(node: Node, ports: dict[str, Port], excerpt: bool) -> None:
    """The ports that only this stanza names; in a text without others, a pattern stands for one."""
    if _is_wild(node.name) and not excerpt:
        return
    if node.name not in ports:
        ports[node.name] = Port(node.name, origin=node.span)
    for unit in node.all("unit"):
        if len(unit.words) > 1 and (excerpt or not _is_wild(unit.words[1])):
            name = f"{node.name}.{unit.words[1]}"
            if name not in ports:
                whole = is_whole(node.name, unit.words[1], None)
                ports[name] = Port(
                    name, PortKind.SUBINTERFACE, node.name, whole=whole, origin=unit.span
                )


def _unit_levels(
    levels: list[Node],
    unit: str,
    units: dict[Node, tuple[dict[str, Node], Patterns[Node]]],
) -> list[Node]:
    """The `unit` statements that speak of a unit, the nearest first."""
    nodes = []
    for node in levels:
        if node not in units:
            given = [one for one in node.all("unit") if len(one.words) > 1]
            units[node] = (
                {one.words[1]: one for one in given},
                Patterns((_pattern(one.words[1]), one) for one in given if _is_wild(one.words[1])),
            )
        exact, wild = units[node]
        if unit in exact:
            nodes.append(exact[unit])
        nodes += [one for one in wild.matching(unit) if one.words[1] != unit]
    return nodes


def _bound(
    port: Port, levels: list[Node], tables: Tables, policies: Policies, account: Account
) -> Port:
    incoming: list[Stage] = []
    said = next((one for node in levels if (one := node.get("forwarding-class")) is not None), None)
    if said is not None and len(said.words) > 1:
        account.modelled(said)
        incoming.append(fixed(said, tables.classes))
    incoming += _lists("classifiers", levels, tables, account)
    incoming += _loss("loss-priority-maps", levels, tables, account)
    outgoing: list[Stage] = []
    attachment = policies.bind(port.name, levels)
    if attachment is not None:
        outgoing.append(attachment)
    outgoing += _lists("rewrite-rules", levels, tables, account)
    outgoing += _loss("loss-priority-rewrites", levels, tables, account)
    return replace(
        port,
        input=(*incoming, *port.input),
        output=(*port.output, *outgoing),
        remaining=policies.remaining(levels) if port.kind is PortKind.INTERFACE else None,
    )


def _loss(word: str, levels: list[Node], tables: Tables, account: Account) -> list[Stage]:
    for level in levels:
        held = level.get(word)
        said = held.get("frame-relay-de") if held is not None else None
        if said is not None and len(said.words) > 1:
            from qosc.frontends.junos.cos.loss_maps import loss_list

            account.modelled(held)
            made = loss_list(tables.holders.get(word), said, account)
            return [made] if made is not None else []
    return []


def _lists(word: str, levels: list[Node], tables: Tables, account: Account) -> list[Stage]:
    chosen: dict[str, Node] = {}
    for level in levels:
        held = level.get(word)
        for node in held.children if held is not None else ():
            if node.words[0] in KINDS and len(node.words) > 1:
                account.modelled(held)
                chosen.setdefault(node.words[0], node)
                account.modelled(node)
                _applies(word, node, account)
    everywhere = tables.everywhere(word)
    if everywhere is not None:
        chosen.setdefault(everywhere.words[0], everywhere)
    stages: list[Stage] = []
    if tables.classes.defaults.both_versions.value:
        _only_one(chosen, account)
    for kind in KINDS:
        if kind not in chosen:
            continue
        node = chosen[kind]
        made = tables.get(word, kind, node.words[1], node)
        if made is None:
            account.recognised(node, f"{word} {kind} `{node.words[1]}` is not defined")
        else:
            stages.append(made)
    return stages


def _only_one(chosen: dict[str, Node], account: Account) -> None:
    """Leave out all but the first of the kinds that a port takes one of; the commit fails."""
    held = [kind for kind in ("dscp", "dscp-ipv6", "inet-precedence") if kind in chosen]
    for kind in held[1:]:
        node = chosen.pop(kind)
        account.recognised(
            node,
            f"the commit fails on this platform: beside {held[0]} no {kind} may stand, since "
            "either is for IPv4 and IPv6 packets",
            ResidueKind.RIVALS,
        )


_AS_READ = {"vlan-tag": ("outer",), "protocol": ("mpls",), "family": ()}
"""What is in force without the words, and what the model says: the outer tag, the first label."""


def _applies(word: str, node: Node, account: Account) -> None:
    """Say what the model leaves out of `vlan-tag` and `protocol` of a binding."""
    for kid in node.children:
        values = [one.value for one in kid.children] or list(kid.words[1:])
        if kid.known and all(value in _AS_READ[kid.words[0]] for value in values):
            account.whole(kid)
        elif kid.known:
            account.recognised(
                kid,
                f"{word} are in the model for the outer tag, and for each packet with such a field",
            )
            account.whole(kid)
