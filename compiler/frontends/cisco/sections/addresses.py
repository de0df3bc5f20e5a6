"""The addresses of a device's own interfaces, which a policy of its control plane is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from ipaddress import ip_address

from qosc.frontends.cisco.text.lines import Reading
from qosc.patterns import pattern

__all__ = ["own_addresses", "sent_on", "without_address"]

_ADDRESS = pattern(
    r"[ \t]++(?:ip|ipv4) address (\d[\d.]*+)(?:/\d++|[ \t]++\d[\d.]*+)"
    r"(?:[ \t]++secondary)?+[ \t]*+$"
    r"|[ \t]++ipv6 address ([0-9A-Fa-f:.]++)(?:/\d++|[ \t]++link-local)[ \t]*+$"
)
_NONE = pattern(r"[ \t]++no ip address[ \t]*+$")
_GIVEN = pattern(r"[ \t]++(?:ip|ipv4|ipv6)[ \t]++(?:address|unnumbered|enable)(?![\w-])")
_SHUT = pattern(r"[ \t]++shutdown[ \t]*+$")
_SENT_ON = pattern(
    r"(?i)[ \t]*+((?:ip|ipv6)[ \t]++nat|nat(?:64|66)?+|crypto[ \t]++(?:map|ipsec|gdoi)"
    r"|tunnel[ \t]++(?:source|mode|protection|destination)"
    r"|interface[ \t]++(?:tunnel|nve|vxlan|virtual-ppp)"
    r"|encapsulation[ \t]++l2tpv[23]|vpdn(?:-group)?+|router[ \t]++lisp|ip[ \t]++(?:wccp|slb))"
    r"(?![A-Za-z-])"
)
"""Statements by which packets to an address of the device are for others: address translation
(Cisco document 6209, NAT Order of Operation: from outside to inside it comes before routing), ends
of tunnels, which are opened as packets are forwarded, and traffic that is given back or shared
out."""


def own_addresses(reading: Reading) -> tuple[str, ...]:
    """Each address once, in the order of the text; none of an interface that is shut down.

    An address that the device makes or is given (`eui-64`, `dhcp`) is not in the text.
    """
    addresses: dict[str, None] = {}
    for _, section in _interfaces(reading):
        if any(_SHUT.match(line) for line in section):
            continue
        for line in section:
            if (match := _ADDRESS.match(line)) and (text := _spelt(match[1] or match[2])):
                addresses[text] = None
    return tuple(addresses)


def without_address(reading: Reading, canonical: Callable[[str], str]) -> frozenset[str]:
    """The interfaces that say that they have none (`no ip address`), such as those of a bundle.

    `canonical` gives the full name of one as it is written.
    """
    none: set[str] = set()
    given: set[str] = set()
    for written, section in _interfaces(reading):
        name = canonical(written)
        if any(_GIVEN.match(line) for line in section):
            given.add(name)
        elif any(_NONE.match(line) for line in section):
            none.add(name)
    return frozenset(none - given)


def sent_on(reading: Reading) -> str:
    """The first statement by which packets to an own address may be for others, with its line."""
    for number, line in text_lines(reading):
        if match := _SENT_ON.match(line):
            return f"`{' '.join(match[1].split())}` in line {number}"
    return ""


def _spelt(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        return ""


def _interfaces(reading: Reading) -> Iterator[tuple[str, list[str]]]:
    """The name of each `interface` as it is written, and the lines below."""
    section: list[str] = []
    name = ""
    for _, line in text_lines(reading):
        if not line[0].isspace():
            if section:
                yield name, section
            word, _, rest = line.partition(" ")
            section, name = [], rest.strip() if word.lower() == "interface" else ""
        elif name:
            section.append(line)
    if section:
        yield name, section


def text_lines(reading: Reading) -> Iterator[tuple[int, str]]:
    """Each line that is not blank, nor of a banner, with its number."""
    skipped = {line for first, last in reading.blobs for line in range(first, last + 1)}
    for number, line in enumerate(reading.source.lines, start=1):
        if number not in skipped and line.strip():
            yield number, line
