"""What the lines of a Catalyst's ports say of their VLANs, which are no part of the model."""

from __future__ import annotations

import re
from typing import NamedTuple

from qosc.ir import RuleList
from qosc.lint.engine.rule import Context
from qosc.lint.facts.switches.vlan_lists import vlans_in
from qosc.patterns import pattern

__all__ = ["SwitchPort", "switch_ports", "trusting", "vlan_of"]

_MOST = 200
"""So many lines of an interface are looked at."""
_VLAN = pattern(r"vlan[ ]?(\d{1,4})", re.IGNORECASE)


class SwitchPort(NamedTuple):
    """A port with `switchport` lines, or with `mls qos vlan-based`.

    `vlans` are those that it may carry, as bits; None stands for all, as on a trunk without a list.
    """

    name: str
    vlans: int | None
    vlan_based: bool

    def carries(self, vlan: int) -> bool:
        """Whether frames of a VLAN may come in."""
        return self.vlans is None or bool(self.vlans >> vlan & 1)


def trusting(context: Context) -> bool:
    """Whether a port of the switch says what it trusts."""
    return any(
        isinstance(stage, RuleList) and stage.feature.startswith("mls qos ")
        for port in context.index.busy
        for stage in port.input
    )


def vlan_of(interface: str) -> int:
    """The VLAN of a VLAN interface by its name; 0 for others."""
    said = _VLAN.fullmatch(interface)
    return int(said[1]) if said is not None else 0


def switch_ports(context: Context) -> dict[str, SwitchPort]:
    """The switch ports of a text by their names. Use through `context.once`."""
    source = context.source
    if source is None or not _may_switch(source.text):
        return {}
    ports = {}
    for port in context.device.ports.values():
        begins = port.origin.line
        if not begins or port.shutdown or vlan_of(port.name):
            continue
        lines = []
        for number in range(begins + 1, min(source.last, begins + _MOST) + 1):
            line = source.line(number)
            if line[:1] not in (" ", "\t"):
                break
            lines.append(" ".join(line.lower().split()))
        one = _port(port.name, lines)
        if one is not None:
            ports[port.name] = one
    return ports


def _may_switch(text: str) -> bool:
    """Whether a word stands in a text without which no port of it is one of a switch."""
    low = text.lower()
    return "switchport" in low or "vlan-based" in low


def _port(name: str, lines: list[str]) -> SwitchPort | None:
    vlan_based = "mls qos vlan-based" in lines
    switched = [line for line in lines if line.startswith("switchport")]
    if not (vlan_based or switched) or "no switchport" in lines:
        return None
    access, voice = 1 << 1, 0
    allowed: int | None = None
    for line in switched:
        words = line.split()
        if words[1:3] == ["access", "vlan"]:
            access = _listed(words[3:])
        elif words[1:3] == ["voice", "vlan"]:
            voice = _listed(words[3:])
        elif words[1:4] == ["trunk", "allowed", "vlan"]:
            plain = words[4:5] and words[4][:1].isdigit()
            more = _listed(words[4:] if plain else words[5:]) if plain or "add" in words else None
            allowed = (allowed or 0) | more if more is not None else None
    if "switchport mode trunk" in switched or any("mode dynamic" in one for one in switched):
        return SwitchPort(name, allowed, vlan_based)
    return SwitchPort(name, access | voice, vlan_based)


def _listed(words: list[str]) -> int:
    """The VLANs of `10`, `10,20-22`; nothing of a word such as `dot1p`."""
    return vlans_in(words[0]) if words and words[0][0].isdigit() else 0
