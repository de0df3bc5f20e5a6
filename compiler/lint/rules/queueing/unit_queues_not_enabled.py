"""Schedulers on a JunOS unit whose port does not enable them.

## What it does

On JunOS, reports a unit of an Ethernet port with a scheduler map, a shaping rate or a traffic
control profile, where the port has none of `per-unit-scheduler`, `hierarchical-scheduler` and
`shared-scheduler`. A port of which the text holds no configuration under `interfaces` is left out.

## Why it matters

Units have no output scheduling by default: all of them share one scheduler of the port. By platform
and line card the commit fails, or the statement does nothing and the classes of the unit are not
told apart as it says.

## Example

```junos
interfaces {
    ge-0/0/0 {
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

- Juniper, Class of Service User Guide, Applying Scheduler Maps and Shaping Rate to Logical
  Interfaces and VLANs: by default, output scheduling is not enabled on logical interfaces.
- Juniper, Example: Applying Scheduling and Shaping to VLANs: `per-unit-scheduler` enables it.
- Juniper, Applying Scheduler Maps Overview: logical interfaces support scheduling on VLANs only.
- Juniper, statement `scheduler-map` of EX Series: it is of the interface, and no unit has one.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Port
from qosc.lint.engine.rule import Context, Rule

__all__ = ["RULE", "check"]

RULE = Rule("QOS444", "unit-queues-not-enabled", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    units: dict[str, list[tuple[Port, Attachment]]] = {}
    for unit in context.device.ports.values():
        for stage in unit.output:
            if unit.parent and isinstance(stage, Attachment):
                units.setdefault(unit.parent, []).append((unit, stage))
    for name, applied_units in units.items():
        port = context.device.ports.get(name)
        if port is not None and port.unit_queues is False:
            yield _finding(context, port, applied_units)


def _finding(
    context: Context, port: Port, applied_units: list[tuple[Port, Attachment]]
) -> Diagnostic:
    unit, stage = applied_units[0]
    more = f" (and {len(applied_units) - 1} more units)" if len(applied_units) > 1 else ""
    if unit.whole or not context.profile.takes.unit_queues:
        remedy = f"apply it to {port.name} itself"
    else:
        remedy = f"say per-unit-scheduler, or hierarchical-scheduler, under interfaces {port.name}"
    return RULE.at(
        stage.origin,
        f"{unit.name}{more} has a scheduler, and {port.name} has no queues for units",
        effect="the commit fails, or the packets of all units share one scheduler",
        label="a scheduler of a unit",
        related=(Label(port.origin, "no per-unit-scheduler or hierarchical-scheduler here"),),
        help=remedy,
    )
