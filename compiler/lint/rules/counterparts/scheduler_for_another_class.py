"""Voice and data that have each other's scheduler, or bulk that is served before video.

## What it does

Reports a scheduler map of JunOS in which a class named for voice has the scheduler named for best
effort, and the class of best effort that of voice; and one in which the scheduler of bulk,
scavenger or background has a higher priority than that of voice, video or control.

## Why it matters

Data fill the priority queue, up to its rate, and voice waits behind them.

## Example

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set class-of-service forwarding-classes class voice queue-num 5
set class-of-service forwarding-classes class best-effort queue-num 0
set class-of-service interfaces ge-0/0/0 scheduler-map M
set class-of-service scheduler-maps M forwarding-class voice scheduler S-BE
set class-of-service scheduler-maps M forwarding-class best-effort scheduler S-VOICE
set class-of-service scheduler-maps M forwarding-class network-control scheduler S-NC
set class-of-service schedulers S-NC transmit-rate percent 5
set class-of-service schedulers S-VOICE transmit-rate percent 10
set class-of-service schedulers S-BE transmit-rate percent 60
```

## Use instead

```junos
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set class-of-service forwarding-classes class voice queue-num 5
set class-of-service forwarding-classes class best-effort queue-num 0
set class-of-service interfaces ge-0/0/0 scheduler-map M
set class-of-service scheduler-maps M forwarding-class voice scheduler S-VOICE
set class-of-service scheduler-maps M forwarding-class best-effort scheduler S-BE
set class-of-service scheduler-maps M forwarding-class network-control scheduler S-NC
set class-of-service schedulers S-NC transmit-rate percent 5
set class-of-service schedulers S-VOICE transmit-rate percent 10
set class-of-service schedulers S-BE transmit-rate percent 60
```

## Sources

- The config itself: the names of its classes and schedulers.
- Juniper, Junos OS 12.3, Priority Scheduling Overview: low, medium-low, medium-high, high and
  strict-high, of which the higher ones are served before the lower.
- RFC 3662 and RFC 8622: traffic of lower effort gives way to all other.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.junos.statements import below, span_of
from qosc.lint.facts.words.name_words import said_words
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS953", "scheduler-for-another-class", Severity.WARNING, "0.1")

_VOICE = frozenset(("voice", "voip", "ef", "realtime"))
_DATA = frozenset(("be", "best", "bulk", "scavenger", "background", "data"))
_LESS = frozenset(("bulk", "scavenger", "background", "p2p"))
_MORE = frozenset((*_VOICE, "video", "control", "nc", "signalling", "signaling"))
_RANK = {"low": 0, "medium-low": 1, "medium-high": 2, "high": 3, "strict-high": 4}


class _Row(NamedTuple):
    """A class of a scheduler map, its scheduler, and the line."""

    name: str
    scheduler: str
    line: int


def check(context: Context) -> Iterator[Diagnostic]:
    maps: dict[str, list[_Row]] = {}
    for one, rest in below(context, "class-of-service", "scheduler-maps"):
        if (rest[1], rest[3]) == ("forwarding-class", "scheduler") and len(rest) == 5:
            maps.setdefault(rest[0], []).append(_Row(rest[2], rest[4], one.line))
    given = {
        rest[0]: (rest[2], one.line)
        for one, rest in below(context, "class-of-service", "schedulers")
        if rest[1:2] == ("priority",) and rest[2] in _RANK
    }
    reported: set[str] = set()
    for name, rows in maps.items():
        yield from _crossed(context, name, rows)
        yield from _inverted(context, rows, given, reported)


def _is(name: str, words: frozenset[str], others: frozenset[str]) -> bool:
    own = frozenset(said_words(name))
    return not own.isdisjoint(words) and own.isdisjoint(others)


def _crossed(context: Context, name: str, rows: list[_Row]) -> Iterator[Diagnostic]:
    voice = [
        row for row in rows if _is(row.name, _VOICE, _DATA) and _is(row.scheduler, _DATA, _VOICE)
    ]
    for row in rows:
        if voice and _is(row.name, _DATA, _VOICE) and _is(row.scheduler, _VOICE, _DATA):
            yield RULE.at(
                span_of(context, row.line),
                f"scheduler-map {name}: {row.name} has {row.scheduler}",
                effect=f"{row.name} is served as voice, and {voice[0].name} waits as data do",
                label="the scheduler of voice",
                related=(
                    Label(
                        span_of(context, voice[0].line),
                        f"{voice[0].name} has {voice[0].scheduler}",
                    ),
                ),
                help="exchange the two schedulers",
            )
            return


def _inverted(
    context: Context, rows: list[_Row], given: dict[str, tuple[str, int]], reported: set[str]
) -> Iterator[Diagnostic]:
    behind = [
        (_RANK[given[row.scheduler][0]], row)
        for row in rows
        if row.scheduler in given and _is(row.name, _MORE, _LESS)
    ]
    if not behind:
        return
    rank, last = min(behind, key=lambda found: found[0])
    for row in rows:
        if (
            row.scheduler not in given
            or row.scheduler in reported
            or not _is(row.name, _LESS, _MORE)
        ):
            continue
        priority, line = given[row.scheduler]
        if _RANK[priority] > rank:
            reported.add(row.scheduler)
            lower, at = given[last.scheduler]
            yield RULE.at(
                span_of(context, line),
                f"{row.name} is served with priority {priority}, {last.name} with {lower}",
                effect=f"{last.name} waits while {row.name} has packets within its rate",
                label=f"the scheduler of {row.name}",
                related=(Label(span_of(context, at), f"the scheduler of {last.name}"),),
                help="exchange the two priorities",
            )
