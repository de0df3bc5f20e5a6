"""A deny entry that its class takes for a match, since the platform ignores the action.

## What it does

Reports the `deny` entries of an access list that a class-map in use goes by, on a platform that
ignores the action there.

## Why it matters

Elsewhere `deny` keeps packets out of the class. Here the entry counts as any other: its packets are
of the class and get its marks, its policer, its queue. A last line `deny ipv4 any any`, which says
nothing elsewhere, puts all IPv4 traffic into the class.

## Example

```ios ios-xr-ncs
ipv6 access-list SIGNALLING
 10 deny udp 2001:db8:1::/48 any eq 5060
 20 permit udp any any eq 5060
class-map match-any SIGNALLING
 match access-group ipv6 SIGNALLING
policy-map IN
 class SIGNALLING
  set traffic-class 5
 class class-default
interface FortyGigE0/0/0/1
 service-policy input IN
```

## Use instead

```ios ios-xr-ncs
ipv6 access-list BRANCH
 10 permit udp 2001:db8:1::/48 any eq 5060
ipv6 access-list SIGNALLING
 10 permit udp any any eq 5060
class-map match-any BRANCH
 match access-group ipv6 BRANCH
class-map match-any SIGNALLING
 match access-group ipv6 SIGNALLING
policy-map IN
 class BRANCH
  set traffic-class 0
 class SIGNALLING
  set traffic-class 5
 class class-default
interface FortyGigE0/0/0/1
 service-policy input IN
```

## Sources

- Cisco, Modular QoS Command Reference for NCS 5500 and NCS 540, `match access-group`: within a
  class-map the deny action of a list is ignored, and traffic is classified by what the list
  matches.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import RefKind
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS128", "deny-ignored", Severity.WARNING, "0.1")

_TOLD = 5
"""So many further entries of a list are pointed at."""


def check(context: Context) -> Iterator[Diagnostic]:
    for name, access_list in context.device.access_lists.items():
        denied = [entry for entry in access_list.entries if entry.deny_ignored]
        if not denied or (RefKind.ACCESS_LIST, name) not in context.index.uses:
            continue
        first, *others = denied
        several = f"{len(denied)} deny entries" if others else f"the deny of entry {first.label}"
        yield RULE.at(
            first.origin,
            f"{several} of access-list {name[:30]} {'are' if others else 'is'} ignored in a class",
            effect="packets that the list denies are of the class",
            label="matches, though it says deny",
            related=tuple(Label(entry.origin, "so does this one") for entry in others[:_TOLD]),
            help="match these packets in a class of their own, before this one",
        )
