"""Single conditions of a `from`: the values of one keyword as a predicate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from qosc.fields import WIDTHS, Field
from qosc.frontends.junos.text.values import TCP_FLAGS
from qosc.ir import AllOf, AnyOf, Interval, Masked, Not, Opaque, Predicate, Test
from qosc.patterns import pattern
from qosc.source import Span

__all__ = ["combine", "flags", "number", "ranges"]

_TOKEN = pattern(r"\s*(?:(\|\||&&|[|&!(),+])|([\w-]+))")
_DEEPEST = 40


def combine(parts: Iterable[Predicate], whole: type[AllOf | AnyOf]) -> Predicate:
    """The parts as one predicate; a single part stands for itself."""
    given = tuple(parts)
    return given[0] if len(given) == 1 else whole(given)


def number(text: str, names: Mapping[str, int], high: int) -> int | None:
    """A value by name or number: decimal, hexadecimal after 0x, binary after b."""
    low = text.lower()
    if low in names:
        return names[low]
    if not low.isascii() or len(low) > 20:
        return None
    if low.isdecimal():
        value = int(low)
    elif re.fullmatch(r"0x[0-9a-f]+", low):
        value = int(low, 16)
    elif re.fullmatch(r"b[01]+", low):
        value = int(low[1:], 2)
    else:
        return None
    return value if value <= high else None


def ranges(
    field: Field,
    keyword: str,
    values: Iterable[tuple[str, Span]],
    names: Mapping[str, int],
    origin: Span,
) -> tuple[Predicate, list[str]]:
    """The test that a field has one of some values or ranges, and the words not understood.

    A word that is not understood stays an Opaque beside the test, so that nothing is lost.
    """
    high = (1 << WIDTHS[field]) - 1
    known: list[Interval] = []
    strange: list[str] = []
    for text, _ in values:
        one = number(text, names, high)
        if one is not None:
            known.append(Interval(one, one))
            continue
        first, dash, last = text.partition("-")
        low, top = number(first.strip(), names, high), number(last.strip(), names, high)
        if dash and low is not None and top is not None and low <= top:
            known.append(Interval(low, top))
        else:
            strange.append(text)
    parts: list[Predicate] = [Opaque(keyword, text, origin) for text in strange]
    if known or not strange:
        parts.insert(0, Test(field, tuple(known), origin))
    return combine(parts, AnyOf), strange


def flags(text: str, origin: Span) -> Predicate | None:
    """A `tcp-flags` expression: names or numbers with `&`, `|`, `!` and brackets.

    None where it cannot be read. Source: Juniper, Firewall Filter Match Conditions Based on
    Bit-Field Values: `!` binds first, then `&` or `+`, then `|` or `,`.
    """
    tokens: list[str] = []
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None or len(tokens) > 200:
            return None
        tokens.append((match[1] or match[2]).lower())
        at = match.end()
    parser = _Flags(tokens, origin)
    predicate = parser.either(0)
    return predicate if parser.at == len(tokens) else None


class _Flags:
    def __init__(self, tokens: list[str], origin: Span) -> None:
        self.tokens = tokens
        self.origin = origin
        self.at = 0

    def _take(self, *wanted: str) -> bool:
        if self.at < len(self.tokens) and self.tokens[self.at] in wanted:
            self.at += 1
            return True
        return False

    def either(self, depth: int) -> Predicate | None:
        parts: list[Predicate] = []
        while True:
            part = self._both(depth)
            if part is None:
                return None
            parts.append(part)
            if not self._take("|", "||", ","):
                return combine(parts, AnyOf)

    def _both(self, depth: int) -> Predicate | None:
        parts: list[Predicate] = []
        while True:
            part = self._one(depth)
            if part is None:
                return None
            parts.append(part)
            if not self._take("&", "&&", "+"):
                return _joined(parts, self.origin)

    def _one(self, depth: int) -> Predicate | None:
        if depth > _DEEPEST or self.at >= len(self.tokens):
            return None
        if self._take("!"):
            inner = self._one(depth + 1)
            bit = inner.values[0] if isinstance(inner, Test) else None
            if isinstance(bit, Masked) and bit.mask.bit_count() == 1:
                return Test(Field.TCP_FLAGS, (Masked(bit.mask ^ bit.value, bit.mask),), self.origin)
            return Not(inner) if inner is not None else None
        if self._take("("):
            inner = self.either(depth + 1)
            return inner if self._take(")") else None
        bits = number(self.tokens[self.at], TCP_FLAGS, 63)
        self.at += 1
        return Test(Field.TCP_FLAGS, (Masked(bits, bits),), self.origin) if bits else None


def _joined(parts: list[Predicate], origin: Span) -> Predicate:
    """Tests of bits side by side are one test."""
    value = mask = 0
    for part in parts:
        bits = part.values[0] if isinstance(part, Test) and len(part.values) == 1 else None
        if not isinstance(bits, Masked) or (bits.value ^ value) & bits.mask & mask:
            return combine(parts, AllOf)
        value |= bits.value
        mask |= bits.mask
    return Test(Field.TCP_FLAGS, (Masked(value, mask),), origin)
