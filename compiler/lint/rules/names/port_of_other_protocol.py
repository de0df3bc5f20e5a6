"""An entry with the TCP port of an application that is over UDP, or the reverse.

## What it does

Reports an entry of an access list that a class uses, or a term of a JunOS filter, with the protocol
TCP and ports of RTP (a hundred and more from 16384 on, up to 32767 at most), TFTP, DHCP, NTP or
MGCP, or with UDP and the ports of FTP, SSH, Telnet, SMTP, POP3, IMAP, BGP, H.323 or SCCP. It is
silent where the same list matches the port by the other protocol too, and of a class that drops:
what must not pass may be any port.

## Why it matters

The entry takes nothing of the application that its port stands for. Calls wait in the default
class.

## Example

```ios
access-list 101 permit tcp any any range 16384 32767
class-map match-all VOICE
 match access-group 101
policy-map LAN
 class VOICE
  set dscp ef
interface FastEthernet0/0
 service-policy input LAN
```

## Use instead

```ios
access-list 101 permit udp any any range 16384 32767
class-map match-all VOICE
 match access-group 101
policy-map LAN
 class VOICE
  set dscp ef
interface FastEthernet0/0
 service-policy input LAN
```

## Sources

- RFC 3550, section 11: RTP over UDP; Cisco, UDP ports 16384 to 32767 of its phones and gateways.
- IANA, Service Name and Transport Protocol Port Number Registry, and the RFCs that it names: TFTP
  (RFC 1350), DHCP (RFC 2131) and NTP (RFC 5905) over UDP; FTP, SSH, Telnet, SMTP, POP3, IMAP, BGP
  (RFC 4271) and H.225 call signalling over TCP. Cisco, SCCP: TCP port 2000. RADIUS is over either
  (RFC 6613).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import TCP, UDP, Field
from qosc.ir import AccessList, Interval, Predicate, RuleList, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.walk import leaf_tests, lists_of
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS712", "port-of-other-protocol", Severity.WARNING, "0.1")

_OF_UDP = {67: "DHCP", 68: "DHCP", 69: "TFTP", 123: "NTP", 2427: "MGCP"}
_OF_TCP = {
    20: "FTP",
    21: "FTP",
    22: "SSH",
    23: "Telnet",
    25: "SMTP",
    110: "POP3",
    143: "IMAP",
    179: "BGP",
    1720: "H.323",
    2000: "SCCP",
}
_RTP = (16384, 32767)
_SPREAD = 100
"""So many ports at least, of which the first is at most so far from that of RTP: others use a part
of the same range, such as 30000 to 32767 for the services of Kubernetes."""
_FEW = 8
_MOST = 64
"""So many ports of one term are looked at."""
_WORDS = {TCP: "TCP", UDP: "UDP"}


class _Asked(NamedTuple):
    """Ports that a line asks for by one protocol."""

    protocol: int
    ports: Interval
    origin: Span


def check(context: Context) -> Iterator[Diagnostic]:
    used: dict[str, AccessList] = {}
    dropped = _of_drops(context)
    for class_map in context.device.class_maps.values():
        for each in lists_of(context.device, class_map.match):
            if each.name not in dropped:
                used.setdefault(each.name, each)
    reported: set[Span] = set()
    for each in used.values():
        lines = [
            one
            for entry in each.entries
            if entry.permit
            for one in _asked(context, entry.match, entry.origin)
        ]
        yield from _told(lines, reported)
    seen: set[int] = set()
    for port in context.index.busy:
        for stage in (*port.input, *port.output):
            if isinstance(stage, RuleList) and id(stage) not in seen:
                seen.add(id(stage))
                yield from _told(_of_rules(context, stage), reported)


def _of_drops(context: Context) -> set[str]:
    """The access lists of classes that drop, but for those of other classes too."""
    by_drop: dict[bool, set[str]] = {False: set(), True: set()}
    for policy in context.device.policies.values():
        for item in policy.classes:
            names = {each.name for each in lists_of(context.device, item.match)}
            by_drop[item.drop] |= names
    return by_drop[True] - by_drop[False]


def _of_rules(context: Context, stage: RuleList) -> list[_Asked]:
    return [
        one
        for rule in stage.rules
        if rule.marks or rule.policer is not None
        for one in _asked(context, rule.match, rule.origin)
    ]


def _told(lines: Sequence[_Asked], reported: set[Span]) -> Iterator[Diagnostic]:
    both = {(one.protocol, one.ports) for one in lines}
    for one in lines:
        other = UDP if one.protocol == TCP else TCP
        name = _application(one.protocol, one.ports)
        if not name or (other, one.ports) in both or one.origin in reported:
            continue
        reported.add(one.origin)
        yield RULE.at(
            one.origin,
            f"{_WORDS[one.protocol]} port of {name}, which is over {_WORDS[other]}",
            label=f"matches nothing of {name}",
            help=f"write {_WORDS[other].lower()} if {name} was meant",
        )


def _application(protocol: int, ports: Interval) -> str:
    """What ports are of by the other protocol alone; empty if they are not."""
    if ports.high - ports.low < _FEW:
        known = _OF_UDP if protocol == TCP else _OF_TCP
        names = {known.get(port, "") for port in range(ports.low, ports.high + 1)}
        return names.pop() if len(names) == 1 else ""
    first = _RTP[0] <= ports.low < _RTP[0] + _SPREAD
    wide = ports.high <= _RTP[1] and ports.high - ports.low >= _SPREAD
    return "RTP" if protocol == TCP and first and wide else ""


def _asked(context: Context, match: Predicate, origin: Span) -> Iterator[_Asked]:
    tests = list(leaf_tests(context.device, match))
    protocols = _values(tests, Field.PROTOCOL)
    sides = [_values(tests, side) for side in (Field.SRC_PORT, Field.DST_PORT)]
    if len(protocols) != 1 or protocols[0].low != protocols[0].high:
        return
    protocol = protocols[0].low
    words = next(one.origin for one in tests if one.field is Field.PROTOCOL)
    origin = words if words.line > origin.line else origin  # of a term that has several lines
    for ports in sides if protocol in _WORDS else ():
        for one in ports[:_MOST]:
            yield _Asked(protocol, one, origin)


def _values(tests: Iterable[Test], field: Field) -> list[Interval]:
    return [
        value
        for test in tests
        if test.field is field
        for value in test.values
        if isinstance(value, Interval)
    ]
