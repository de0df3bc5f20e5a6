"""An AF class whose drop precedences all get the same loss priority.

## What it does

Looks at the code points of each AF class in classifiers that put them all into one queue, and
reports a class where all get the same loss priority although the queue has a drop profile for each
loss priority, or although the classifier tells those of another AF class apart.

## Why it matters

Who marked the packets chose which to lose first. With one loss priority for all, the queue drops
those within the contract as readily as those above it.

## Example

```junos
class-of-service {
    classifiers {
        dscp edge {
            import default;
            forwarding-class assured-forwarding {
                loss-priority low code-points [ af11 af12 af13 ];
            }
        }
    }
    drop-profiles {
        late { fill-level 90 drop-probability 100; }
        early { fill-level 50 drop-probability 100; }
    }
    schedulers {
        bulk {
            transmit-rate percent 40;
            drop-profile-map loss-priority low protocol any drop-profile late;
            drop-profile-map loss-priority high protocol any drop-profile early;
        }
        rest { transmit-rate percent 50; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class assured-forwarding scheduler bulk;
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces {
        ge-0/0/0 {
            scheduler-map core;
            unit 0 { classifiers { dscp edge; } }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Use instead

```junos
class-of-service {
    classifiers {
        dscp edge {
            import default;
            forwarding-class assured-forwarding {
                loss-priority low code-points af11;
                loss-priority high code-points [ af12 af13 ];
            }
        }
    }
    drop-profiles {
        late { fill-level 90 drop-probability 100; }
        early { fill-level 50 drop-probability 100; }
    }
    schedulers {
        bulk {
            transmit-rate percent 40;
            drop-profile-map loss-priority low protocol any drop-profile late;
            drop-profile-map loss-priority high protocol any drop-profile early;
        }
        rest { transmit-rate percent 50; }
        control { transmit-rate percent 10; }
    }
    scheduler-maps {
        core {
            forwarding-class assured-forwarding scheduler bulk;
            forwarding-class best-effort scheduler rest;
            forwarding-class network-control scheduler control;
        }
    }
    interfaces {
        ge-0/0/0 {
            scheduler-map core;
            unit 0 { classifiers { dscp edge; } }
        }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Sources

- RFC 2597, section 2: a node accepts all three drop precedences of an AF class and has at least two
  levels of loss probability where congestion is common.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.drop_precedence import AF_CLASSES, Table, Taken, tables
from qosc.lint.facts.places import places
from qosc.lint.facts.rule_lists import names_of

__all__ = ["RULE", "check"]

RULE = Rule("QOS109", "af-precedences-collapsed", Severity.WARNING, "0.1")


def check(context: Context) -> Iterator[Diagnostic]:
    droppers = _droppers(context)
    for table in context.once(tables):
        told_apart = {
            number for number, points in AF_CLASSES.items() if len(_losses(table, points)) > 1
        }
        for number, points in AF_CLASSES.items():
            taken = [table.taken[point] for point in points if point in table.taken]
            one_queue = len({one.queue for one in taken}) == 1
            if len(taken) < 2 or not one_queue or len(_losses(table, points)) != 1:
                continue
            dropper = droppers.get(taken[0].name)
            if dropper is not None or told_apart:
                yield _finding(table.by, number, taken, dropper, told_apart)


def _losses(table: Table, points: tuple[int, ...]) -> set[str]:
    """The loss priorities of the points; none where something gives no loss priority."""
    losses = {table.taken[point].loss for point in points if point in table.taken}
    return set() if "" in losses else losses


def _droppers(context: Context) -> dict[str, TrafficClass]:
    """The forwarding classes whose queues drop by loss priority on some port."""
    droppers: dict[str, TrafficClass] = {}
    for name in context.once(places):
        policy = context.device.policies.get(name)
        for item in policy.classes if policy is not None else ():
            if item.wred is not None and item.wred.field is Field.LOSS_PRIORITY:
                droppers.update((one, item) for one in names_of(item.match))
    return droppers


def _finding(
    by: str, number: int, taken: list[Taken], dropper: TrafficClass | None, told_apart: set[int]
) -> Diagnostic:
    points = " and ".join(f"AF{number}{one.precedence}" for one in taken)
    related: tuple[Label, ...] = ()
    severity = None
    if dropper is not None:
        why = "the queue drops packets within their contract as readily as those above it"
        wred = dropper.wred
        place = wred.origin if wred is not None else dropper.origin
        related = (Label(place, "this queue drops by loss priority"),)
    else:
        other = min(told_apart)
        why = f"those of AF{other} have different ones"
        severity = Severity.INFO
    return RULE.at(
        taken[0].origin,
        f"{by[:40]} gives {points} the same loss priority {taken[0].loss}",
        effect=why,
        label="one loss priority for all",
        related=related,
        help="give the code points for higher drop precedence a higher loss priority",
        severity=severity,
    )
