"""Packets at, beside and far from every value that a policy names."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from ipaddress import IPv4Address, IPv6Address
from random import Random

from tests.generator.ios.match import length
from tests.generator.names import ACK, FIN, PSH, RST, SYN, URG
from tests.wire import Packet, Vlan, carried

PROTOCOLS = (1, 2, 6, 17, 47, 50, 51, 58, 88, 89, 103, 112, 132, 136)
OPTIONS = (b"\x01\x01\x01\x00", b"\x94\x04\x00\x00", b"\x01" * 39 + b"\x00")
EXTENSIONS = ((0,), (60,), (43,), (0, 60))
BAD_NETWORKS = (0, 127, *range(224, 256))


@dataclass
class Interest:
    """The values that a policy names, and whole patterns of its entries."""

    dscps: list[int] = field(default_factory=lambda: [0, 46])
    protocols: list[int] = field(default_factory=lambda: [6, 17])
    ports: list[int] = field(default_factory=lambda: [80, 40000])
    ttls: list[int] = field(default_factory=lambda: [64])
    lengths: list[int] = field(default_factory=list)
    icmps: list[tuple[int, int]] = field(default_factory=lambda: [(8, 0)])
    blocks: dict[int, list[tuple[int, int]]] = field(
        default_factory=lambda: {
            4: [(int(IPv4Address("203.0.113.0")), 255)],
            6: [(int(IPv6Address("2001:db8:ffff::")), (1 << 64) - 1)],
        }
    )
    """By version: value and wildcard of an address test."""
    priorities: list[int] = field(default_factory=list)
    """Priorities of 802.1Q tags that a policy names."""
    patterns: list[dict[str, object]] = field(default_factory=list)
    """Fields of a packet (or address blocks for src and dst) that an entry asks for."""


def packet(
    rng: Random,
    interest: Interest,
    *,
    versions: tuple[int, ...] = (4, 4, 4, 6),
    vlan: int | None = None,
) -> Packet:
    """A packet near some border of the policy, with a tag where it comes in on a VLAN."""
    pattern = dict(rng.choice(interest.patterns)) if interest.patterns else {}
    if rng.random() < 0.2:
        pattern = {}
    version = pattern.pop("version", None) or rng.choice(versions)
    assert isinstance(version, int)
    fields: dict[str, object] = {
        "version": version,
        "src": address(rng, interest, version, pattern.pop("src", None)),
        "dst": address(rng, interest, version, pattern.pop("dst", None)),
        "protocol": near(rng, interest.protocols, 8) if rng.random() < 0.5 else rng.choice((6, 17)),
        "dscp": near(rng, interest.dscps, 6),
        "ecn": rng.randrange(4),
        "ttl": max(3, near(rng, interest.ttls, 8)),
        "src_port": near(rng, interest.ports, 16),
        "dst_port": near(rng, interest.ports, 16),
        "tcp_flags": rng.choice((SYN, ACK, SYN | ACK, FIN | ACK, RST, PSH | ACK, URG, 0, FIN)),
        "payload_length": rng.randrange(8, 64),
    }
    fields["icmp_type"], fields["icmp_code"] = icmp(rng, interest)
    if rng.random() < 0.15:
        pattern.pop(rng.choice([*pattern, ""]), None)
    fields |= pattern
    if version == 6 and fields["protocol"] in (0, 43, 44, 60):
        fields["protocol"] = 59
    made = oddities(rng, Packet(**fields))  # type: ignore[arg-type]
    if interest.lengths and rng.random() < 0.5:
        made = resized(made, rng.choice(interest.lengths) + rng.choice((-1, 0, 1)))
    if vlan is not None:
        made = replace(made, vlan=Vlan(vlan, priority(rng, interest)))
    return carried(made)


def priority(rng: Random, interest: Interest) -> int:
    """The priority of a tag."""
    return near(rng, interest.priorities, 3) if interest.priorities else rng.randrange(8)


def near(rng: Random, values: list[int], bits: int) -> int:
    """A value, its neighbour, or any number of so many bits."""
    chance = rng.random()
    if chance < 0.1:
        return rng.randrange(1 << bits)
    value = rng.choice(values)
    if chance < 0.3:
        value += rng.choice((-1, 1))
    return min(max(value, 0), (1 << bits) - 1)


def icmp(rng: Random, interest: Interest) -> tuple[int, int]:
    """Type and code of a control message."""
    kind, code = rng.choice(interest.icmps)
    if rng.random() < 0.3:
        return min(255, kind + rng.choice((0, 1))), min(255, code + rng.choice((0, 1)))
    return kind, code


def address(rng: Random, interest: Interest, version: int, block: object) -> str:
    """An address in a block (or of one the policy names): first, last, inside, one beyond."""
    width = 32 if version == 4 else 128
    if block is None or rng.random() < 0.1:
        block = rng.choice(interest.blocks[version])
    value, wildcard = block  # type: ignore[misc]
    chance = rng.random()
    inside = value | rng.getrandbits(width) & wildcard
    if chance < 0.2:
        inside = value
    elif chance < 0.4:
        inside = value | wildcard
    elif chance < 0.55:
        inside ^= 1 << rng.randrange(width - 8)
    elif chance < 0.65:
        inside = (value | wildcard) + 1
    elif chance < 0.75:
        inside = value - 1
    return usable(inside % (1 << width), version)


def usable(value: int, version: int) -> str:
    """The address, or another one near where a router would not forward it."""
    if version == 6:
        fits = value >> 125 == 1
        return str(IPv6Address(value if fits else int(IPv6Address("2001:db8::1"))))
    if value >> 24 in BAD_NETWORKS or value >> 8 == 0xC00002 or value >> 16 == 0xA9FE:
        value = int(IPv4Address("203.0.113.0")) | value & 0xFF
    return str(IPv4Address(value))


def oddities(rng: Random, made: Packet) -> Packet:
    """Sometimes a fragment, options or extension headers."""
    chance = rng.random()
    if chance < 0.06:
        return replace(
            made,
            fragment_offset=rng.choice((1, 2, 185, 8000)),
            more_fragments=rng.random() < 0.5,
            payload_length=24,
        )
    if chance < 0.1:
        return replace(made, more_fragments=True, payload_length=32)
    if chance < 0.16 and made.version == 4:
        return replace(made, ip_options=rng.choice(OPTIONS))
    if chance < 0.19 and made.version == 6:
        return replace(made, extension_headers=rng.choice(EXTENSIONS))
    return made


def resized(made: Packet, wanted: int) -> Packet:
    """The packet with a length of `wanted` bytes from its IP header on, if it can be so short."""
    spare = made.payload_length + wanted - length(made)
    return replace(made, payload_length=spare) if 0 <= spare < 1400 else made
