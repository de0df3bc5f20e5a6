"""How tc reads its arguments, from the documentation of iproute2's parsers and of C's strtoul,
strtod and inet_pton; nothing of the back end is used. A text that tc would refuse is a ValueError.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address
from math import floor

U8, U16, U32, U64 = (1 << 8) - 1, (1 << 16) - 1, (1 << 32) - 1, (1 << 64) - 1


def strtoul(text: str, base: int) -> int:
    """All of the text, in a base; 0 takes C's prefixes, and 16 a 0x that may be missing."""
    digits = text
    if base in (0, 16) and text[:2].lower() == "0x":
        digits, base = text[2:], 16
    elif base == 0:
        base = 8 if text.startswith("0") and len(text) > 1 else 10
    pattern = {8: "[0-7]+", 10: "[0-9]+", 16: "[0-9a-fA-F]+"}[base]
    if not re.fullmatch(pattern, digits):
        raise ValueError(text)
    return int(digits, base)


def get_unsigned(text: str, base: int, most: int) -> int:
    """get_u8, get_u16, get_u32 and get_u64."""
    number = strtoul(text, base)
    if number > most:
        raise ValueError(text)
    return number


def get_integer(text: str, base: int) -> int:
    sign = -1 if text.startswith("-") else 1
    number = sign * strtoul(text.removeprefix("-"), base)
    if not -(1 << 31) <= number < 1 << 31:
        raise ValueError(text)
    return number


def _number(text: str) -> tuple[float, str]:
    found = re.fullmatch(r"(\d+(?:\.\d*)?)([A-Za-z]*)", text)
    if not found:
        raise ValueError(text)
    return float(found[1]), found[2].lower()


def get_rate64(text: str) -> int:
    """Bytes a second. tc(8): `bit` is a bit a second, `bps` a byte; a bare number is of bits."""
    number, unit = _number(text)
    units = {"": 1, "bit": 1, "kbit": 1e3, "mbit": 1e6, "gbit": 1e9, "bps": 8, "kbps": 8e3}
    return int(number * units[unit] / 8)


def get_rate(text: str) -> int:
    """The same in 32 bits: what does not fit is refused."""
    rate = get_rate64(text)
    if rate > U32:
        raise ValueError(text)
    return rate


def get_size(text: str) -> int:
    """Bytes. tc(8): b or a bare number bytes, kb or k 1024 of them."""
    number, unit = _number(text)
    size = number * {"": 1, "b": 1, "k": 1024, "kb": 1024}[unit]
    if floor(size) > U32:
        raise ValueError(text)
    return int(size)


def get_time(text: str) -> int:
    """Microseconds, of 32 bits; a unit of s, ms or us, or none for us."""
    number, unit = _number(text)
    scale = {"": 1, "us": 1, "usec": 1, "ms": 1000, "msec": 1000, "s": 1_000_000}[unit.lower()]
    if number * scale > U32:
        raise ValueError(text)
    return floor(number * scale)


def get_tc_classid(text: str) -> tuple[int, int]:
    major, colon, minor = text.partition(":")
    if not colon:
        raise ValueError(text)
    return get_unsigned(major, 16, U16), get_unsigned(minor, 16, U16) if minor else 0


def get_prefix(text: str, version: int) -> tuple[int, int]:
    """The address, and its mask."""
    address, _, length = text.partition("/")
    width = 32 if version == 4 else 128
    bits = get_unsigned(length, 0, width)
    number = int(IPv4Address(address) if version == 4 else IPv6Address(address))
    return number, ((1 << bits) - 1) << (width - bits)


def ll_addr_a2n(text: str) -> int:
    parts = text.split(":")
    if len(parts) != 6:
        raise ValueError(text)
    return int.from_bytes(bytes(get_unsigned(part, 16, U8) for part in parts))


def mac_mask(text: str) -> int:
    """A mask: digits alone are the length of a prefix, with colons an address."""
    if re.fullmatch("[0-9]+", text):
        return ((1 << int(text)) - 1) << (48 - int(text))
    return ll_addr_a2n(text)


def masked(text: str, base: int, mask_base: int, most: int) -> tuple[int, int]:
    value, slash, mask = text.partition("/")
    if not slash:
        return get_unsigned(value, base, most), most
    return get_unsigned(value, base, most), get_unsigned(mask, mask_base, most)


def tos_or_ttl(text: str) -> tuple[int, int]:
    """flower_parse_ip_tos_ttl: decimal, or else hexadecimal; the mask hexadecimal."""
    value, _, mask = text.partition("/")
    try:
        number = get_unsigned(value, 10, U8)
    except ValueError:
        number = get_unsigned(value, 16, U8)
    return number, get_unsigned(mask, 16, U8)


def ip_proto(text: str) -> int:
    """tc-flower(8): a name, or an unsigned 8 bit value in hexadecimal."""
    names = {"tcp": 6, "udp": 17, "sctp": 132, "icmp": 1, "icmpv6": 58}
    return names[text] if text in names else get_unsigned(text, 16, U8)


def ll_proto_a2n(text: str) -> int:
    names = {
        "all": 3,
        "ip": 0x800,
        "ipv6": 0x86DD,
        "arp": 0x806,
        "802.1Q": 0x8100,
        "mpls_uc": 0x8847,
    }
    return names[text] if text in names else get_unsigned(text, 0, U16)


def port(text: str) -> tuple[str, int, int]:
    """A port, a range, or a port under a mask: then both are in C's notation."""
    if "-" in text:
        low, high = (get_unsigned(part, 10, U16) for part in text.split("-"))
        if high <= low:
            raise ValueError(text)
        return "range", low, high
    value, mask = masked(text, 0 if "/" in text else 10, 0, U16)
    return "bits", value, mask
