"""EF set on all other packets, or on a class that is named for bulk.

## What it does

Reports `set dscp ef` in class-default of a policy that has other classes, and a mark of EF or of
CS5 and above in a class whose name says scavenger, bulk or the like.

## Why it matters

EF packets are served before all others wherever the mark is trusted. Bulk with EF takes the place
of voice, and is dropped with it where the class is policed.

## Example

```ios
access-list 110 permit tcp any any eq 6881
class-map match-all SCAVENGER
 match access-group 110
policy-map LAN
 class SCAVENGER
  set dscp ef
interface FastEthernet0/0
 service-policy input LAN
```

## Use instead

```ios
access-list 110 permit tcp any any eq 6881
class-map match-all SCAVENGER
 match access-group 110
policy-map LAN
 class SCAVENGER
  set dscp cs1
interface FastEthernet0/0
 service-policy input LAN
```

## Sources

- RFC 3246, section 1: EF is for traffic that is bounded below the rate at which it is served.
- RFC 4594, sections 4.1, 4.8 and 4.10: EF for telephony, AF1x for high-throughput data, CS1 for
  low-priority data.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field, code_point_name
from qosc.ir import Anything, Mark, Policy, TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.places import places

__all__ = ["RULE", "check"]

RULE = Rule("QOS205", "bulk-marked-ef", Severity.WARNING, "0.1")

_EF = 46
_NAMES = ("scav", "bulk", "torrent", "p2p", "best-effort", "best_effort", "besteffort", "junk")
_LEAST = 40
"""CS5, the lowest of the code points that are served like voice or control."""


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for item in policy.classes:
            for mark in item.marks:
                if _is_wrong(context, policy, item, mark):
                    value = code_point_name(Field.DSCP, mark.value)
                    yield RULE.at(
                        mark.origin,
                        f"class {item.name} of {policy.title} marks its packets {value}",
                        label="served before all others",
                        help="leave EF to voice; `set dscp cs1` marks what may wait",
                    )


def _is_wrong(context: Context, policy: Policy, item: TrafficClass, mark: Mark) -> bool:
    if mark.field is not Field.DSCP or mark.table is not None:
        return False
    if any(word in item.name.lower() for word in _NAMES):
        return mark.value >= _LEAST
    if not isinstance(item.match, Anything) or mark.value != _EF or len(policy.classes) == 1:
        return False
    # The default class of a child policy has what its parent's class takes.
    return all(not spot.nested for spot in context.once(places).get(policy.name, ()))
