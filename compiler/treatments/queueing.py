"""The queue that packets wait in, by the limit and the drop curve of each."""

from __future__ import annotations

from collections.abc import Callable

from qosc.datapath.shares import Base
from qosc.fields import DS_VIEWS
from qosc.ir import Interval, Policy, TrafficClass, Wred
from qosc.ir.resolve import POLICY_LEVELS, resolve
from qosc.treatments.queues import (
    Figures,
    Queue,
    class_figures,
    curve_figure,
    names_above,
    queue_figures,
    with_above,
)
from qosc.treatments.tree import Outcomes, choose
from qosc.treatments.walk import Chosen, State, Then, Walk

__all__ = ["Queueing"]


class Queueing:
    """Puts the packets of a walk into queues."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk

    def put(self, classes: tuple[Chosen, ...], hop: int, state: State, then: Then) -> Outcomes:
        """The packets with the queue that they wait in, by the limit and the curve of each."""
        way = self._queued(classes)
        if not way:
            return then(state)
        last, link = way[-1], self._walk.bases[hop].whole
        item, base, platform = last.found, last.level.base, self._walk.side.profile.name
        levels = tuple(class_figures(each.level, each.number) for each in way)
        own = with_above(levels[-1], levels[:-1])
        names = tuple(each.found.name for each in way)
        name, around = " > ".join(names), names_above(names, levels)

        def into(figures: Figures, after: State) -> Outcomes:
            queue = Queue((*own, *figures), last.which, name, item.origin, around)
            step = self._walk.at(after, "queue", _queue_words(queue), item.origin)
            return then(step._replace(queues=(*step.queues, queue)))

        def limited(curve: Figures) -> Outcomes:
            plain = next((one for one in item.limits if one.match is None), None)
            result = into((*queue_figures(item, base, plain, link, platform), *curve), state)
            for limit in reversed(item.limits):
                if limit.match is not None:
                    figures = (*queue_figures(item, base, limit, link, platform), *curve)
                    result = choose(
                        self._walk.meant(limit.match, state), into(figures, state), result
                    )
            return result

        if item.wred is None:
            return limited(())
        return self._by_curve(item.wred, item, base, link, state, limited)

    def _by_curve(
        self,
        wred: Wred,
        traffic_class: TrafficClass,
        base: Base,
        link: int | None,
        state: State,
        limited: Callable[[Figures], Outcomes],
    ) -> Outcomes:
        """What is not IP counts as precedence 0 (Cisco IOS Quality of Service Solutions
        Configuration Guide, "Congestion Avoidance Overview", WRED).
        """
        other = next((curve for curve in wred.curves if not curve.values), None)
        result = limited((("early drop", curve_figure(wred, other, traffic_class, base, link)),))
        if wred.field is None:
            return result
        builder, headers = self._walk.side.space.builder, self._walk.side.headers
        for curve in reversed(wred.curves):
            if not curve.values:
                continue
            node = builder.false
            for value in curve.values:
                node |= builder.value(wred.field, Interval(value, value))
                if value == 0 and wred.field in DS_VIEWS:
                    node |= ~builder.have("ip")
            here = headers.before(node & headers.everything, state.wrote)
            figure = curve_figure(wred, curve, traffic_class, base, link)
            result = choose(here, limited((("early drop", figure),)), result)
        return result

    def _queued(self, classes: tuple[Chosen, ...]) -> tuple[Chosen, ...]:
        """The classes down to that whose queue packets wait in; none: the policy has no queues.

        A class without a queue waits with the last class of its level (Cisco, Class-Based Weighted
        Fair Queueing: packets of no class with a queue are class-default's).
        """
        way: list[Chosen] = []
        for each in classes:
            level, number = each.level, each.number
            if not any(level.queued):
                break
            if not level.queued[number]:
                number = len(level.policy.classes) - 1
                way.append(Chosen(level, number, f"{each.which.rpartition(' > ')[0]} > {number}"))
                return (*way, *self._last_below(way[-1]))
            way.append(each)
            if not level.divided(number):
                break
        return tuple(way)

    def _last_below(self, each: Chosen) -> tuple[Chosen, ...]:
        """The last classes of the policies inside a class, as far as those have queues."""
        way: list[Chosen] = []
        while each.level.divided(each.number) and len(way) < POLICY_LEVELS:
            child = resolve(self._walk.side.device, each.found.child) if each.found.child else None
            if not isinstance(child, Policy) or not child.classes:
                break
            level = self._walk.level(child, each.level.base.below(each.found))
            last = len(child.classes) - 1
            each = Chosen(level, last, f"{each.which} > {last}")
            way.append(each)
        return tuple(way)


def _queue_words(queue: Queue) -> str:
    figures = ", ".join(f"{name} {figure}" for name, figure in queue.figures)
    return f"queue of class {queue.name}" + (f": {figures}" if figures else "")
