"""A map, a policer or a group of Cisco that is defined, and that no line uses.

## What it does

Reports aggregate policers, DSCP mutation maps, table-maps, map-classes, vc-classes, custom
protocols, time ranges and groups of objects that no line of a whole device names. At warning where
the object acts on packets and no object of its kind is used: the feature is made and never put to
work. At info where others of its kind are used, so that this one may be kept for later; and so of
time ranges and groups. One whose name is near that of another one which is used and not defined is
left to the rule on that. Class-maps, policy-maps, access lists and the lists of priority and custom
queueing are the matter of [unused-class-map](QOS004.md) and its neighbours.

## Why it matters

The rate, the mark or the times of the object are those of no packet. What was to be limited has the
whole line, what was to be translated leaves with its old mark.

## Example

```ios
hostname s1
mls qos
mls qos aggregate-policer GUESTS 10000000 250000 exceed-action drop
class-map match-all GUESTS
 match access-group 101
policy-map EDGE
 class GUESTS
  set dscp af11
interface FastEthernet0/1
 switchport mode access
 service-policy input EDGE
access-list 101 permit ip 192.0.2.0 0.0.0.255 any
```

## Use instead

```ios
hostname s1
mls qos
mls qos aggregate-policer GUESTS 10000000 250000 exceed-action drop
class-map match-all GUESTS
 match access-group 101
policy-map EDGE
 class GUESTS
  set dscp af11
  police aggregate GUESTS
interface FastEthernet0/1
 switchport mode access
 service-policy input EDGE
access-list 101 permit ip 192.0.2.0 0.0.0.255 any
```

## Sources

- Flannagan, Froom and Turek, Cisco Catalyst QoS (Cisco Press 2003), chapter 6: `police aggregate`
  in a class attaches an aggregate policer.
- Cisco, Catalyst 3750 Switch Command Reference: `mls qos aggregate-policer` defines a policer that
  `police aggregate` in a class applies; `mls qos map dscp-mutation`, a map that `mls qos
  dscp-mutation` applies to a port.
- Cisco IOS Quality of Service Solutions Command Reference: `table-map`, which `set` and `police`
  name; `ip nbar custom`, which `match protocol` names.
- Cisco IOS Wide-Area Networking Command Reference: `map-class frame-relay`, which `frame-relay
  class` and `class` apply; `vc-class atm`, which `class-vc` and `class-int` apply.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.uses import defined, named_by
from qosc.lint.facts.names import nearest

__all__ = ["RULE", "check"]

RULE = Rule("QOS620", "object-not-used", Severity.WARNING, "0.1")

_MOST = 100


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return  # an excerpt: what uses the object is not in the text
    found = context.once(defined)
    if not found:
        return
    used = context.once(named_by)
    # For each kind that some line uses, the names that nothing defines.
    undefined: dict[str, list[str]] = {}
    for words, name in used:
        names = undefined.setdefault(words, [])
        if (words, name) not in found and len(names) < _MOST:
            names.append(name)
    for key, one in list(found.items())[:_MOST]:
        if key in used:
            continue
        kind = one.kind
        idle = kind.acts and kind.words not in undefined
        if not kind.acts and kind.words not in undefined:
            continue  # kept for something else than packets
        if nearest(one.name.lower(), undefined.get(kind.words, ())):
            continue  # the use is misspelt, or the definition: the cause is told there
        yield RULE.at(
            one.place,
            f"no line uses {kind.words} {one.name[:40]}",
            effect=kind.effect,
            label="defined here, used nowhere",
            severity=Severity.WARNING if idle else Severity.INFO,
            help=f"name it by {kind.user}, or remove it",
        )
