"""A wildcard with a hole, or a range of ports, that comes of a digit lost or exchanged.

## What it does

Looks at the access lists that classes match. Reports a wildcard with an octet whose bits are not in
one row (225 for 255): its addresses are scattered; a list with several such wildcards is left out.
And a range of ports whose lower end has one digit less than the upper one and begins with the same
digits, so that the range would be short with that digit (688 to 6999 for 6881 to 6999).

## Why it matters

With a hole in the wildcard most hosts are not in the class, and their packets are taken for best
effort. With a digit less in the range thousands of ports of other applications are in it.

## Example

```ios
class-map match-all RTP
 match access-group name PHONES
policy-map LAN-IN
 class RTP
  set dscp ef
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.254.0
 service-policy input LAN-IN
ip access-list extended PHONES
 permit udp 192.0.2.0 0.0.1.225 any range 16384 32767
```

## Use instead

```ios
class-map match-all RTP
 match access-group name PHONES
policy-map LAN-IN
 class RTP
  set dscp ef
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.254.0
 service-policy input LAN-IN
ip access-list extended PHONES
 permit udp 192.0.2.0 0.0.1.255 any range 16384 32767
```

## Sources

- Cisco, Configure and Filter IP Access Lists: a bit of 1 in the wildcard is not compared.
- The config itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import place
from qosc.lint.facts.lines.entries import Entry, entries
from qosc.lint.facts.lines.policies import matched_lists

__all__ = ["RULE", "check"]

RULE = Rule("QOS975", "digits-astray", Severity.WARNING, "0.1")

_ALL = 0xFFFFFFFF
_PART = 10
"""The range with its digit is at most one in so many of its upper end."""


def check(context: Context) -> Iterator[Diagnostic]:
    lists = context.once(entries)
    matched = {name for names in context.once(matched_lists).values() for name in names}
    for name in lists:
        rows = lists[name] if name in matched else ()
        holes = [hole for entry in rows for hole in _hole(context, entry)]
        if len(holes) == 1:  # several are meant
            yield holes[0]
        for entry in rows:
            yield from _range(context, entry)


def _hole(context: Context, entry: Entry) -> Iterator[Diagnostic]:
    for asked in (entry.source, entry.destination):
        wild = _ALL ^ asked[1] if asked is not None else 0
        octets = [wild >> shift & 255 for shift in (24, 16, 8, 0)]
        odd = [one for one in octets if not _in_one_row(one)]
        if len(odd) == 1 and sum(one not in (0, 255) for one in octets) < 3:
            yield RULE.at(
                place(context, entry.number),
                f"a wildcard has the octet {odd[0]}, whose bits are not in one row",
                effect="the entry takes some addresses of a network here and there",
                label="a hole in the wildcard",
                help="write the wildcard of the whole network, 255 for a whole octet",
            )
            return


def _in_one_row(octet: int) -> bool:
    return not octet & (octet + (octet & -octet))


def _range(context: Context, entry: Entry) -> Iterator[Diagnostic]:
    for low, high in pairwise(entry.ports):
        if not (low.isdigit() and high.isdigit()) or len(high) != len(low) + 1:
            continue
        first, last = int(low) * 10, int(high)
        if len(low) < 3 or not int(low) % 10 or low[0] != high[0]:
            continue
        if first <= last < first + last // _PART:
            yield RULE.at(
                place(context, entry.number),
                f"ports {low} to {high}: the lower end looks as if it had lost a digit",
                effect=f"{last - int(low)} ports are in the class, those of other applications too",
                label="a digit less than the upper end",
                help=f"write the range from {low}x if it was meant",
            )
