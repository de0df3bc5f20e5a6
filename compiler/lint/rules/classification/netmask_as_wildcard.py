"""An entry of an access list with a netmask where a wildcard belongs, or the other way round.

## What it does

Reports an entry of a list that a class-map or a `rate-limit` uses, whose wildcard is a netmask such
as `255.255.255.0` and hides bits that the address sets. On Cisco ASA, whose lists take netmasks, it
reports a wildcard such as `0.0.0.255`. A wildcard such as `0.0.255.0` beside an address that ends
in 0 is reported too: it takes addresses that end in 0 alone, which no host has; and so is `0.0.0.0`
beside such an address, `host` before it, and a netmask beside an address of which the router has
set all bits to 0 that are not compared (`0.0.0.0 255.255.254.0`).

## Why it matters

The bits that are one in a wildcard are not compared. `10.1.2.0 255.255.255.0` is every address that
ends in .0, of any network, and not the hosts of 10.1.2.0/24: their packets miss the class.

## Example

```ios
ip access-list extended SERVERS
 permit ip 10.1.2.0 255.255.255.0 any
class-map match-all DATA
 match access-group name SERVERS
policy-map WAN
 class DATA
  bandwidth percent 20
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
ip access-list extended SERVERS
 permit ip 10.1.2.0 0.0.0.255 any
class-map match-all DATA
 match access-group name SERVERS
policy-map WAN
 class DATA
  bandwidth percent 20
interface Serial0/0
 service-policy output WAN
```

## Sources

- Cisco IOS Security Command Reference, `access-list (IP extended)`: ones in the source-wildcard are
  bit positions to be ignored.
- Cisco ASA Series Command Reference, `access-list extended`: the address is followed by a netmask,
  and not by a wildcard as on IOS.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import IPv4Address

from qosc.diagnostics import Diagnostic, Edit, Fix, Severity
from qosc.ir import RefKind
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.excerpts import read_as_ios
from qosc.patterns import pattern
from qosc.source import SourceText, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS111", "netmask-as-wildcard", Severity.WARNING, "0.1")

_PAIR = pattern(r"(?<![\d.])(\d+\.\d+\.\d+\.\d+)\s+((?:255|0)\.\d+\.\d+\.\d+)(?![\d./])")
_HOST = pattern(r"(?<=\bhost )(\d{1,3}\.\d{1,3}\.\d{1,3}\.0)(?![\d./])")
_DOTS = 6
"""Dots in two addresses."""
_WHOLE = (1 << 32) - 1
_OCTET = 255
_LAN = 24
"""Hosts of larger networks may have an address that ends in 0, which is no network's number."""
_WITH_NETMASKS = "Cisco ASA"


def check(context: Context) -> Iterator[Diagnostic]:
    if context.source is None:
        return
    netmasks = read_as_ios(context) == _WITH_NETMASKS
    for name, origin in _of_asa(context.source) if netmasks else _of_ios(context):
        line = context.source.line(origin.line)
        if line.count(".") >= _DOTS:
            for pair in _PAIR.finditer(line):
                yield from _finding(name, origin, pair, netmasks=netmasks)
        if not netmasks and "host " in line:
            for said in _HOST.finditer(line):
                if _is_network(context, _number(said[1])):
                    yield _host(name, origin, said)


def _is_network(context: Context, address: int | None) -> bool:
    """Whether an address is the number of a network that an interface is in."""
    if address is None or address & (_WHOLE >> _LAN):
        return False  # no number of so large a network: the interfaces are not asked
    return address in context.once(_numbers)


def _numbers(context: Context) -> frozenset[int]:
    """The numbers of the networks that interfaces are in. Use through `context.once`."""
    from qosc.lint.facts.lines.connected import connected

    return frozenset(
        network.value
        for networks in context.once(connected).values()
        for network in networks
        if network.mask.bit_count() <= _LAN
    )


def _of_ios(context: Context) -> Iterator[tuple[str, Span]]:
    """The entries of the lists that something on QoS uses."""
    for access_list in context.device.access_lists.values():
        if (RefKind.ACCESS_LIST, access_list.name) in context.index.uses:
            for entry in access_list.entries:
                if entry.origin.line:
                    yield access_list.name, entry.origin


