"""Packets of one AF class that go to different queues by their drop precedence.

## What it does

Looks at where classifiers, filters and classes with a queue put the three code points of each AF
class (AF11, AF12 and AF13 and so on), as far as they name them, and reports a class whose code
points lead to different queues.

## Why it matters

The three code points of an AF class are for packets of the same flows: a policer marks those within
the rate AF11 and the others AF12 or AF13. In different queues the marked packets are overtaken.
TCP takes that for loss, sends again and slows down.

## Example

```junos
class-of-service {
    classifiers {
        dscp edge {
            import default;
            forwarding-class assured-forwarding {
                loss-priority low code-points af11;
            }
            forwarding-class best-effort {
                loss-priority high code-points [ af12 af13 ];
            }
        }
    }
    interfaces {
        ge-0/0/0 { unit 0 { classifiers { dscp edge; } } }
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
    interfaces {
        ge-0/0/0 { unit 0 { classifiers { dscp edge; } } }
    }
}
interfaces {
    ge-0/0/0 { unit 0; }
}
```

## Sources

- RFC 2597, section 2: a node must not reorder packets of one flow that are in the same AF class,
  whatever their drop precedence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.marking.drop_precedence import AF_CLASSES, Taken, tables
from qosc.source import Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS108", "af-class-split", Severity.WARNING, "0.1")

_REST = 8
"""An entry of so many of the twelve AF code points is for what is left, not for AF classes."""


def check(context: Context) -> Iterator[Diagnostic]:
    for table in context.once(tables):
        for number, points in AF_CLASSES.items():
            taken = [table.taken[point] for point in points if point in table.taken]
            if len({one.queue for one in taken}) > 1:
                rest = Counter(one.origin for one in table.taken.values())
                yield _finding(table.by, number, taken, rest)


def _finding(by: str, number: int, taken: list[Taken], rest: Counter[Span]) -> Diagnostic:
    by_queue: dict[object, list[Taken]] = {}
    for one in taken:
        by_queue.setdefault(one.queue, []).append(one)
    words = [
        f"{' and '.join(f'AF{number}{one.precedence}' for one in group)} to {group[0].name[:40]}"
        for group in by_queue.values()
    ]
    first, *others = (group[0] for group in by_queue.values())
    return RULE.at(
        others[0].origin,
        f"{by[:60]} splits an AF class between queues",
        effect=f"{', '.join(words)}: packets of one flow arrive out of order",
        label="another queue",
        related=(Label(first.origin, f"the queue of {first.name[:40]}"),),
        help="keep an AF class in one queue, and tell its drop precedences apart there",
        severity=Severity.INFO if max(rest[one.origin] for one in taken) >= _REST else None,
    )
