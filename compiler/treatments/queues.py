"""The queue of a class in figures: what it is guaranteed, may send, holds and drops.

A queue is told by figures with names, in this order: `guarantee`, `share of the rest`, `cap`,
`cap burst`, `priority`, `priority rate`, `priority burst`, `quantum`, `depth`, `reserved`,
`early drop`, `flow queues`, `depth of a flow queue`. Those of the classes above it stand behind
`above: ` (the nearest), `2 above: ` and so on. A name that is not there says that the config has
nothing of it.
"""

from __future__ import annotations

from dataclasses import field

from qosc.amounts import Burst, Rate, RateBase, show_rate
from qosc.datapath.queues.fair import flow_queues_of
from qosc.datapath.shapers import shaped
from qosc.datapath.shares import Base, divide, proportion, remainder
from qosc.ir import Device, DropCurve, Policy, QueueLimit, TrafficClass, Wred
from qosc.ir.leaves import queued_classes, queues_below
from qosc.platforms import is_junos
from qosc.profiles.junos_tables import PRIORITIES, priority_words
from qosc.profiles.model import Excess, Profile
from qosc.source import NOWHERE, Span
from qosc.treatments.figures import Figure, burst_figure, depth_figure, rate_figure, said
from qosc.values import dataclass, replace

__all__ = [
    "ABOVE",
    "Level",
    "Queue",
    "class_figures",
    "curve_figure",
    "names_above",
    "queue_figures",
    "with_above",
]

Figures = tuple[tuple[str, Figure], ...]
ABOVE = "above: "
"""How the names of figures begin that are of a class around the queue's, behind their number."""


