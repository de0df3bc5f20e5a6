"""The addresses of a device's own interfaces, which a policy of its control plane is about."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import ip_address

from qosc.frontends.cisco.text.lines import Reading
from qosc.patterns import pattern

__all__ = ["own_addresses"]

_ADDRESS = pattern(
    r"[ \t]++(?:ip|ipv4) address (\d[\d.]*+)(?:/\d++|[ \t]++\d[\d.]*+)"
    r"(?:[ \t]++secondary)?+[ \t]*+$"
    r"|[ \t]++ipv6 address ([0-9A-Fa-f:.]++)(?:/\d++|[ \t]++link-local)[ \t]*+$"
)
_SHUT = pattern(r"[ \t]++shutdown[ \t]*+$")


def own_addresses(reading: Reading) -> tuple[str, ...]:
    """Each address once, in the order of the text; none of an interface that is shut down.

    An address that the device makes or is given (`eui-64`, `dhcp`) is not in the text.
    """
    found: dict[str, None] = {}
    for section in _interfaces(reading):
        if any(_SHUT.match(line) for line in section):
            continue
        for line in section:
            if (match := _ADDRESS.match(line)) and (text := _spelt(match[1] or match[2])):
                found[text] = None
    return tuple(found)


def _spelt(text: str) -> str:
    try:
        return str(ip_address(text))
    except ValueError:
        return ""


def _interfaces(reading: Reading) -> Iterator[list[str]]:
    """The lines below each `interface`."""
    skipped = {line for first, last in reading.blobs for line in range(first, last + 1)}
    section: list[str] = []
    inside = False
    for number, line in enumerate(reading.source.lines, start=1):
        if number in skipped or not line.strip():
            continue
        if not line[0].isspace():
            if section:
                yield section
            section, inside = [], line.lower().startswith("interface ")
        elif inside:
            section.append(line)
    if section:
        yield section
