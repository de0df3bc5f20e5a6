"""Changes of an input: of its bytes, its words, its lines and its numbers."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence

from scripts.fuzzing.parts import pack, unpack
from scripts.fuzzing.tokens import numbers, tokens_for

__all__ = ["LONGEST", "mutate"]

LONGEST = 20_000
"""Bytes of an input: most faults show in little, and much takes its time."""
_NUMBER = re.compile(rb"\d+(?:\.\d+)?")

Change = Callable[[random.Random, bytes, Sequence[bytes], bytes], bytes]
"""From dice, a text, the words of its kind and another text of its kind, to a text."""


def _place(dice: random.Random, data: bytes) -> int:
    return dice.randrange(len(data) + 1)


def _flip(dice: random.Random, data: bytes, _words: Sequence[bytes], _other: bytes) -> bytes:
    at = _place(dice, data)
    return data[:at] + bytes([dice.randrange(256)]) + data[at + 1 :]


def _cut(dice: random.Random, data: bytes, _words: Sequence[bytes], _other: bytes) -> bytes:
    at = _place(dice, data)
    return data[:at] + data[at + dice.randrange(1, 40) :]


def _word(dice: random.Random, data: bytes, words: Sequence[bytes], _other: bytes) -> bytes:
    """A word put in where one begins, or anywhere."""
    at = _place(dice, data)
    if dice.random() < 0.7:
        at = data.find(dice.choice((b" ", b"\n")), at) + 1 or at
    return data[:at] + dice.choice(words) + data[at:]


def _number(dice: random.Random, data: bytes, _words: Sequence[bytes], _other: bytes) -> bytes:
    found = list(_NUMBER.finditer(data))
    if not found:
        return data
    one = dice.choice(found)
    return data[: one.start()] + dice.choice(numbers()) + data[one.end() :]


def _swap(separator: bytes) -> Change:
    def swap(dice: random.Random, data: bytes, _words: Sequence[bytes], _other: bytes) -> bytes:
        pieces = data.split(separator)
        first, second = dice.randrange(len(pieces)), dice.randrange(len(pieces))
        pieces[first], pieces[second] = pieces[second], pieces[first]
        return separator.join(pieces)

    return swap


def _copy(separator: bytes) -> Change:
    """One piece in the place of another: a name of one object for that of another."""

    def copy(dice: random.Random, data: bytes, _words: Sequence[bytes], _other: bytes) -> bytes:
        pieces = data.split(separator)
        pieces[dice.randrange(len(pieces))] = dice.choice(pieces)
        return separator.join(pieces)

    return copy


def _repeat(dice: random.Random, data: bytes, _words: Sequence[bytes], _other: bytes) -> bytes:
    lines = data.split(b"\n")
    at = dice.randrange(len(lines))
    end = at + dice.choice((1, 1, 2, 5))
    lines[at:end] = lines[at:end] * dice.choice((2, 2, 3, 50))
    return b"\n".join(lines)


def _without(dice: random.Random, data: bytes, _words: Sequence[bytes], _other: bytes) -> bytes:
    lines = data.split(b"\n")
    at = dice.randrange(len(lines))
    del lines[at : at + dice.choice((1, 1, 1, 4))]
    return b"\n".join(lines)


def _indent(dice: random.Random, data: bytes, _words: Sequence[bytes], _other: bytes) -> bytes:
    lines = data.split(b"\n")
    at = dice.randrange(len(lines))
    lines[at] = b" " * dice.randrange(6) + lines[at].lstrip()
    return b"\n".join(lines)


def _borrow(dice: random.Random, data: bytes, _words: Sequence[bytes], other: bytes) -> bytes:
    """Some lines of another text."""
    lines, theirs = data.split(b"\n"), other.split(b"\n")
    at, start = dice.randrange(len(lines) + 1), dice.randrange(len(theirs))
    lines[at:at] = theirs[start : start + dice.choice((1, 1, 2, 8))]
    return b"\n".join(lines)


_CHANGES: tuple[Change, ...] = (
    _flip,
    _cut,
    _word,
    _word,
    _number,
    _number,
    _number,
    _swap(b"\n"),
    _swap(b" "),
    _copy(b" "),
    _copy(b" "),
    _copy(b"\n"),
    _repeat,
    _without,
    _indent,
    _borrow,
    _borrow,
)


def mutate(
    dice: random.Random, data: bytes, pool: Sequence[bytes], fixed: Sequence[str] = ()
) -> bytes:
    """An input like `data`, with some changes to one of its files, none of `fixed`.

    Lines are borrowed from another input of the pool. An input that is no set of files is given
    back as one of the pool.
    """
    files = unpack(data) or unpack(dice.choice(pool))
    name = dice.choice([name for name in files if name not in fixed] or list(files))
    other = unpack(dice.choice(pool)).get(name, b"")
    words, text = tokens_for(name), files[name]
    for _ in range(dice.choice((1, 1, 2, 2, 4, 8, 24))):
        text = dice.choice(_CHANGES)(dice, text, words, other)
    files[name] = text[:LONGEST]
    return pack(files)
