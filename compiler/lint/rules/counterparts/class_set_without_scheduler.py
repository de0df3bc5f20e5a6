"""A class in a forwarding class set, with its scheduler in the map of another set.

## What it does

Reports, on JunOS with forwarding class sets, a class of a set that is not in the scheduler
map of this set, and is in that of another set on the same port.

## Why it matters

The schedulers of a set are for its own classes only. The class has no scheduler, and gets neither
the bandwidth nor the buffer that were sized for it.

## Example

```junos
set version 20.2R3
set interfaces xe-0/0/1 unit 0 family ethernet-switching
set class-of-service forwarding-classes class web queue-num 1
set class-of-service forwarding-classes class disk queue-num 3
set class-of-service forwarding-class-sets LAN class disk
set class-of-service forwarding-class-sets SAN class web
set class-of-service forwarding-class-sets LAN class network-control
set class-of-service interfaces xe-0/0/1 forwarding-class-set LAN output-traffic-control-profile L
set class-of-service interfaces xe-0/0/1 forwarding-class-set SAN output-traffic-control-profile S
set class-of-service traffic-control-profiles L scheduler-map LM
set class-of-service traffic-control-profiles L guaranteed-rate percent 40
set class-of-service traffic-control-profiles S scheduler-map SM
set class-of-service traffic-control-profiles S guaranteed-rate percent 50
set class-of-service scheduler-maps LM forwarding-class web scheduler W
set class-of-service scheduler-maps LM forwarding-class network-control scheduler C
set class-of-service scheduler-maps SM forwarding-class disk scheduler D
set class-of-service schedulers C transmit-rate percent 5
set class-of-service schedulers W transmit-rate percent 95
set class-of-service schedulers D transmit-rate percent 100
```

## Use instead

```junos
set version 20.2R3
set interfaces xe-0/0/1 unit 0 family ethernet-switching
set class-of-service forwarding-classes class web queue-num 1
set class-of-service forwarding-classes class disk queue-num 3
set class-of-service forwarding-class-sets LAN class web
set class-of-service forwarding-class-sets SAN class disk
set class-of-service forwarding-class-sets LAN class network-control
set class-of-service interfaces xe-0/0/1 forwarding-class-set LAN output-traffic-control-profile L
set class-of-service interfaces xe-0/0/1 forwarding-class-set SAN output-traffic-control-profile S
set class-of-service traffic-control-profiles L scheduler-map LM
set class-of-service traffic-control-profiles L guaranteed-rate percent 40
set class-of-service traffic-control-profiles S scheduler-map SM
set class-of-service traffic-control-profiles S guaranteed-rate percent 50
set class-of-service scheduler-maps LM forwarding-class web scheduler W
set class-of-service scheduler-maps LM forwarding-class network-control scheduler C
set class-of-service scheduler-maps SM forwarding-class disk scheduler D
set class-of-service schedulers C transmit-rate percent 5
set class-of-service schedulers W transmit-rate percent 95
set class-of-service schedulers D transmit-rate percent 100
```

## Sources

- Juniper, Traffic Management User Guide (QFX), Example: Configuring Forwarding Class Sets: a
  profile schedules the set as a whole, and schedulers the classes that belong to the set.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import below, span_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS954", "class-set-without-scheduler", Severity.WARNING, "0.1")

_COS = "class-of-service"


def check(context: Context) -> Iterator[Diagnostic]:
    members: dict[str, list[tuple[str, int]]] = {}
    for one, rest in below(context, _COS, "forwarding-class-sets"):
        if rest[1:2] == ("class",) and len(rest) == 3:
            members.setdefault(rest[0], []).append((rest[2], one.line))
    if not members:
        return
    maps: dict[str, dict[str, int]] = {}
    for one, rest in below(context, _COS, "scheduler-maps"):
        if rest[1:2] == ("forwarding-class",) and len(rest) > 2:
            maps.setdefault(rest[0], {}).setdefault(rest[2], one.line)
    profiles = {
        rest[0]: rest[2]
        for _, rest in below(context, _COS, "traffic-control-profiles")
        if rest[1:2] == ("scheduler-map",)
    }
    ports: dict[str, dict[str, str]] = {}
    for _, rest in below(context, _COS, "interfaces"):
        if (rest[1], rest[3]) == ("forwarding-class-set", "output-traffic-control-profile"):
            ports.setdefault(rest[0], {})[rest[2]] = profiles.get(rest[4], "")
    reported: set[int] = set()
    for port, sets in ports.items():
        elsewhere = {name: of for of, used in sets.items() for name in maps.get(used, {})}
        for of, used in sets.items():
            for name, line in members.get(of, ()):
                if (
                    used not in maps
                    or name in maps[used]
                    or name not in elsewhere
                    or line in reported
                ):
                    continue
                reported.add(line)
                other = elsewhere[name]
                yield RULE.at(
                    span_of(context, line),
                    f"class {name} is in {of}; on {port}, its scheduler is in the map of {other}",
                    effect=f"{name} has no scheduler, and {other} has bandwidth for nothing",
                    label=f"not in {used}",
                    related=(
                        Label(span_of(context, maps[sets[other]][name]), f"scheduled for {other}"),
                    ),
                    help=f"put {name} into {other}, or its scheduler into {used}",
                )
