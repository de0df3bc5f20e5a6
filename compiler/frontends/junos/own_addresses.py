"""The addresses of a device's own interfaces, which the filters of lo0 are about."""

from __future__ import annotations

from ipaddress import ip_address

from qosc.frontends.junos.tree.nodes import Node

__all__ = ["own_addresses"]


def own_addresses(interfaces: list[Node]) -> tuple[str, ...]:
    """Each address of `family inet` and `inet6` once, in the order of the text; none of an
    interface or unit that is disabled.
    """
    found: dict[str, None] = {}
    for node in interfaces:
        if node.get("disable") is not None:
            continue
        for unit in node.all("unit"):
            if unit.get("disable") is not None:
                continue
            for family in unit.all("family"):
                for address in family.all("address") if len(family.words) > 1 else ():
                    if len(address.words) > 1 and (text := _spelt(address.words[1])):
                        found[text] = None
    return tuple(found)


def _spelt(text: str) -> str:
    try:
        return str(ip_address(text.partition("/")[0]))
    except ValueError:
        return ""
