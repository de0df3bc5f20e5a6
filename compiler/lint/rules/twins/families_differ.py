"""A class whose lists of IPv4 and IPv6 have other ports or protocols.

## What it does

Compares the two lists of a match-any class that matches one list of IPv4 and one of IPv6, without
their addresses, and reports one entry of the second that the first has with other ports or another
protocol, where all other entries are alike.

## Why it matters

The same application is in the class by one version of IP and outside of it by the other. Hosts with
both prefer IPv6 (RFC 6724), and get the worse treatment.

## Example

```ios
ip access-list extended SIP4
 permit tcp 10.1.20.0 0.0.0.255 any range 5060 5061
ipv6 access-list SIP6
 permit tcp 2001:DB8:20::/64 any range 5006 5016
class-map match-any SIGNALING
 match access-group name SIP4
 match access-group name SIP6
policy-map LAN
 class SIGNALING
  set dscp cs3
interface FastEthernet0/0
 ip address 10.1.20.1 255.255.255.0
 ipv6 address 2001:DB8:20::1/64
 service-policy input LAN
```

## Use instead

```ios
ip access-list extended SIP4
 permit tcp 10.1.20.0 0.0.0.255 any range 5060 5061
ipv6 access-list SIP6
 permit tcp 2001:DB8:20::/64 any range 5060 5061
class-map match-any SIGNALING
 match access-group name SIP4
 match access-group name SIP6
policy-map LAN
 class SIGNALING
  set dscp cs3
interface FastEthernet0/0
 ip address 10.1.20.1 255.255.255.0
 ipv6 address 2001:DB8:20::1/64
 service-policy input LAN
```

## Sources

- RFC 6724, section 2.1: the default policy prefers IPv6.
- RFC 3261, section 18: transports and ports are the same over both versions of IP.
- The config itself: its two lists.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import AccessEntry, AccessList, AllOf, AnyOf, Reference, Test
from qosc.ir.resolve import resolve
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS921", "families-differ", Severity.WARNING, "0.1")

_ADDRESSES = frozenset((Field.SRC4, Field.DST4, Field.SRC6, Field.DST6, Field.VERSION))
_FOUR = frozenset((Field.SRC4, Field.DST4))
_SIX = frozenset((Field.SRC6, Field.DST6))
_MOST = 500


def check(context: Context) -> Iterator[Diagnostic]:
    for class_map in context.device.class_maps.values():
        lines = class_map.match.operands
        if len(lines) != 2 or not isinstance(class_map.match, AnyOf):
            continue
        lists = [
            access_list
            for line in lines
            if isinstance(line, Reference)
            and isinstance(access_list := resolve(context.device, line), AccessList)
        ]
        four = next((one for one in lists if _is_of(one, _FOUR, _SIX)), None)
        six = next((one for one in lists if _is_of(one, _SIX, _FOUR)), None)
        if four is not None and six is not None and len(four.entries) == len(six.entries):
            yield from _told(class_map.name, four, six)


def _told(name: str, four: AccessList, six: AccessList) -> Iterator[Diagnostic]:
    of_four, of_six = Counter(map(_rest, four.entries)), Counter(map(_rest, six.entries))
    lacking, more = list((of_four - of_six).elements()), list((of_six - of_four).elements())
    if len(lacking) != 1 or len(more) != 1:
        return
    one = next(entry for entry in six.entries if _rest(entry) == more[0])
    other = next(entry for entry in four.entries if _rest(entry) == lacking[0])
    yield RULE.at(
        one.origin,
        f"class-map {name[:30]}: this entry of IPv6 is not like the one of IPv4",
        effect="the same packets are in the class by one version of IP and not by the other",
        label="other ports or another protocol",
        related=(Label(other.origin, "the one of IPv4"),),
        help="write the same ports in both, if one application is meant",
    )


def _is_of(access_list: AccessList, own: frozenset[Field], other: frozenset[Field]) -> bool:
    fields = {test.field for entry in access_list.entries[:_MOST] for test in _tests(entry)}
    return bool(fields & own) and not fields & other


def _tests(entry: AccessEntry) -> list[Test]:
    whole = entry.match.operands if isinstance(entry.match, AllOf) else (entry.match,)
    return [one for one in whole if isinstance(one, Test)]


def _rest(entry: AccessEntry) -> tuple[object, ...]:
    """What an entry asks beside addresses."""
    asked = sorted(
        (str(one.field), str(one.values)) for one in _tests(entry) if one.field not in _ADDRESSES
    )
    return (entry.permit, *asked)
