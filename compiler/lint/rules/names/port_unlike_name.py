"""An access list that is named for an application, without the port of that application.

## What it does

Reports an access list of a class whose name has SIP, SSH, SNMP, HTTPS or another such word, and
none of whose entries with ports has one of that application; and an entry whose port has the same
digits as such a port in another order (5600 for 5060, 16348 for 16384). Lists named RTP or VOICE
are looked at for the order of digits only.

## Why it matters

The packets that the list is named for are in another class, with another queue or policer.

## Example

```ios
ip access-list extended SIP
 permit udp any any eq 5600
class-map match-all SIGNALING
 match access-group name SIP
policy-map WAN
 class SIGNALING
  bandwidth percent 5
interface Serial0/0
 service-policy output WAN
```

## Use instead

```ios
ip access-list extended SIP
 permit udp any any eq 5060
class-map match-all SIGNALING
 match access-group name SIP
policy-map WAN
 class SIGNALING
  bandwidth percent 5
interface Serial0/0
 service-policy output WAN
```

## Sources

- IANA, Service Name and Transport Protocol Port Number Registry: SIP 5060 and 5061, SSH 22, Telnet
  23, SNMP 161 and 162, NTP 123, BGP 179, HTTPS 443, DNS 53, SMTP 25, LDAP 389 and 636, TFTP 69.
- Cisco, UDP ports 16384 to 32767 of its phones and gateways.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import AccessList, Interval
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.walk import leaf_tests, lists_of
from qosc.lint.facts.words.name_words import said_words
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS715", "port-unlike-name", Severity.WARNING, "0.1")

_PORTS = {
    "sip": (5060, 5061),
    "ssh": (22,),
    "telnet": (23,),
    "snmp": (161, 162),
    "ntp": (123,),
    "bgp": (179,),
    "https": (443, 8443),
    "dns": (53,),
    "smtp": (25, 465, 587),
    "ldap": (389, 636),
    "tftp": (69,),
}
_RTP = (16384, 32767)
_DIGITS = {"rtp": _RTP, "voice": _RTP, "voip": _RTP, "phones": _RTP}
_FEW = 3
"""A number of fewer digits may be any: 21 is no slip of 12."""
_BOTH = (Field.SRC_PORT, Field.DST_PORT)


class _Asked(NamedTuple):
    ports: Interval
    origin: Span


def check(context: Context) -> Iterator[Diagnostic]:
    used: dict[str, AccessList] = {}
    for class_map in context.device.class_maps.values():
        for each in lists_of(context.device, class_map.match):
            used.setdefault(each.name, each)
    for each in used.values():
        words = [word for word in said_words(each.name) if word in _PORTS or word in _DIGITS]
        if len(words) == 1:
            yield from _of_list(context, each, words[0])


def _of_list(context: Context, access_list: AccessList, word: str) -> Iterator[Diagnostic]:
    lines = [
        _Asked(value, entry.origin)
        for entry in access_list.entries
        if entry.permit
        for test in leaf_tests(context.device, entry.match)
        if test.field in _BOTH
        for value in test.values
        if isinstance(value, Interval)
    ]
    known = _PORTS.get(word, _DIGITS.get(word, ()))
    title = f"access-list {access_list.name[:40]}"
    for one in lines:
        for port in {one.ports.low, one.ports.high}:
            meant = next((each for each in known if _swapped(port, each)), 0)
            if meant:
                yield RULE.at(
                    one.origin,
                    f"{title} has port {port}, which has the digits of {word.upper()}'s {meant} in "
                    "another order",
                    label=f"{meant}?",
                    help=f"write {meant} if it was meant",
                )
                return
    if word not in _PORTS or not lines:
        return
    if any(one.ports.low <= port <= one.ports.high for one in lines for port in known):
        return
    shown = lines[0].ports.low
    yield RULE.at(
        lines[0].origin,
        f"{title} asks for port {shown} and never for that of {word.upper()}, {known[0]}",
        label=f"not {word.upper()}",
        help=f"write {known[0]}, or change the name of the list",
    )


def _swapped(port: int, known: int) -> bool:
    """Whether two neighbouring digits of a port, or two around a third, were exchanged."""
    one, two = str(port), str(known)
    if port == known or len(one) != len(two) or len(one) <= _FEW:
        return False
    apart = [place for place, pair in enumerate(zip(one, two, strict=True)) if pair[0] != pair[1]]
    return len(apart) == 2 and apart[1] - apart[0] <= 2 and sorted(one) == sorted(two)
