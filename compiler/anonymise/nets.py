"""Network entity titles of IS-IS, whose system identifier mostly is the address of a loopback.

Sources: ISO 10589, section 7.1 (area address, six octets of a system, one of a selector); Cisco,
IOS IP Routing: ISIS Command Reference ("net"); Juniper, CLI Explorer ("family iso", "address"),
whose example writes the four numbers of an IPv4 address with three digits each.
"""

from __future__ import annotations

import hmac
import re

from qosc.anonymise.addresses import Addresses

__all__ = ["NET", "Nets"]

NET = (
    r"(?<![\w.])(?=(?:\.?[0-9A-Fa-f]){14,40}(?![\w.]))"
    r"(?:[0-9A-Fa-f]{2}|[0-9A-Fa-f]{4})(?:\.[0-9A-Fa-f]++)*+(?<=\.[0-9A-Fa-f]{2})"
)
"""A title, or a system and its selector alone, as `show isis database` has them."""
_SYSTEM = 12
_SELECTOR = 2
_PRIVATE = "49"
"""The first octet of areas that their owner numbers: such a number stays, as others do."""
_IPV4 = re.compile(r"(\d{3})" * 4)


class Nets:
    """Gives each title another one: of the same system the same, of its address that one's."""

    def __init__(self, key: bytes, addresses: Addresses) -> None:
        self._key = key
        self._addresses = addresses

    def other(self, text: str) -> str:
        """A title of the same form. Its selector stays, and so does the area behind 49."""
        digits = text.replace(".", "")
        at = len(digits) - _SELECTOR - _SYSTEM
        area, system, selector = digits[:at], digits[at:-_SELECTOR], digits[-_SELECTOR:]
        if not area.startswith(_PRIVATE):
            area = area[:_SELECTOR] + self._hexadecimal(area)[: max(at - _SELECTOR, 0)]
        made = iter(area + self._system(system) + selector)
        return "".join(char if char == "." else next(made) for char in text)

    def _system(self, digits: str) -> str:
        address = _IPV4.fullmatch(digits)
        numbers = [int(number) for number in address.groups()] if address is not None else [256]
        if max(numbers) > 255:
            return self._hexadecimal(digits)[:_SYSTEM]
        other = self._addresses.four(".".join(map(str, numbers)), "")
        return "".join(f"{int(number):03}" for number in other.split("."))

    def _hexadecimal(self, digits: str) -> str:
        return hmac.digest(self._key, b"net " + digits.lower().encode(), "sha256").hex()
