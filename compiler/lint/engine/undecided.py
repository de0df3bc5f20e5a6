"""Questions of classification that were given up: too many kinds of packets to tell apart.

A rule asks each of its questions inside `deciding`. Where the budget of the packet space is spent
on one, that question is noted, the space is thrown away and the next question gets a new one, up to
the budget of the file. What was noted is a finding of its own (`not-decided`), one for each rule:
no claim is made, and nothing is passed over in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from qosc.lint.engine.rule import Context, Rule
from qosc.source import Span
from qosc.tuples import NamedTuple

if TYPE_CHECKING:
    from qosc.packets import PacketSpace

__all__ = ["TOO_MANY", "GivenUp", "deciding", "give_up", "given_up", "packet_space", "start_again"]

TOO_MANY = "it takes too many kinds of packets to tell apart"
"""Why a question is given up most of the time."""


class GivenUp(NamedTuple):
    """A question without an answer: the rule that asked (None: each), where, of what, and why."""

    rule: Rule | None
    origin: Span
    what: str
    why: str


def given_up(context: Context) -> list[GivenUp]:
    """The questions that were given up so far, for `Context.once`."""
    del context
    return []


def give_up(
    context: Context, rule: Rule | None, origin: Span, what: str, why: str = TOO_MANY
) -> None:
    """Note that a rule (None: each of them) does not know the answer about `what`
    (`policy-map P`).
    """
    context.once(given_up).append(GivenUp(rule, origin, what, why))


def _spent(context: Context) -> list[int]:
    del context
    return [0]


def packet_space(context: Context) -> PacketSpace:
    """The space of the device, for `Context.once`: what is not defined matches packets unknown."""
    from qosc.packets import PacketSpace

    return PacketSpace(context.device, work=context.once(_spent)[0])


def start_again(context: Context, *made: Callable[[Context], Any]) -> None:
    """Throw the space away, and what else was made with it; what it cost is kept in mind."""
    if context.has(packet_space):
        context.once(_spent)[0] = context.once(packet_space).work
    context.forget(packet_space, *made)


@contextmanager
def deciding(
    context: Context, rule: Rule, origin: Span, what: str, *made: Callable[[Context], Any]
) -> Iterator[None]:
    """Ask a question about `what`; it is noted where the budget does not suffice.

    `made` are what else was made with the space and kept by `Context.once`.
    """
    from qosc.packets.budget import UndecidedError

    try:
        yield
    except UndecidedError:
        start_again(context, *made)
        give_up(context, rule, origin, what)