def _of_asa(source: SourceText) -> Iterator[tuple[str, Span]]:
    """The entries of all lists: who uses them is not read."""
    for number, line in source.numbered():
        if line.startswith("access-list "):
            name = line.split()[1] if len(line.split()) > 1 else ""
            yield name, Span(source.path, number, 1, number, len(line) + 1)


def _finding(
    name: str, origin: Span, pair: re.Match[str], *, netmasks: bool
) -> Iterator[Diagnostic]:
    address, mask = (_number(part) for part in pair.groups())
    if address is not None and mask == 0 and not netmasks and address and not address & _OCTET:
        yield _host(name, origin, pair)
    if address is None or mask is None or mask in (0, _WHOLE):
        return
    other = ~mask & _WHOLE
    ends_in_zero = mask & _OCTET == 0 and address & _OCTET == 0
    if not netmasks and ends_in_zero and other & (other + 1):
        yield _inner(name, origin, pair)
        return
    if not netmasks and ends_in_zero and _is_netmask(mask) and not address & mask:
        yield _zeroed(name, origin, pair)
        return
    # A mask of the other kind has its ones at the end, or at the beginning, and nowhere else.
    wrong = mask if netmasks else other
    if wrong & (wrong + 1) or not address & (other if netmasks else mask):
        return
    start, end = pair.span(2)
    place = Span(origin.path, origin.line, start + 1, origin.line, end + 1)
    kinds = ("wildcard", "netmask") if netmasks else ("netmask", "wildcard")
    meant = str(IPv4Address(other))
    yield RULE.at(
        place,
        f"an entry of access-list {name} has {kinds[0]} {pair.group(2)} in place of a {kinds[1]}",
        label=f"{kinds[1]} {meant}?",
        notes=(
            "bits that are zero in a netmask are not compared"
            if netmasks
            else "bits that are one in a wildcard are not compared: this is each address that "
            f"agrees with {pair.group(1)} in the other bits alone",
        ),
        help=f"write {meant} if the network {pair.group(1)} is meant",
        fixes=(Fix(f"write {meant}", (Edit(place, meant),)),),
    )


def _host(name: str, origin: Span, pair: re.Match[str]) -> Diagnostic:
    """The wildcard of a host, for the number of a network."""
    start, end = pair.span(pair.re.groups)
    return RULE.at(
        Span(origin.path, origin.line, start + 1, origin.line, end + 1),
        f"an entry of access-list {name} has the wildcard of a host for {pair.group(1)}, a network",
        effect=f"no address but {pair.group(1)} matches, which hosts seldom have",
        label="the wildcard of one host",
        help="write 0.0.0.255 if the network is meant",
    )


def _inner(name: str, origin: Span, pair: re.Match[str]) -> Diagnostic:
    """A wildcard with its ones in the middle, for a network: hosts do not end in 0."""
    start, end = pair.span(2)
    return RULE.at(
        Span(origin.path, origin.line, start + 1, origin.line, end + 1),
        f"an entry of access-list {name} has wildcard {pair.group(2)}, which takes addresses of "
        f"{pair.group(1)} that end in 0 alone",
        label="zeros at the end are compared",
        help="write the ones of a wildcard at its end, as 0.0.0.255",
    )


def _is_netmask(mask: int) -> bool:
    """Whether the ones of a mask are at its beginning."""
    other = ~mask & _WHOLE
    return not other & (other + 1)


def _zeroed(name: str, origin: Span, pair: re.Match[str]) -> Diagnostic:
    """A netmask, beside an address of which nothing is left but what the wildcard compares."""
    start, end = pair.span(2)
    return RULE.at(
        Span(origin.path, origin.line, start + 1, origin.line, end + 1),
        f"an entry of access-list {name} has netmask {pair.group(2)} in place of a wildcard",
        effect="it takes addresses that end in zeros alone, which no host has; the router has set "
        "the other bits of the address to 0",
        label=f"wildcard {IPv4Address(~int(IPv4Address(pair.group(2))) & _WHOLE)}?",
        help="write the network and its wildcard anew",
    )


def _number(text: str) -> int | None:
    """The number of an address; None for one that is none."""
    parts = [int(part) for part in text.split(".")]
    return None if max(parts) > 255 else int.from_bytes(bytes(parts), "big")
