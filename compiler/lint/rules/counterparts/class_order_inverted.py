"""Best effort or scavenger that is put before the classes that it should come behind.

## What it does

Reports, on JunOS: best effort with the high fabric priority where voice or control has the low one;
a scavenger scheduler with the high excess priority where another scheduler has the low one; and a
classifier that gives AFx1 the high loss priority and AFx2 or AFx3 of the same class the low one.

## Why it matters

In congestion the packets that matter are lost first.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set class-of-service forwarding-classes class data queue-num 1
set class-of-service classifiers dscp C forwarding-class data loss-priority high code-points af21
set class-of-service classifiers dscp C forwarding-class data loss-priority low code-points af22
set class-of-service classifiers dscp C forwarding-class nc loss-priority low code-points cs6
set class-of-service forwarding-classes class nc queue-num 3
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp C
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set class-of-service forwarding-classes class data queue-num 1
set class-of-service classifiers dscp C forwarding-class data loss-priority low code-points af21
set class-of-service classifiers dscp C forwarding-class data loss-priority high code-points af22
set class-of-service classifiers dscp C forwarding-class nc loss-priority low code-points cs6
set class-of-service forwarding-classes class nc queue-num 3
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp C
```

## Sources

- Juniper, CLI Reference, priority (Fabric Priority), for M320, MX, T Series and EX; Forwarding
  Classes and Fabric Priority Queues: it overrides the default, which follows the scheduling
  priority.
- Juniper, CLI Reference, excess-priority: low to high, the priority of a queue's excess traffic.
- RFC 2597, section 2: AFx1 is dropped last, AFx3 first.
- The config itself: the names of its classes and schedulers.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import below, span_of
from qosc.lint.facts.words.name_words import said_words

__all__ = ["RULE", "check"]

RULE = Rule("QOS950", "class-order-inverted", Severity.WARNING, "0.1")


_BEST = frozenset(("be", "best", "default", "scavenger", "bulk", "background", "effort"))
_FIRST = frozenset(("voice", "voip", "ef", "control", "nc", "expedited", "realtime", "rt"))
_LESS = frozenset(("scavenger", "background", "bulk", "p2p"))
_RANK = {"low": 0, "medium-low": 1, "medium-high": 2, "high": 3}


def check(context: Context) -> Iterator[Diagnostic]:
    yield from _fabric(context)
    yield from _excess(context)
    yield from _precedences(context)


def _fabric(context: Context) -> Iterator[Diagnostic]:
    given: dict[str, tuple[str, int]] = {}
    for one, rest in below(context, "class-of-service", "forwarding-classes", "class"):
        for at, word in enumerate(rest[:-1]):
            if word == "priority" and at:
                given[rest[0]] = (rest[at + 1], one.line)
    last = [
        (name, line)
        for name, (word, line) in given.items()
        if word == "low" and not _FIRST.isdisjoint(said_words(name))
    ]
    for name, (word, line) in given.items():
        if word == "high" and last and not _BEST.isdisjoint(said_words(name)):
            yield _tell(
                context,
                line,
                f"{name} crosses the fabric with high priority, {last[0][0]} with low",
                f"when the fabric is full, packets of {last[0][0]} are lost first",
                last[0][1],
            )
            return


def _excess(context: Context) -> Iterator[Diagnostic]:
    given = {
        rest[0]: (rest[2], one.line)
        for one, rest in below(context, "class-of-service", "schedulers")
        if rest[1:2] == ("excess-priority",) and len(rest) > 2
    }
    for name, (word, line) in given.items():
        words = frozenset(said_words(name))
        behind = [
            other
            for other, (own, _) in given.items()
            if own in ("low", "medium-low") and _LESS.isdisjoint(said_words(other))
        ]
        if word == "high" and not _LESS.isdisjoint(words) and behind:
            yield _tell(
                context,
                line,
                f"scheduler {name} gets excess bandwidth before {behind[0]}",
                f"a flood of it leaves {behind[0]} its least rate alone",
                given[behind[0]][1],
            )


def _precedences(context: Context) -> Iterator[Diagnostic]:
    tables: dict[tuple[str, str], dict[str, tuple[str, str, int]]] = {}
    for one, rest in below(context, "class-of-service", "classifiers"):
        kinds = (rest[2], rest[4], rest[6]) == ("forwarding-class", "loss-priority", "code-points")
        if kinds and rest[7].startswith("af"):
            tables.setdefault((rest[0], rest[1]), {})[rest[7]] = (rest[3], rest[5], one.line)
    for (kind, name), given in tables.items():
        for level in "1234":
            own = given.get(f"af{level}1")
            for behind in (f"af{level}2", f"af{level}3"):
                other = given.get(behind)
                if own is None or other is None or own[0] != other[0]:
                    continue
                if _RANK.get(own[1], 0) > _RANK.get(other[1], 3):
                    yield _tell(
                        context,
                        own[2],
                        f"{kind} {name} gives AF{level}1 loss priority {own[1]}, {behind.upper()} "
                        f"{other[1]}",
                        f"AF{level}1 is lost before {behind.upper()}",
                        other[2],
                    )
                    break


def _tell(context: Context, line: int, message: str, effect: str, other: int) -> Diagnostic:
    return RULE.at(
        span_of(context, line),
        message,
        effect=effect,
        label="comes first",
        related=(Label(span_of(context, other), "comes behind it"),),
        help="exchange the two, if they were mixed up",
    )
