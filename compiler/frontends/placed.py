"""The model of a part of a file, with the lines as they stand in the whole file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from qosc.ir import Device
from qosc.source import NOWHERE, Span
from qosc.values import replace

__all__ = ["placed"]


def placed(device: Device, numbers: Sequence[int]) -> Device:
    """A device whose lines 1, 2, ... are these lines of its file. Values in common stay so."""
    moved: Device = _Moves(numbers).move(device)
    return moved


class _Moves:
    def __init__(self, numbers: Sequence[int]) -> None:
        self._numbers = numbers
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
            return self._span(value)
        if isinstance(value, tuple):
            parts = [self.move(part) for part in value]
            if all(new is old for new, old in zip(parts, value, strict=True)):
                return value
            return value._make(parts) if hasattr(value, "_make") else tuple(parts)
        if isinstance(value, Mapping):
            return {key: self.move(part) for key, part in value.items()}
        if is_dataclass(value) and not isinstance(value, type):
            changes: dict[str, Any] = {}
            for field in fields(value):
                old = getattr(value, field.name)
                new = self.move(old)
                if new is not old:
                    changes[field.name] = new
            return replace(value, **changes) if changes else value
        return value

    def _span(self, span: Span) -> Span:
        if span is NOWHERE or span.path == NOWHERE.path:
            return span
        return Span(
            span.path,
            self._line(span.line),
            span.column,
            self._line(span.end_line),
            span.end_column,
        )

    def _line(self, line: int) -> int:
        return self._numbers[min(max(line, 1), len(self._numbers)) - 1]
