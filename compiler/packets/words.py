"""A region in the words of the config.

The words are those of the predicates that the config itself holds: match lines, entries of access
lists, tests. A region is told as a union of some of them, or as the smallest of them that hold it
less some exceptions. What does not come out so is told by example, and the text says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from qosc.ir import Anything, Predicate
from qosc.ir.describe import describe_match
from qosc.packets.space import Region

__all__ = ["describe_region"]

TERMS = 256
"""How many words of the config are tried; more would take long and help nobody."""


class _Term(NamedTuple):
    words: str
    region: Region


def describe_region(region: Region, words: Iterable[Predicate], limit: int = 3) -> str:
    """`region` in plain words, taken from the predicates `words`.

    At most `limit` parts are told; the text says where it leaves some out (`and 4 more`) or gives
    an example only (`such as ...`).
    """
    if region.is_empty():
        return "no packet"
    if region == region.space.everything:
        return "any packet"
    terms = _terms(region, words)
    same = [term for term in terms if term.region == region]
    if same:
        return min(same, key=lambda term: len(term.words)).words
    parts, left = _cover(region, [term for term in terms if term.region <= region])
    if left.is_empty():
        return _list(parts, " or ", limit)
    around, frame = _around(region, terms)
    outside = frame - region
    holes, open_ = _cover(outside, _exceptions(region, outside, terms))
    if open_.is_empty() and len(holes) <= limit:
        text = " and ".join(_grouped(around)) or "any packet"
        return f"{text} except {_list(holes, ' or ', limit)}" if holes else text
    if parts:
        return f"{_list(parts, ' or ', limit)}, and other packets such as {left.witness()}"
    if around:
        return f"part of {' and '.join(_grouped(around))}, such as {region.witness()}"
    return f"packets such as {region.witness()}"


def _terms(region: Region, words: Iterable[Predicate]) -> list[_Term]:
    terms: dict[str, _Term] = {}
    for predicate in words:
        if len(terms) >= TERMS:
            break
        if isinstance(predicate, Anything):
            continue
        text = describe_match(predicate)
        if text in terms or len(text) > 120:
            continue
        term = _Term(text, region.space.region(predicate))
        if term.region.is_empty() or term.region == region.space.everything:
            continue
        terms[text] = term
    return list(terms.values())


def _cover(region: Region, terms: list[_Term]) -> tuple[list[str], Region]:
    """Terms that together hold as much of `region` as they can, the largest first."""
    left, chosen = region, []
    for term in sorted(terms, key=lambda term: -term.region.size()):
        if left.is_empty():
            break
        if term.region.meets(left):
            chosen.append(term.words)
            left -= term.region
    return chosen, left


def _around(region: Region, terms: list[_Term]) -> tuple[list[str], Region]:
    """The terms that hold the region, without those that add nothing to smaller ones."""
    frame, chosen = region.space.everything, []
    holding = [term for term in terms if region <= term.region]
    for term in sorted(holding, key=lambda term: term.region.size()):
        if not frame <= term.region:
            chosen.append(term.words)
            frame &= term.region
    return chosen, frame


def _exceptions(region: Region, outside: Region, terms: list[_Term]) -> list[_Term]:
    return [term for term in terms if term.region.meets(outside) and not term.region.meets(region)]


def _grouped(parts: list[str]) -> list[str]:
    return [f"({part})" if " or " in part else part for part in parts]


def _list(parts: list[str], word: str, limit: int) -> str:
    shown = parts[:limit]
    more = len(parts) - len(shown)
    if more:
        return ", ".join(shown) + f" and {more} more"
    return word.join(shown)
