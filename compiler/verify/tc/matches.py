"""The packets that a filter matches."""

from __future__ import annotations

from qosc.fields import WIDTHS, Field
from qosc.packets.diagrams import Diagram
from qosc.verify.packets.space import HeaderSpace
from qosc.verify.tc.flower import TYPES, ethertype
from qosc.verify.tc.headers import byte
from qosc.verify.tc.model import Filter, Key

__all__ = ["Matches"]

_IP4, _IP6, _TAGGED, _LABELLED = 0x0800, 0x86DD, 0x8100, 0x8847
_FRAGMENT, _FIRST = 1, 2
_TOPMOST = {
    "src_mac": Field.SRC_MAC,
    "dst_mac": Field.DST_MAC,
    "vlan_id": Field.VLAN,
    "vlan_prio": Field.COS,
    "mpls_tc": Field.MPLS_EXP,
    "ip_proto": Field.PROTOCOL,
    "ip_ttl": Field.TTL,
}
_TRANSPORT = {
    "src_port": Field.SRC_PORT,
    "dst_port": Field.DST_PORT,
    "tcp_flags": Field.TCP_FLAGS,
    "type": Field.ICMP_TYPE,
    "code": Field.ICMP_CODE,
}
_ADDRESSES = {
    ("src_ip", "4"): Field.SRC4,
    ("dst_ip", "4"): Field.DST4,
    ("src_ip", "6"): Field.SRC6,
    ("dst_ip", "6"): Field.DST6,
}


class Matches:
    """Makes the set of packets of each match once."""

    def __init__(self, space: HeaderSpace) -> None:
        self._space = space
        self._done: dict[tuple[str, str, tuple[Key, ...]], Diagram] = {}

    def of(self, firewall_filter: Filter) -> Diagram:
        """The packets that a filter matches."""
        key = (firewall_filter.protocol, firewall_filter.kind, firewall_filter.keys)
        node = self._done.get(key)
        if node is None:
            node = self._done[key] = self._of(firewall_filter)
        return node

    def _of(self, firewall_filter: Filter) -> Diagram:
        node = self._protocol(ethertype(firewall_filter.protocol))
        for key in firewall_filter.keys:
            if key.name in ("fw", "mark"):
                value, mask = key.numbers
                bits = [self._space.var(v) for v in self._space.mark_bits]
                node &= self._space.number(bits, value, mask)
            elif key.name == "at":
                node &= self._raw(*key.numbers)
            else:
                node &= self._flower(key)
        return node

    def _protocol(self, kind: int) -> Diagram:
        space = self._space
        tagged, labelled = space.have("tagged"), space.have("labelled")
        if kind == TYPES["all"]:
            return space.true
        if kind == _TAGGED:
            return tagged
        if kind == _LABELLED:
            return labelled & ~tagged
        return self._type(kind) & ~tagged & ~labelled

    def _type(self, kind: int) -> Diagram:
        space = self._space
        if kind == _IP4:
            return space.have("ip4")
        if kind == _IP6:
            return space.have("ip6")
        bits = [space.bit(Field.ETHERTYPE, place) for place in range(16)]
        return space.number(bits, kind) & ~space.have("ip")

    def _raw(self, offset: int, width: int, value: int, mask: int) -> Diagram:
        """Bytes of the network header, whatever the packet is."""
        space, result = self._space, self._space.false
        for version, region in (
            (4, space.have("ip4")),
            (6, space.have("ip6")),
            (0, ~space.have("ip")),
        ):
            node = region
            for place in range(width):
                shift = 8 * (width - 1 - place)
                part = mask >> shift & 0xFF
                if part:
                    bits = byte(space, version, offset + place)
                    node &= space.number(bits, value >> shift & 0xFF, part)
            result |= node
        return result

    # flower

    def _flower(self, key: Key) -> Diagram:
        space = self._space
        if key.name == "vlan_ethtype":
            return self._type(key.numbers[0])
        if key.name == "ip_flags":
            return self._fragment(*key.numbers)
        if key.name == "ip_tos":
            return space.number([space.var(v) for v in space.ds_bits], *key.numbers)
        if key.name in ("src_ip", "dst_ip"):
            return space.number(self._bits(_ADDRESSES[key.name, key.form]), *key.numbers)
        if key.name in _TOPMOST:
            return space.number(self._bits(_TOPMOST[key.name]), *key.numbers)
        # A fragment has no transport header, as the kernel's dissector sees it: it reads as 0.
        whole = ~space.bit(Field.FRAGMENT, 0) & ~space.first_fragment()
        bits = self._bits(_TRANSPORT[key.name])
        if key.name == "tcp_flags":
            bits += [space.other(("tcp flags", place)) for place in range(6, 12)]
        bits = [bit & whole for bit in bits]
        return self._between(bits, *key.numbers) if key.form else space.number(bits, *key.numbers)

    def _bits(self, field: Field) -> list[Diagram]:
        return [self._space.bit(field, place) for place in range(WIDTHS[field])]

    def _fragment(self, value: int, mask: int) -> Diagram:
        """The dissector's two flags: a fragment, and the first of several."""
        begins = self._space.first_fragment()
        parts = {_FRAGMENT: self._space.bit(Field.FRAGMENT, 0) | begins, _FIRST: begins}
        node = self._space.true
        for flag, packets in parts.items():
            if mask & flag:
                node &= packets if value & flag else ~packets
        return node

    def _between(self, bits: list[Diagram], low: int, high: int) -> Diagram:
        at_least = at_most = self._space.true
        for place, bit in enumerate(bits):
            at_least = bit & at_least if low >> place & 1 else bit | at_least
            at_most = ~bit | at_most if high >> place & 1 else ~bit & at_most
        return at_least & at_most
