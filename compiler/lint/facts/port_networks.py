"""The IPv4 networks of ports, which the lines have and the model leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Interface

from qosc.lint.engine.rule import Context
from qosc.patterns import pattern
from qosc.source import SourceText
from qosc.tuples import NamedTuple

__all__ = ["Network", "block_lines", "network_of", "port_networks"]

_MOST = 200
"""So many lines of an interface are looked at."""
_CISCO = pattern(r"\s++ip(?:v4)? address (\d+(?:\.\d+){3}) (\d+(?:\.\d+){3})\b")
_JUNOS = pattern(r"(?:^|\s)address (\d+(?:\.\d+){3}/\d+)\b")
_HOSTS = 29


class Network(NamedTuple):
    """A network by its number and mask, with the port's own address."""

    value: int
    mask: int
    own: int

    def holds(self, value: int, mask: int) -> bool:
        """Whether all addresses that agree with `value` in the bits of `mask` are of it."""
        return mask & self.mask == self.mask and value & self.mask == self.value

    @property
    def has_hosts(self) -> bool:
        """Whether it may hold hosts: one with a longer prefix joins two routers, one with none is
        every address.
        """
        return 0 < self.mask.bit_count() <= _HOSTS

    def __str__(self) -> str:
        return f"{IPv4Address(self.value)}/{self.mask.bit_count()}"


def network_of(address: str, mask: str) -> Network | None:
    """The network of an address with a netmask or a length, as a line has them; None for what is
    no address.
    """
    try:
        whole = IPv4Interface(f"{address}/{mask}")
    except ValueError:
        return None
    network = whole.network
    return Network(int(network.network_address), int(network.netmask), int(whole.ip))


def port_networks(context: Context) -> dict[str, tuple[Network, ...]]:
    """The networks of each port that has any, by its name. Use through `context.once`."""
    source = context.source
    if source is None:
        return {}
    junos = context.profile.takes.junos_statements
    found = {}
    for port in context.index.busy:
        said = [
            _JUNOS.search(line) if junos else _CISCO.match(line)
            for line in block_lines(source, port.origin.line, junos=junos)
        ]
        networks = tuple(_networks([one for one in said if one is not None], junos=junos))
        if networks:
            found[port.name] = networks
    return found


def block_lines(source: SourceText, begins: int, *, junos: bool) -> Iterator[str]:
    """The lines of the interface that a line begins, to the end of its block."""
    if not begins:
        return
    depth = 0
    for number in range(begins, min(source.last, begins + _MOST) + 1):
        line = source.line(number)
        if junos:
            depth += line.count("{") - line.count("}")
            yield line
            if depth <= 0:
                return
        elif number > begins:
            if line[:1] not in (" ", "\t"):
                return
            yield line


def _networks(said: list[re.Match[str]], *, junos: bool) -> Iterator[Network]:
    for one in said:
        address, mask = one[1].split("/") if junos else (one[1], one[2])
        network = network_of(address, mask)  # what is none has a finding of its own
        if network is not None and network.has_hosts:
            yield network
