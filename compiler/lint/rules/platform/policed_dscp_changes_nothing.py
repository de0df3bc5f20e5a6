"""A policer that marks down by a policed-dscp map which changes nothing.

## What it does

Reports `policed-dscp-transmit` where the policed-dscp map gives every DSCP back as it is.

## Why it matters

The map does nothing until somebody fills it. What exceeds the rate is sent on with the mark it came
with: the policer neither drops nor marks, and so has no effect at all.

## Example

```ios cat3750
policy-map IN
 class class-default
  police 1000000 8000 exceed-action policed-dscp-transmit
interface GigabitEthernet0/1
 service-policy input IN
```

## Use instead

```ios cat3750
mls qos map policed-dscp 0 10 18 24 46 to 8
policy-map IN
 class class-default
  police 1000000 8000 exceed-action policed-dscp-transmit
interface GigabitEthernet0/1
 service-policy input IN
```

## Sources

- Cisco, Catalyst 3550 Multilayer Switch Software Configuration Guide, Configuring QoS: the default
  policed-DSCP map is a null map, which maps an incoming DSCP value to the same DSCP value.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.ir import MarkTable, Outcome, Policer
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]


RULE = Rule("QOS513", "policed-dscp-changes-nothing", Severity.WARNING, "0.1")

_NAME = "policed-dscp"


def check(context: Context) -> Iterator[Diagnostic]:
    for policy in context.device.policies.values():
        for traffic_class in policy.classes:
            for policer in traffic_class.policers:
                outcome = _idle(policer)
                if outcome is not None:
                    yield RULE.at(
                        outcome.marks[0].origin or outcome.origin,
                        f"class {traffic_class.name} of {policy.title}: "
                        "policed-dscp map changes no DSCP",
                        effect=f"packets above {policer.meter.cir} are transmitted unchanged",
                        label="the map is empty",
                        help=f"fill it: `{context.profile.takes.policed_map}`",
                    )


def _idle(policer: Policer) -> Outcome | None:
    for outcome in (policer.exceed, policer.violate):
        if outcome is not None and outcome.marks:
            tables = [mark.table for mark in outcome.marks]
            if all(table is not None and _same(table) for table in tables):
                return outcome
    return None


def _same(table: MarkTable) -> bool:
    return table.name == _NAME and all(before == after for before, after in table.entries)
