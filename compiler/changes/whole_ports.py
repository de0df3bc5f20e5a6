"""What differs of a port as a whole, beside what it does to each packet."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from qosc.amounts import show_rate
from qosc.changes.interface_sets import set_deltas
from qosc.datapath.lines import stated_line
from qosc.ir import Device, Port
from qosc.profiles.model import Profile
from qosc.source import NOWHERE, Span
from qosc.treatments.compare import Delta

__all__ = ["port_deltas"]

_PARTS = {
    "fair_queue": "flow queues",
    "hold_queue_in": "input hold queue",
    "hold_queue_out": "output hold queue",
    "tx_ring": "transmit ring",
    "atm": "ATM contract",
    "beside": "other ports that it sends with",
    "fifo": "flow queues taken away",
}
_LINKS = ("of all member links together", "of each member link by itself")


def port_deltas(
    old: tuple[Device, Port, Profile], new: tuple[Device, Port, Profile]
) -> Iterator[Delta]:
    """Of two ports that are one: their link, and the queues of the interface itself.

    The rate that percentages are taken of sends no packet otherwise by itself: the figures that
    depend on it are compared where they are.
    """
    (before, one, first), (after, two, second) = old, new
    ends = (one.origin, two.origin)
    lines = (stated_line(before, one, first), stated_line(after, two, second))
    rates = [None if line is None else line.rate for line in lines]
    if (one.output or two.output) and rates[0] != rates[1]:
        yield _rates("link rate", rates, ends)
    if one.shutdown != two.shutdown:
        states = _words(one.shutdown), _words(two.shutdown)
        yield Delta("shutdown", *states, old_origin=ends[0], new_origin=ends[1])
    if one.per_link != two.per_link and (one.input or one.output or two.input or two.output):
        states = _LINKS[one.per_link], _LINKS[two.per_link]
        yield Delta("policies", *states, old_origin=ends[0], new_origin=ends[1])
    if one.output and two.output and first.excess_rule is not second.excess_rule:
        yield Delta(
            "what guarantees leave is shared",
            first.excess_words,
            second.excess_words,
            decided=first.excess.value is not None and second.excess.value is not None,
            old_by=first.name,
            new_by=second.name,
        )
    for name, words in _PARTS.items():
        here, there = getattr(one, name), getattr(two, name)
        if here != there and (name != "beside" or one.name == two.name):
            yield Delta(
                words,
                _words(here),
                _words(there),
                old_by=getattr(here, "default_by", ""),
                new_by=getattr(there, "default_by", ""),
                old_origin=getattr(here, "origin", NOWHERE),
                new_origin=getattr(there, "origin", NOWHERE),
            )
    yield from set_deltas(old, new)


def _rates(name: str, rates: list[int | None], at: tuple[Span, Span]) -> Delta:
    words = ["not known" if rate is None else show_rate(rate) for rate in rates]
    known = None not in rates
    return Delta(name, words[0], words[1], known, old_origin=at[0], new_origin=at[1])


def _words(value: object) -> str:
    if value is None or value == () or value is False:
        return "none"
    if value is True:
        return "yes"
    if isinstance(value, tuple):
        return ", ".join(map(_words, value))
    if isinstance(value, Enum):
        return str(value.value)
    fields = getattr(value, "__dataclass_fields__", None)
    if fields is None or type(value).__str__ is not object.__str__:
        return str(value)
    hidden = ("origin", "default_by", "kind")
    parts = [(name, getattr(value, name)) for name in fields if name not in hidden]
    told = [
        f"{name.replace('_', ' ')} {_words(part)}" for name, part in parts if part not in (None, "")
    ]
    return ", ".join(told) or "yes"
