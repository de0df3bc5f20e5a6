"""By which port an IPv4 network is reached, as far as the lines of a Cisco config say it all."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from ipaddress import IPv4Address

from qosc.lint.engine.rule import Context
from qosc.lint.facts.port_networks import network_of
from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["Route", "Routes", "routes"]

_LINE = pattern(
    r"(?P<port>interface)[ ]+(?P<name>\S+(?:[ ]\d\S*)?)"
    r"|[ \t]+ip(?:v4)?[ ]address[ ](?P<own>\d+(?:\.\d+){3})"
    r"(?:[ ]+(?P<mask>\d+(?:\.\d+){3})|/(?P<len>\d+))"
    r"|ip[ ]route[ ](?P<to>\d+(?:\.\d+){3})(?:[ ]+(?P<tomask>\d+(?:\.\d+){3})|/(?P<tolen>\d+))"
    r"[ ]+(?P<via>\S+)(?:[ ]+(?P<hop>\d+(?:\.\d+){3}))?"
    r"|(?P<other>router[ ](?!static)|[ \t]*(?:ip[ ]vrf|vrf|ip[ ]nat|standby|vrrp|glbp|ip[ ]policy"
    r"|crypto[ ]map|tunnel|ip[ ]address[ ](?:negotiated|dhcp)|ip[ ]unnumbered|ppp|hsrp)\b)"
    r"|(?P<end>\S)"
)
_WHOLE = (1 << 32) - 1
_MANY = 512
"""A text of more networks than this is not asked: each question goes through all of them."""


class Route(NamedTuple):
    """A network by number and mask, and the port behind which it is."""

    value: int
    mask: int
    port: str
    connected: bool
    own: int = 0
    """The device's own address there, where it is connected."""

    def holds(self, value: int, mask: int) -> bool:
        """Whether all addresses that agree with `value` in the bits of `mask` are of it."""
        return mask & self.mask == self.mask and value & self.mask == self.value

    def within(self, value: int, mask: int) -> bool:
        """Whether it is a part of those addresses."""
        return mask & self.mask == mask and self.value & mask == value

    def __str__(self) -> str:
        return f"{IPv4Address(self.value)}/{self.mask.bit_count()}"


class Routes(NamedTuple):
    """All routes. `sure` is false where a routing protocol, address translation or the like may
    bring packets by other ways.
    """

    all: tuple[Route, ...]
    sure: bool

    def behind(self, value: int, mask: int) -> frozenset[str] | None:
        """The ports behind which the addresses are; None where that is not known."""
        inside = [one for one in self.all if one.within(value, mask)]
        around = [one for one in self.all if one.holds(value, mask)]
        if not around:
            return None
        longest = max(one.mask for one in around)
        ports = {one.port for one in (*inside, *around) if one in inside or one.mask == longest}
        return frozenset(ports) if "" not in ports else None

    def is_own(self, value: int) -> bool:
        """Whether an address is one of the device itself."""
        return any(one.own == value for one in self.all)


def routes(context: Context) -> Routes:
    """The connected networks and the static routes. Use through `context.once`."""
    listed: list[Route] = []
    statics: list[re.Match[str]] = []
    sure, port = True, ""
    for line in context.source.lines if context.source is not None else ():
        said = _LINE.match(line)
        if said is None or line[:1] == "!":
            continue
        if said["other"] is not None:
            sure = False
        elif said["port"] is not None:
            port = said["name"].replace(" ", "")
        elif said["own"] is not None and port:
            listed += _connected(said["own"], said["mask"] or said["len"], port)
        elif said["to"] is not None:
            statics.append(said)
        if line[:1] not in (" ", "\t") and said["port"] is None:
            port = ""
        if len(listed) + len(statics) > _MANY:
            return Routes((), sure=False)
    names = {name.lower() for name in context.device.ports}
    return Routes((*listed, *_static(statics, listed, names)), sure=sure)


def _static(
    statics: Sequence[re.Match[str]], listed: Sequence[Route], names: Container[str]
) -> Iterator[Route]:
    """The static routes; one whose port is not known has an empty name for it."""
    for said in statics:
        to = network_of(said["to"], said["tomask"] or said["tolen"])
        via = said["via"]
        if to is None or via.lower().startswith("null"):
            continue
        hop = _address(via if via[:1].isdigit() else said["hop"] or "")
        ways = {one.port for one in listed if hop >= 0 and one.holds(hop, _WHOLE)}
        if not ways and via.lower() in names:
            ways = {via}
        for way in ways or {""}:
            yield Route(to.value, to.mask, way, connected=False)


def _connected(address: str, mask: str, port: str) -> Iterator[Route]:
    one = network_of(address, mask)
    if one is not None and one.mask:
        yield Route(one.value, one.mask, port, connected=True, own=one.own)


def _address(text: str) -> int:
    try:
        return int(IPv4Address(text))
    except ValueError:
        return -1
