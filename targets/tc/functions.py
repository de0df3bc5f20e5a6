"""Which ports of a script have the same commands, so that one function is for all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from qosc.source import Span
from qosc.targets.tc.model import Command, Plan

__all__ = ["Function", "functions", "numbers"]


@dataclass(frozen=True, slots=True)
class Function:
    """The commands for some ports, in the order of the config. `plan` is that of the first."""

    ports: tuple[str, ...]
    plan: Plan


def functions(plans: Iterable[Plan]) -> tuple[Function, ...]:
    """The plans, those with the same commands in one; in the order in which they come first."""
    alike: dict[tuple[Command, ...], list[Plan]] = {}
    for plan in plans:
        alike.setdefault(plan.commands, []).append(plan)
    return tuple(map(_function, alike.values()))


def numbers(made: Iterable[Function]) -> dict[str, int]:
    """The number of the function of each port, from 1."""
    return {port: number for number, each in enumerate(made, 1) for port in each.ports}


def _function(plans: list[Plan]) -> Function:
    first = plans[0]
    ports = tuple(plan.port for plan in plans)
    if len(plans) == 1:
        return Function(ports, first)
    # What is missing is said once where it is the same for all of them.
    losses: dict[str, Span] = {}
    for plan in plans:
        for text, origin in plan.losses:
            losses.setdefault(text.removeprefix(f"{plan.port} > "), origin)
    return Function(ports, replace(first, losses=tuple(losses.items())))
