"""Interface names as IOS prints them: `int fa0/0` and `FastEthernet 0/0` are one port.

The types are those of the Cisco IOS Interface and Hardware Component Command Reference,
`interface`. IOS takes any unambiguous beginning of a type; where several types begin alike, the
common short form of `show ip interface brief` decides.
"""

from __future__ import annotations

import re
from functools import lru_cache

from qosc.patterns import pattern

__all__ = ["canonical", "parent", "spelt_out"]

_TYPES = (
    "Analysis-Module",
    "AppGigabitEthernet",
    "Async",
    "ATM",
    "BRI",
    "BVI",
    "Bundle-Ether",
    "CEM",
    "Cellular",
    "Container",
    "Control",
    "CTunnel",
    "Dialer",
    "Dot11Radio",
    "EOBC",
    "Embedded-Service-Engine",
    "EsconPhy",
    "Ethernet",
    "FastEthernet",
    "Fddi",
    "FiftyGigE",
    "FiveGigabitEthernet",
    "FortyGigabitEthernet",
    "FourHundredGigE",
    "GigabitEthernet",
    "Group-Async",
    "HundredGigE",
    "Hssi",
    "IDS-Sensor",
    "ISM",
    "Integrated-Service-Engine",
    "Lex",
    "LISP",
    "LongReachEthernet",
    "Loopback",
    "MFR",
    "Management",
    "mgmt",
    "Multilink",
    "Multiservice",
    "Null",
    "nve",
    "overlay",
    "Port-channel",
    "POS",
    "pseudowire",
    "SM",
    "SDLC",
    "Serial",
    "Service-Engine",
    "SONET",
    "SRP",
    "Switch",
    "TenGigabitEthernet",
    "TokenRing",
    "Tunnel",
    "TwentyFiveGigE",
    "TwoGigabitEthernet",
    "TwoHundredGigE",
    "ucse",
    "Vif",
    "Virtual-Access",
    "Virtual-PPP",
    "Virtual-Template",
    "Virtual-TokenRing",
    "VirtualPortGroup",
    "Vlan",
    "VoIP-Null",
    "WLAN-GigabitEthernet",
    "wlan-ap",
    "vasileft",
    "vasiright",
)

_SHORT = {
    "a": "ATM",
    "at": "ATM",
    "as": "Async",
    "e": "Ethernet",
    "et": "Ethernet",
    "f": "FastEthernet",
    "fa": "FastEthernet",
    "fo": "FortyGigabitEthernet",
    "fi": "FiveGigabitEthernet",
    "g": "GigabitEthernet",
    "gi": "GigabitEthernet",
    "gig": "GigabitEthernet",
    "gige": "GigabitEthernet",
    "hu": "HundredGigE",
    "l": "Loopback",
    "lo": "Loopback",
    "mu": "Multilink",
    "po": "Port-channel",
    "s": "Serial",
    "se": "Serial",
    "t": "Tunnel",
    "te": "TenGigabitEthernet",
    "tu": "Tunnel",
    "tw": "TwoGigabitEthernet",
    "twe": "TwentyFiveGigE",
    "v": "Vlan",
    "vi": "Virtual-Access",
    "vt": "Virtual-Template",
    "vl": "Vlan",
    "di": "Dialer",
    "b": "BRI",
    "br": "BRI",
    "bu": "Bundle-Ether",
    "c": "Cellular",
    "d": "Dialer",
    "m": "Multilink",
    "h": "Hssi",
    "n": "Null",
}

_EXACT = {name.lower(): name for name in _TYPES}
_NAME = pattern(r"([A-Za-z][A-Za-z-]*+)(?:\s*+(\d[\w/.:,-]*+)(?!\S)|(?!\S)).*", re.ASCII)


_BEFORE = "preconfigure "
_FULL = frozenset(_TYPES)


def spelt_out(text: str) -> bool:
    """Whether a name is one port's, and as IOS prints it: `canonical` then gives the same."""
    kind = text.rstrip("0123456789/.:")
    return kind in _FULL and text[len(kind) : len(kind) + 1].isdecimal()


@lru_cache(maxsize=65_536)
def canonical(text: str) -> str:
    """The full name of an interface; an unknown type stands as it was written.

    What follows the name (`point-to-point`, `multipoint`) is left out, and so is the word before
    it by which IOS XR says that the line card is not there yet (`preconfigure`).
    """
    text = text.strip()
    if text.startswith(_BEFORE):
        text = text[len(_BEFORE) :].strip()
    # A type may hold a digit (`Dot11Radio`): what is spelt out is not taken apart.
    kind, _, number = text.partition(" ")
    joined = kind + number if kind in _FULL else text
    if spelt_out(joined):
        return joined
    parts = _NAME.fullmatch(text)
    if parts is None:
        return text
    kind, number = parts[1], parts[2] or ""
    return f"{_full_type(kind)}{number}"


def _full_type(kind: str) -> str:
    lower = kind.lower()
    if lower in _EXACT:
        return _EXACT[lower]
    if lower in _SHORT:
        return _SHORT[lower]
    begun = {name for name in _TYPES if name.lower().startswith(lower)}
    return begun.pop() if len(begun) == 1 else kind


def parent(name: str) -> str:
    """The interface that a subinterface is part of; empty for an interface."""
    head, dot, tail = name.rpartition(".")
    return head if dot and tail.isdigit() and any(map(str.isdigit, head)) else ""
