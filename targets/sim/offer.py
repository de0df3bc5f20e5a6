"""How much each class is offered: what it gets where all want more, and below and above that.

The rates are worked out from the scenario, not from the config: guarantees and weights are in bit/s
there. What a shaper or meter holds together (a *room*) is a whole of its own for the classes in it.
A class that goes first in what guarantees leave is offered as little as a priority class: it would
leave nothing to the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from qosc.scenario import Class, Policy, RuleList
from qosc.targets.sim.follow import Turn

__all__ = ["Offer", "above", "limited", "offers", "phases"]

_UNBOUNDED = 5
"""Priority classes without a bound are together offered one part in so many of what there is."""
_PRIORITIES = 0.75
"""All priority classes together are offered no more than so much of it."""
_STEADY = 0.8
"""A priority class is offered so much of its bound, all the time."""
_LOW, _HIGH = 0.5, 1.5
_LOAD = 1.25
"""All classes together are offered at least so much of what there is."""
_LEAST = 8_000
"""bit/s of a source."""

Path = tuple[str, ...]


class Offer(NamedTuple):
    """What a class gets in bit/s of IP packets where all classes want more than they get."""

    share: int
    steady: bool = False
    """Whether it is a priority class, which is offered less than its bound all the time."""
    held: bool = False
    """Whether a meter or shaper holds it to its share, also where the others rest."""
    rooms: tuple[tuple[Path, int], ...] = ()
    """The classes around it that a shaper or meter holds, outermost first, with their bit/s."""


def offers(goal: Policy | RuleList | None, whole: int) -> dict[Path, Offer]:
    """What each class of a stage gets of `whole` bit/s, by its name and those it is in."""
    if goal is None:
        return {(): Offer(whole)}
    if isinstance(goal, RuleList):
        metered = [rule for rule in goal.rules if rule.police is not None]
        return {
            (rule.name,): limited(Offer(whole // len(metered)), (Turn(rule.police, 0),), 1000)
            for rule in metered
            if rule.police is not None
        }
    return dict(_policy(goal, whole, ()))


def _policy(policy: Policy, whole: int, above: Path) -> Iterator[tuple[Path, Offer]]:
    parts = _shares(policy, whole)
    for traffic_class, divided in zip(policy.classes, parts, strict=True):
        part = limited(divided, tuple(Turn(police, 0) for police in traffic_class.police), 1000)
        path = (*above, traffic_class.name)
        if traffic_class.child is None:
            yield path, part
            continue
        room = ((path, part.share),) if part.held else ()
        for below, offer in _policy(traffic_class.child, part.share, path):
            steady = offer.steady or part.steady
            yield below, offer._replace(steady=steady, rooms=(*room, *offer.rooms))


def _shares(policy: Policy, whole: int) -> list[Offer]:
    classes = policy.classes
    sharing = [
        traffic_class for traffic_class in classes if traffic_class.queue is not None
    ] or list(classes)
    given: dict[str, Offer] = {}
    first = _first(sharing)
    bounds = {
        traffic_class.name: _bound(traffic_class, whole, len(first)) for traffic_class in first
    }
    too_much = sum(bounds.values()) * _STEADY / (whole * _PRIORITIES)
    for name, bound in bounds.items():
        given[name] = Offer(int(bound / max(too_much, 1.0)), steady=True, held=True)
    rest = whole - int(sum(each.share for each in given.values()) * _STEADY)
    others = [traffic_class for traffic_class in sharing if traffic_class.name not in given]
    given |= _divided(others, rest, equal=policy.excess == "equal")
    # A class without a queue uses that of the last class.
    without = [traffic_class for traffic_class in classes if traffic_class.name not in given]
    last = given[classes[-1].name] if without else Offer(0)
    part = last.share // (len(without) + 1)
    for traffic_class in (*without, *classes[-1:]) if without else ():
        given[traffic_class.name] = last._replace(share=part)
    return [given[traffic_class.name] for traffic_class in classes]


def _first(classes: list[Class]) -> list[Class]:
    """The classes that get all they want, however much the others do: those with priority, and of
    the others those whose rank beyond their guarantee is not the last.
    """
    ranks = [
        traffic_class.queue.excess_level
        for traffic_class in classes
        if traffic_class.queue is not None and traffic_class.queue.priority is None
    ]
    last = max(ranks, default=0)
    return [
        traffic_class
        for traffic_class in classes
        if traffic_class.queue is not None
        and (traffic_class.queue.priority is not None or traffic_class.queue.excess_level < last)
    ]


def _bound(scenario_class: Class, whole: int, number: int) -> int:
    """The most that a class which goes first is taken to want, in bit/s; one of `number`."""
    queue = scenario_class.queue
    assert queue is not None  # noqa: S101 - it goes first
    part = whole // _UNBOUNDED // number
    if queue.priority is not None:
        bound = queue.priority.rate_bps or part
    else:
        bound = queue.guarantee_bps or part
    return min(bound, queue.shape.rate_bps) if queue.shape is not None else bound


def _divided(classes: list[Class], rest: int, *, equal: bool) -> dict[str, Offer]:
    """What classes without priority get of `rest` bit/s: guarantees, weights, up to shapers."""
    sure, weight, most = {}, {}, {}
    for traffic_class in classes:
        queue = traffic_class.queue
        sure[traffic_class.name] = queue.guarantee_bps if queue is not None else 0
        weight[traffic_class.name] = _weight(traffic_class, equal=equal)
        if queue is not None and queue.shape is not None:
            most[traffic_class.name] = queue.shape.rate_bps
    scale = min(1.0, rest / max(sum(sure.values()), 1))
    got = {name: min(int(each * scale), most.get(name, rest)) for name, each in sure.items()}
    open_ = {name for name in got if got[name] < most.get(name, rest + 1)}
    for _ in range(len(got)):
        left, weights = rest - sum(got.values()), sum(weight[name] for name in open_)
        if left <= 0 or not open_:
            break
        full = set()
        for name in open_:
            part = left * weight[name] // weights if weights else left // len(open_)
            got[name] = min(got[name] + part, most.get(name, rest))
            if got[name] == most.get(name, -1):
                full.add(name)
        if not full:
            break
        open_ -= full
    return {name: Offer(each, held=name in most) for name, each in got.items()}


def _weight(scenario_class: Class, *, equal: bool) -> int:
    queue = scenario_class.queue
    if queue is None:
        return 1
    if queue.quantum_bytes is not None:
        return queue.quantum_bytes
    if queue.excess_weight is not None:
        return queue.excess_weight
    return 1 if equal else queue.guarantee_bps


def limited(offer: Offer, turns: tuple[Turn, ...], length: int) -> Offer:
    """The offer behind meters that a packet of `length` bytes must conform to."""
    for police, colour in turns:
        apart = police.exceed.then != "transmit" or bool(police.exceed.set)
        rate = _rate(police.meter.cir_bps, police.meter.cir_pps, length)
        if colour == 0 and apart and 0 < rate <= offer.share:
            offer = offer._replace(share=rate, held=True)
    return offer


def above(turns: tuple[Turn, ...], length: int) -> int:
    """bit/s that other packets must take of the meters so that they find a packet too fast."""
    needed = 0
    for police, colour in turns:
        meter = police.meter
        if colour >= 1:
            needed = max(needed, _rate(meter.cir_bps, meter.cir_pps, length))
        if colour == 2:
            needed = max(needed, _rate(meter.pir_bps, meter.pir_pps, length))
    return needed


def _rate(bps: int | None, pps: int | None, length: int) -> int:
    return bps if bps is not None else (pps or 0) * length * 8


def phases(offers: list[Offer], whole: int) -> list[tuple[int, int]]:
    """bit/s that each class is offered in the first and in the second part of the time.

    In each part every second class is below its share, and the others are so far above theirs that
    all together are more than `whole`, or than the room that they are in; then the other way round.
    """
    sizes: dict[Path, int] = {(): whole}
    inner: dict[Path, dict[Path, None]] = {}
    members: dict[Path, list[int]] = {}
    for index, each in enumerate(offers):
        ways = [(), *(path for path, _ in each.rooms)]
        sizes.update(each.rooms)
        for around, room in pairwise(ways):
            inner.setdefault(around, {})[room] = None
        members.setdefault(ways[-1], []).append(index)
    parts = [[int(each.share * _STEADY)] * 2 for each in offers]
    used: dict[Path, list[int]] = {}
    turn = 0
    for room in sorted(sizes, key=len, reverse=True):
        mine = members.get(room, [])
        turns: dict[int, int] = {}
        for index in sorted(mine, key=lambda index: offers[index].held):
            if not offers[index].steady:
                turns[index] = turn
                turn ^= 1
        used[room] = [0, 0]
        for part in (0, 1):
            up = [index for index in turns if turns[index] == part]
            for index in turns:
                ratio = _HIGH if index in up else _LOW
                parts[index][part] = int(offers[index].share * ratio)
            sent = sum(used[below][part] for below in inner.get(room, ()))
            sent += sum(parts[index][part] for index in mine)
            free = [index for index in up if not offers[index].held]
            own = sum(parts[index][part] for index in free)
            missing = _LOAD * sizes[room] - sent
            if missing > 0 and own:
                for index in free:
                    parts[index][part] = int(parts[index][part] * (1 + missing / own))
                sent += int(missing)
            used[room][part] = min(sent, sizes[room])
    return [(max(low, _LEAST), max(up, _LEAST)) for low, up in parts]
