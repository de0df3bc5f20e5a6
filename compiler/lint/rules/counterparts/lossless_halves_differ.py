"""Flow control and the lossless class that are not of one priority.

## What it does

Compares, on JunOS, what lossless transport needs to agree: the priorities that a congestion
notification profile pauses, the class and queue into which the classifier puts these priorities,
`no-loss` of that class, the queue that a received pause stops, the priority that DCBX tells
servers, and a drop profile on the scheduler of the class, without the ECN that another has.

## Why it matters

Of a lossless class that is not paused, or paused by another priority, packets are lost: a storage
or RDMA transport falls to a fraction of its rate.

## Example

```junos
# qosc: ignore-file[line-not-modelled] flow control is what this is about
set version 21.2R3
set interfaces xe-0/0/1 unit 0 family ethernet-switching
set class-of-service classifiers ieee-802.1 C forwarding-class ra loss-priority low code-points 011
set class-of-service classifiers ieee-802.1 C forwarding-class be loss-priority low code-points 100
set class-of-service classifiers ieee-802.1 C forwarding-class nc loss-priority low code-points 110
set class-of-service forwarding-classes class be queue-num 0
set class-of-service forwarding-classes class nc queue-num 7
set class-of-service forwarding-classes class ra queue-num 3 no-loss
set class-of-service congestion-notification-profile PAUSE input ieee-802.1 code-point 100 pfc
set class-of-service interfaces xe-0/0/1 congestion-notification-profile PAUSE
set class-of-service interfaces xe-0/0/1 unit 0 classifiers ieee-802.1 C
```

## Use instead

```junos
# qosc: ignore-file[line-not-modelled] flow control is what this is about
set version 21.2R3
set interfaces xe-0/0/1 unit 0 family ethernet-switching
set class-of-service classifiers ieee-802.1 C forwarding-class ra loss-priority low code-points 011
set class-of-service classifiers ieee-802.1 C forwarding-class be loss-priority low code-points 100
set class-of-service classifiers ieee-802.1 C forwarding-class nc loss-priority low code-points 110
set class-of-service forwarding-classes class be queue-num 0
set class-of-service forwarding-classes class nc queue-num 7
set class-of-service forwarding-classes class ra queue-num 3 no-loss
set class-of-service congestion-notification-profile PAUSE input ieee-802.1 code-point 011 pfc
set class-of-service interfaces xe-0/0/1 congestion-notification-profile PAUSE
set class-of-service interfaces xe-0/0/1 unit 0 classifiers ieee-802.1 C
```

## Sources

- Juniper, Traffic Management User Guide (QFX Series and EX4600 Switches), Understanding CoS IEEE
  802.1p Priorities for Lossless Traffic Flows, and Understanding CoS Flow Control (Ethernet PAUSE
  and PFC): a lossless class has no-loss, and PFC on the code point that the classifier maps to it.
- Juniper, CLI Reference, flow-control-queue (Output Congestion Notification): the output queues
  that pause when a PFC frame with the code point comes.
- The guide, Understanding DCBX Application Protocol TLV Exchange: the code points of an application
  are told to the peer.
- The guide, Configuring CoS WRED Drop Profiles: no drop profile on lossless classes; on a queue
  with ECN the profile marks.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import below, line_of, span_of
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS941", "lossless-halves-differ", Severity.WARNING, "0.1")


_STANDARD = ("fcoe", "no-loss")
"""Forwarding classes that are lossless without a word."""


class _Facts(NamedTuple):
    classes: dict[str, set[str]]
    """The forwarding classes of each priority."""
    queues: dict[str, str]
    lossless: set[str]
    lines: dict[str, int]
    paused: dict[str, int]
    stops: dict[tuple[str, str], int]


def check(context: Context) -> Iterator[Diagnostic]:
    facts = _facts(context)
    yield from _inputs(context, facts)
    for (priority, queue), line in facts.stops.items():
        wanted = {facts.queues.get(name, "") for name in facts.classes.get(priority, ())} - {""}
        if wanted and queue not in wanted:
            yield _tell(
                context,
                line,
                f"a pause of priority {priority} stops queue {queue}, not {min(wanted)}",
                f"the classifier puts {priority} into queue {min(wanted)}, which sends on",
            )
    if facts.paused:
        for one, rest in below(context, "policy-options", "application-maps"):
            iscsi = any("iscsi" in word.lower() for word in rest)  # goes by TCP, lossless or not
            if rest[-2:-1] == ("code-points",) and rest[-1] not in facts.paused and not iscsi:
                yield _tell(
                    context,
                    one.line,
                    f"application-maps {rest[0]} tells priority {rest[-1]}, which is not paused",
                    f"PFC is on for {', '.join(facts.paused)}: servers send with another priority",
                )
    yield from _marks(context, facts)


def _facts(context: Context) -> _Facts:
    facts = _Facts({}, {}, set(), {}, {}, {})
    for _, rest in below(context, "class-of-service", "classifiers", "ieee-802.1"):
        if rest[1:2] == ("forwarding-class",) and rest[-2:-1] == ("code-points",):
            facts.classes.setdefault(rest[-1], set()).add(rest[2])
    for one, rest in below(context, "class-of-service", "forwarding-classes", "class"):
        if "queue-num" in rest[:-1]:
            facts.queues[rest[0]] = rest[rest.index("queue-num") + 1]
        if "no-loss" in rest:
            facts.lossless.add(rest[0])
        facts.lines.setdefault(rest[0], one.line)
    for word in ("congestion-notification-profile", "congestion-notification-profiles"):
        for one, rest in below(context, "class-of-service", word):
            if "code-point" not in rest[:-1]:
                continue
            priority = rest[rest.index("code-point") + 1]
            if rest[1:2] == ("input",) and "pfc" in rest:
                level = len(one.words) - len(rest) + rest.index(priority) + 1
                facts.paused.setdefault(priority, line_of(context, one, level))
            elif rest[1:2] == ("output",) and rest[-2:-1] == ("flow-control-queue",):
                facts.stops.setdefault((priority, rest[-1]), one.line)
    return facts


def _inputs(context: Context, facts: _Facts) -> Iterator[Diagnostic]:
    bare = [
        name
        for name in facts.lossless
        if (own := [p for p, classes in facts.classes.items() if name in classes])
        and not any(p in facts.paused for p in own)
    ]
    for priority, line in facts.paused.items():
        classes = facts.classes.get(priority, set())
        if not classes or not classes.isdisjoint(facts.lossless.union(_STANDARD)):
            continue
        name = min(classes)
        if bare:
            yield _tell(
                context,
                line,
                f"priority {priority} is paused; it is of {name}, not of lossless {bare[0]}",
                f"packets of {bare[0]} come with a priority that is not paused, and are lost",
            )
        elif name in facts.lines:
            yield _tell(
                context,
                facts.lines[name],
                f"class {name} is paused by priority {priority}, and has no no-loss",
                "without lossless buffers its packets are lost before and while the peer pauses",
                line,
            )


def _marks(context: Context, facts: _Facts) -> Iterator[Diagnostic]:
    """A drop profile on a lossless class, without the ECN that a sibling has."""
    schedulers: dict[str, set[str]] = {}
    for _, rest in below(context, "class-of-service", "scheduler-maps"):
        if rest[1:2] == ("forwarding-class",) and rest[-2:-1] == ("scheduler",):
            schedulers.setdefault(rest[-1], set()).add(rest[2])
    ecn: set[str] = set()
    drops: dict[str, int] = {}
    for one, rest in below(context, "class-of-service", "schedulers"):
        if "explicit-congestion-notification" in rest:
            ecn.add(rest[0])
        elif rest[1:2] == ("drop-profile-map",):
            drops.setdefault(rest[0], one.line)
    for name, line in drops.items():
        lossless = schedulers.get(name, set()) & facts.lossless
        if name not in ecn and lossless and ecn:
            yield _tell(
                context,
                line,
                f"scheduler {name} drops packets of lossless {min(lossless)} early, without ECN",
                f"explicit-congestion-notification is on {min(ecn)}; here the profile drops",
            )


def _tell(context: Context, line: int, message: str, effect: str, other: int = 0) -> Diagnostic:
    return RULE.at(
        span_of(context, line),
        message,
        effect=effect,
        label="the halves differ",
        related=(Label(span_of(context, other), "paused here"),) if other else (),
        help="give both halves the same priority, class and queue",
    )
