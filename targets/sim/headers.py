"""Packets as the headers of a scenario's sources."""

from __future__ import annotations

from ipaddress import IPv4Address

from qosc.fields import ICMP, TCP, UDP, Field
from qosc.packets import Packet

__all__ = ["LEAST", "header"]

LEAST: dict[int | None, int] = {UDP: 28, TCP: 40, ICMP: 28, None: 28}
"""Bytes of the shortest packet of a protocol."""
_OF_PROTOCOL = (
    Field.SRC_PORT,
    Field.DST_PORT,
    Field.ICMP_TYPE,
    Field.ICMP_CODE,
    Field.IGMP_TYPE,
)
_CARRIED = (
    Field.TCP_FLAGS,
    Field.COS,
    Field.VLAN,
    Field.COS_INNER,
    Field.VLAN_INNER,
    Field.MPLS_EXP,
    Field.ATM_CLP,
    Field.FR_DE,
    Field.FR_DLCI,
    Field.SRC_MAC,
    Field.DST_MAC,
)
"""Fields that a header says only where a packet has them, and not as zero."""


def header(packet: Packet, kind: str) -> dict[str, int | str]:
    """The header of a source of a `kind` (`cbr` or `ping`) that sends such packets."""
    fields: dict[str, int | str] = {}
    for field in (Field.SRC4, Field.DST4):
        fields[field.value] = str(IPv4Address(int(packet.get(field) or 0)))
    if kind == "ping":
        return fields | _dscp(packet)
    protocol = int(packet.get(Field.PROTOCOL) or 0)
    if protocol != UDP:
        fields[Field.PROTOCOL.value] = protocol
    for field in _OF_PROTOCOL:
        value = packet.get(field)
        if isinstance(value, int):
            fields[field.value] = value
    for field in _CARRIED:
        value = packet.get(field)
        if isinstance(value, int) and value:
            fields[field.value] = value
    return fields | _dscp(packet)


def _dscp(packet: Packet) -> dict[str, int | str]:
    return {Field.DSCP.value: packet.ds >> 2} if packet.ds >> 2 else {}
