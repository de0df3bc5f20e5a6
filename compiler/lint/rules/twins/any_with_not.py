"""A match-any class with a `match not` beside other lines.

## What it does

Reports a class-map of match-any that has a `match not` line and a line without `not`. It is told
for information where what the `match not` leaves out is broad: unmarked packets, or networks with
any protocol. A class of all marked packets, or of all that leaves a site, may be meant so.

## Why it matters

One of the lines is enough. All packets but those that the `match not` line names are in the class
by that line alone: other applications get its mark and its queue, and the classes behind it
nothing.

## Example

```ios
ip access-list extended PRINTERS
 permit tcp host 10.1.10.9 any
class-map match-any BULK
 match protocol ftp
 match not access-group name PRINTERS
policy-map LAN
 class BULK
  set dscp af11
interface FastEthernet0/0
 ip address 10.1.10.1 255.255.255.0
 service-policy input LAN
```

## Use instead

```ios
ip access-list extended PRINTERS
 permit tcp host 10.1.10.9 any
class-map match-all BULK
 match protocol ftp
 match not access-group name PRINTERS
policy-map LAN
 class BULK
  set dscp af11
interface FastEthernet0/0
 ip address 10.1.10.1 255.255.255.0
 service-policy input LAN
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `class-map` and `match not`: with
  match-any a packet belongs to the class if it meets any of the criteria.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import AnyOf, Device, Interval, Not, Predicate, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.walk import leaf_tests, lists_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS922", "any-with-not", Severity.WARNING, "0.1")

_MARKS = (Field.DSCP, Field.PRECEDENCE, Field.COS)
_ADDRESSES = (Field.SRC4, Field.DST4)
_WHOLE = (1 << 32) - 1


def check(context: Context) -> Iterator[Diagnostic]:
    used = {item.name for policy in context.device.policies.values() for item in policy.classes}
    for class_map in context.device.class_maps.values():
        if class_map.name not in used:
            continue
        lines = class_map.match.operands
        if len(lines) < 2 or not isinstance(class_map.match, AnyOf):
            continue
        excluded = [line for line in lines if isinstance(line, Not)]
        if excluded and len(excluded) < len(lines):
            broad = all(_is_broad(context.device, line.operand) for line in excluded)
            yield RULE.at(
                class_map.origin,
                f"class-map {class_map.name[:40]} is match-any, and has a `match not`",
                effect="all packets but those of that line are in the class by it alone",
                label="one line is enough",
                related=(Label(excluded[0].origin, "nearly all packets match here"),),
                help="write match-all, if packets are to be left out of the class",
                severity=Severity.INFO if broad else None,
            )


def _is_broad(device: Device, left_out: Predicate) -> bool:
    """Whether a `match not` may be meant to say more than which packets it leaves out."""
    tests = list(leaf_tests(device, left_out))
    if any(one.field in _MARKS and Interval(0, 0) in one.values for one in tests):
        return True
    entries = [entry.match for each in lists_of(device, left_out) for entry in each.entries]
    asked = [test for match in entries for test in leaf_tests(device, match)]
    return bool(entries) and all(
        one.field is Field.VERSION or (one.field in _ADDRESSES and not _is_host(one))
        for one in asked
    )


def _is_host(test: Test) -> bool:
    return all(getattr(value, "mask", 0) == _WHOLE for value in test.values)
