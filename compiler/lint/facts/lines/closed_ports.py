"""The IPv4 networks behind each Cisco port that no route but those of the text leads to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ipaddress import IPv4Address

from qosc.lint.engine.rule import Context
from qosc.lint.facts.lines.blocks import Block, blocks, interfaces
from qosc.lint.facts.lines.connected import addresses_of
from qosc.lint.facts.port_networks import Network, network_of
from qosc.patterns import pattern

__all__ = ["closed_ports"]

_OPEN = (
    *("ip nat outside", "standby ", "vrrp ", "glbp ", "hsrp ", "tunnel ", "ip unnumbered"),
    *("bridge-group ", "ip ospf ", "ip router ", "ip eigrp ", "ip rip ", "ip pim", "mpls "),
    *("ip address dhcp", "ip address negotiated", "crypto ", "ip vrf receive", "vrf receive"),
    *("ip mobile", "ip address pool", "ip policy ", "dialer ", "ppp ", "ip helper-map"),
)
"""Lines of a port that packets of any source may come in by."""
_ADDRESS = r"(\d{1,3}(?:\.\d{1,3}){3})"
_STATIC = pattern(
    rf"(?:ip route )?(?:vrf \S+ )?{_ADDRESS}(?:/(\d{{1,2}})| {_ADDRESS}) (\S+)(?: (\S+))?"
)
_COVER = pattern(rf"network {_ADDRESS}(?: {_ADDRESS})?")
_PEER = pattern(rf"(?:neighbor|bgp listen range) {_ADDRESS}(?:/(\d{{1,2}}))?")
_WHOLE = (1 << 32) - 1
_MOST = 512
"""A text of more ports or routes than this is not asked: each is held against all others."""


def closed_ports(context: Context) -> dict[str, tuple[Network, ...]]:
    """The networks whose hosts send by a port, by its name in small letters: its own, and those of
    static routes by it.

    A port that a routing protocol may use, or whose hosts may be any, is not there. Use through
    `context.once`.
    """
    ports = {}
    for name, block in zip(_heads(context), context.once(interfaces), strict=True):
        networks = addresses_of(block)
        if networks and not block.has(*_OPEN):
            ports[name] = networks
    routes = list(_statics(context))
    routers = [one for one in context.once(blocks) if one.head.startswith("router ")]
    if not ports or len(ports) > _MOST or len(routes) > _MOST:
        return {}
    named = {one for each in routers for one in _named(each)}
    if any(_is_unread(each) for each in routers):
        return {}
    closed = {}
    # What is applied to a port takes the packets of its subinterfaces too.
    named |= {name.partition(".")[0] for name in _heads(context) if "." in name}
    for name, networks in ports.items():
        if name in named or any(_uses(each, name, networks) for each in routers):
            continue
        behind = [*networks, *_by(name, networks, routes)]
        # A mere link between two routers has hosts behind it that no line tells.
        if all(one.mask for one in behind) and any(one.has_hosts for one in behind):
            closed[name] = tuple(behind)
    return closed


def _heads(context: Context) -> Iterator[str]:
    for block in context.once(interfaces):
        yield block.head.partition(" ")[2].replace(" ", "")


def _uses(block: Block, name: str, networks: Sequence[Network]) -> bool:
    """Whether a routing protocol has, or may have, a neighbour on a port."""
    for cover in _covers(block):
        if any(cover.takes(one) for one in networks) and (
            cover.peer or not _is_passive(block, name)
        ):
            return True
    return False


def _by(
    name: str, networks: Sequence[Network], routes: Sequence[tuple[Network, tuple[str, ...]]]
) -> Iterator[Network]:
    """The targets of the static routes by a port."""
    for target, hops in routes:
        if name in hops or any(one.holds(*_number(hop)) for hop in hops for one in networks):
            yield target


class _Cover:
    """What a `network` or `neighbor` line of a routing protocol takes of the ports' addresses."""

    __slots__ = ("free", "peer", "value")

    def __init__(self, value: int, free: int, *, peer: bool) -> None:
        self.value, self.free, self.peer = value, free, peer

    def takes(self, network: Network) -> bool:
        if self.peer:
            return network.meets(self.value, ~self.free & _WHOLE)
        return not (self.value ^ network.own) & ~self.free & _WHOLE


def _covers(block: Block) -> Iterator[_Cover]:
    for _, line in block.lines:
        said = _PEER.match(line)
        if said is not None:
            free = _WHOLE >> int(said[2]) if said[2] and int(said[2]) < 33 else 0
            yield _Cover(_of(said[1]), free, peer=True)
        said = None if block.head.startswith("router bgp") else _COVER.match(line)
        if said is not None:
            yield _Cover(_of(said[1]), _free(said[1], said[2] or ""), peer=False)


def _free(address: str, wildcard: str) -> int:
    """The bits that a `network` line leaves open: those of the class where none are written."""
    if not wildcard:
        first = int(address.partition(".")[0])
        return _WHOLE >> (8 if first < 128 else 16 if first < 192 else 24)
    value = _of(wildcard)
    # EIGRP takes a netmask too.
    return _WHOLE ^ value if value >> 31 else value


def _named(block: Block) -> Iterator[str]:
    """The ports that lines below a routing protocol name."""
    for _, line in block.starting("interface ", "af-interface "):
        yield line.partition(" ")[2].replace(" ", "")


def _is_passive(block: Block, name: str) -> bool:
    if block.has(f"passive-interface {name}"):
        return True
    return block.has("passive-interface default") and not block.has(f"no passive-interface {name}")


def _is_unread(block: Block) -> bool:
    """Whether a routing protocol may use ports that its lines do not tell."""
    kind = block.head.split()[1]
    return kind not in ("bgp", "ospf", "eigrp", "rip", "isis", "static", "ospfv3") or block.has(
        "af-interface default"
    )


def _statics(context: Context) -> Iterator[tuple[Network, tuple[str, ...]]]:
    for block in context.once(blocks):
        lines = [block.head] if block.head.startswith("ip route ") else []
        if block.head.startswith(("router static", "vrf context ")):
            lines = [line for _, line in block.lines]
        for line in lines:
            said = _STATIC.match(line)
            target = network_of(said[1], said[2] or said[3]) if said is not None else None
            if said is not None and target is not None:
                yield target, (said[4], said[5] or "")


def _number(hop: str) -> tuple[int, int]:
    """An address as a number with all bits asked; of other words one that no network holds."""
    return _of(hop), _WHOLE


def _of(address: str) -> int:
    try:
        return int(IPv4Address(address))
    except ValueError:
        return -1
