"""Matches compiled to functions over a header, and decision lists that remember."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from qosc.fields import Field
from qosc.ir.match import Interval, Named
from qosc.scenario.match import Match
from qosc.scenario.values import Value, parse_value
from qosc.simulator.packet import Header, value_of

__all__ = ["Classifier", "compile_match", "fields_of"]

Values = dict[Field, int | str]
Predicate = Callable[[Values, int], bool]
T = TypeVar("T")


def compile_match(match: Match) -> Predicate:
    """A function of a header's values and the packet's length."""
    if match.where is not None:
        tests = [
            _test(field, [parse_value(field, text) for text in texts])
            for field, texts in match.where.items()
        ]
        return lambda values, length: all(test(values, length) for test in tests)
    if match.negated is not None:
        inner = compile_match(match.negated)
        return lambda values, length: not inner(values, length)
    if match.all is not None:
        parts = [compile_match(part) for part in match.all]
        return lambda values, length: all(part(values, length) for part in parts)
    if match.any is not None:
        parts = [compile_match(part) for part in match.any]
        return lambda values, length: any(part(values, length) for part in parts)
    return _first(match)


def _first(match: Match) -> Predicate:
    entries = [
        (entry.permit is not None, compile_match(entry.permit or entry.deny or Match(any=())))
        for entry in match.first or ()
    ]

    def first(values: Values, length: int) -> bool:
        for permit, holds in entries:
            if holds(values, length):
                return permit
        return False

    return first


def _test(field: Field, wanted: list[Value]) -> Predicate:
    tests = [_holds(value) for value in wanted]

    def test(values: Values, length: int) -> bool:
        value = _get(field, values, length)
        return value is not None and any(holds(value) for holds in tests)

    return test


def _get(field: Field, values: Values, length: int) -> int | str | None:
    return length if field is Field.LENGTH else value_of(values, field)


def _holds(wanted: Value) -> Callable[[int | str], bool]:
    if isinstance(wanted, Named):
        name = wanted.name
        return lambda value: value == name
    if isinstance(wanted, Interval):
        low, high = wanted.low, wanted.high
        return lambda value: low <= int(value) <= high
    bits, mask = wanted.value, wanted.mask
    return lambda value: int(value) & mask == bits


def fields_of(match: Match) -> Iterator[Field]:
    """The fields that a match looks at."""
    yield from match.where or ()
    for part in (*(match.all or ()), *(match.any or ())):
        yield from fields_of(part)
    if match.negated is not None:
        yield from fields_of(match.negated)
    for entry in match.first or ():
        yield from fields_of(entry.permit or entry.deny or Match(any=()))


class Classifier(Generic[T]):
    """The result of the first match that holds, remembered for each header."""

    __slots__ = ("_entries", "_known", "_lengths", "_otherwise")

    def __init__(self, entries: list[tuple[Match, T]], otherwise: T) -> None:
        self._entries = [(compile_match(match), result) for match, result in entries]
        self._otherwise = otherwise
        self._lengths = any(Field.LENGTH in fields_of(match) for match, _ in entries)
        self._known: dict[int, T] = {}

    def __call__(self, header: Header, length: int) -> T:
        """What the packet belongs to."""
        key = header.number << 16 | length if self._lengths else header.number
        try:
            return self._known[key]
        except KeyError:
            result = self._known[key] = self._find(header.values, length)
            return result

    def _find(self, values: Values, length: int) -> T:
        for holds, result in self._entries:
            if holds(values, length):
                return result
        return self._otherwise
