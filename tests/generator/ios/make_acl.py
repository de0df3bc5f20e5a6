"""Random access lists: each kind of entry, from a small stock so that entries overlap."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address
from random import Random

from tests.generator.ios.model import Ace, Acl, Compare, Prefix
from tests.generator.names import DSCP, ICMP, IOS_PORTS, IOS_PROTOCOLS, UNNAMED_PROTOCOLS

NETWORKS = ("10.0.0.0", "10.1.0.0", "10.1.2.0", "172.16.0.0", "192.168.7.0", "198.51.100.0")
NETWORKS_6 = ("2001:db8::", "2001:db8:1::", "2001:db8:1:2::")
PORTS = (1, 21, 22, 53, 80, 123, 161, 443, 1023, 1024, 5004, 5060, 8080, 16384, 32767, 65534, 65535)
PLAIN, CARE = 0.35, 0.15


def prefix_4(rng: Random) -> Prefix | None:
    """An IPv4 test: any, a host, a prefix, or a wildcard with holes."""
    if rng.random() < PLAIN:
        return None
    base = int(IPv4Address(rng.choice(NETWORKS)))
    chance = rng.random()
    if chance < 0.3:
        return Prefix(base + rng.randrange(1, 255), 0)
    if chance < CARE + 0.3:
        wildcard = rng.choice((0x0000FE, 0x00FF00, 0x0003FC, 0x01FF01))
    else:
        wildcard = (1 << 32 - rng.choice((8, 12, 16, 20, 24, 27, 30, 31))) - 1
    return Prefix(base & ~wildcard, wildcard)


def prefix_6(rng: Random) -> Prefix | None:
    """An IPv6 test: any, a host or a prefix."""
    if rng.random() < PLAIN:
        return None
    base = int(IPv6Address(rng.choice(NETWORKS_6)))
    if rng.random() < 0.3:
        return Prefix(base + rng.randrange(1, 1 << 16), 0)
    wildcard = (1 << 128 - rng.choice((32, 48, 56, 64, 96, 127))) - 1
    return Prefix(base & ~wildcard, wildcard)


def compare(rng: Random, protocol: int) -> Compare | None:
    """A port test, its numbers such as people write."""
    if rng.random() < 0.4:
        return None
    stock = [*PORTS, *IOS_PORTS.get(protocol, {}).values()]
    operator = rng.choice(("eq", "eq", "eq", "neq", "lt", "gt", "range"))
    if operator == "range":
        low, high = sorted(rng.sample(stock, 2))
        return Compare(operator, (low, high))
    value = rng.choice(stock)
    if operator in ("lt", "gt"):
        value = min(max(value, 2), 65533)
    return Compare(operator, (value,))


def ace(rng: Random, version: int = 4) -> Ace:
    """One entry of an extended list."""
    permit = rng.random() < 0.75
    prefix = prefix_4 if version == 4 else prefix_6
    fields: dict[str, object] = {"src": prefix(rng), "dst": prefix(rng)}
    kind = rng.choice(("ip", "tcp", "tcp", "udp", "udp", "icmp", "other", "other"))
    if kind in ("tcp", "udp"):
        protocol = 6 if kind == "tcp" else 17
        fields["protocol"] = protocol
        fields["src_port"] = compare(rng, protocol) if rng.random() < 0.4 else None
        fields["dst_port"] = compare(rng, protocol)
        if kind == "tcp":
            fields |= flags(rng, version)
    elif kind == "icmp":
        fields["protocol"] = 1 if version == 4 else 58
        if rng.random() < 0.6:
            fields["icmp"] = rng.choice(
                [*ICMP.values(), (13, 0), (8, 0)] if version == 4 else [(128, None), (1, 4)]
            )
    elif kind == "other":
        named = [number for number in IOS_PROTOCOLS.values() if number not in (1, 6, 17)]
        fields["protocol"] = rng.choice(
            [*named, *UNNAMED_PROTOCOLS] if version == 4 else [47, 50, 51, 88, 89, 103, 132]
        )
    if rng.random() < 0.15:
        fields["dscp"] = rng.choice([*DSCP.values(), 1, 63])
    elif version == 4 and rng.random() < 0.1:
        fields["precedence"] = rng.randrange(8)
    if version == 4 and rng.random() < 0.1:
        fields["ttl"] = Compare(rng.choice(("eq", "lt", "gt", "neq")), (rng.randrange(5, 250),))
    entry = Ace(permit, log=rng.random() < 0.1, **fields)  # type: ignore[arg-type]
    if version == 4 and not entry.layer_4 and rng.random() < 0.15:
        fields["fragments"] = True
        entry = Ace(permit, **fields)  # type: ignore[arg-type]
    return entry


def flags(rng: Random, version: int) -> dict[str, object]:
    """A test of TCP flags, sometimes."""
    chance = rng.random()
    if chance < 0.15:
        return {"established": True}
    if chance < 0.3 and version == 4:
        names = rng.sample(("fin", "syn", "rst", "psh", "ack", "urg"), rng.randrange(1, 4))
        kind = rng.choice(("flags_all", "flags_any"))
        return {kind: tuple((name, rng.random() < 0.6) for name in names)}
    return {}


def extended(rng: Random, name: str, entries: int) -> Acl:
    """An extended list."""
    return Acl(name, tuple(ace(rng) for _ in range(entries)))


def standard(rng: Random, name: str, entries: int) -> Acl:
    """A standard list: source addresses."""
    return Acl(
        name,
        tuple(Ace(rng.random() < 0.8, src=prefix_4(rng)) for _ in range(entries)),
        standard=True,
    )


def ipv6(rng: Random, name: str, entries: int) -> Acl:
    """A list of IPv6."""
    return Acl(name, tuple(ace(rng, 6) for _ in range(entries)), version=6)
