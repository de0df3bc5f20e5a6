"""A figure of several flows together, as a paper's line for all traffic has it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

__all__ = ["FIGURES", "together"]

_WEIGHTS: Final = {
    "completion.time.mean_us": "completion.finished",
    "completion.connections.mean_us": "completion.connections.count",
}
_OTHERS: Final[dict[str, Callable[[Iterable[float]], float]]] = {
    "completion.started": sum,
    "completion.finished": sum,
    "completion.under_way": sum,
    "completion.time.min_us": min,
    "completion.time.max_us": max,
}
FIGURES: Final = (*_OTHERS, *_WEIGHTS)
"""The figures that can be told of several flows from those of each."""


def together(
    figure: str, flows: Sequence[str], measured: Callable[[str, str], float | None]
) -> float | None:
    """The figure, one of `FIGURES`, of all `flows`; `measured` gives that of one by its key.

    A mean is one over all transactions, or over all connections. None where a flow has no figure.
    """
    parts = [measured(figure, flow) for flow in flows]
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    if figure not in _WEIGHTS:
        return _OTHERS[figure](known)
    counts = [measured(_WEIGHTS[figure], flow) or 0 for flow in flows]
    whole = sum(counts)
    if not whole:
        return None
    return sum(part * count for part, count in zip(known, counts, strict=True)) / whole
