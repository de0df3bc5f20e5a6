"""Figures of several queues or classes that stand in the inverse order of what they are for.

## What it does

Reports a queue of a Catalyst whose drop threshold 1 is above threshold 2, where both have code
points; a policy of the slowest shaper with the largest remaining ratio beside one of the fastest
with the smallest; the class with the smallest bandwidth and the largest part of the buffers in a
policy where the class with the largest bandwidth has the smallest part; and a drop curve with the
mark probability denominator 1 beside curves of the same class with larger ones.

## Why it matters

What should go first stays, and what should stay goes first: the class with half of the link drops
on each burst, or a site with a tenth of the rate gets five times the share of another.

## Example

```ios cat3750
mls qos srr-queue output dscp-map queue 4 threshold 1 8
mls qos srr-queue output dscp-map queue 4 threshold 2 10 12 14
mls qos queue-set output 1 threshold 4 150 60 50 200
mls qos
interface GigabitEthernet1/0/1
 mls qos trust dscp
```

## Use instead

```ios cat3750
mls qos srr-queue output dscp-map queue 4 threshold 1 8
mls qos srr-queue output dscp-map queue 4 threshold 2 10 12 14
mls qos queue-set output 1 threshold 4 60 150 50 200
mls qos
interface GigabitEthernet1/0/1
 mls qos trust dscp
```

## Sources

- Cisco Catalyst 3750 Switch Command Reference, `mls qos queue-set output threshold`: two drop
  thresholds of a queue in percent, above which packets that are mapped to them are dropped.
- Cisco IOS Quality of Service Solutions Command Reference, `random-detect dscp`: of the last
  figure, one in so many packets is dropped at the maximum threshold; 1 drops every packet there.
- The config itself: the figures of its other classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.lines.blocks import Block, blocks, place
from qosc.lint.facts.lines.policies import classes, named
from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["RULE", "check"]

RULE = Rule("QOS978", "order-inverted", Severity.WARNING, "0.1")

_THRESHOLDS = pattern(r"mls qos queue-set output \d+ threshold (\d) (\d{1,12}) (\d{1,12}) ")
_ROW = pattern(r"mls qos srr-queue output (?:dscp|cos)-map queue (\d) threshold ([12]) ")
_SHAPE = pattern(r"shape average (\d{1,12})(?: |$)")
_RATIO = pattern(r"bandwidth remaining ratio (\d{1,12})$")
_SHARE = pattern(r"bandwidth (?:remaining )?percent (\d{1,12})$")
_BUFFERS = pattern(r"queue-buffers ratio (\d{1,12})$")
_CURVE = pattern(r"random-detect (?:dscp|precedence) \S+ \d+ \d+ (\d{1,12})$")
_MUCH = 4
"""A share is that much larger than another one before buffers must follow it."""
_NEAR = 1.5
"""Exchanged ratios are that near to those of the rates."""


class _Figure(NamedTuple):
    """A figure that another one should follow, with the line of the latter."""

    leading: int
    following: int
    number: int


def check(context: Context) -> Iterator[Diagnostic]:
    yield from _thresholds(context)
    shaped: list[_Figure] = []
    for policy in named(context, "policy-map").values():
        shaped += _shaped(policy)
        yield from _buffers(context, policy)
        yield from _curves(context, policy)
    low, high = _inverted(shaped)
    if low is not None and high is not None:
        yield _told(context, low, high, "the slower shaper has the larger remaining ratio")


def _thresholds(context: Context) -> Iterator[Diagnostic]:
    mapped: set[tuple[str, str]] = set()
    figures = []
    for block in context.once(blocks):
        row = _ROW.match(block.head)
        if row is not None:
            mapped.add((row[1], row[2]))
        said = _THRESHOLDS.match(block.head)
        if said is not None:
            figures.append((block.number, said[1], int(said[2]), int(said[3])))
    for number, queue, first, second in figures:
        if first > second and {(queue, "1"), (queue, "2")} <= mapped:
            yield RULE.at(
                place(context, number),
                f"threshold 1 of queue {queue} is at {first} %, threshold 2 at {second} %",
                effect="what is mapped to the second threshold is dropped before the first",
                label="in the inverse order",
                help="exchange the two, or what is mapped to them",
            )


def _shaped(policy: Block) -> Iterator[_Figure]:
    """The rate and the remaining ratio of a policy with one class."""
    listed = list(classes(policy))
    if len(listed) != 1:
        return
    rates = [said for _, line in listed[0].lines if (said := _SHAPE.match(line)) is not None]
    for number, line in listed[0].lines if rates else ():
        ratio = _RATIO.match(line)
        if ratio is not None:
            yield _Figure(int(rates[0][1]), int(ratio[1]), number)


def _inverted(figures: list[_Figure]) -> tuple[_Figure | None, _Figure | None]:
    """The slowest and the fastest, where the ratios fall as rates rise."""
    rows = sorted(figures)
    falls = all(
        one.leading < other.leading and one.following > other.following
        for one, other in pairwise(rows)
    )
    if len(rows) < 2 or not falls or not rows[-1].following:
        return None, None
    low, high = rows[0], rows[-1]
    # Exchanged, the ratios would go with the rates; else it is a rate that is wrong.
    part = high.leading * high.following / (low.leading * low.following)
    return (low, high) if 1 / _NEAR < part < _NEAR else (None, None)


def _buffers(context: Context, policy: Block) -> Iterator[Diagnostic]:
    figures: list[_Figure] = []
    for item in classes(policy):
        share = [said for _, line in item.lines if (said := _SHARE.match(line)) is not None]
        for number, line in item.lines if share else ():
            ratio = _BUFFERS.match(line)
            if ratio is not None:
                figures.append(_Figure(int(share[0][1]), int(ratio[1]), number))
    rows = sorted(figures)
    if len(rows) < 2:
        return
    low, high = rows[0], rows[-1]
    parts = [one.following for one in rows]
    most, least = max(parts), min(parts)
    inverse = low.following == most > least == high.following and parts.count(most) == 1
    if inverse and most >= 2 * least and low.leading * _MUCH <= high.leading:
        what = f"the class with {high.leading} % of the bandwidth has the smallest buffer"
        yield _told(context, high, low, what)


def _curves(context: Context, policy: Block) -> Iterator[Diagnostic]:
    for item in classes(policy):
        figures = [
            (int(said[1]), number)
            for number, line in item.lines
            if (said := _CURVE.match(line)) is not None
        ]
        ones = [number for figure, number in figures if figure == 1]
        others = [number for figure, number in figures if figure > 1]
        if len(ones) == 1 and others:
            yield RULE.at(
                place(context, ones[0]),
                "the mark probability denominator is 1, that of the other curves is larger",
                effect="each packet is dropped at the maximum threshold, not one in some",
                label="drops all of them",
                related=(Label(place(context, others[0]), "another curve of the class"),),
                help="write the denominator of the others if it was meant",
            )


def _told(context: Context, one: _Figure, other: _Figure, what: str) -> Diagnostic:
    return RULE.at(
        place(context, one.number),
        what,
        effect="the figures of two classes or sites look exchanged",
        label=f"{one.following} here",
        related=(Label(place(context, other.number), f"{other.following} here"),),
        help="exchange the two figures, if they were mixed up",
    )
