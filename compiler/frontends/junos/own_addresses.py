"""The addresses of a device's own interfaces, which the filters of lo0 are about."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address

from qosc.frontends.junos.tree.nodes import Node
from qosc.patterns import pattern
from qosc.source import SourceText

__all__ = ["own_addresses", "sent_on"]

_SENT_ON = pattern(
    r"[ \t]*+set[ \t](?:.*[ \t])?(security[ \t]++(?:nat|ike|ipsec|ipsec-vpn)"
    r"|services[ \t]++(?:nat|ipsec-vpn|l2tp|softwire)|protocols[ \t]++l2tp|dynamic-tunnels"
    r"|vtep-source-interface)(?![\w-])"
    r"|(?:|.*[{;])[ \t]*+((?:nat|ike|ipsec|ipsec-vpn|l2tp|softwire|dynamic-tunnels)(?=[ \t]*+\{)"
    r"|vtep-source-interface(?=[ \t]))"
)
"""Statements by which packets to an address of the device may be for others: address translation,
and ends of tunnels. Most of them are in stanzas of which there is no tree, so that lines are looked
at: a name that reads like one is taken for one."""
_TUNNELS = ("gr-", "ip-", "st0", "gre", "ipip")


def own_addresses(root: Node, interfaces: list[Node]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The addresses of `family inet` and `inet6` that the filter of lo0.0 holds for, and those that
    it does not: each once, in the order of the text; none of an interface or unit that is disabled.

    A routing instance with a unit of lo0 has the filter of that one, or none; one without has that
    of lo0.0 (Juniper, Configuring Logical Units on the Loopback Interface for Routing Instances in
    Layer 3 VPNs). An address of both kinds is of the second one.
    """
    units = _apart(root)
    addresses: dict[str, None] = {}
    apart: dict[str, None] = {}
    for node in interfaces:
        if node.get("disable") is not None:
            continue
        for unit in node.all("unit"):
            if unit.get("disable") is not None:
                continue
            other = "all" in units or f"{node.name}.{unit.value}" in units
            for family in unit.all("family"):
                for address in family.all("address") if len(family.words) > 1 else ():
                    if len(address.words) > 1 and (text := _spelt(address.words[1])):
                        (apart if other else addresses)[text] = None
    return tuple(text for text in addresses if text not in apart), tuple(apart)


def sent_on(source: SourceText, interfaces: list[Node]) -> str:
    """A statement by which packets to an own address may be for others, with its line."""
    for number, line in enumerate(source.lines, start=1):
        if match := _SENT_ON.match(line):
            return f"`{' '.join((match[1] or match[2]).split())}` in line {number}"
    for node in interfaces:
        if node.name.startswith(_TUNNELS):
            return f"interface {node.name} in line {node.line}"
        for unit in node.all("unit"):
            if (tunnel := unit.get("tunnel")) is not None:
                return f"`tunnel` in line {tunnel.line}"
    return ""


def _apart(root: Node) -> set[str]:
    """The units of routing instances that have a lo0 of their own."""
    instances = root.get("routing-instances")
    apart: set[str] = set()
    for instance in instances.children if instances is not None else ():
        units = set(_units(instance))
        if any(unit.startswith("lo0.") and unit != "lo0.0" for unit in units):
            apart |= units
    return apart


def _units(instance: Node) -> Iterator[str]:
    for node in instance.all("interface"):
        for name in [node.value] if len(node.words) > 1 else [kid.name for kid in node.children]:
            yield name if "." in name or name == "all" else f"{name}.0"


def _spelt(text: str) -> str:
    try:
        return str(ip_address(text.partition("/")[0]))
    except ValueError:
        return ""
