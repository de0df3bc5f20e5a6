"""A trunk that trusts what it gets only where a phone is found.

## What it does

Reports `mls qos trust device` on a port of a Catalyst in trunk mode that has neither a voice VLAN
nor a native VLAN of its own: one that leads to another switch or router.

## Why it matters

No phone is found there, so that the port stays untrusted: the marks of all that comes from the
other switch are set to 0.

## Example

```ios cat3750
hostname sw
mls qos
interface GigabitEthernet0/1
 description uplink
 switchport mode trunk
 mls qos trust device cisco-phone
 mls qos trust dscp
```

## Use instead

```ios cat3750
hostname sw
mls qos
interface GigabitEthernet0/1
 description uplink
 switchport mode trunk
 mls qos trust dscp
```

## Sources

- Cisco, Catalyst 3750 Switch Command Reference, mls qos trust: if the phone is not detected, the
  trusted boundary feature disables the trust of the port.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.switches.trusted_devices import trunk_devices

__all__ = ["RULE", "check"]

RULE = Rule("QOS523", "phone-trust-on-trunk", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    for number, port in context.once(trunk_devices).items():
        if context.source is not None:
            yield RULE.at(
                context.source.words(number),
                f"{port[:40]} is a trunk, and trusts its marks only behind a phone",
                effect="where no phone is found, the marks of all that comes in are set to 0",
                label="no phone on a trunk",
                help="leave the line out",
            )
