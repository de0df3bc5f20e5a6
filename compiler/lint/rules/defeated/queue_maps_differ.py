"""A DSCP in another queue, or below another threshold, than the CoS it begins with.

## What it does

Compares the maps of a Catalyst from CoS and from DSCP to queues, where the text has both, for the
eight class selectors (DSCP 48 is CoS 6): reports a DSCP in another queue than its CoS, and for
routing (CS6 and CS7) one with a lower drop threshold. On input, CS4 is left out: AutoQoS itself
puts DSCP 32 into another queue than CoS 4.

## Why it matters

Packets of one class wait in two queues, by the kind of the frame: best effort in the queue of voice
delays calls, and routing at a low threshold is dropped before data.

## Example

```ios cat3750
! qosc: ignore-file[line-not-modelled] the map of CoS is what this is about
hostname sw
mls qos
mls qos srr-queue input cos-map queue 2 threshold 3 6 7
mls qos srr-queue input cos-map queue 1 threshold 3 0
mls qos srr-queue input dscp-map queue 2 threshold 1 48 56
mls qos srr-queue input dscp-map queue 1 threshold 3 0
interface GigabitEthernet0/1
 switchport mode trunk
 mls qos trust dscp
```

## Use instead

```ios cat3750
! qosc: ignore-file[line-not-modelled] the map of CoS is what this is about
hostname sw
mls qos
mls qos srr-queue input cos-map queue 2 threshold 3 6 7
mls qos srr-queue input cos-map queue 1 threshold 3 0
mls qos srr-queue input dscp-map queue 2 threshold 3 48 56
mls qos srr-queue input dscp-map queue 1 threshold 3 0
interface GigabitEthernet0/1
 switchport mode trunk
 mls qos trust dscp
```

## Sources

- RFC 2474, section 4.2.2: class selector code points begin with the three bits of precedence.
- Cisco Catalyst 3750 Metro Switch Software Configuration Guide (78-15870), Configuring QoS: the
  label of a packet, from its DSCP or its CoS, selects the queue by `dscp-map` or `cos-map`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import blocks, place
from qosc.patterns import pattern

__all__ = ["RULE", "check"]

RULE = Rule("QOS968", "queue-maps-differ", Severity.WARNING, "0.1")


_MAP = pattern(
    r"mls qos srr-queue (input|output) (cos|dscp)-map queue (\d) threshold (\d) ([\d ]+)$"
)
_ROUTING = 6
_LEFT_OUT = ("input", 4)
"""What AutoQoS maps apart by itself."""


def check(context: Context) -> Iterator[Diagnostic]:
    if context.source is None or "mls qos srr-queue " not in context.source.text:
        return
    by_map: dict[tuple[str, str], dict[int, tuple[str, str, int]]] = {}
    for block in context.once(blocks):
        said = _MAP.match(block.head)
        if said is not None:
            values = by_map.setdefault((said[1], said[2]), {})
            for value in said[5].split()[:64]:
                values[int(value[:3])] = (said[3], said[4], block.number)
    reported: set[int] = set()
    for direction in ("input", "output"):
        by_cos, by_dscp = by_map.get((direction, "cos"), {}), by_map.get((direction, "dscp"), {})
        for cos, (queue, threshold, _) in sorted(by_cos.items()):
            dscp = by_dscp.get(cos * 8)
            if dscp is None or dscp[2] in reported or (direction, cos) == _LEFT_OUT:
                continue
            lower = cos >= _ROUTING and dscp[1] < threshold
            if dscp[0] == queue and not lower:
                continue
            reported.add(dscp[2])
            yield RULE.at(
                place(context, dscp[2]),
                f"DSCP {cos * 8} has {direction} queue {dscp[0]} threshold {dscp[1]}, CoS {cos} "
                f"{queue} and {threshold}",
                effect="packets of one class are queued in two ways",
                label="not as the map of CoS",
                help="give both the same queue and threshold",
            )
