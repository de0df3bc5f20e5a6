"""Random firewall filters of JunOS."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address
from random import Random

from tests.generator.ios.make import Names
from tests.generator.ios.make_acl import NETWORKS, NETWORKS_6, PORTS
from tests.generator.junos.model import HIGH, LOW, Address, Filter, Flags, From, Span, Term
from tests.generator.names import DSCP, JUNOS_PROTOCOLS


@dataclass
class Stock:
    """What filters may refer to."""

    names: Names
    classes: list[str]
    policers: tuple[str, ...]
    prefix_lists: dict[str, tuple[Address, ...]]
    terms: int
    filters: list[Filter]
    """Input filters made so far, which several units may share."""

    @classmethod
    def of(
        cls, rng: Random, names: Names, classes: list[str], policers: tuple[str, ...], scale: int
    ) -> Stock:
        """Some lists, and how many terms a filter has at most."""
        lists = {
            names.new("PL"): tuple(address(rng, 4, excepted=False) for _ in range(2))
            for _ in range(rng.randrange(2))
        }
        return cls(names, classes, policers, lists, 3 * scale + 1, [])


def make_filter(rng: Random, stock: Stock, version: int, *, marks: bool) -> Filter:
    """A filter; `marks` when its terms may set forwarding class and loss priority."""
    terms = [term(rng, stock, version, marks=marks) for _ in range(rng.randrange(1, stock.terms))]
    if rng.random() < 0.8:
        terms.append(Term(stock.names.new("rest"), end=rng.choice(("accept", "accept", ""))))
    return Filter(stock.names.new("F"), version, tuple(terms))


def term(rng: Random, stock: Stock, version: int, *, marks: bool) -> Term:
    """One term."""
    end = rng.choice(("accept", "accept", "discard", "next term", "", ""))
    name = stock.names.new("t")
    conditions = wanted(rng, stock, version)
    if end == "discard":
        return Term(name, conditions, count=count(rng, stock), end=end)
    chosen = rng.choice(stock.classes) if marks and rng.random() < 0.7 else None
    loss = rng.choice((LOW, HIGH)) if marks and rng.random() < 0.3 else None
    policed = rng.choice(stock.policers) if rng.random() < 0.3 else None
    if not (chosen or loss or policed or end):
        end = "accept"
    return Term(name, conditions, chosen, loss, policed, count(rng, stock), end)


def count(rng: Random, stock: Stock) -> str | None:
    """A counter, sometimes."""
    return stock.names.new("c") if rng.random() < 0.2 else None


def wanted(rng: Random, stock: Stock, version: int) -> From:
    """The conditions of a term; ports always with a protocol, which JunOS does not imply."""
    fields: dict[str, object] = {}
    kind = rng.choice(("tcp", "tcp", "udp", "udp", "icmp", "other", "none", "mixed"))
    if kind in ("tcp", "udp", "mixed"):
        fields["protocols"] = {"tcp": (6,), "udp": (17,), "mixed": (6, 17)}[kind]
        fields |= ports(rng)
        if kind == "tcp":
            fields |= flags(rng)
    elif kind == "icmp":
        fields["protocols"] = (1,) if version == 4 else (58,)
        if rng.random() < 0.6:
            fields["icmp_types"] = tuple(
                rng.sample((0, 3, 8, 11) if version == 4 else (1, 128, 129), rng.randrange(1, 3))
            )
            if rng.random() < 0.3:
                fields["icmp_codes"] = (rng.choice((0, 1, 3)),)
    elif kind == "other":
        stock_numbers = [n for n in JUNOS_PROTOCOLS.values() if n not in (1, 6, 17, 58)]
        if version == 6:
            stock_numbers = [47, 89, 103, 112, 132]
        fields["protocols"] = tuple(rng.sample(stock_numbers, rng.randrange(1, 3)))
    fields |= network(rng, stock, version, nothing_yet=not fields)
    return From(**fields)  # type: ignore[arg-type]


def network(rng: Random, stock: Stock, version: int, *, nothing_yet: bool) -> dict[str, object]:
    """Conditions on the network header."""
    fields: dict[str, object] = {}
    for side in ("src", "dst"):
        if rng.random() < 0.35:
            fields[side] = addresses(rng, version)
    if rng.random() < 0.25 or (nothing_yet and not fields):
        fields["dscps"] = tuple(rng.sample([*DSCP.values(), 1, 63], rng.randrange(1, 3)))
    elif version == 4 and rng.random() < 0.15:
        fields["precedences"] = tuple(rng.sample(range(8), rng.randrange(1, 3)))
    if version == 4:
        if rng.random() < 0.1:
            fields["lengths"] = (spread(rng, (60, 64, 100, 200), 400),)
        if rng.random() < 0.1:
            fields["ttls"] = (spread(rng, (5, 32, 63, 128), 200),)
        if rng.random() < 0.06:
            fields[rng.choice(("is_fragment", "first_fragment"))] = True
        if stock.prefix_lists and rng.random() < 0.15:
            fields["prefix_list"] = rng.choice(list(stock.prefix_lists))
    return fields


def ports(rng: Random) -> dict[str, object]:
    """Conditions on ports."""
    chance = rng.random()
    if chance < 0.2:
        return {"port": spans(rng)}
    if chance < 0.3:
        return {"dst_port_except": spans(rng)}
    if chance < 0.8:
        return {"dst_port": spans(rng)} | ({"src_port": spans(rng)} if chance < 0.4 else {})
    return {}


def spans(rng: Random) -> tuple[Span, ...]:
    """Ports and ranges."""
    found = []
    for _ in range(rng.randrange(1, 3)):
        value = rng.choice(PORTS)
        found.append((value, value) if rng.random() < 0.7 else spread(rng, (value,), 65535))
    return tuple(found)


def spread(rng: Random, starts: tuple[int, ...], most: int) -> Span:
    """A range from one of some numbers."""
    low = rng.choice(starts)
    return low, min(most, low + rng.choice((1, 7, 100))) if low < most else low


def flags(rng: Random) -> dict[str, object]:
    """A condition on TCP flags, sometimes."""
    chance = rng.random()
    if chance < 0.15:
        return {"established": True}
    if chance < 0.25:
        return {"initial": True}
    if chance < 0.4:
        names = rng.sample(("fin", "syn", "rst", "ack"), 2)
        if rng.random() < 0.5:
            return {"flags": Flags((names[0],), (names[1],))}
        return {"flags": Flags(tuple(names), either=True)}
    return {}


def addresses(rng: Random, version: int) -> tuple[Address, ...]:
    """A prefix or two, the second one sometimes an exception inside the first."""
    first = address(rng, version, excepted=False)
    width = 32 if version == 4 else 128
    if rng.random() < 0.3 and first.bits < width - 4:
        return first, Address(first.value, first.bits + rng.choice((1, 2, 4)), excepted=True)
    if rng.random() < 0.3:
        second = address(rng, version, excepted=False)
        return (first,) if second == first else (first, second)
    return (first,)


def address(rng: Random, version: int, *, excepted: bool) -> Address:
    """A prefix."""
    if version == 4:
        base, width, lengths = int(IPv4Address(rng.choice(NETWORKS))), 32, (8, 12, 16, 24, 27, 32)
    else:
        base, width = int(IPv6Address(rng.choice(NETWORKS_6))), 128
        lengths = (32, 48, 56, 64, 96, 128)
    bits = rng.choice(lengths)
    return Address(base >> width - bits << width - bits, bits, excepted)
