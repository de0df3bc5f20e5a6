"""The packets that a filter matches."""

from __future__ import annotations

from ipaddress import ip_network
from typing import Any

from qosc.fields import Field
from qosc.verify.space import HeaderSpace
from qosc.verify.tc.headers import byte
from qosc.verify.tc.model import Filter, Key, Unreadable
from qosc.verify.tc.units import integer

__all__ = ["Matches"]

_TYPES = {"ip": 0x0800, "ipv6": 0x86DD, "arp": 0x0806}
_PROTOCOLS = {"icmp": 1, "tcp": 6, "udp": 17, "icmpv6": 58, "sctp": 132}
_WITH_PORTS = (6, 17, 132)
_FLAGS = {"nofrag": (False, None), "frag": (True, None), "firstfrag": (True, True),
          "frag/firstfrag": (True, True), "frag/nofirstfrag": (True, False)}  # fmt: skip


class Matches:
    """Makes the set of packets of each match once."""

    def __init__(self, space: HeaderSpace) -> None:
        self._space = space
        self._done: dict[tuple[str, str, tuple[Key, ...]], Any] = {}

    def of(self, found: Filter) -> Any:
        """The packets that a filter matches. Raises Unreadable for what tc would refuse."""
        key = (found.protocol, found.kind, found.keys)
        node = self._done.get(key)
        if node is None:
            try:
                node = self._of(found)
            except Unreadable as error:
                raise Unreadable(str(error), found.line) from None
            self._done[key] = node
        return node

    def _of(self, found: Filter) -> Any:
        node = self._protocol(found.protocol)
        if found.kind == "flower":
            return node & self._flower(found)
        for key in found.keys:
            if key.name == "fw":
                node &= self._mark(integer(key.text), 0xFFFFFFFF)
            elif key.name == "mark":
                _, _, value, mask = key.numbers
                node &= self._mark(value, mask)
            elif key.name == "at":
                node &= self._raw(*key.numbers)
            else:
                raise Unreadable(f"{found.kind} {key.name} is not understood here")
        return node

    def _mark(self, value: int, mask: int) -> Any:
        if value & ~mask:
            return self._space.false
        bits = [self._space.var(v) for v in self._space.mark_bits]
        return self._space.number(bits, value, mask)

    def _protocol(self, name: str) -> Any:
        space = self._space
        tagged, labelled = space.have("tagged"), space.have("labelled")
        if name == "all":
            return space.true
        if name in ("802.1Q", "0x8100"):
            return tagged
        if name in ("mpls_uc", "0x8847"):
            return labelled & ~tagged
        kind = _TYPES.get(name)
        if kind is None:
            if not name.startswith("0x"):
                raise Unreadable(f"unknown protocol: {name}")
            kind = integer(name)
        return self._type(kind) & ~tagged & ~labelled

    def _type(self, kind: int) -> Any:
        space = self._space
        if kind == _TYPES["ip"]:
            return space.have("ip4")
        if kind == _TYPES["ipv6"]:
            return space.have("ip6")
        bits = [space.bit(Field.ETHERTYPE, place) for place in range(16)]
        return space.number(bits, kind) & ~space.have("ip")

    def _raw(self, offset: int, width: int, value: int, mask: int) -> Any:
        """Bytes of the network header, whatever the packet is."""
        space, result = self._space, self._space.false
        for version, region in (
            (4, space.have("ip4")), (6, space.have("ip6")), (0, ~space.have("ip")),
        ):  # fmt: skip
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

    def _flower(self, found: Filter) -> Any:
        space, node = self._space, self._space.true
        kind = found.protocol
        number: int | None = None
        for key in found.keys:
            if key.name == "vlan_ethtype":
                if kind != "802.1Q":
                    raise Unreadable("vlan_ethtype needs protocol 802.1Q")
                kind = key.text
                node &= self._type(_TYPES[kind] if kind in _TYPES else integer(kind))
            elif key.name in ("vlan_id", "vlan_prio"):
                if found.protocol != "802.1Q":
                    raise Unreadable(f"{key.name} needs protocol 802.1Q")
                field = Field.VLAN if key.name == "vlan_id" else Field.COS
                node &= self._value(field, key.text)
            elif key.name == "mpls_tc":
                if found.protocol != "mpls_uc":
                    raise Unreadable("mpls_tc needs protocol mpls_uc")
                node &= self._value(Field.MPLS_EXP, key.text)
            elif key.name in ("src_mac", "dst_mac"):
                node &= self._mac(key)
            elif key.name == "ip_proto":
                _needs(kind in ("ip", "ipv6"), "ip_proto needs protocol ip or ipv6")
                number = _PROTOCOLS.get(key.text)
                # tc reads a number as hexadecimal, written so or not (tc-flower(8)).
                number = integer(key.text, 16) if number is None else number
                _needs(number <= 0xFF, f"not a protocol of IP: {key.text}")
                node &= self._value(Field.PROTOCOL, str(number))
            else:
                node &= self._network(key, kind, number)
        return node & space.true

    def _network(self, key: Key, kind: str, number: int | None) -> Any:
        _needs(kind in ("ip", "ipv6"), f"{key.name} needs protocol ip or ipv6")
        space = self._space
        if key.name in ("src_ip", "dst_ip"):
            return self._address(key, kind)
        if key.name == "ip_tos":
            value, mask = _masked(key.text, 0xFF, 10)
            return space.number([space.var(v) for v in space.ds_bits], value, mask)
        if key.name == "ip_ttl":
            value, mask = _masked(key.text, 0xFF, 10)
            return space.number(self._bits(Field.TTL), value, mask)
        if key.name == "ip_flags":
            return self._fragment(key.text)
        # A fragment has no transport header, as the kernel's dissector sees it: it reads as 0.
        whole = ~space.bit(Field.FRAGMENT, 0) & ~space.first_fragment()
        if key.name in ("src_port", "dst_port"):
            _needs(number in _WITH_PORTS, f"{key.name} needs ip_proto tcp, udp or sctp")
            field = Field.SRC_PORT if key.name == "src_port" else Field.DST_PORT
            return self._port([bit & whole for bit in self._bits(field)], key.text)
        if key.name == "tcp_flags":
            _needs(number == 6, "tcp_flags needs ip_proto tcp")
            value, mask = _masked(key.text, 0xFFF, 16)
            bits = self._bits(Field.TCP_FLAGS)
            bits += [space.other(("tcp flags", place)) for place in range(6, 12)]
            return space.number([bit & whole for bit in bits], value, mask)
        if key.name in ("type", "code"):
            wanted = 1 if kind == "ip" else 58
            _needs(number == wanted, f"{key.name} needs the ip_proto icmp of its version")
            field = Field.ICMP_TYPE if key.name == "type" else Field.ICMP_CODE
            value, mask = _masked(key.text, 0xFF, 10)
            return space.number([bit & whole for bit in self._bits(field)], value, mask)
        raise Unreadable(f"unknown key of flower: {key.name}")

    def _bits(self, field: Field) -> list[Any]:
        from qosc.fields import WIDTHS

        return [self._space.bit(field, place) for place in range(WIDTHS[field])]

    def _value(self, field: Field, text: str) -> Any:
        return self._space.number(self._bits(field), integer(text))

    def _mac(self, key: Key) -> Any:
        field = Field.SRC_MAC if key.name == "src_mac" else Field.DST_MAC
        address, slash, mask = key.text.partition("/")
        ones = (1 << 48) - 1
        bits = integer(mask.replace(":", ""), 16) if slash else ones
        return self._space.number(self._bits(field), integer(address.replace(":", ""), 16), bits)

    def _address(self, key: Key, kind: str) -> Any:
        try:
            network = ip_network(key.text, strict=False)
        except ValueError:
            raise Unreadable(f"not an address: {key.text}") from None
        _needs(network.version == (4 if kind == "ip" else 6), f"{key.text} is not of {kind}")
        names = {("src_ip", 4): Field.SRC4, ("dst_ip", 4): Field.DST4,
                 ("src_ip", 6): Field.SRC6, ("dst_ip", 6): Field.DST6}  # fmt: skip
        bits = self._bits(names[key.name, network.version])
        mask = int(network.netmask)
        return self._space.number(bits, int(network.network_address), mask)

    def _fragment(self, text: str) -> Any:
        if text not in _FLAGS:
            raise Unreadable(f"unknown ip_flags: {text}")
        fragment, first = _FLAGS[text]
        later = self._space.bit(Field.FRAGMENT, 0)
        begins = self._space.first_fragment()
        if not fragment:
            return ~later & ~begins
        if first is None:
            return later | begins
        return begins if first else later

    def _port(self, bits: list[Any], text: str) -> Any:
        space = self._space
        if "-" not in text:
            return space.number(bits, *_masked(text, 0xFFFF, 10))
        low, high = (integer(part, 10) for part in text.split("-", 1))
        _needs(0 < low < high <= 0xFFFF, f"not a range of ports: {text}")
        at_least = at_most = space.true
        for place, bit in enumerate(bits):
            at_least = bit & at_least if low >> place & 1 else bit | at_least
            at_most = ~bit | at_most if high >> place & 1 else ~bit & at_most
        return at_least & at_most


def _needs(holds: bool, message: str) -> None:
    if not holds:
        raise Unreadable(message)


def _masked(text: str, whole: int, base: int) -> tuple[int, int]:
    """A value and its mask; hexadecimal where it is written so."""

    def number(part: str) -> int:
        return integer(part, 16 if base == 16 or part.startswith("0x") else base)

    value, slash, mask = text.partition("/")
    bits = number(mask) if slash else whole
    return number(value) & bits, bits
