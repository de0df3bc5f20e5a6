"""A filter that drops the packets for which a class is made.

## What it does

Reports an entry of an access group that denies thousands of UDP or TCP ports from anybody to
anybody, where a class of the same text matches ports that are all among them, and no entry before
it permits any of these ports. A remark above it that speaks of RTP, calls or voice settles it.

## Why it matters

The calls or transfers for which the class is made do not pass the device in that direction, with
whatever mark and queue.

## Example

```ios
hostname r1
ip access-list extended PHONES
 permit udp 10.1.20.0 0.0.0.255 any range 16384 32767
ip access-list extended FROM-WAN
 deny udp any any gt 1434
 permit ip any any
class-map match-all VOICE
 match access-group name PHONES
policy-map LAN
 class VOICE
  set dscp ef
interface FastEthernet0/0
 ip address 10.1.20.1 255.255.255.0
 service-policy input LAN
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 ip access-group FROM-WAN in
```

## Use instead

```ios
hostname r1
ip access-list extended PHONES
 permit udp 10.1.20.0 0.0.0.255 any range 16384 32767
ip access-list extended FROM-WAN
 deny udp any any eq 1434
 permit ip any any
class-map match-all VOICE
 match access-group name PHONES
policy-map LAN
 class VOICE
  set dscp ef
interface FastEthernet0/0
 ip address 10.1.20.1 255.255.255.0
 service-policy input LAN
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 ip access-group FROM-WAN in
```

## Sources

- Cisco IOS Security Command Reference, `ip access-group` and `deny (IP)`: what a deny entry matches
  is dropped; `gt` is each port above the number.
- RFC 3550, section 11: RTP may use any even UDP port, which the parties agree on.
- The config itself: the class whose ports are denied.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import TCP, UDP, Field
from qosc.ir import AccessEntry, AllOf, Interval, RefKind, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, interfaces, place
from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS904", "filter-drops-class", Severity.WARNING, "0.1")

_MANY = 4096
"""Fewer ports are denied on purpose."""
_LAST = 65535
_DENIED = pattern(
    r"(?:\d+ )?deny\s+(udp|tcp) any any (gt|lt|range) (\d{1,5})(?: (\d{1,5}))?(?: log\S*)?$"
)
_PERMITTED = pattern(r"(?:\d+ )?permit (?:ip|ipv4|udp|tcp) (?!.* eq )")
_MEANT = pattern(r"\b(?:rtp|voice|voip|calls?|media)\b")
_LIST = ("ip access-list extended ", "ip access-list ", "ipv4 access-list ")


class _Denied(NamedTuple):
    protocol: int
    low: int
    high: int
    number: int


def check(context: Context) -> Iterator[Diagnostic]:
    filters = {
        line.split()[2]
        for block in context.once(interfaces)
        for _, line in block.starting("ip access-group ", "ipv4 access-group ")
        if len(line.split()) > 2
    }
    if not filters:
        return
    denied = [
        one
        for block in context.once(blocks)
        if block.head.startswith(_LIST) and block.head.split()[-1] in filters
        for one in _denied(block)
    ]
    wanted = _wanted(context) if denied else []
    for one in denied:
        for protocol, low, high, entry in wanted:
            if protocol == one.protocol and one.low <= low and high <= one.high:
                yield RULE.at(
                    place(context, one.number),
                    f"this filter drops ports {one.low} to {one.high}, those of a class among them",
                    effect="the packets of the class do not pass",
                    label="denied for anybody",
                    related=(Label(entry.origin, "a class is made for these"),),
                    help="write `eq` for a single port, or permit the ports of the class before",
                )
                break


def _denied(block: Block) -> Iterator[_Denied]:
    """The wide ranges that a filter denies, up to the first entry that permits more than one port
    of TCP or UDP.
    """
    before = ""
    for number, line in block.lines:
        meant = _MEANT.search(before.partition("remark ")[2]) is not None
        before = line
        if _PERMITTED.match(line):
            return
        said = _DENIED.match(line)
        if said is None or meant:
            continue
        first = int(said[3])
        if said[2] == "range":
            low, high = first, int(said[4] or first)
        else:
            low, high = (first + 1, _LAST) if said[2] == "gt" else (0, first - 1)
        if high - low >= _MANY:
            yield _Denied(UDP if said[1] == "udp" else TCP, low, high, number)


def _wanted(context: Context) -> list[tuple[int, int, int, AccessEntry]]:
    """The destination ports that entries of the lists of classes ask for, with the protocol."""
    wanted = []
    for name, one in context.device.access_lists.items():
        if (RefKind.ACCESS_LIST, name) not in context.index.uses:
            continue
        for entry in one.entries:
            tests = entry.match.operands if isinstance(entry.match, AllOf) else ()
            values = {
                test.field: test.values[0]
                for test in tests
                if isinstance(test, Test) and len(test.values) == 1
            }
            protocol, port = values.get(Field.PROTOCOL), values.get(Field.DST_PORT)
            if entry.permit and isinstance(protocol, Interval) and isinstance(port, Interval):
                wanted.append((protocol.low, port.low, port.high, entry))
    return wanted