@dataclass(frozen=True, slots=True)
class Queue:
    """The queue that a packet waits in, with the figures that hold for it.

    `name` is that of its class and those above, `which` tells it from other queues of the device.
    """

    figures: Figures
    which: str
    name: str = field(compare=False)
    origin: Span = field(default=NOWHERE, compare=False, repr=False)
    above: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The classes around it that have figures, the nearest first, each with those around it."""

    def around(self, figure: str) -> str:
        """The class around this one that a figure is of, by its name; empty: it is of this one."""
        place, mark, _ = figure.partition(ABOVE)
        number = int(place) if place.strip().isdecimal() else 1
        return self.above[number - 1] if mark and number <= len(self.above) else ""

    def same(self, other: Queue) -> bool:
        """Whether both have the same figures, whichever queues they are."""
        return self.figures == other.figures

    @property
    def known(self) -> bool:
        """Whether all of its figures are known."""
        return all(figure.known for _, figure in self.figures)


class Level:
    """The classes of one policy where it is applied, and how they divide what `base` says."""

    def __init__(self, device: Device, policy: Policy, base: Base, profile: Profile) -> None:
        self.device, self.policy, self.base, self.profile = device, policy, base, profile
        self.queued = queued_classes(device, policy)
        self._parts = divide(policy.classes, base, profile, self.queued)
        self._priorities = [each.level for each in policy.classes if each.priority is None]
        self._excess = [each.excess_level for each in policy.classes if each.priority is None]

    def divided(self, number: int) -> bool:
        """Whether the queues of a class are those of its child policy."""
        return queues_below(self.device, self.policy.classes[number], (self.policy.name,))

    def share(self, number: int) -> Figure | None:
        """What a class has of what the guarantees leave; None where it is not set apart."""
        traffic_class, part = self.policy.classes[number], self._parts[number]
        if traffic_class.priority is not None:
            return None
        if traffic_class.excess is not None:
            return self._stated(traffic_class.excess, number)
        inherits = self.profile.excess_rule is Excess.INHERITED and self.queued[number]
        if not inherits or part.asked is not None or any(c.excess for c in self.policy.classes):
            return None
        if self.base.whole is None or traffic_class.guarantee is not None or sum(self.queued) == 1:
            return None
        rate = part.sure or 0
        return Figure(rate, "bit/s", f"{show_rate(rate)}, what nobody reserves", self.profile.name)

    def _stated(self, rate: Rate, number: int) -> Figure:
        weights = [
            part.weight
            for part, traffic_class, own in zip(
                self._parts, self.policy.classes, self.queued, strict=True
            )
            if own and traffic_class.priority is None and not _all_guaranteed(traffic_class)
        ]
        own, written = self._parts[number].weight, str(rate).replace(" %", "%")
        left = self._left(number)
        if left is not None:
            words = f"{show_rate(left)} ({written})"
            return Figure(left, "bit/s", words, rate.default_by, rate.origin)
        if rate.base is not RateBase.RATIO:
            return Figure(rate.value, "of the rest", written, rate.default_by, rate.origin)
        # Ratios scaled alike are the same shares: compared in lowest terms, told as written.
        key = proportion(own, weights)
        words = f"{written}, {own} of {sum(weights)}"
        return Figure(key, "of the rest", words, rate.default_by, rate.origin)

    def _left(self, number: int) -> int | None:
        """The bit/s of a class of JunOS that transmits at what the others leave; None where it is
        none, or not known.
        """
        traffic_class = self.policy.classes[number]
        rate = traffic_class.excess
        if rate is None or not traffic_class.remainder:
            return None
        return remainder(self.policy.classes, self.base, rate.value)

    def rank(self, number: int) -> list[tuple[str, Figure]]:
        """The order in which the scheduler serves a class, where it has one."""
        item = self.policy.classes[number]
        if item.priority is not None:
            level = item.priority.level
            words = "strict" if level == 1 else f"strict, level {level}"
            return [("priority", said(level, "strict", words, item.priority.origin))]
        result = []
        for name, own, all_of in (
            ("priority", item.level, self._priorities),
            ("priority of the excess", item.excess_level, self._excess),
        ):
            # Where all are alike there is no order, and the lowest comes before none.
            if own is not None and own != PRIORITIES["low"] and len(set(all_of)) > 1:
                above = name != "priority"
                words = priority_words(self.profile.name, own, above=above)
                result.append((name, said(own, "level", words, item.origin)))
        return result


def _all_guaranteed(traffic_class: TrafficClass) -> bool:
    """Whether all that a class may send is guaranteed (a shaped queue of SRR): it has no part in
    the rest.
    """
    return (
        traffic_class.shaper is not None
        and traffic_class.excess is None
        and traffic_class.guarantee == traffic_class.shaper.rate
    )


def class_figures(level: Level, number: int) -> Figures:
    """The figures of the scheduler for a class of a level."""
    item, base = level.policy.classes[number], level.base
    made: list[tuple[str, Figure]] = []
    if item.guarantee is not None:
        made.append(("guarantee", rate_figure(item.guarantee, base, reserving=True)))
    share = level.share(number)
    if share is not None:
        made.append(("share of the rest", share))
    if item.shaper is not None:
        made += _cap(item, base, level.profile)
    made += level.rank(number)
    if item.priority is not None and item.priority.rate is not None:
        made.append(("priority rate", rate_figure(item.priority.rate, base, reserving=True)))
        bound = base.bound(item)
        if item.priority.burst is not None:
            size = bound.burst if bound is not None else None
            made.append(("priority burst", burst_figure(item.priority.burst, size)))
    if item.quantum is not None:
        made.append(("quantum", _quantum(item.quantum)))
    return tuple(made)


def _cap(traffic_class: TrafficClass, base: Base, profile: Profile) -> list[tuple[str, Figure]]:
    shaper = traffic_class.shaper
    assert shaper is not None  # noqa: S101 - what the caller asked
    cap = rate_figure(shaper.rate, base, reserving=shaper.by_guarantee)
    sent = base.cap(shaper)
    if shaper.peak and cap.known and sent is not None:
        words = f"{show_rate(sent)} (peak of {cap.words})"
        cap = Figure(sent, "bit/s", words, cap.by, cap.origin)
    if base.exact(traffic_class) and is_junos(profile.name):
        # `transmit-rate ... exact` is both.
        cap = replace(cap, words=f"{cap.words}, exact")
    held = shaped(shaper, base.above(shaper))
    made = [("cap", cap)]
    bursts = (shaper.committed, shaper.excess)
    given = [one for one in bursts if one is not None]
    if held is not None and given:
        by = "" if any(not one.default_by for one in given) else given[0].default_by
        words = f"{held.burst} bytes"
        made.append(("cap burst", Figure(held.burst, "bytes", words, by, given[0].origin)))
    return made


def _quantum(quantum: Burst) -> Figure:
    return said(quantum.value, quantum.unit.value, str(quantum), quantum.origin)


def with_above(own: Figures, above: tuple[Figures, ...]) -> Figures:
    """The figures of a class with those of the classes above it, the nearest first."""
    made = list(own)
    steps = [figures for figures in reversed(above) if figures]
    for number, figures in enumerate(steps, start=1):
        prefix = ABOVE if number == 1 else f"{number} {ABOVE}"
        made += [(prefix + name, figure) for name, figure in figures]
    return tuple(made)


def names_above(names: tuple[str, ...], levels: tuple[Figures, ...]) -> tuple[str, ...]:
    """The names of the classes above the last one that have figures, the nearest first, each with
    those of the classes above it.
    """
    paths = [" > ".join(names[: number + 1]) for number in range(len(names) - 1)]
    return tuple(path for path, has in reversed(list(zip(paths, levels, strict=False))) if has)


def queue_figures(
    traffic_class: TrafficClass,
    base: Base,
    limit: QueueLimit | None,
    link: int | None,
    platform: str,
) -> Figures:
    """Depth and flow queues of the class that a queue is of; `limit` is that of the packet."""
    made: list[tuple[str, Figure]] = []
    pace = base.pace(traffic_class)
    if limit is not None:
        made.append(("depth", depth_figure(limit.depth, pace, link)))
        if limit.reserved is not None:
            made.append(("reserved", depth_figure(limit.reserved, pace, link)))
    if traffic_class.fair_queue is not None:
        flows = flow_queues_of(traffic_class.fair_queue, None)
        words = f"{flows} flow queues"
        by = "" if traffic_class.fair_queue.flows else platform
        made.append(
            ("flow queues", Figure(flows, "queues", words, by, traffic_class.fair_queue.origin))
        )
        if traffic_class.fair_queue.threshold is not None:
            of_one = depth_figure(traffic_class.fair_queue.threshold, pace, link)
            made.append(("depth of a flow queue", of_one))
    return tuple(made)


def curve_figure(
    wred: Wred, curve: DropCurve | None, traffic_class: TrafficClass, base: Base, link: int | None
) -> Figure:
    """The drop curve that a packet goes by; None: no curve is known for it."""
    weight = "" if wred.exponent is None else f", weight 1/2^{wred.exponent}"
    tail = f"{weight}{', ECN' if wred.ecn else ''}"
    if curve is None:
        words = f"none known{tail}"
        return Figure(words, "curve", words, "", wred.origin)
    if curve.points:
        steps = ", ".join(
            f"{fill / 10_000:.3g}% full {part / 10_000:.3g}%" for fill, part in curve.points
        )
        words = f"{'rising ' if curve.interpolated else ''}{steps}{tail}"
        return Figure(words, "curve", words, "", curve.origin)
    pace = base.pace(traffic_class)
    ends = [
        None if end is None else depth_figure(end, pace, link)
        for end in (curve.minimum, curve.maximum)
    ]
    low, high = ("?" if end is None else end.words for end in ends)
    keys = [None if end is None else (end.value, end.unit) for end in ends]
    odds = "" if curve.denominator is None else f", 1 in {curve.denominator} at the maximum"
    by = next((end.by for end in ends if end is not None and end.by), "")
    key = f"{keys} {curve.denominator}{tail}"
    return Figure(key, "curve", f"from {low} to {high}{odds}{tail}", by, curve.origin)
