"""The model of a text with its places moved to where they stand in the files of their user."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from qosc.ir import Device
from qosc.source import NOWHERE, Span
from qosc.values import field_names, replace

__all__ = ["moved", "placed"]

_T = TypeVar("_T")


def placed(device: Device, numbers: Sequence[int]) -> Device:
    """A device whose lines 1, 2, ... are these lines of its file. Values in common stay so."""

    def line(number: int) -> int:
        return numbers[min(max(number, 1), len(numbers)) - 1]

    return moved(
        device,
        lambda span: Span(
            span.path, line(span.line), span.column, line(span.end_line), span.end_column
        ),
    )


def moved(value: _T, span: Callable[[Span], Span]) -> _T:
    """A value with each place in it moved. Values in common stay so."""
    new: _T = _Moves(span).move(value)
    return new


class _Moves:
    def __init__(self, span: Callable[[Span], Span]) -> None:
        self._span = span
        self._done: dict[int, Any] = {}
        """By the identity of a value, which the device keeps alive."""

    def move(self, value: Any) -> Any:
        """The value with all its places moved; itself where it has none."""
        if value is None or isinstance(value, (str, int, float, bytes)):
            return value
        done = self._done.get(id(value))
        if done is None:
            done = self._done[id(value)] = self._moved(value)
        return done

    def _moved(self, value: Any) -> Any:
        if isinstance(value, Span):
            known = value is not NOWHERE and value.path != NOWHERE.path
            return self._span(value) if known else value
        if isinstance(value, tuple):
            parts = [self.move(part) for part in value]
            if all(new is old for new, old in zip(parts, value, strict=True)):
                return value
            return value._make(parts) if hasattr(value, "_make") else tuple(parts)
        if isinstance(value, Mapping):
            return {key: self.move(part) for key, part in value.items()}
        changes: dict[str, Any] = {}
        for name in field_names(value.__class__):
            old = getattr(value, name)
            new = self.move(old)
            if new is not old:
                changes[name] = new
        return replace(value, **changes) if changes else value
