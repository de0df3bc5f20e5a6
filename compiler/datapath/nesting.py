"""Which policies are inside which."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from qosc.ir import Policy

__all__ = ["bottom_up"]


def bottom_up(policies: Mapping[str, Policy]) -> tuple[list[str], frozenset[str]]:
    """The names of policies, each after those inside it, and which of them have no such order.

    Those are policies that contain themselves, and what lies between two of them.
    """
    inside = {
        name: {each.child.name for each in policy.classes if each.child is not None}
        & policies.keys()
        for name, policy in policies.items()
        if any(each.child is not None for each in policy.classes)
    }
    outside: dict[str, set[str]] = {name: set() for name in policies}
    for name, children in inside.items():
        for child in children:
            outside[child].add(name)
    counts = {name: len(inside.get(name, ())) for name in policies}
    first = _freed(policies, counts, outside)
    left = policies.keys() - set(first)
    if not left:
        return first, frozenset()
    rest = [name for name in policies if name in left]
    counts = {name: len(outside[name] & left) for name in rest}
    last = _freed(rest, counts, {name: inside[name] & left for name in rest})
    looped = left.difference(last)
    middle = [name for name in rest if name in looped]
    return [*first, *middle, *reversed(last)], frozenset(looped)


def _freed(
    names: Iterable[str], counts: dict[str, int], frees: Mapping[str, Iterable[str]]
) -> list[str]:
    """The names whose count is 0, or comes to it: each takes 1 off those that it frees."""
    found = [name for name in names if not counts[name]]
    for name in found:  # which grows meanwhile
        for other in frees[name]:
            counts[other] -= 1
            if not counts[other]:
                found.append(other)
    return found
