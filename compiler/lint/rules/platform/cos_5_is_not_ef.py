"""CoS 5 mapped to DSCP 40 on a switch with a class that matches EF, DSCP 46.

## What it does

Reports a port that trusts CoS with a map that makes DSCP 40 of CoS 5, on a device where a class
matches DSCP 46 and not DSCP 40.

## Why it matters

Phones mark voice with CoS 5, and the default map multiplies by eight. What comes from such a port
is CS5, not EF: the class for voice never sees it, here or further on.

## Example

```ios cat3750
mls qos
class-map match-all VOICE
 match ip dscp ef
policy-map OUT
 class VOICE
  set ip precedence 5
interface GigabitEthernet0/1
 mls qos trust cos
interface GigabitEthernet0/2
 mls qos trust dscp
 service-policy input OUT
```

## Use instead

```ios cat3750
mls qos
mls qos map cos-dscp 0 8 16 24 32 46 48 56
class-map match-all VOICE
 match ip dscp ef
policy-map OUT
 class VOICE
  set ip precedence 5
interface GigabitEthernet0/1
 mls qos trust cos
interface GigabitEthernet0/2
 mls qos trust dscp
 service-policy input OUT
```

## Sources

- Cisco, Catalyst 3550 Multilayer Switch Software Configuration Guide, table 20-3: the default
  CoS-to-DSCP map is 0 8 16 24 32 40 48 56.
- RFC 3246: EF is DSCP 46.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import AllOf, AnyOf, Interval, Predicate, RuleList, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS512", "cos-5-is-not-ef", Severity.WARNING, "0.1")

_CS5, _EF = 40, 46
_TRUST_COS = "mls qos trust cos"


def check(context: Context) -> Iterator[Diagnostic]:
    seeking = next(_seekers(context), None)
    if seeking is None:
        return
    name, place = seeking
    for port in context.device.ports.values():
        for stage in port.input:
            if isinstance(stage, RuleList) and stage.feature == _TRUST_COS and _makes_cs5(stage):
                yield RULE.at(
                    stage.origin,
                    f"{port.name} maps CoS 5 to DSCP 40 (cs5), not to 46 (ef)",
                    effect=f"class-map {name} matches DSCP 46 and not the voice of this port",
                    label="CoS 5 becomes DSCP 40 by the cos-dscp map",
                    related=(Label(place, "matches DSCP 46"),),
                    help="write `mls qos map cos-dscp 0 8 16 24 32 46 48 56`",
                )
                return


def _makes_cs5(stage: RuleList) -> bool:
    return any(
        isinstance(rule.match, Test)
        and rule.match.values == (Interval(5, 5),)
        and any(mark.value == _CS5 for mark in rule.marks)
        for rule in stage.rules
    )


def _seekers(context: Context) -> Iterator[tuple[str, Span]]:
    """The class-maps that match DSCP 46 and not DSCP 40."""
    for class_map in context.device.class_maps.values():
        taken: set[int] = set()
        _collect(class_map.match, taken)
        if _EF in taken and _CS5 not in taken:
            yield class_map.name, class_map.origin


def _collect(match: Predicate, taken: set[int]) -> None:
    if isinstance(match, Test) and match.field in (Field.DSCP, Field.PRECEDENCE):
        step = 8 if match.field is Field.PRECEDENCE else 1
        for span in match.values:
            if isinstance(span, Interval):
                taken.update(range(span.low * step, min(span.high * step + step, 64)))
    elif isinstance(match, AllOf | AnyOf):
        for operand in match.operands:
            _collect(operand, taken)
