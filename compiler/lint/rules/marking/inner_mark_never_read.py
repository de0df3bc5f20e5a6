"""A qos-group, discard class or loss priority that nothing on the device reads.

## What it does

Reports a class of Cisco that sets a qos-group or a discard class where no class, no drop curve and
no table of the device looks at it, and a policer or filter of JunOS that gives a loss priority
other than low to packets of a forwarding class that a scheduler map serves, and for which no drop
profile, rewrite rule, filter or policer tells loss priorities apart.

## Why it matters

No packet carries such a mark to the next device. What exceeds a rate was to be dropped first, and
is dropped like all the rest.

## Example

```junos
class-of-service {
    schedulers {
        BE { transmit-rate percent 95; }
        NC { transmit-rate percent 5; }
    }
    scheduler-maps {
        M {
            forwarding-class best-effort scheduler BE;
            forwarding-class network-control scheduler NC;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; }
    }
}
firewall {
    policer P {
        if-exceeding { bandwidth-limit 50m; burst-size-limit 625k; }
        then loss-priority high;
    }
    family inet {
        filter F {
            term all {
                then { policer P; forwarding-class best-effort; accept; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input F; } } } }
}
```

## Use instead

```junos
class-of-service {
    drop-profiles {
        EARLY { interpolate { fill-level [ 30 80 ]; drop-probability [ 0 100 ]; } }
    }
    schedulers {
        BE {
            transmit-rate percent 95;
            drop-profile-map loss-priority high protocol any drop-profile EARLY;
        }
        NC { transmit-rate percent 5; }
    }
    scheduler-maps {
        M {
            forwarding-class best-effort scheduler BE;
            forwarding-class network-control scheduler NC;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; }
    }
}
firewall {
    policer P {
        if-exceeding { bandwidth-limit 50m; burst-size-limit 625k; }
        then loss-priority high;
    }
    family inet {
        filter F {
            term all {
                then { policer P; forwarding-class best-effort; accept; }
            }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input F; } } } }
}
```

## Sources

- Juniper, Class of Service User Guide, Managing Congestion Using RED Drop Profiles and Packet Loss
  Priorities: a drop profile is chosen by the loss priority; the default one drops all packets of a
  full queue, of any loss priority.
- Cisco IOS Quality of Service Solutions Command Reference, `set qos-group`, `set discard-class`:
  the values are of the router alone, and are matched by `match qos-group`, `match discard-class`
  and `random-detect discard-class-based`.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Severity
from qosc.fields import Field
from qosc.ir import Mark
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.inner_marks import (
    INNER,
    fields_read,
    loss_read,
    marks_of,
    unread_lines,
)
from qosc.lint.facts.places import places
from qosc.lint.facts.rule_lists import applied, names_of
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS209", "inner-mark-never-read", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    if not context.device.complete:
        return
    if context.profile.takes.junos_statements:
        yield from _of_junos(context)
    elif not context.profile.takes.queues_by_group:
        yield from _of_cisco(context)


def _of_cisco(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for policy in context.device.policies.values():
        for item in policy.classes:
            for mark in marks_of(item.marks, item.policers):
                field = mark.field
                if (
                    field not in INNER
                    or mark.origin in reported
                    or field in context.once(fields_read)
                ):
                    continue
                if unread_lines(context, field) or policy.feature:
                    continue
                reported.add(mark.origin)
                yield RULE.at(
                    mark.origin,
                    f"class {item.name} of {policy.title} sets {field} {mark.value}",
                    effect=f"nothing on this device matches {field}",
                    label="never read",
                    help=f"match {field} in a class of an output policy, or leave the line out",
                )


def _of_junos(context: Context) -> Iterator[Diagnostic]:
    read = context.once(loss_read)
    reported: set[Span] = set()
    served = context.once(_served)
    for applied_list in context.once(applied) if "" not in read else ():
        if not applied_list.stage.feature.startswith("filter "):
            continue
        for rule in applied_list.stage.rules:
            policers = (rule.policer,) if rule.policer is not None else ()
            marks = list(marks_of(rule.marks, policers))
            classes = {mark.name for mark in marks if mark.field is Field.FORWARDING_CLASS}
            high = next((mark for mark in marks if _is_raised(mark)), None)
            if high is None or len(classes) != 1 or classes & read or high.origin in reported:
                continue
            if not classes <= served:
                continue
            reported.add(high.origin)
            (name,) = classes
            yield RULE.at(
                high.origin if high.origin != NOWHERE else rule.origin,
                f"loss priority {high.name} of {name[:40]} is not read",
                effect="no drop profile, rewrite rule or filter tells such packets from the others",
                label="never read",
                help="give the scheduler of the class a drop-profile-map for this loss priority",
            )


def _served(context: Context) -> frozenset[str]:
    """The forwarding classes for which a scheduler map in force has a line. For `context.once`."""
    policies = [context.device.policies.get(name) for name in context.once(places)]
    return frozenset(
        name
        for policy in policies
        if policy is not None and policy.feature.startswith("scheduler-map ")
        for item in policy.classes
        if not item.default_by
        for name in names_of(item.match)
    )


def _is_raised(mark: Mark) -> bool:
    return mark.field is Field.LOSS_PRIORITY and mark.name not in ("", "low")
