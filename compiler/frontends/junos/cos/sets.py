"""Interface sets: what the units of a set may send together.

Sources: Juniper, "Class of Service User Guide (Routers and EX9200 Switches)", Hierarchical
Schedulers and Traffic Control Profiles (a set stands between the port and its units); statement
`interface-set` of [edit interfaces] and of [edit class-of-service interfaces].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from qosc.frontends.junos.cos.policies import Policies
from qosc.frontends.junos.tree.account import Account
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import InterfaceSet, Port

__all__ = ["bind_sets"]


def bind_sets(
    root: Node, ports: dict[str, Port], policies: Policies, account: Account
) -> tuple[str, ...]:
    """Put the traffic control profile of each set at the ports of the set; returns their names."""
    holder = root.get("class-of-service", "interfaces")
    members_seen: list[str] = []
    for node in holder.all("interface-set") if holder is not None else ():
        said = node.get("output-traffic-control-profile")
        profile = policies.found.get(f"traffic-control-profile {said.value}") if said else None
        if said is None or profile is None:
            reason = "it has no traffic-control-profile that is defined"
            account.unused(node, reason)
            continue
        whole, own = profile.classes[0], policies.profile_map(said.value)
        shared = InterfaceSet(
            f"interface-set {node.value}", whole.shaper, whole.guarantee, own, said.span
        )
        members = list(_members(root, node.value, ports, account))
        for name in members:
            ports[name] = replace(ports[name], within=shared)
        if members:
            account.modelled(holder, node, said)
        else:
            account.unused(node, "no interface of this text is in the set")
        members_seen += members
    return tuple(members_seen)


def _members(root: Node, name: str, ports: dict[str, Port], account: Account) -> Iterator[str]:
    node = root.get("interfaces", "interface-set", name)
    for one in node.all("interface") if node is not None else ():
        units = [f"{one.value}.{unit.value}" for unit in one.all("unit")]
        for member in units or [one.value]:
            if member in ports:
                account.modelled(node, one, *one.all("unit"))
                yield member
            else:
                account.recognised(one, "no interface of this text has that name")
        if not units and one.kids:
            account.recognised(one, "members by VLAN tag are not looked up")
