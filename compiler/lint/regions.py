"""What the rules that ask classification questions share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from qosc.ir import Device, Predicate, Reference
from qosc.lint.rule import Context
from qosc.packets import PacketSpace, Region, describe_region, vocabulary

__all__ = ["Taker", "join_words", "leads_nowhere", "packet_space", "takers"]


def packet_space(context: Context) -> PacketSpace:
    """The space of the device, for `Context.once`: what is not defined matches packets unknown."""
    return PacketSpace(context.device)


class Taker(NamedTuple):
    """One of several regions that take packets: its place in their order, and what it takes."""

    place: int
    words: str


def takers(
    device: Device, wanted: Region, earlier: Sequence[tuple[Predicate, Region]], of: Predicate
) -> list[Taker]:
    """The few of `earlier` that take all packets of `wanted`, in their order.

    `earlier` holds predicates with their regions, which together hold `wanted`. The largest are
    chosen first, so that a single one which holds all is named alone. `of` is the predicate of
    `wanted`: with the others it gives the words.
    """
    shares = [(wanted & region, place) for place, (_, region) in enumerate(earlier)]
    shares.sort(key=lambda share: (-share[0].size(), share[1]))
    left, chosen = wanted, []
    for share, place in shares:
        if left.is_empty():
            break
        if share.meets(left):
            left -= share
            said = describe_region(share, vocabulary(device, of, earlier[place][0]))
            chosen.append(Taker(place, said))
    return sorted(chosen)


def leads_nowhere(device: Device, predicate: Predicate) -> bool:
    """Whether the predicate refers, itself or further down, to what is not defined."""
    return any(isinstance(item, Reference) for item in vocabulary(device, predicate))


def join_words(words: Sequence[str], limit: int = 4) -> str:
    """`a`, `a and b`, `a, b and c`; of more than `limit` the rest is counted."""
    shown = list(words)
    if len(shown) > limit:
        shown = [*shown[: limit - 1], f"{len(shown) - limit + 1} more"]
    return " and ".join([", ".join(shown[:-1]), shown[-1]] if len(shown) > 1 else shown)
