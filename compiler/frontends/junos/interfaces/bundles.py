"""The speed of aggregated Ethernet interfaces: that of their member links together.

Source: Juniper, "Class of Service User Guide (Routers and EX9200 Switches)", Examples: Configuring
CoS on Aggregated Interfaces: percentages are of the total speed of the member links.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from qosc.amounts import Rate
from qosc.datapath.doubts import MEMBER_LINKS
from qosc.frontends.junos.tree.nodes import Node
from qosc.ir import Port
from qosc.source import Span

__all__ = ["OPTIONS", "bundle_of", "members", "set_bundle_rates"]

OPTIONS = ("gigether-options", "ether-options", "fastether-options")
"""The Ethernet options of an interface: in them a link names its bundle, and has its speed."""


def bundle_of(node: Node) -> str:
    """The bundle that an interface is a member of; empty for none."""
    for word in OPTIONS:
        said = node.get(word, "802.3ad")
        if said is not None:
            return said.value if len(said.words) > 1 else _first(said)
    return ""


def _first(node: Node) -> str:
    return next((kid.name for kid in node.children if kid.words), "")


def members(nodes: Iterable[Node]) -> Counter[str]:
    """How many links name each bundle."""
    return Counter(bundle for node in nodes if (bundle := bundle_of(node)))


def set_bundle_rates(
    nodes: Iterable[Node], ports: dict[str, Port], speeds: Mapping[str, int]
) -> None:
    """Give each bundle without a speed of its own the speed of its members together.

    `speeds` are bit/s by the letters that a name begins with. A bundle with a member of unknown
    speed is left as it is.
    """
    rates: dict[str, tuple[int | None, Span]] = {}
    for node in nodes:
        bundle = bundle_of(node)
        if bundle not in ports:
            continue
        total, at = rates.get(bundle, (0, node.span))
        rate = _rate(ports[node.name], speeds)
        rates[bundle] = (None if total is None or rate is None else total + rate, at)
    for name, (total, at) in rates.items():
        if total and ports[name].bandwidth is None:
            together = Rate(total, default_by=MEMBER_LINKS, origin=at)
            ports[name] = replace(ports[name], bandwidth=together)


def _rate(port: Port, speeds: Mapping[str, int]) -> int | None:
    if port.bandwidth is not None:
        return port.bandwidth.bits_per_second(None)
    return next((rate for letters, rate in speeds.items() if port.name.startswith(letters)), None)
