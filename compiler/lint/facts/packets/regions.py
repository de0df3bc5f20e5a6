"""What the rules that ask classification questions share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qosc.diagnostics import Label
from qosc.ir import Device, Predicate
from qosc.packets import Region, describe_region, vocabulary
from qosc.source import Span

__all__ = ["Taker", "join_words", "labels", "takers"]


TOLD = 4
"""Up to so many takers are told in words; more help nobody."""


class Taker(NamedTuple):
    """One of several regions that take packets: its place in their order, and what it takes.

    `words` is empty for those beyond the first few.
    """

    place: int
    words: str


def takers(
    device: Device, wanted: Region, earlier: Sequence[tuple[Predicate, Region]], of: Predicate
) -> list[Taker]:
    """The few of `earlier` that take all packets of `wanted`, in their order.

    `earlier` holds predicates with their regions, which together hold `wanted`. Those are looked at
    that a packet meets until the last one is taken. Of them the largest are chosen first, so that a
    single one which holds all is named alone. `of` is the predicate of `wanted`: with the others it
    gives the words.
    """
    shares: list[tuple[Region, int]] = []
    left = wanted
    for place, (_, region) in enumerate(earlier):
        if region.meets(left):
            shares.append((wanted & region, place))
            left -= region
            if left.is_empty():
                break
    shares.sort(key=lambda count: (-count[0].size(), count[1]))
    left = wanted
    chosen: list[Taker] = []
    for count, place in shares:
        if left.is_empty():
            break
        if count.meets(left):
            left -= count
            few = len(chosen) < TOLD
            words = vocabulary(device, of, earlier[place][0])
            chosen.append(Taker(place, describe_region(count, words) if few else ""))
    return sorted(chosen)


def labels(listed: Sequence[Taker], origins: Sequence[Span], verb: str = "matches") -> list[Label]:
    """A label for each taker that was described, at its place in `origins`."""
    return [Label(origins[taker.place], f"{verb} {taker.words}") for taker in listed if taker.words]


def join_words(words: Sequence[str], limit: int = 4) -> str:
    """`a`, `a and b`, `a, b and c`; of more than `limit` the rest is counted."""
    shown = list(words)
    if len(shown) > limit:
        shown = [*shown[: limit - 1], f"{len(shown) - limit + 1} more"]
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
