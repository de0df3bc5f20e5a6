"""A policy, or a class, with a digit more or less than others that are like it in all else.

## What it does

Reports a figure (a rate, a burst, a depth) of a policy that is ten, a hundred or a thousand times
of that of others which have the same classes and the same statements, or such a part of it, and a
policy whose name differs from theirs by numbers only and which lacks one statement. At least three
others, and 80 % of all that are alike (of four, three), must agree. Classes of one policy whose
names differ by numbers only are compared too. A rate that the name of the policy has, or the
description or the `bandwidth` of each port that it is on, is meant. One `shape peak` among three
and more `shape average`, or the other way round, is reported too.

## Why it matters

One site has a tenth of the rate that its contract has, and drops what the others send.

## Example

```ios
policy-map SITE-1
 class class-default
  shape average 20000000
policy-map SITE-2
 class class-default
  shape average 2000000
policy-map SITE-3
 class class-default
  shape average 20000000
policy-map SITE-4
 class class-default
  shape average 20000000
policy-map SITE-5
 class class-default
  shape average 20000000
interface FastEthernet0/0.1
 service-policy output SITE-1
interface FastEthernet0/0.2
 service-policy output SITE-2
interface FastEthernet0/0.3
 service-policy output SITE-3
interface FastEthernet0/0.4
 service-policy output SITE-4
interface FastEthernet0/0.5
 service-policy output SITE-5
```

## Use instead

```ios
policy-map SITE-1
 class class-default
  shape average 20000000
policy-map SITE-2
 class class-default
  shape average 20000000
policy-map SITE-3
 class class-default
  shape average 20000000
policy-map SITE-4
 class class-default
  shape average 20000000
policy-map SITE-5
 class class-default
  shape average 20000000
interface FastEthernet0/0.1
 service-policy output SITE-1
interface FastEthernet0/0.2
 service-policy output SITE-2
interface FastEthernet0/0.3
 service-policy output SITE-3
interface FastEthernet0/0.4
 service-policy output SITE-4
interface FastEthernet0/0.5
 service-policy output SITE-5
```

## Sources

- Engler, Chen, Hallem, Chou and Chelf, Bugs as Deviant Behavior (SOSP 2001): what most of a code
  does is taken for its rule, and what differs for an error.

"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import NamedTuple

from qosc.amounts import Burst, Depth, Rate
from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import TrafficClass
from qosc.lint.engine.rule import Context, Rule
from qosc.lint.facts.majority import majority
from qosc.lint.facts.places import places
from qosc.lint.facts.titles import class_title
from qosc.lint.facts.words.named_rates import named_rates, near
from qosc.patterns import pattern
from qosc.source import NOWHERE, Span

__all__ = ["RULE", "check"]

RULE = Rule("QOS702", "policy-unlike-others", Severity.WARNING, "0.1")

_NUMBER = pattern(r"\d+")
_SLIPS = (10, 100, 1000)
_DEFAULT = "default scheduler-map"

Figure = Rate | Burst | Depth


class _Likeness(NamedTuple):
    """A policy or a class: its statements with their figures, and those without by their words."""

    title: str
    name: str
    origin: Span
    figures: dict[tuple[str, str], Figure]
    others: frozenset[tuple[str, str, str]]

    @property
    def values(self) -> tuple[Hashable, ...]:
        return tuple(self.figures.values())


def check(context: Context) -> Iterator[Diagnostic]:
    everything = [
        _of(policy.title, policy.name, policy.origin, policy.classes)
        for policy in context.device.policies.values()
        if policy.origin != NOWHERE and not policy.feature.startswith("srr-queue")
    ]
    reported: set[Span] = set()
    findings = (
        *_digits(context, everything),
        *_missing(everything),
        *_peaks(context),
        *_within(context),
    )
    for one in findings:
        if one.primary not in reported:
            reported.add(one.primary)
            yield one


def _peaks(context: Context) -> Iterator[Diagnostic]:
    """A shaper to the peak among such as shape to the average: `shape peak` sends Bc and Be."""
    shapers = [
        (policy, item)
        for policy in context.device.policies.values()
        for item in policy.classes
        if item.shaper is not None and not policy.feature and item.shaper.rate.origin != NOWHERE
    ]
    odd = majority(shapers, lambda one: bool(one[1].shaper and one[1].shaper.peak))
    alike, others = odd if odd is not None else ([], [])
    for policy, item in others:
        like = alike[0][1].shaper
        if item.shaper is not None and like is not None:
            words = ("peak", "average") if item.shaper.peak else ("average", "peak")
            yield RULE.at(
                item.shaper.rate.origin,
                f"{class_title(policy, item)} shapes to the {words[0]}, {len(alike)} others to the "
                f"{words[1]}",
                label=f"`shape {words[0]}`",
                related=(Label(like.rate.origin, f"`shape {words[1]}`"),),
                help=f"write `shape {words[1]}` if it was meant",
            )


def _within(context: Context) -> Iterator[Diagnostic]:
    """The findings on the classes of each policy that has many of one name but for numbers."""
    for policy in context.device.policies.values():
        if policy.feature:
            continue
        groups: dict[str, list[_Likeness]] = {}
        for item in policy.classes:
            # Only figures are compared here.
            if _NUMBER.search(item.name) and _has_figure(item):
                one = _of(class_title(policy, item), item.name, item.origin, (item,), named=False)
                groups.setdefault(_NUMBER.sub("#", item.name), []).append(one)
        for group in groups.values():
            yield from _digits(context, group)


def _digits(context: Context, everything: Sequence[_Likeness]) -> Iterator[Diagnostic]:
    groups: dict[Hashable, list[_Likeness]] = {}
    for one in everything:
        if one.figures:
            groups.setdefault((tuple(one.figures), one.others), []).append(one)
    for group in groups.values():
        odd = majority(group, lambda one: one.values)
        for other in odd[1] if odd is not None else ():
            yield from _slip(context, other, odd[0] if odd is not None else ())


def _slip(context: Context, one: _Likeness, alike: Sequence[_Likeness]) -> Iterator[Diagnostic]:
    like = alike[0]
    differing = [key for key, figure in one.figures.items() if like.figures[key] != figure]
    own, common = one.figures[differing[0]], like.figures[differing[0]]
    if len(differing) != 1 or own.value in named_rates(one.name):
        return
    high, low = max(own.value, common.value), min(own.value, common.value)
    if not any(low * slip == high for slip in _SLIPS) or _confirmed(context, one.name, own.value):
        return
    yield RULE.at(
        own.origin,
        f"{one.title} has {own} where {len(alike)} others that are like it have {common}",
        label="a digit more or less",
        related=(Label(common.origin, f"{common} here"),),
        help=f"write what stands for {common}, if it was meant",
    )


def _confirmed(context: Context, policy: str, rate: int) -> bool:
    """Whether each port that a policy is on names a rate, in its description or by `bandwidth`."""
    spots = context.once(places).get(policy, ())
    return bool(spots) and all(
        any(near(rate, said) for said in named_rates(spot.port.description))
        or (spot.port.bandwidth is not None and near(rate, spot.port.bandwidth.value))
        for spot in spots
    )


def _missing(everything: Sequence[_Likeness]) -> Iterator[Diagnostic]:
    groups: dict[str, list[_Likeness]] = {}
    for one in everything:
        if _NUMBER.search(one.name):
            groups.setdefault(_NUMBER.sub("#", one.name), []).append(one)
    for group in groups.values():
        odd = majority(group, _statements)
        for other in odd[1] if odd is not None else ():
            alike = odd[0] if odd is not None else []
            common = _statements(alike[0])
            lacking = common - _statements(other)
            if len(lacking) == 1 and _statements(other) < common:
                ((name, part, word),) = lacking
                what = f"{part} {word}".strip()
                yield RULE.at(
                    other.origin,
                    f"{other.title} has no {what} in {name}; {len(alike)} others that are like it "
                    "have",
                    label="lacks this alone",
                    related=(Label(alike[0].origin, f"has {what}"),),
                    help="add it if it was forgotten",
                )


def _statements(one: _Likeness) -> frozenset[tuple[str, str, str]]:
    return one.others | {(name, part, "") for name, part in one.figures}


def _of(
    title: str, name: str, origin: Span, classes: Sequence[TrafficClass], *, named: bool = True
) -> _Likeness:
    figures: dict[tuple[str, str], Figure] = {}
    others: set[tuple[str, str, str]] = set()
    for item in classes:
        own = item.name if named else "the class"
        for part, figure in _figures(item):
            if figure is not None and not figure.default_by and figure.origin != NOWHERE:
                figures[own, part] = figure
        for mark in item.marks:
            others.add((own, f"set {mark.field}", mark.name or str(mark.value)))
        if item.child is not None and item.child.name != _DEFAULT:
            others.add((own, "policy", item.child.name))
        for part in ("drop", "wred", "fair_queue"):
            if getattr(item, part):
                others.add((own, part.replace("_", "-"), ""))
        if item.priority is not None and item.priority.rate is None:
            others.add((own, "priority", str(item.priority.level)))
    return _Likeness(title, name, origin, figures, frozenset(others))


def _has_figure(item: TrafficClass) -> bool:
    return any(figure is not None for _, figure in _figures(item))


def _figures(item: TrafficClass) -> Iterator[tuple[str, Figure | None]]:
    """The figures of a class, each with the word of its statement."""
    yield "guarantee", item.guarantee
    yield "share of what is left", item.part_of_rest
    if item.priority is not None:
        yield "priority", item.priority.rate
    if item.shaper is not None:
        yield "shaper", item.shaper.rate
        yield "Bc of the shaper", item.shaper.committed
    for policer in item.policers:
        yield "policer", policer.meter.cir
        yield "burst of the policer", policer.meter.cbs
    for limit in item.limits:
        yield "queue limit", limit.depth
