"""A class that matches one DSCP and does nothing but set the same.

## What it does

Reports a class whose lines match a single DSCP and whose only action is to set that DSCP.

## Why it matters

Nothing changes: packets with the mark keep it, and those without it are in another class. A policy
that is to mark has to match by something else, such as addresses, ports or the input interface.

## Example

```ios
class-map match-all VOICE
 match dscp ef
policy-map LAN
 class VOICE
  set dscp ef
interface FastEthernet0/0
 service-policy input LAN
```

## Use instead

```ios
access-list 110 permit udp any any range 16384 32767
class-map match-all VOICE
 match access-group 110
policy-map LAN
 class VOICE
  set dscp ef
interface FastEthernet0/0
 service-policy input LAN
```

## Sources

- RFC 2475, section 2.3: a classifier selects by what a packet has, a marker writes.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field, code_point_name
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.asked_points import only_points
from qosc.lint.facts.queued import queue_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS204", "mark-already-there", Severity.INFO, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for item in policy.classes:
            if len(item.marks) != 1 or item.policers or item.child or item.wred or item.drop:
                continue
            (mark,) = item.marks
            if mark.field is not Field.DSCP or mark.table is not None:
                continue
            if queue_of(item) is None and only_points(context, item.match) == {mark.value}:
                value = code_point_name(Field.DSCP, mark.value)
                yield RULE.at(
                    mark.origin,
                    f"class {item.name} of {policy.title} sets dscp {value}, which it matches",
                    label="changes nothing",
                    help="match what the packets are, or leave the line out",
                )
