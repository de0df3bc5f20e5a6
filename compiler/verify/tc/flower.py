"""The keys of flower, with the parser of each (iproute2 6.1, tc/f_flower.c).

tc goes through the words once: a key of a higher layer is taken only after the one that says which
layer it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from ipaddress import ip_network

from qosc.verify.tc.model import Key, Unreadable
from qosc.verify.tc.numbers import unsigned
from qosc.verify.tc.words import Words

__all__ = ["TYPES", "ethertype", "flower_keys"]

_Reader = Callable[[str, str], Key]

TYPES = {
    "ip": 0x0800,
    "ipv4": 0x0800,
    "ipv6": 0x86DD,
    "arp": 0x0806,
    "802.1q": 0x8100,
    "802.1ad": 0x88A8,
    "mpls_uc": 0x8847,
    "all": 3,
}
"""Names of lib/ll_proto.c, in lower case; the number 3 (ETH_P_ALL) stands for every frame."""
_IP, _IP6, _TAGGED, _LABELLED = 0x0800, 0x86DD, 0x8100, 0x8847
_PROTOCOLS = {"icmp": 1, "tcp": 6, "udp": 17, "icmpv6": 58, "sctp": 132}
_WITH_PORTS = (6, 17, 132)
_FLAGS = {"frag": (1, 1), "nofrag": (0, 1), "firstfrag": (2, 2), "nofirstfrag": (0, 2)}
_MAC = re.compile(r"[0-9a-fA-F]{1,2}(?::[0-9a-fA-F]{1,2}){5}")


def ethertype(text: str) -> int:
    """A protocol by its name, in any case, or by its number in any notation (ll_proto_a2n)."""
    known = TYPES.get(text.lower())
    return unsigned(text, 0, 16) if known is None else known


def flower_keys(words: Words, protocol: int) -> tuple[Key, ...]:
    """All keys up to the first action.

    Raises Unreadable for a key that is unknown, given twice or not allowed here.
    """
    reader = _Flower(protocol)
    keys: list[Key] = []
    while words and words.next != "action":
        name = words.take()
        if any(key.name == name for key in keys):
            raise words.refuse(f"{name} is given twice")
        if name not in _READERS:
            raise words.refuse(f"unknown key of flower: {name}")
        refusal = reader.refusal(name)
        if refusal:
            raise words.refuse(f"{name} {refusal}")
        keys.append(words.read(lambda text, name=name: reader.key(name, text)))  # type: ignore[misc]
    return tuple(keys)


class _Flower:
    """What is known of the layers so far. `kind` is the network layer's protocol."""

    def __init__(self, protocol: int) -> None:
        self._outer = self._kind = protocol
        self._protocol: int | None = None

    def refusal(self, name: str) -> str:
        """Why tc does not take a key here; empty if it does."""
        if name in ("vlan_id", "vlan_prio", "vlan_ethtype") and self._outer != _TAGGED:
            return "needs protocol 802.1Q"
        if name == "mpls_tc" and self._outer != _LABELLED:
            return "needs protocol mpls_uc"
        if name in _NETWORK and self._kind not in (_IP, _IP6):
            return "needs protocol ip or ipv6"
        if name in ("src_port", "dst_port") and self._protocol not in _WITH_PORTS:
            return "needs ip_proto tcp, udp or sctp before it"
        if name == "tcp_flags" and self._protocol != _PROTOCOLS["tcp"]:
            return "needs ip_proto tcp before it"
        icmp = {_IP: 1, _IP6: 58}.get(self._kind)
        if name in ("type", "code") and self._protocol != icmp:
            return "needs the ip_proto icmp of its version before it"
        return ""

    def key(self, name: str, text: str) -> Key:
        """A key with its value."""
        if name in ("src_ip", "dst_ip"):
            return _address(name, text, 4 if self._kind == _IP else 6)
        test = _READERS[name](name, text)
        if name == "vlan_ethtype":
            self._kind = test.numbers[0]
        elif name == "ip_proto":
            self._protocol = test.numbers[0]
        return test


def _plain(bits: int, base: int, width: int) -> _Reader:
    """One number without a mask."""

    def read(name: str, text: str) -> Key:
        value = unsigned(text, base, width)
        if value >> bits:
            raise Unreadable(f"{name} has {bits} bits: {text}")
        return Key(name, (value, (1 << bits) - 1))

    return read


