"""The code point of routing protocols among those of a class for data.

## What it does

Reports CS6 in an entry of a classifier, or a class of Cisco that queues, which has an AF code point
as well, where another class of the same classifier or policy is named for the control of the
network or has CS7.

## Why it matters

Routers send their routing protocols with CS6. When the queue of data is full, neighbors are lost,
while the queue that was made for them is empty.

## Example

```junos
class-of-service {
    classifiers {
        dscp EDGE {
            forwarding-class best-effort { loss-priority low code-points be; }
            forwarding-class assured-forwarding { loss-priority low code-points [ af21 cs6 ]; }
            forwarding-class network-control { loss-priority low code-points cs7; }
        }
    }
    schedulers {
        A { transmit-rate percent 40; }
        B { transmit-rate percent 35; }
        N { transmit-rate percent 5; }
    }
    scheduler-maps {
        M {
            forwarding-class assured-forwarding scheduler A;
            forwarding-class best-effort scheduler B;
            forwarding-class network-control scheduler N;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; unit 0 { classifiers { dscp EDGE; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } }
}
```

## Use instead

```junos
class-of-service {
    classifiers {
        dscp EDGE {
            forwarding-class best-effort { loss-priority low code-points be; }
            forwarding-class assured-forwarding { loss-priority low code-points af21; }
            forwarding-class network-control { loss-priority low code-points [ cs6 cs7 ]; }
        }
    }
    schedulers {
        A { transmit-rate percent 40; }
        B { transmit-rate percent 35; }
        N { transmit-rate percent 5; }
    }
    scheduler-maps {
        M {
            forwarding-class assured-forwarding scheduler A;
            forwarding-class best-effort scheduler B;
            forwarding-class network-control scheduler N;
        }
    }
    interfaces {
        ge-0/0/0 { scheduler-map M; unit 0 { classifiers { dscp EDGE; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } }
}
```

## Sources

- RFC 4594, section 3.2: network control traffic, such as that of routing protocols, has CS6.

"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.fields import Field
from qosc.ir import Interval, Masked, Test
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.effect.halves import policies_on, taken_values
from qosc.lint.facts.rule_lists import applied, parts, sounds_like_control
from qosc.source import NOWHERE, Span
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS616", "control-among-data", Severity.WARNING, "0.1")

_CS6, _CS7 = 48, 56
_AF = frozenset(8 * one + 2 * drop for one in range(1, 5) for drop in range(1, 4))


class _Entry(NamedTuple):
    name: str
    values: frozenset[int]
    origin: Span


def check(context: Context) -> Iterator[Diagnostic]:
    reported: set[Span] = set()
    for title, entries in (*_classifiers(context), *_policies(context)):
        control = [
            one
            for one in entries
            if _CS6 not in one.values and (_CS7 in one.values or sounds_like_control(one.name))
        ]
        for one in entries:
            if _CS6 not in one.values or not one.values & _AF or one.origin in reported:
                continue
            if not control or one.origin == NOWHERE or sounds_like_control(one.name):
                continue
            if control[0].name == one.name:
                continue
            reported.add(one.origin)
            yield RULE.at(
                one.origin,
                f"{title[:50]} puts CS6 into {one.name[:40]}, among the code points of data",
                effect="CS6 is what routing protocols are sent with",
                label="CS6 beside AF",
                related=(Label(control[0].origin, f"{control[0].name[:40]} has none of it"),),
                help=f"move CS6 to {control[0].name[:40]}, if it was meant for control traffic",
            )


def _classifiers(context: Context) -> Iterator[tuple[str, Sequence[_Entry]]]:
    """The DSCP classifiers of JunOS: by forwarding class, what is put there."""
    for applied_list in context.once(applied):
        if not applied_list.stage.feature.startswith("classifiers dscp"):
            continue
        values: dict[str, set[int]] = {}
        places: dict[str, Span] = {}
        for rule in applied_list.stage.rules:
            name = next((m.name for m in rule.marks if m.field is Field.FORWARDING_CLASS), "")
            for test in parts(rule.match):
                if isinstance(test, Test) and test.field is Field.DSCP and name:
                    points = _points(test)
                    values.setdefault(name, set()).update(points)
                    if _CS6 in points or name not in places:
                        places[name] = rule.origin
        yield (
            applied_list.stage.feature,
            [_Entry(name, frozenset(points), places[name]) for name, points in values.items()],
        )


def _points(test: Test) -> set[int]:
    points: set[int] = set()
    for value in test.values:
        if isinstance(value, Interval):
            points.update(range(value.low, value.high + 1))
        elif isinstance(value, Masked):
            points.add(value.value)
    return points


def _policies(context: Context) -> Iterator[tuple[str, Sequence[_Entry]]]:
    """The policies of Cisco on output, by their classes."""
    for policy in policies_on(context, "output"):
        if policy.feature:
            continue
        entries = []
        for item in policy.classes:
            taken = taken_values(context, policy, item)
            if taken is not None and taken.field is Field.DSCP:
                entries.append(_Entry(item.name, taken.values, item.origin))
        yield policy.title, entries
