"""Where a script says what it lacks: behind the last command from the same line or one above."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from qosc.source import NOWHERE, Span
from qosc.targets.tc.model import Clsact, Command, Plan
from qosc.targets.tc.render import _losses_by_place


def _at(path: str, line: int) -> Span:
    return Span(path, line, 1, line, 2) if path else NOWHERE


places = some.builds(_at, some.sampled_from(("", "a", "b")), some.integers(1, 12))


@given(some.lists(places, max_size=12), some.lists(places, max_size=12))
def test_a_loss_stands_behind_what_is_made_of_the_lines_above(
    commands: list[Span], losses: list[Span]
) -> None:
    plan = Plan(
        "p",
        tuple(Command(Clsact(), origin=origin) for origin in commands),
        losses=tuple((f"{number}", origin) for number, origin in enumerate(losses)),
    )
    wanted: dict[int, list[str]] = {}
    for number, origin in enumerate(losses):
        place = 0
        for behind, made in enumerate(commands, 1):
            if made != NOWHERE and made.path == origin.path and made.line <= origin.line:
                place = behind
        wanted.setdefault(place, []).append(f"NOT IN THIS SCRIPT: {number}")
    assert _losses_by_place(plan) == wanted
