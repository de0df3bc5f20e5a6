"""The IPv4 networks of ports, which the lines have and the model leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from ipaddress import IPv4Address, IPv4Interface

from qosc.lint.engine.rule import Context
from qosc.patterns import pattern
from qosc.source import SourceText
from qosc.tuples import NamedTuple

__all__ = ["Network", "block_lines", "network_of", "port_networks"]

_MOST = 200
"""So many lines of an interface are looked at."""
_CISCO = pattern(r"\s++ip(?:v4)? address (\d+(?:\.\d+){3}) (\d+(?:\.\d+){3})\b")
_HOSTS = 29


class Network(NamedTuple):
    """A network by its number and mask, with the port's own address."""

    value: int
    mask: int
    own: int

    def holds(self, value: int, mask: int) -> bool:
        """Whether all addresses that agree with `value` in the bits of `mask` are of it."""
        return mask & self.mask == self.mask and value & self.mask == self.value

    def meets(self, value: int, mask: int) -> bool:
        """Whether some address that agrees with `value` in the bits of `mask` is of it."""
        both = mask & self.mask
        return value & both == self.value & both

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
    if context.profile.takes.junos_statements:
        return _of_units(context)
    by_port = {}
    for port in context.index.busy:
        lines = block_lines(source, port.origin.line)
        said = [(one[1], one[2]) for one in map(_CISCO.match, lines) if one is not None]
        if networks := tuple(_networks(said)):
            by_port[port.name] = networks
    return by_port


def _of_units(context: Context) -> dict[str, tuple[Network, ...]]:
    """The networks of each busy unit of JunOS, and of each port those of its units."""
    from qosc.lint.facts.junos.statements import below

    busy = {port.name for port in context.index.busy}
    said: dict[str, dict[tuple[str, str], None]] = {}
    for one, rest in below(context, "interfaces", "*", "unit"):
        if rest[1:4] == ("family", "inet", "address"):
            address, _, length = rest[4].partition("/")
            for name in (one.words[1], f"{one.words[1]}.{rest[0]}"):
                if name in busy:
                    said.setdefault(name, {})[address, length] = None
    by_unit = {name: tuple(_networks(rows)) for name, rows in said.items()}
    return {name: networks for name, networks in by_unit.items() if networks}


def block_lines(source: SourceText, begins: int) -> Iterator[str]:
    """The lines of the interface of Cisco that a line begins, to the end of its block."""
    if not begins:
        return
    for number in range(begins + 1, min(source.last, begins + _MOST) + 1):
        line = source.line(number)
        if line[:1] not in (" ", "\t"):
            return
        yield line


def _networks(said: Iterable[tuple[str, str]]) -> Iterator[Network]:
    for address, mask in said:
        network = network_of(address, mask)  # what is none has a finding of its own
        if network is not None and network.has_hosts:
            yield network
