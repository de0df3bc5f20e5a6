"""How the classes of one level divide their parent: rates, ceilings, order and weights."""

from __future__ import annotations

from dataclasses import dataclass

from qosc.amounts import PPM, Burst, BurstUnit
from qosc.datapath.shares import Base, Part, divide
from qosc.ir import TrafficClass
from qosc.profiles import Excess, Profile
from qosc.targets.tc.predict import HTB_QUANTUM_MOST

__all__ = ["Share", "quanta", "share_out", "turn_bytes"]


_STOPGAP = 64
"""bit/s of the least rate: below it a bucket of one packet has more ticks than tc takes."""
_TURN = 1500
"""Bytes of a turn that the source says nothing of, and of a packet."""


@dataclass(frozen=True, slots=True)
class Share:
    """One class's part. Rates in bit/s; a lower `order` is served first; `asked` is the guarantee
    in the source, where there is one that can be worked out.
    """

    rate: int
    ceil: int
    order: int
    weight: int
    asked: int | None = None


def share_out(
    classes: tuple[TrafficClass, ...], base: Base, profile: Profile, line: int | None = None
) -> tuple[list[Share], int]:
    """The shares, and by how many bit/s the guarantees together are above `line`.

    All together may send `line` bit/s (None: what percentages are of).

    Where they are, all rates are scaled down together: classes below their rate may send whatever
    their parent has sent, so that the parent would otherwise be exceeded.
    """
    whole = base.whole or 0
    parts = divide(classes, base, profile)
    asked = [part.asked for part in parts]
    held = asked
    line = whole if line is None else line
    least = max(min(whole, line) // 1000, _STOPGAP)
    unbounded = any(_strict(found) for found in classes)
    if not unbounded:
        held = [part.sure for part in parts]
    total = sum(rate or 0 for rate in held)
    open_ended = [
        number
        for number, found in enumerate(classes)
        if not held[number] and (found.shaper is not None or _strict(found) or len(classes) == 1)
    ]
    weights = _weights(classes, parts)
    ranks = _ranks(classes)
    if unbounded and profile.excess_rule is Excess.INHERITED:
        # Guarantees for the heirs would be kept from the priority class: they borrow first instead.
        ranks = [
            min(rank + (found.priority is None and bool(rate)), 7)
            for rank, found, rate in zip(ranks, classes, asked, strict=True)
        ]
    stopgaps = _stopgaps(classes, weights, least)
    rates = [
        rate or (least if found.excess is None else stopgap)
        for rate, found, stopgap in zip(held, classes, stopgaps, strict=True)
    ]
    open_ended = _first_level(classes, open_ended)
    if open_ended:
        others = sum(rate for number, rate in enumerate(rates) if number not in open_ended)
        rates = _with_rest(classes, rates, open_ended, weights, max(line - others, 0), least)
    shares = []
    for number, (found, rate) in enumerate(zip(classes, rates, strict=True)):
        cap = base.cap(found)
        ceil = min(cap, line) if cap is not None else line
        order = ranks[number]
        shares.append(Share(min(rate, ceil), ceil, min(order, 7), weights[number], asked[number]))
    promised = sum(share.rate for share in shares)
    if promised > line:
        shares = [
            Share(max(s.rate * line // promised, 8), s.ceil, s.order, s.weight, s.asked)
            for s in shares
        ]
    return shares, max(total - line, 0)


def _with_rest(
    classes: tuple[TrafficClass, ...],
    rates: list[int],
    open_ended: list[int],
    weights: list[int],
    rest: int,
    least: int,
) -> list[int]:
    """The rates, those of `open_ended` classes being their parts of `rest` bit/s.

    HTB serves a class up to its rate before any turns count: the parts are in the ratio of the
    weights where the source gives one to all of them, and equal otherwise.
    """
    given = all(classes[number].excess is not None for number in open_ended)
    parts = {number: weights[number] if given else 1 for number in open_ended}
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
        number: found.priority.level
        for number in open_ended
        if (found := classes[number]).priority is not None
    }
    first = min(levels.values(), default=0)
    return [number for number in open_ended if levels.get(number, first) == first]


def _stopgaps(classes: tuple[TrafficClass, ...], weights: list[int], least: int) -> list[int]:
    """The rates of classes that have nothing but a weight, in bit/s: HTB asks for some rate.

    They are in proportion to the weights, so that what they add to the shares changes no ratio.
    """
    sharing = [weight for weight, found in zip(weights, classes, strict=True) if found.excess]
    whole = sum(sharing) or 1
    return [max(least * len(sharing) * weight // whole, _STOPGAP) for weight in weights]


def _ranks(classes: tuple[TrafficClass, ...]) -> list[int]:
    """The order of service, from 0: priority classes by their level, then the others by theirs.

    Where no class has a level, that of what is sent above the guarantee counts. A class without
    one comes last.
    """
    levelled = any(found.level is not None for found in classes)
    keys = [_rank_key(found, levelled) for found in classes]
    places = sorted(set(keys))
    return [min(places.index(key), 7) for key in keys]


def _rank_key(found: TrafficClass, levelled: bool) -> tuple[int, int]:
    if found.priority is not None:
        return 0, found.priority.level
    level = found.level if levelled else found.excess_level
    return (2, 0) if level is None else (1, level)


def turn_bytes(quantum: Burst, frame: int) -> int:
    """The bytes of one turn, at least one; packets are taken to have `frame` bytes."""
    if quantum.unit is BurstUnit.PACKETS:
        return max(quantum.value * frame, 1)
    return max(quantum.bytes_at(None) or frame, 1)


def _strict(found: TrafficClass) -> bool:
    return found.priority is not None and found.priority.rate is None


def _weights(classes: tuple[TrafficClass, ...], parts: list[Part]) -> list[int]:
    """The weights of the classes: of a round robin their turns, otherwise their parts."""
    turns = any(found.quantum is not None for found in classes)
    if turns and all(found.excess is None for found in classes):
        return [
            turn_bytes(found.quantum, _TURN) if found.quantum is not None else _TURN
            for found in classes
        ]
    return [part.weight for part in parts]


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
    found = [max(unit * weight // smallest, frame) for weight in weights]
    error = max(
        abs(size * smallest * PPM // (unit * weight) - PPM)
        for size, weight in zip(found, weights, strict=True)
    )
    return found, error
