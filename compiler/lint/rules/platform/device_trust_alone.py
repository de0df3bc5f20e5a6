"""A port that trusts a phone it finds, and has no mark to trust.

## What it does

Reports `mls qos trust device` on a port of a Catalyst that has no `mls qos trust cos` or `dscp`, no
service-policy and no AutoQoS, and that is of no VLAN whose policy it goes by.

## Why it matters

The line only switches another one off where no phone is found. Without one the port is untrusted:
the marks of the phone are set to 0, and its calls wait with all else. With `no mls qos rewrite ip
dscp` the packets keep their DSCP, and wait with all else too.

## Example

```ios cat3750
hostname access-1
mls qos
interface FastEthernet0/1
 switchport mode access
 switchport voice vlan 110
 mls qos trust device cisco-phone
```

## Use instead

```ios cat3750
hostname access-1
mls qos
interface FastEthernet0/1
 switchport mode access
 switchport voice vlan 110
 mls qos trust cos
```

## Sources

- Cisco IOS Quality of Service Solutions Command Reference, `mls qos trust`: where a phone is
  detected, the trust that is configured is applied; the port is not trusted by default.
- Cisco, Catalyst 3560 Switch Software Configuration Guide, VLAN-based QoS: the policy of the VLAN
  interface applies to a port with `mls qos vlan-based`.
- Cisco, Catalyst 3750 Switch Command Reference, `mls qos rewrite ip dscp`: with its `no` form the
  DSCP that goes out is that which came in; the queue goes by the DSCP within the switch, 0 here.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.datapath.crossing.kept_dscp import kept_dscp
from qosc.diagnostics import Diagnostic, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.switches.trusted_devices import lone_devices

__all__ = ["RULE", "check"]

RULE = Rule("QOS517", "device-trust-alone", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    kept = kept_dscp(context.device) is not None
    becomes = "are queued as DSCP 0" if kept else "are marked 0"
    for number, port in context.once(lone_devices).items():
        if context.source is not None:
            yield RULE.at(
                context.source.words(number),
                f"{port} trusts a device, and neither CoS nor DSCP",
                effect=f"its packets {becomes}",
                label="switches on what is not there",
                help="add `mls qos trust cos`, or `dscp`",
            )
