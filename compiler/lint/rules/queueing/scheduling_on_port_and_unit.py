"""A scheduler map on a JunOS port and schedulers on its units.

## What it does

On JunOS, reports a port with a `scheduler-map` of its own (not in a traffic control profile), of
which a unit has a scheduler map, a shaping rate or a traffic control profile as well.

## Why it matters

A port takes scheduling on itself or on its units. Juniper says that one cannot be applied beside
the other, and not which of them is in force where a release commits both: the queues of half of the
config are not there.

## Example

```junos
interfaces {
    ge-0/0/0 {
        per-unit-scheduler;
        vlan-tagging;
        unit 10 { vlan-id 10; }
    }
}
class-of-service {
    schedulers {
        rest { transmit-rate percent 90; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces {
        ge-0/0/0 {
            scheduler-map core;
            unit 10 { scheduler-map core; shaping-rate 20m; }
        }
    }
}
```

## Use instead

```junos
interfaces {
    ge-0/0/0 {
        per-unit-scheduler;
        vlan-tagging;
        unit 10 { vlan-id 10; }
    }
}
class-of-service {
    schedulers {
        rest { transmit-rate percent 90; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces {
        ge-0/0/0 {
            unit 10 { scheduler-map core; shaping-rate 20m; }
        }
    }
}
```

## Sources

- Juniper, Class of Service User Guide, Applying Scheduler Maps Overview: for a single port, you
  cannot apply scheduling to the physical interface if you have applied scheduling to one or more of
  the associated logical interfaces.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Device, Policy, Port
from qosc.ir.resolve import resolve
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS445", "scheduling-on-port-and-unit", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    device = context.device
    if not context.profile.takes.junos_statements:
        return
    reported: set[str] = set()
    for unit in device.ports.values():
        port = device.ports.get(unit.parent)
        if port is None or port.name in reported:
            continue
        above, own = _scheduler(port), _scheduler(unit)
        if above is not None and own is not None and _has_map(device, above):
            reported.add(port.name)
            yield RULE.at(
                own.origin,
                f"{unit.name} and its port {port.name} both have schedulers",
                effect="JunOS takes them on one of the two; the other has no queues of its own",
                label="on the unit",
                related=(Label(above.origin, "on the port"),),
                help=f"keep those of {port.name}, or those of its units; a traffic control profile "
                "on the port shapes above them",
            )


def _scheduler(port: Port) -> Attachment | None:
    return next((stage for stage in port.output if isinstance(stage, Attachment)), None)


def _has_map(device: Device, stage: Attachment) -> bool:
    """Whether a port's policy is a scheduler map, or a shaping rate with one."""
    policy = resolve(device, stage.policy)
    if not isinstance(policy, Policy):
        return False
    if policy.feature.startswith("scheduler-map "):
        return True
    child = policy.classes[0].child
    return (
        policy.feature.startswith("shaping-rate of ")
        and child is not None
        and child.name.startswith("scheduler-map ")
    )
