"""How the classes of one level divide their parent: rates, ceilings, order and weights."""

from __future__ import annotations

from dataclasses import dataclass

from qosc.amounts import PPM
from qosc.datapath.shares import Base, divide, lending_ranks
from qosc.ir import TrafficClass
from qosc.profiles import Excess, Profile
from qosc.targets.tc.predict import HTB_QUANTUM_MOST

__all__ = ["HtbRates", "errors", "quanta", "share_out"]


_STOPGAP = 64
"""bit/s of the least rate: below it a bucket of one packet has more ticks than tc takes."""
_LAST = 7
"""HTB has eight orders of service."""


@dataclass(frozen=True, slots=True)
class HtbRates:
    """One class's part. Rates in bit/s; a lower `prio` is served first; `asked` is the guarantee
    in the source, where there is one that can be worked out.
    """

    rate: int
    ceil: int
    prio: int
    weight: int
    asked: int | None = None


def share_out(
    classes: tuple[TrafficClass, ...], base: Base, profile: Profile, ceiling: int | None = None
) -> tuple[list[HtbRates], int]:
    """The shares, and by how many bit/s the guarantees together are above `ceiling`.

    `classes` are those that have a queue, or a child with some: no other has a part in the link.
    All together may send `ceiling` bit/s (None: what percentages are of).

    Where they are, all rates are scaled down together: classes below their rate may send whatever
    their parent has sent, so that the parent would otherwise be exceeded.
    """
    whole = base.whole or 0
    parts = divide(classes, base, profile, (True,) * len(classes))
    asked = [part.asked for part in parts]
    held = asked
    ceiling = whole if ceiling is None else ceiling
    least = max(min(whole, ceiling) // 1000, _STOPGAP)
    unbounded = any(_strict(traffic_class) for traffic_class in classes)
    if not unbounded:
        held = [part.sure for part in parts]
    total = sum(rate or 0 for rate in held)
    open_ended = [
        number
        for number, traffic_class in enumerate(classes)
        if not held[number]
        and (traffic_class.shaped_only or _strict(traffic_class) or len(classes) == 1)
    ]
    # Turns are for classes that share the rest: one without a part comes after them, in turn with
    # its like.
    sharing = [
        part.weight
        for part, traffic_class in zip(parts, classes, strict=True)
        if traffic_class.priority is None and not traffic_class.without_rest
    ]
    weights = [
        min(sharing, default=1) if traffic_class.without_rest else part.weight
        for part, traffic_class in zip(parts, classes, strict=True)
    ]
    prios = lending_ranks(classes)
    if unbounded and profile.excess_rule is Excess.INHERITED:
        # Guarantees for the heirs would be kept from the priority class: they borrow first instead.
        prios = [
            prio + (traffic_class.priority is None and bool(rate))
            for prio, traffic_class, rate in zip(prios, classes, asked, strict=True)
        ]
    stopgaps = _stopgaps(classes, weights, least)
    rates = [
        rate or (least if traffic_class.part_of_rest is None else stopgap)
        for rate, traffic_class, stopgap in zip(held, classes, stopgaps, strict=True)
    ]
    open_ended = _first_level(classes, open_ended)
    given = all(classes[number].part_of_rest is not None for number in open_ended)
    if open_ended and given:
        # Whoever has a part in what is left needs a rate in the ratio, or it would get nothing.
        open_ended = [
            number
            for number, traffic_class in enumerate(classes)
            if not held[number]
            and traffic_class.priority is None
            and not traffic_class.without_rest
        ]
    if open_ended:
        others = sum(rate for number, rate in enumerate(rates) if number not in open_ended)
        rates = _with_rest(
            rates,
            {n: weights[n] if given else 1 for n in open_ended},
            max(ceiling - others, 0),
            least,
        )
    divided = []
    for number, (traffic_class, rate) in enumerate(zip(classes, rates, strict=True)):
        cap = base.cap(traffic_class.shaper)
        ceil = min(cap, ceiling) if cap is not None else ceiling
        prio = min(prios[number], _LAST)
        divided.append(HtbRates(min(rate, ceil), ceil, prio, weights[number], asked[number]))
    promised = sum(each.rate for each in divided)
    if promised > ceiling:
        divided = [
            HtbRates(max(s.rate * ceiling // promised, 8), s.ceil, s.prio, s.weight, s.asked)
            for s in divided
        ]
    return divided, max(total - ceiling, 0)


def _with_rest(rates: list[int], parts: dict[int, int], rest: int, least: int) -> list[int]:
    """The rates; those of the classes with `parts` are their parts of `rest` bit/s.

    HTB serves a class up to its rate before any turns count: only so has each its part.
    """
    whole = sum(parts.values())
    return [
        max(rest * parts[number] // whole, least) if number in parts else rate
        for number, rate in enumerate(rates)
    ]


def _first_level(classes: tuple[TrafficClass, ...], open_ended: list[int]) -> list[int]:
    """Of the classes that take what is left, those that go before the others.

    A second level of unbounded priority borrows what the first one leaves; a rate of its own would
    be kept from the first.
    """
    levels = {
        number: traffic_class.priority.level
        for number in open_ended
        if (traffic_class := classes[number]).priority is not None
    }
    first = min(levels.values(), default=0)
    return [number for number in open_ended if levels.get(number, first) == first]


def _stopgaps(classes: tuple[TrafficClass, ...], weights: list[int], least: int) -> list[int]:
    """The rates of classes that have nothing but a weight, in bit/s: HTB asks for some rate.

    They are in proportion to the weights, so that what they add to the shares changes no ratio.
    """
    sharing = [
        weight
        for weight, traffic_class in zip(weights, classes, strict=True)
        if traffic_class.part_of_rest
    ]
    whole = sum(sharing) or 1
    return [max(least * len(sharing) * weight // whole, _STOPGAP) for weight in weights]


def _strict(traffic_class: TrafficClass) -> bool:
    return traffic_class.priority is not None and traffic_class.priority.rate is None


def quanta(weights: list[int], frame: int) -> tuple[list[int], int]:
    """Bytes per turn in proportion to the weights, and the largest error of a ratio in ppm.

    At least a frame, so that each class sends a packet each turn; at most what the kernel takes
    without a warning. A very small weight is raised, the error says by how much.
    """
    if not weights:
        return [], 0
    smallest, largest = min(weights), max(weights)
    unit = frame
    if frame * largest // smallest > HTB_QUANTUM_MOST:
        unit, smallest = HTB_QUANTUM_MOST, largest
    sizes = [max(unit * weight // smallest, frame) for weight in weights]
    error = max(
        abs(size * smallest * PPM // (unit * weight) - PPM)
        for size, weight in zip(sizes, weights, strict=True)
    )
    return sizes, error


def errors(turns: list[tuple[int, int, int]]) -> dict[int, int]:
    """How far the turns of the classes of one order are off their ratio, in ppm, by that order.

    Each of `turns` is an order, a weight and bytes a turn. Classes of several orders do not take
    turns with each other, and one that is alone in its order with none: that order is left out.
    """
    off = {}
    for prio in {prio for prio, _, _ in turns}:
        of_order = [(weight, size) for other, weight, size in turns if other == prio]
        if len(of_order) > 1:
            whole, bytes_of_it = max(of_order)
            off[prio] = max(
                abs(size * whole * PPM // (bytes_of_it * weight) - PPM) for weight, size in of_order
            )
    return off
