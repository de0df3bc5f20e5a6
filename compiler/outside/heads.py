"""Lines of Cisco that begin the definition of a named object: a map, a group, a list of packets.

The words are those of the Cisco IOS command references, with the families that NX-OS
(`object-group ip address`) and IOS XR (`object-group network ipv4`) name before the name.
"""

from __future__ import annotations

import re

from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["Head", "head"]

_DEFINED = pattern(
    r"(no )?(route-map|table-map|object-group|time-range|track|vc-class|mls qos map dscp-mutation"
    r"|(?:(?:ip|mac|ipx|arp) )?access-list|ip sla(?: monitor)?|rtr) +(\S.*)",
    re.IGNORECASE,
)
_SAME = {
    "mls qos map dscp-mutation": "dscp-mutation",
    "ip sla monitor": "ip sla",
    "rtr": "ip sla",
}
"""A kind of object by words that begin another line of it."""
_LIST = "access-list"
_BETWEEN = frozenset(
    (
        *("network", "service", "protocol", "port", "address", "security", "tcp-udp"),
        *("ip", "ipv4", "ipv6", "v4", "v4-network", "v6-network"),
        *("standard", "extended", "atm"),
    )
)
"""What may stand between the kind and the name."""


class Head(NamedTuple):
    """A line that begins an object: its kind (`route-map`, `object-group`, `access-list`, ...), its
    name as written, and of a list the family of its addresses where the line says it (`ip`, `mac`,
    `ipx`, `arp`). `gone`: the line takes the object, or something of it, back.
    """

    kind: str
    name: str
    family: str = ""
    gone: bool = False


def head(line: str) -> Head | None:
    """What a line begins; None where it begins nothing of these."""
    said = _DEFINED.match(line)
    if said is None:
        return None
    kind, words = said[2].lower(), said[3].split()
    name = next((word for word in words if word.lower() not in _BETWEEN), words[-1])
    # IOS prints `route-map NAME permit 10`, and XR takes `NAME(arguments)`.
    name = name.partition("(")[0] or name
    family, _, of_list = kind.rpartition(" ")
    if of_list == _LIST:
        return Head(_LIST, name, family, bool(said[1]))
    return Head(_SAME.get(kind, kind), name, gone=bool(said[1]))
