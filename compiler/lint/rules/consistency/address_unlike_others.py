"""An entry with its two networks exchanged, or with one that is a slip from the real one.

## What it does

Looks at the access lists that classes match. Reports an entry from one network to another where all
other entries have the first as destination alone and the second, twice at least, as source alone;
an entry from a network that no interface is in, which is one slip (a digit lost, two exchanged, two
octets exchanged) from the network of an interface that no entry of the list has; and an entry to a
multicast group that is a slip from those which the text has a rendezvous point for.

## Why it matters

No packet has these addresses, so what was meant is in class-default.

## Example

```ios
hostname r1
ipv6 unicast-routing
class-map match-any RTP
 match access-group name V6-RTP
policy-map PHONES-IN
 class RTP
  set dscp ef
interface GigabitEthernet0/0
 ipv6 address 2001:DB8:30:120::1/64
 service-policy input PHONES-IN
ipv6 access-list V6-RTP
 permit udp 2001:DB8:3:120::/64 any range 16384 32767
end
```

## Use instead

```ios
hostname r1
ipv6 unicast-routing
class-map match-any RTP
 match access-group name V6-RTP
policy-map PHONES-IN
 class RTP
  set dscp ef
interface GigabitEthernet0/0
 ipv6 address 2001:DB8:30:120::1/64
 service-policy input PHONES-IN
ipv6 access-list V6-RTP
 permit udp 2001:DB8:30:120::/64 any range 16384 32767
end
```

## Sources

- The config itself: its interfaces, and its other lists.
- RFC 5952: one way to write an IPv6 address, by which two are compared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Interface, IPv6Network

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, interfaces, place
from qosc.lint.facts.lines.entries import Entry, entries
from qosc.lint.facts.lines.policies import matched_lists
from qosc.lint.facts.words.misspelt import is_slip
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS974", "address-unlike-others", Severity.WARNING, "0.1")

_MULTICAST = 0xF0000000, 0xE0000000
_HOST = 0xFFFFFFFF
_POINT = pattern(r"ip pim (?:vrf \S+ )?rp-address \S+ (\S+)$")
_SIX = pattern(r"ipv6 address ([0-9a-f:]+/\d+)")
_FROM = pattern(r"(?:sequence \d+ |\d+ )?permit \S+ ([0-9a-f:]+/\d+)(?: |$)")
_MOST = 200
"""So many networks of interfaces are compared with; more are a generated text."""


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    matched = {name for names in context.once(matched_lists).values() for name in names}
    lists = {
        name: [one for one in rows if one.permit]
        for name, rows in context.once(entries).items()
        if name in matched
    }
    yield from _exchanged(context, [one for rows in lists.values() for one in rows])
    yield from _astray(context, lists)
    yield from _groups(context, lists)
    yield from _six(context, matched)


def _exchanged(context: Context, every: list[Entry]) -> Iterator[Diagnostic]:
    sources = Counter(one.source for one in every)
    targets = Counter(one.destination for one in every)
    for one in every:
        first, second = one.source, one.destination
        if not first or not second or not first[1] or not second[1] or first == second:
            continue
        if sources[first] > 1 or targets[second] > 1:
            continue
        if targets[first] and sources[second] > 1:
            yield RULE.at(
                place(context, one.number),
                f"the entry is from {one.written[:40]}, which all others have as destination",
                effect="what was meant goes the other way, and is in class-default",
                label="source and destination look exchanged",
                help="exchange source and destination, if they were mixed up",
            )


def _astray(context: Context, lists: dict[str, list[Entry]]) -> Iterator[Diagnostic]:
    # The networks of interfaces are read where there is something to compare them with.
    every = [one.source for rows in lists.values() for one in rows]
    if not any(asked is not None and asked[1] and asked[1] != _HOST for asked in every):
        return
    from qosc.lint.facts.lines.connected import connected

    known = {
        (one.value, one.mask): str(IPv4Address(one.value))
        for networks in context.once(connected).values()
        for one in networks
    }
    if len(known) > _MOST:
        return
    elsewhere = Counter(every)
    for rows in lists.values():
        own = {one.source for one in rows}
        for one in rows:
            asked = one.source
            if asked is None or not asked[1] or asked[1] == _HOST or elsewhere[asked] > 1:
                continue
            if any(_meet(asked, network) for network in known):
                continue
            said = str(IPv4Address(asked[0]))
            meant = [
                text
                for network, text in known.items()
                if network[1] == asked[1] and network not in own and is_slip(said, text)
            ]
            if len(meant) == 1:
                yield _told(context, one.number, said, meant[0], "a network of an interface")


def _groups(context: Context, lists: dict[str, list[Entry]]) -> Iterator[Diagnostic]:
    names = [
        said[1] for block in context.once(blocks) if (said := _POINT.match(block.head)) is not None
    ]
    served = [one for name in names for one in context.once(entries).get(name, ()) if one.permit]
    groups = [one.source for one in served if one.source]
    for rows in lists.values() if groups else ():
        for one in rows:
            asked = one.destination
            if asked is None or asked[0] & _MULTICAST[0] != _MULTICAST[1]:
                continue
            if any(_meet(asked, group) for group in groups):
                continue
            written = str(IPv4Address(asked[0]))
            meant = [str(IPv4Address(group[0])) for group in groups]
            near = [text for text in meant if is_slip(written, text)]
            if len(near) == 1:
                yield _told(context, one.number, written, near[0], "groups with a rendezvous point")


def _six(context: Context, matched: set[str]) -> Iterator[Diagnostic]:
    lists = [
        block
        for block in context.once(blocks)
        if block.head.startswith("ipv6 access-list ") and block.head.split()[-1] in matched
    ]
    known = {
        network
        for block in (context.once(interfaces) if lists else ())
        for _, line in block.lines
        if (network := _network(_SIX.match(line))) is not None
    }
    if len(known) > _MOST:
        return
    for block in lists:
        rows = list(_sources(block))
        own = {network for _, network in rows}
        for number, asked in rows:
            if any(asked.overlaps(network) for network in known):
                continue
            prefix = str(asked.network_address)
            near = [
                str(one.network_address)
                for one in known - own
                if one.prefixlen == asked.prefixlen
                and is_slip(prefix, str(one.network_address), ":")
            ]
            if len(near) == 1:
                yield _told(context, number, prefix, near[0], "a network of an interface")


def _sources(block: Block) -> Iterator[tuple[int, IPv6Network]]:
    for number, line in block.lines:
        network = _network(_FROM.match(line))
        if network is not None:
            yield number, network


def _network(said: object) -> IPv6Network | None:
    try:
        return IPv6Interface(said[1]).network if said is not None else None  # type: ignore[index]
    except ValueError:
        return None


def _told(context: Context, number: int, said: str, meant: str, what: str) -> Diagnostic:
    return RULE.at(
        place(context, number),
        f"the entry has {said}; {meant} is {what}",
        effect="no packet here has these addresses: what was meant is in class-default",
        label="differs by one slip",
        help=f"write {meant} if it was meant",
    )


def _meet(one: tuple[int, int], other: tuple[int, int]) -> bool:
    common = one[1] & other[1]
    return one[0] & common == other[0] & common
