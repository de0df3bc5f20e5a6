"""The order of the classes of a policy, those in their place that `insert-before` put there."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

__all__ = ["in_order"]


def in_order(classes: Collection[str], before: Mapping[str, Sequence[str]]) -> list[str]:
    """The names of the classes; `before` are the names put before a class, in their order."""
    if not before:
        return list(classes)
    moved = {name for names in before.values() for name in names}
    order: list[str] = []
    seen: set[str] = set()
    stack = [(name, False) for name in reversed(list(classes)) if name not in moved]
    while stack:
        name, ready = stack.pop()
        if ready:
            if name in classes:
                order.append(name)
        elif name not in seen:
            seen.add(name)
            stack.append((name, True))
            stack += [(first, False) for first in reversed(before.get(name, ()))]
    # What was put before a class that is gone by now stands at the end.
    return order + [name for name in classes if name not in seen]