def _masked(base: int, mask_base: int, width: int, whole: int) -> _Reader:
    def read(name: str, text: str) -> Key:
        value, slash, mask = text.partition("/")
        bits = unsigned(mask, mask_base, width) if slash else whole
        return Key(name, (unsigned(value, base, width) & bits, bits))

    return read


def _decimal_or_hex(name: str, text: str) -> Key:
    """ip_tos and ip_ttl: decimal, else hexadecimal; a mask is hexadecimal always."""
    value, slash, mask = text.partition("/")
    bits = unsigned(mask, 16, 8) if slash else 0xFF
    base = 10 if value.isascii() and value.isdigit() else 16
    return Key(name, (unsigned(value, base, 8) & bits, bits))


def _ip_proto(name: str, text: str) -> Key:
    """A name, or a number in hexadecimal: `47` is 71. Newer names of tc are not for all releases.

    `get_u8(&ip_proto, str, 16)` in flower_parse_ip_proto; tc-flower(8).
    """
    known = _PROTOCOLS.get(text)
    return Key(name, (unsigned(text, 16, 8) if known is None else known, 0xFF))


def _port(name: str, text: str) -> Key:
    low, dash, high = text.partition("-")
    if not dash:
        port = _masked(10, 0, 16, 0xFFFF)(name, text)
        if "/" not in text and not port.numbers[0]:
            # tc/f_flower.c, flower_parse_port: 0 stands for what is not there. Seen with 6.1.
            raise Unreadable(f'tc takes no port 0 without a mask (Illegal "{name}")')
        return port
    first, last = unsigned(low, 10, 16), unsigned(high, 10, 16)
    if not 0 < first < last:
        raise Unreadable(f"not a range of ports: {text}")
    return Key(name, (first, last), "range")


def _flags(name: str, text: str) -> Key:
    value = mask = 0
    for part in text.split("/"):
        if part not in _FLAGS or mask & _FLAGS[part][1]:
            raise Unreadable(f"unknown {name}: {text}")
        value, mask = value | _FLAGS[part][0], mask | _FLAGS[part][1]
    return Key(name, (value, mask))


def _mac(name: str, text: str) -> Key:
    address, slash, mask = text.partition("/")
    bits = (1 << 48) - 1
    if slash and mask.isascii() and mask.isdigit():
        if int(mask) > 48:
            raise Unreadable(f"not a mask: {text}")
        bits ^= (1 << 48 - int(mask)) - 1
    elif slash:
        bits = _ether(mask)
    return Key(name, (_ether(address) & bits, bits))


def _ether(text: str) -> int:
    if not _MAC.fullmatch(text):
        raise Unreadable(f"not a hardware address: {text}")
    return int("".join(part.zfill(2) for part in text.split(":")), 16)


def _address(name: str, text: str, version: int) -> Key:
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        raise Unreadable(f"not an address: {text}") from None
    if network.version != version:
        raise Unreadable(f"not an address of IPv{version}: {text}")
    numbers = int(network.network_address), int(network.netmask)
    return Key(name, numbers, str(version))


def _ethertype(name: str, text: str) -> Key:
    return Key(name, (ethertype(text), 0xFFFF))


_READERS: dict[str, _Reader] = {
    "ip_proto": _ip_proto,
    "ip_tos": _decimal_or_hex,
    "ip_ttl": _decimal_or_hex,
    "ip_flags": _flags,
    "src_ip": lambda name, text: _address(name, text, 4),
    "dst_ip": lambda name, text: _address(name, text, 4),
    "src_port": _port,
    "dst_port": _port,
    "tcp_flags": _masked(16, 16, 16, 0xFFF),
    "type": _masked(10, 10, 8, 0xFF),
    "code": _masked(10, 10, 8, 0xFF),
    "src_mac": _mac,
    "dst_mac": _mac,
    "vlan_id": _plain(12, 10, 16),
    "vlan_prio": _plain(3, 10, 8),
    "vlan_ethtype": _ethertype,
    "mpls_tc": _plain(3, 10, 8),
}
_NETWORK = (
    "ip_proto",
    "ip_tos",
    "ip_ttl",
    "ip_flags",
    "src_ip",
    "dst_ip",
    "src_port",
    "dst_port",
    "tcp_flags",
    "type",
    "code",
)
