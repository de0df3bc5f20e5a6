"""Looking for words: regular expressions that are compiled when they are first used, and lines in
which a word stands, found without a look at each line.

A short run needs few expressions, and compiling one takes longer than looking through a short
config.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

__all__ = ["folded", "line_indices", "line_offsets", "pattern"]


class _Late:
    """Stands for a compiled pattern; compiles it when one of its methods is first asked for."""

    def __init__(self, text: str, flags: int = 0) -> None:
        self._made_of = text, flags

    def __getattr__(self, name: str) -> Any:
        made = re.compile(*self._made_of)
        # From now on these are found without coming here.
        self.match, self.search, self.fullmatch = made.match, made.search, made.fullmatch
        self.findall, self.finditer, self.sub = made.findall, made.finditer, made.sub
        return getattr(made, name)


if TYPE_CHECKING:
    from re import compile as pattern
else:
    pattern = _Late


def folded(text: str) -> bytes:
    """A text in lower case, a byte for each character. What is not ASCII becomes `?`: it is no part
    of a keyword.
    """
    return text.encode("ascii", "replace").lower()


def line_offsets(low: bytes, word: bytes, *, begins: bool = False) -> Iterator[int]:
    """Where the lines begin in which a word stands, in order, each once. With `begins`, what stands
    in a longer word counts only at its beginning. With a line end in front, a word is looked for at
    the beginning of lines.
    """
    if word[:1] == b"\n" and low.startswith(word[1:]):
        yield 0
    at = low.find(word)
    while at >= 0:
        before = low[at - 1 : at]
        if begins and (before.isalnum() or before in (b"-", b"_")):
            at += 1
        else:
            start = low.rfind(b"\n", 0, at + 1) + 1
            yield start
            at = low.find(b"\n", start)
            if at < 0:
                return
        at = low.find(word, at)


def line_indices(low: bytes, words: Iterable[str]) -> list[int]:
    """The indices (from 0) of the lines in which one of some words stands, in order. The words are
    in lower case.
    """
    starts = {start for word in words for start in line_offsets(low, word.encode("ascii"))}
    indices: list[int] = []
    index = last = 0
    for start in sorted(starts):
        index += low.count(b"\n", last, start)
        last = start
        indices.append(index)
    return indices
