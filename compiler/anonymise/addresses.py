"""Addresses by which no network can be told: two that shared a prefix share one of that length.

The way is that of Crypto-PAn: whether a bit is turned depends on the bits before it and on a key
(Xu, Fan, Ammar and Moon, "Prefix-Preserving IP Address Anonymization", ICNP 2002). Source of the
ranges that keep what they are: IANA special-purpose address registries (RFC 6890).
"""

from __future__ import annotations

import hmac
import re
from ipaddress import AddressValueError, IPv4Address, IPv6Address

__all__ = ["Addresses"]

_KEPT_BITS = {
    **dict.fromkeys((10,), 8),
    # Parts of these are special, so two octets stay: no address comes into such a part, or leaves.
    **dict.fromkeys((100, 169, 172, 192, 198, 203), 16),
}
_WHOLE = frozenset((0, 127, *range(224, 256)))
"""First octets of addresses that stay: of this host, multicast, masks and wildcards."""
_DOCUMENTS = ("192.0.0.", "192.0.2.", "198.51.100.", "203.0.113.")
"""Ranges for examples, and for protocols of the IETF: they stay as they are."""
_AROUND_THEM = frozenset((0xC000, 0xC058, 0xC633, 0xCB00))
"""The two first octets of these, and of 192.88.99.0/24: the third one stays, too."""
_BITS = 32
_MASK = re.compile(r"[ \t]+(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])|/(\d{1,2})(?!\d)")


class Addresses:
    """Gives each address another one, by a key."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._known: dict[tuple[int, int, int], int] = {}

    def four(self, text: str, behind: str) -> str:
        """An IPv4 address; `behind` is what stands behind it, which may be its mask or length."""
        try:
            value = int(IPv4Address(text))
        except AddressValueError:
            return text
        first = value >> 24
        if first in _WHOLE or text.startswith(_DOCUMENTS):
            return text
        kept = 24 if value >> 16 in _AROUND_THEM else _KEPT_BITS.get(first, 0)
        made = self._turned(value, _BITS, kept)
        made = self._public(made, value, first)
        host = _host_bits(behind)
        if value & host == 0:
            made &= ~host
        elif value & host == host:
            made |= host
        return str(IPv4Address(made))

    def six(self, text: str) -> str | None:
        """An IPv6 address; special ones stay, and the type of the others. None for what is none."""
        try:
            address = IPv6Address(text)
        except AddressValueError:
            return None
        value = int(address)
        if value < 1 << 64 or address.is_multicast or text.lower().startswith("2001:db8:"):
            return text
        made = self._turned(value, 128, 3 if value >> 125 == 1 else 16)
        empty = (value & -value).bit_length() - 1
        # A prefix is written with zeros behind it.
        made = made >> min(empty, 112) << min(empty, 112)
        return str(IPv6Address(made))

    def _public(self, made: int, value: int, first: int) -> int:
        """The first octet of an address of no special range, which stays in none."""
        if first in _KEPT_BITS:
            return made
        free = [octet for octet in range(1, 224) if octet not in _KEPT_BITS and octet not in _WHOLE]
        turn = int.from_bytes(self._digest(b"first")[:4], "big") % (len(free) - 1) + 1
        there = free[(free.index(value >> 24) + turn) % len(free)]
        return there << 24 | made & 0xFFFFFF

    def _turned(self, value: int, bits: int, kept: int) -> int:
        made = value >> (bits - kept) if kept else 0
        for at in range(kept, bits):
            above = value >> (bits - at)
            place = bits, at, above
            turn = self._known.get(place)
            if turn is None:
                turn = self._digest(b"%d %d %d" % place)[0] & 1
                self._known[place] = turn
            made = made << 1 | ((value >> (bits - 1 - at) & 1) ^ turn)
        return made

    def _digest(self, words: bytes) -> bytes:
        return hmac.digest(self._key, words, "sha256")


def _host_bits(behind: str) -> int:
    """The bits of an address that its mask, wildcard or length leaves to hosts."""
    match = _MASK.match(behind)
    if match is None:
        return 0
    if match[2] is not None:
        return (1 << max(_BITS - int(match[2]), 0)) - 1
    try:
        mask = int(IPv4Address(match[1]))
    except AddressValueError:
        return 0
    full = (1 << _BITS) - 1
    if mask & (mask + 1) == 0:
        return mask  # a wildcard
    inverse = ~mask & full
    return inverse if inverse & (inverse + 1) == 0 else 0
