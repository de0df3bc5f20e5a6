"""One concrete packet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from qosc.fields import (
    DS_VIEWS,
    ICMP,
    ICMP6,
    IGMP,
    LOSS_PRIORITIES,
    PORT_PROTOCOLS,
    PROTOCOL_NAMES,
    TCP,
    TCP_FLAG_NAMES,
    WIDTHS,
    Field,
    code_point_name,
    mac_text,
)
from qosc.ir import Opaque, Reference
from qosc.packets.layout import LAYERS, needs
from qosc.values import dataclass

__all__ = ["Packet"]

_PLAIN: dict[Field, int | str] = {
    Field.TTL: 64,
    Field.LENGTH: 100,
    Field.QOS_GROUP: 0,
    Field.DISCARD_CLASS: 0,
    Field.TRAFFIC_CLASS: 0,
    Field.FRAGMENT: 0,
    Field.FIRST_FRAGMENT: 0,
    Field.TCP_FLAGS: 16,
    Field.ICMP_TYPE: 8,
    Field.ICMP_CODE: 0,
    Field.SRC_MAC: 0,
    Field.DST_MAC: 0,
    Field.ETHERTYPE: 0,
    Field.VLAN: 0,
    Field.VLAN_INNER: 0,
    Field.LOSS_PRIORITY: LOSS_PRIORITIES[0],
}
_TOLD = (
    Field.LENGTH,
    Field.TTL,
    Field.ICMP_TYPE,
    Field.ICMP_CODE,
    Field.IGMP_TYPE,
    Field.SRC_MAC,
    Field.DST_MAC,
    Field.VLAN,
    Field.COS,
    Field.VLAN_INNER,
    Field.COS_INNER,
    Field.MPLS_EXP,
    Field.ATM_CLP,
    Field.FR_DE,
    Field.FR_DLCI,
    Field.QOS_GROUP,
    Field.DISCARD_CLASS,
    Field.TRAFFIC_CLASS,
    Field.INPUT_INTERFACE,
    Field.FORWARDING_CLASS,
    Field.LOSS_PRIORITY,
)
_VERSION, _ETHERTYPE = Field.VERSION, Field.ETHERTYPE
_FRAGMENT, _PROTOCOL = Field.FRAGMENT, Field.PROTOCOL


@dataclass(frozen=True, slots=True)
class Packet:
    """A packet with all its fields.

    `version` is 4, 6, or 0 for a packet that is not IP. `ds` is the DS byte. `values` holds the
    other fields; those that the packet cannot have (ports of ICMP) are not looked at. `layers`
    names the optional layers it has. `assumes` are the conditions outside the model (an NBAR
    protocol, a list that is not defined) that are taken to hold for it; all others are taken not
    to.
    """

    version: int = 4
    ds: int = 0
    values: Mapping[Field, int | str] = field(default_factory=dict, hash=False)
    layers: frozenset[str] = frozenset()
    assumes: tuple[Opaque | Reference, ...] = ()

    def get(self, name: Field) -> int | str | None:
        """The value of a field, or None if the packet does not have it.

        A field that holds names gives an empty string where it is none that the config mentions.
        """
        view = DS_VIEWS.get(name)
        if view is not None:
            return (self.ds & view[1]) >> view[0] if self.version else None
        if not self._has(needs(name)):
            return None
        if name is _VERSION:
            return self.version or None
        if name is _ETHERTYPE and self.version:
            return 0x0800 if self.version == 4 else 0x86DD
        return self.values.get(name, _PLAIN.get(name, 0 if name in WIDTHS else ""))

    def _has(self, need: str) -> bool:
        if need == "":
            return True
        if need in LAYERS:
            return need in self.layers
        if need in ("ip", "ip4", "ip6"):
            return self.version != 0 if need == "ip" else self.version == int(need[2:])
        if not self.version or self.values.get(_FRAGMENT):
            return False
        protocol = self.values.get(_PROTOCOL)
        if need == "ports":
            return protocol in PORT_PROTOCOLS
        if need == "icmp":
            return protocol == (ICMP if self.version == 4 else ICMP6)
        return protocol == (TCP if need == "tcp" else IGMP)

    def __str__(self) -> str:
        words = [self._ip() if self.version else self._frame()]
        if self.version and self.ds & ~3:
            view = Field.DSCP if self.ds & 0x1C else Field.PRECEDENCE
            words.append(f"{view} {code_point_name(view, int(self.get(view) or 0))}")
        if self.version and self.ds & 3:
            words.append(f"ecn {self.ds & 3}")
        flags = self.get(Field.TCP_FLAGS)
        if isinstance(flags, int) and flags != _PLAIN[Field.TCP_FLAGS]:
            named = [name for bit, name in enumerate(TCP_FLAG_NAMES) if flags >> bit & 1]
            words.append("tcp flags " + ("+".join(named) or "none"))
        if self.get(Field.FRAGMENT):
            words.append("non-initial fragment")
        if self.get(Field.FIRST_FRAGMENT):
            words.append("first fragment")
        for name in _TOLD:
            value = self.get(name)
            if value not in (None, "", _PLAIN.get(name)):
                mac = name in (Field.SRC_MAC, Field.DST_MAC)
                words.append(f"{name} {mac_text(int(value or 0)) if mac else value}")
        words.extend(f"given {_condition(condition)}" for condition in self.assumes)
        return ", ".join(words)

    def _ip(self) -> str:
        from ipaddress import IPv4Address, IPv6Address

        protocol = int(self.get(Field.PROTOCOL) or 0)
        ends = []
        for end in ("src", "dst"):
            value = int(self.get(Field(f"{end}{self.version}")) or 0)
            text = str(IPv4Address(value) if self.version == 4 else IPv6Address(value))
            port = self.get(Field(f"{end}-port"))
            if port is not None:
                text = f"{text}:{port}" if self.version == 4 else f"[{text}]:{port}"
            ends.append(text)
        name = PROTOCOL_NAMES.get(protocol, f"protocol {protocol}")
        return f"{name} {ends[0]} -> {ends[1]}"

    def _frame(self) -> str:
        return f"a frame that is not IP, ethertype {self.get(Field.ETHERTYPE) or 0:#06x}"


def _condition(condition: Opaque | Reference) -> str:
    if isinstance(condition, Opaque):
        return f"{condition.feature} {condition.argument} matches"
    return f"{condition.target} {condition.name} matches"
