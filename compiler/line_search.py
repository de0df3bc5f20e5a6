"""Lines in which a word stands, found without a look at each line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

__all__ = ["folded", "line_indices", "line_offsets"]


def folded(text: str) -> bytes:
    """A text in lower case, a byte for each character. What is not ASCII becomes `?`: it is no part
    of a keyword.
    """
    return text.encode("ascii", "replace").lower()


def line_offsets(low: bytes, word: bytes, *, begins: bool = False) -> Iterator[int]:
    """Where the lines begin in which a word stands, in order, each once. With `begins`, what stands
    in a longer word counts only at its beginning.
    """
    at = low.find(word)
    while at >= 0:
        before = low[at - 1 : at]
        if begins and (before.isalnum() or before in (b"-", b"_")):
            at += 1
        else:
            yield low.rfind(b"\n", 0, at) + 1
            at = low.find(b"\n", at)
            if at < 0:
                return
        at = low.find(word, at)


def line_indices(low: bytes, words: Iterable[str]) -> list[int]:
    """The indices (from 0) of the lines in which one of some words stands, in order. The words are
    in lower case.
    """
    starts = {start for word in words for start in line_offsets(low, word.encode("ascii"))}
    found: list[int] = []
    index = last = 0
    for start in sorted(starts):
        index += low.count(b"\n", last, start)
        last = start
        found.append(index)
    return found
