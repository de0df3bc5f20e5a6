"""Which unit of an interface is all of it.

Sources: Juniper, Interfaces Fundamentals, Logical Interface Properties: an interface whose
encapsulation has no tags or circuits has the unit 0 and no other. Statements `vlan-id`,
`vlan-tags`, `vlan-id-list`, `vlan-id-range`, `dlci` and `vci` of a unit: it has the frames with
these tags alone. A unit of family ethernet-switching or bridge has all frames of its port, tagged
or not.
"""

from __future__ import annotations

from qosc.frontends.junos.tree.nodes import Node

__all__ = ["is_whole"]

_PART = (
    "vlan-id",
    "vlan-tags",
    "vlan-id-list",
    "vlan-id-range",
    "dlci",
    "vci",
    "peer-unit",
    "tunnel",
    "demux-options",
)
_NO_PORT = (
    "lo",
    "irb",
    "vlan",
    "st",
    "gr-",
    "ip-",
    "lt-",
    "pp",
    "demux",
    "ps",
    "dsc",
    "vtep",
    "si-",
    "ms-",
    "fti",
    "vt-",
    "mt-",
    "lsq-",
    "rlsq",
    "sp-",
)
"""Interfaces without a port of their own: each unit is one by itself."""


def is_whole(interface: str, number: str, unit: Node | None) -> bool:
    """Whether unit `number` has all packets of an interface; `unit` is what the text says of it."""
    if number != "0" or interface.startswith(_NO_PORT):
        return False
    return unit is None or not any(unit.get(word) is not None for word in _PART)
