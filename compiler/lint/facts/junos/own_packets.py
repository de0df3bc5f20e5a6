"""The packets by which the protocols of a JunOS text live, as they come to the device itself."""

from __future__ import annotations

from collections.abc import Iterator
from ipaddress import IPv4Address, IPv4Interface, IPv6Address, ip_address, ip_interface

from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos.met import Packet
from qosc.lint.facts.junos.statements import below
from qosc.tuples import NamedTuple

__all__ = ["Own", "own_packets"]

_MOST = 64
"""So many neighbors or servers of one kind are asked for."""


class Own(NamedTuple):
    """A kind of packets that the device has to receive.

    words   How a term for them may be called.
    ports   The ports, and
    numbers the protocol, by which a term knows them.
    icmp    The types of ICMP by which a term shows that it is for them.
    """

    title: str
    words: frozenset[str]
    packet: Packet
    ports: frozenset[int] = frozenset()
    numbers: frozenset[int] = frozenset()
    icmp: frozenset[int] = frozenset()


def own_packets(context: Context) -> list[Own]:
    """Packets of the routing protocols, of NTP and of neighbor discovery, as far as the text turns
    them on. Use through `context.once`.
    """
    nets = dict(_neighbors(context))
    own: dict[tuple[str, object], Own] = {}
    for one in (*_of_interfaces(context, nets), *_of_servers(context), *_of_ipv6(context)):
        key = (one.title, one.packet.source)
        if len(own) < _MOST * 4:
            own.setdefault(key, one)
    return list(own.values())


def _neighbors(context: Context) -> Iterator[tuple[str, tuple[IPv4Address, IPv4Address]]]:
    """Of each unit with an IPv4 network: another address in it, and its own."""
    for one, rest in below(context, "interfaces", "*", "unit"):
        if rest[1:4] != ("family", "inet", "address") or len(rest) < 5:
            continue
        try:
            own = ip_interface(rest[4])
        except ValueError:
            continue
        if isinstance(own, IPv4Interface) and own.network.prefixlen < 32:
            base = int(own.network.network_address)
            others = [base + at for at in (1, 2, 0) if base + at != int(own.ip)]
            yield f"{one.words[1]}.{rest[0]}", (IPv4Address(others[0]), own.ip)


def _of_interfaces(
    context: Context, nets: dict[str, tuple[IPv4Address, IPv4Address]]
) -> Iterator[Own]:
    for _, rest in below(context, "protocols"):
        protocol = rest[0]
        if protocol not in ("ospf", "ldp", "rsvp", "pim", "ospf3") or "interface" not in rest[:-1]:
            continue
        unit = rest[rest.index("interface") + 1]
        if unit.startswith("lo0") or rest[-1] in ("passive", "disable"):
            continue
        other, own = nets.get(unit, (None, None))
        if protocol == "ospf":
            yield _by_number("OSPF", "ospf", 89, other, IPv4Address("224.0.0.5"))
            if "bfd-liveness-detection" in rest:
                yield _by_port(
                    title="BFD",
                    word="bfd",
                    number=17,
                    source=other,
                    target=own,
                    source_port=49152,
                    port=3784,
                )
        elif protocol == "ldp":
            yield _by_port(
                title="LDP hellos",
                word="ldp",
                number=17,
                source=other,
                target=IPv4Address("224.0.0.2"),
                source_port=646,
                port=646,
            )
        elif protocol == "rsvp":
            yield _by_number("RSVP", "rsvp", 46, other, own)
        elif protocol == "pim":
            yield _by_number("PIM", "pim", 103, other, IPv4Address("224.0.0.13"))
        elif protocol == "ospf3":
            link = IPv6Address("fe80::2")
            packet = Packet("inet6", 89, link, IPv6Address("ff02::5"))
            yield Own("OSPFv3", frozenset(("ospf", "ospf3", "ospfv3")), packet, numbers=_OSPF)
    for one, rest in below(context, "interfaces", "*", "unit"):
        if "vrrp-group" in rest:
            other, _ = nets.get(f"{one.words[1]}.{rest[0]}", (None, None))
            yield _by_number("VRRP", "vrrp", 112, other, IPv4Address("224.0.0.18"))


_OSPF = frozenset((89,))


def _by_number(
    title: str, word: str, number: int, source: IPv4Address | None, target: IPv4Address | None
) -> Own:
    packet = Packet("inet", number, source, target)
    return Own(title, frozenset((word,)), packet, numbers=frozenset((number,)))


def _by_port(
    title: str,
    word: str,
    number: int,
    source: IPv4Address | None,
    target: IPv4Address | None,
    source_port: int,
    port: int,
) -> Own:
    packet = Packet("inet", number, source, target, source_port, port)
    return Own(title, frozenset((word,)), packet, ports=frozenset((port, source_port)))


_SERVERS = {
    ("ntp", "server"): ("answers of NTP", "ntp", 17, 123),
    ("radius-server",): ("answers of RADIUS", "radius", 17, 1812),
    ("tacplus-server",): ("answers of TACACS+", "tacacs", 6, 49),
    ("name-server",): ("answers of DNS", "dns", 17, 53),
}


def _of_servers(context: Context) -> Iterator[Own]:
    for words, (title, word, number, port) in _SERVERS.items():
        for _, rest in below(context, "system", *words):
            try:
                source = ip_address(rest[0])
            except ValueError:
                continue
            if isinstance(source, IPv4Address):
                # The device's own port is any; NTP has one at both ends.
                own = port if word == "ntp" else None
                packet = Packet("inet", number, source, None, port, own)
                yield Own(title, frozenset((word,)), packet, ports=frozenset((port,)))


def _of_ipv6(context: Context) -> Iterator[Own]:
    for one, rest in below(context, "interfaces", "*", "unit"):
        if rest[1:4] == ("family", "inet6", "address") and not one.words[1].startswith("lo0"):
            break
    else:
        return
    words = frozenset(("nd", "ndp", "neighbor", "neighbour", "neighbors", "discovery"))
    others = frozenset((133, 134, 135, 136))
    for title, kind, target in (
        ("neighbor solicitations", 135, IPv6Address("ff02::1:ff00:1")),
        ("neighbor advertisements", 136, None),
    ):
        packet = Packet("inet6", 58, IPv6Address("fe80::2"), target, icmp=kind)
        yield Own(title, words, packet, icmp=others)
