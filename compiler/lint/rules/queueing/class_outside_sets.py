"""A forwarding class in no forwarding-class-set of a QFX port that has such sets.

## What it does

Reports forwarding classes that the text defines, or puts packets into, and that are in none of the
forwarding-class-sets of a port with at least one.

## Why it matters

With any set on a port the whole of it is divided among the sets. A class in no set has no bandwidth
there: its packets are dropped, those of network control with them.

## Example

```junos junos-qfx
class-of-service {
    forwarding-classes {
        class best-effort queue-num 0;
        class network-control queue-num 7;
    }
    forwarding-class-sets {
        lan { class best-effort; }
    }
    schedulers { rest { transmit-rate percent 80; } }
    scheduler-maps { core { forwarding-class best-effort scheduler rest; } }
    traffic-control-profiles { T { scheduler-map core; guaranteed-rate percent 80; } }
    interfaces {
        xe-0/0/0 {
            forwarding-class-set { lan { output-traffic-control-profile T; } }
        }
    }
}
interfaces { xe-0/0/0 { unit 0 { family ethernet-switching; } } }
```

## Use instead

```junos junos-qfx
class-of-service {
    forwarding-classes {
        class best-effort queue-num 0;
        class network-control queue-num 7;
    }
    forwarding-class-sets {
        lan { class best-effort; class network-control; }
    }
    schedulers {
        rest { transmit-rate percent 80; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    traffic-control-profiles { T { scheduler-map core; guaranteed-rate percent 80; } }
    interfaces {
        xe-0/0/0 {
            forwarding-class-set { lan { output-traffic-control-profile T; } }
        }
    }
}
interfaces { xe-0/0/0 { unit 0 { family ethernet-switching; } } }
```

## Sources

- Juniper, Traffic Management User Guide for QFX, Understanding CoS Hierarchical Port Scheduling
  (ETS): where a port has a forwarding-class-set, classes in no set have no bandwidth there.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Attachment, Policy
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.packets.regions import join_words
from qosc.lint.facts.rule_lists import assignments, names_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS439", "class-outside-sets", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[tuple[str, ...]] = set()
    for port in context.index.busy:
        for stage in port.output:
            policy = (
                context.device.policies.get(stage.policy.name)
                if isinstance(stage, Attachment)
                else None
            )
            if policy is None or not policy.feature.startswith("forwarding-class-sets of "):
                continue
            left = tuple(_left_out(context, policy))
            if left and left not in reported:
                reported.add(left)
                yield _finding(context, port.name, policy, left)


def _left_out(context: Context, policy: Policy) -> Iterator[str]:
    """The classes without a set that the text defines or uses, in the order of the model."""
    defined = {
        name.name
        for name in context.device.names
        if name.kind == "forwarding-class" and not name.by and name.queue is not None
    }
    used = {one.mark.name for one in context.once(assignments) if one.plain}
    for item in policy.classes:
        if item.default_by:
            yield from (name for name in names_of(item.match) if name in defined | used)


def _finding(context: Context, port: str, policy: Policy, left: tuple[str, ...]) -> Diagnostic:
    lines = [
        name.origin
        for name in context.device.names
        if name.kind == "forwarding-class" and name.name == left[0] and name.origin.line > 0
    ]
    origin = policy.classes[-1].origin
    are = "is" if len(left) == 1 else "are"
    return RULE.at(
        origin,
        f"{join_words(left, 2)} {are} in no forwarding-class-set of {port}",
        label="no bandwidth for others",
        related=(Label(lines[0], "this class is left out"),) if lines else (),
        help=f"put {left[0]} into a set that the port has",
    )
