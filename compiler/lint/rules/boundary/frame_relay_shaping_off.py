"""Circuits with a map-class on an interface without Frame Relay traffic shaping.

## What it does

Reports an interface of Frame Relay without `frame-relay traffic-shaping`, on which, or on whose
subinterfaces, a map-class with `frame-relay cir`, `bc`, `mincir` or `traffic-rate` is applied.

## Why it matters

The rates of the map-class have no effect: the circuits are not shaped to their CIR, and the carrier
may drop what is above it, of all classes. A map-class whose policy shapes by itself (`shape` in the
policy, MQC-based Frame Relay traffic shaping) needs no such line, and is not looked at.

## Example

```ios
hostname r1
class-map match-all VOICE
 match ip dscp ef
policy-map FR
 class VOICE
  priority 64
interface Serial0/0
 encapsulation frame-relay
interface Serial0/0.102 point-to-point
 ip address 10.40.0.5 255.255.255.252
 frame-relay class PVC
 frame-relay interface-dlci 102
map-class frame-relay PVC
 frame-relay cir 512000
 service-policy output FR
```

## Use instead

```ios
hostname r1
class-map match-all VOICE
 match ip dscp ef
policy-map FR
 class VOICE
  priority 64
interface Serial0/0
 encapsulation frame-relay
 frame-relay traffic-shaping
interface Serial0/0.102 point-to-point
 ip address 10.40.0.5 255.255.255.252
 frame-relay class PVC
 frame-relay interface-dlci 102
map-class frame-relay PVC
 frame-relay cir 512000
 service-policy output FR
```

## Sources

- Cisco IOS Wide-Area Networking Command Reference, `frame-relay traffic-shaping`: enables traffic
  shaping and per-virtual-circuit queueing for all circuits of an interface.
- Cisco IOS Wide-Area Networking Configuration Guide, MQC-Based Frame Relay Traffic Shaping: a
  policy with `shape`, attached by a map-class.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import place
from qosc.lint.facts.lines.circuits import ENABLED, unshaped_circuits

__all__ = ["RULE", "check"]

RULE = Rule("QOS934", "frame-relay-shaping-off", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for number, (name, used) in context.once(unshaped_circuits).items():
        yield RULE.at(
            place(context, number),
            f"{name[:40]} lacks `{ENABLED}`, which its map-classes need",
            effect=f"the rates of map-class {used[:40]} are not in force; nothing is shaped",
            label="traffic shaping is not enabled",
            help=f"add `{ENABLED}`",
        )
