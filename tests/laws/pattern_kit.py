"""Which regular expressions can take more than linear time, by their parse trees.

A pattern becomes a position automaton (Glushkov). A backtracking matcher needs more than linear
time where the automaton is infinitely ambiguous: there are two positions p and q and a word that
leads from p to p, from p to q and from q to q (Weber and Seidl, On the degree of ambiguity of
finite automata, 1991), and what comes after q can fail. `search` and its relatives begin anywhere:
that is a first position which any character leads back to.

Assertions are taken to hold, so a pattern can be reported that is linear in truth; a possessive
repeat lets no character follow that it would have taken, and an atomic group is looked at alone.
"""

from __future__ import annotations

import re
import re._constants as c  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections import defaultdict
from collections.abc import Iterable
from functools import cache

CHARS = "".join(map(chr, range(128))) + "\x85\xa0\xe9\u0660\u2028\u2192\ud7ff\uffff\U00010000"
ALL = (1 << len(CHARS)) - 1
COPIES = 3
"""A repeat with a bound is looked at as so many copies, and what more it must have."""
ANYWHERE = frozenset({"search", "findall", "finditer", "sub", "subn", "split"})


_ONE = (c.LITERAL, c.NOT_LITERAL, c.ANY, c.IN)


@cache
def mask_of(text: str, flags: int) -> int:
    """The characters of the sample that a pattern for one character takes."""
    one = re.compile(text, flags)
    return sum(1 << place for place, char in enumerate(CHARS) if one.fullmatch(char))


class Piece:
    """A part of a pattern: where it begins and ends, and whether it can be empty."""

    def __init__(self, first=(), last=(), empty=True, asserts=False) -> None:
        self.first = dict(first)
        """Positions with the characters that may lead there."""
        self.last = dict(last)
        """Positions with the characters that may come behind them."""
        self.empty = empty
        self.asserts = asserts
        """Whether it is an assertion, or may be no more than one."""
        self.fails: set[int] = set()
        """Last positions behind which an assertion stands."""
        self.margin: dict[int, int] = {}
        """The positions before which only these characters may stand."""
        self.at: tuple[int, int] | None = None
        """Of an assertion at the beginning: what may stand before a character of a word, and before
        another."""


class Automaton:
    def __init__(self, pattern: str, flags: int = 0) -> None:
        tree = parser.parse(pattern, flags)
        self.flags = tree.state.flags & ~re.DEBUG
        self.chars: list[int] = []
        self.follow: dict[int, dict[int, int]] = defaultdict(dict)
        self.inner: list[Automaton] = []
        self.possessive: list[set[int]] = []
        """The positions of each possessive repeat: it does not fail, but ends."""
        self.double: set[tuple[int, int]] = set()
        """Steps that can be taken in two ways."""
        self.whole = self._sequence(tree, self.flags)

    def _position(self, chars: int) -> Piece:
        self.chars.append(chars)
        place = len(self.chars) - 1
        return Piece({place: ALL}, {place: ALL}, empty=False)

    def _join(self, one: Piece, two: Piece) -> Piece:
        for place, allowed in one.last.items():
            for other, entry in two.first.items():
                old = self.follow[place].get(other, 0)
                if old & allowed & entry & self.chars[other]:
                    self.double.add((place, other))
                self.follow[place][other] = old | (allowed & entry)
        first, last = dict(one.first), dict(two.last)
        if one.empty:
            for place, entry in two.first.items():
                first[place] = first.get(place, 0) | entry
        if two.empty:
            for place, allowed in one.last.items():
                last[place] = last.get(place, 0) | allowed
        empty = one.empty and two.empty
        made = Piece(first, last, empty, asserts=empty and (one.asserts or two.asserts))
        made.fails = two.fails | (one.fails if two.empty else set())
        if two.asserts:
            made.fails |= one.last.keys()
        if one.at is not None:
            in_word = mask_of(r"\w", 0)
            made.margin = dict(one.margin)
            for place in two.first:
                chars = self.chars[place]
                made.margin[place] = (one.at[0] if chars & in_word else 0) | (
                    one.at[1] if chars & ~in_word else 0
                )
            made.at = one.at if two.empty else None
        else:
            made.margin = one.margin | (two.margin if one.empty else {})
            made.at = two.at if one.empty and not one.first else None
        return made

    def _sequence(self, items, flags: int) -> Piece:
        whole = Piece()
        for op, value in items:
            whole = self._join(whole, self._item(op, value, flags))
        return whole

    def _item(self, op, value, flags: int) -> Piece:  # noqa: C901
        if op in _ONE:
            return self._position(self._one(op, value, flags))
        if op is c.BRANCH:
            whole = Piece(empty=False)
            for branch in value[1]:
                part = self._sequence(branch, flags)
                both = Piece(
                    whole.first | part.first,
                    whole.last | part.last,
                    whole.empty or part.empty,
                    whole.asserts or part.asserts,
                )
                both.margin = whole.margin | part.margin
                both.fails = whole.fails | part.fails
                whole = both
            return whole
        if op is c.SUBPATTERN:
            _, on, off, body = value
            return self._sequence(body, (flags | on) & ~off)
        if op in (c.MAX_REPEAT, c.MIN_REPEAT):
            return self._repeat(*value, flags)
        if op is c.POSSESSIVE_REPEAT:
            return self._possessive(*value, flags)
        if op is c.ATOMIC_GROUP:
            return self._alone(value, flags)
        if op is c.AT:
            begins = value in (c.AT_BEGINNING, c.AT_BEGINNING_STRING)
            margin = Piece(asserts=not begins)
            if begins:
                lines = value is c.AT_BEGINNING and flags & re.MULTILINE
                before = mask_of("\n", 0) if lines else 0
                margin.at = before, before
            elif value is c.AT_BOUNDARY:
                margin.at = mask_of(r"\W", 0), mask_of(r"\w", 0)
            return margin
        if op in (c.ASSERT, c.ASSERT_NOT):
            self._alone(value[1], flags)
            found = Piece(asserts=True)
            if value[0] < 0 and len(value[1]) == 1 and value[1][0][0] in _ONE:
                before = self._one(*value[1][0], flags)
                before = before if op is c.ASSERT else ALL & ~before
                found.at = before, before
            return found
        if op is c.GROUPREF:
            return self._repeat(0, c.MAXREPEAT, [(c.ANY, None)], flags)
        raise NotImplementedError(op)

    def _one(self, op, value, flags: int) -> int:
        if op is c.IN:
            return self._set(value, flags)
        text = "." if op is c.ANY else re.escape(chr(value))
        return mask_of(f"[^{text}]" if op is c.NOT_LITERAL else text, flags)

    def _set(self, items, flags: int) -> int:
        found, negated = 0, False
        for op, value in items:
            if op is c.NEGATE:
                negated = True
            elif op is c.RANGE:
                low, high = (re.escape(chr(end)) for end in value)
                found |= mask_of(f"[{low}-{high}]", flags)
            elif op is c.CATEGORY:
                name = str(value).removeprefix("CATEGORY_")
                letter = {"DIGIT": "d", "SPACE": "s", "WORD": "w"}[name.removeprefix("NOT_")]
                text = letter.upper() if name.startswith("NOT_") else letter
                found |= mask_of("\\" + text, flags)
            else:
                found |= mask_of(re.escape(chr(value)), flags)
        return ALL & ~found if negated else found

    def _repeat(self, low, high, body, flags: int) -> Piece:
        whole = Piece()
        if high is c.MAXREPEAT:
            for _ in range(min(low, COPIES) - 1):
                whole = self._join(whole, self._sequence(body, flags))
            part = self._sequence(body, flags)
            self._join(part, part)
            part.empty = part.empty or low == 0
            return self._join(whole, part)
        for number in range(min(high, max(low, COPIES))):
            part = self._sequence(body, flags)
            part.empty = part.empty or number >= low
            whole = self._join(whole, part)
        return whole

    def _possessive(self, low, high, body, flags: int) -> Piece:
        if high is not c.MAXREPEAT:
            return self._alone([(c.MAX_REPEAT, (low, high, body))], flags)
        before = len(self.chars)
        part = self._repeat(low, high, body, flags)
        # What a character alone of the body takes cannot come behind it; all else can, as where
        # the body fails half way.
        taken = 0
        for place in part.first.keys() & part.last.keys():
            taken |= self.chars[place]
        part.last = dict.fromkeys(part.last, ALL & ~taken)
        self.possessive.append(set(range(before, len(self.chars))))
        return part

    def _alone(self, body, flags: int) -> Piece:
        """An atomic group or an assertion: what is inside has no other way once it has matched."""
        inside = _automaton(body, flags)
        self.inner.append(inside)
        return Piece(empty=True)


def _automaton(body, flags: int) -> Automaton:
    made = Automaton("")
    made.flags = flags
    made.whole = made._sequence(body, flags)
    return made


def slow(pattern: str, flags: int, methods: Iterable[str]) -> str:
    """Why a pattern can take more than linear time with one of `methods`; empty if it cannot."""
    made = Automaton(pattern, flags)
    return next(filter(None, (_slow(made, method) for method in sorted(methods))), "")


def _slow(made: Automaton, method: str) -> str:
    count = len(made.chars)
    edges: list[dict[int, int]] = [
        {to: made.chars[to] & mask for to, mask in made.follow[place].items()}
        for place in range(count)
    ]
    whole = made.whole
    final = set() if method == "fullmatch" else whole.last.keys() - whole.fails
    for group in made.possessive:
        if final & group:
            final |= group
    starts = [place for place in range(count) if _reaches(edges, place, place)]
    loops = [*starts, *_anywhere(made, edges)] if method in ANYWHERE else starts
    for one, two in made.double:
        if one not in final and _reaches(edges, two, one):
            return f"from position {one} two ways lead to {two}"
    for p in loops:
        for q in starts:
            if p != q and q not in final and _ambiguous(edges, p, q):
                return f"positions {p} and {q} of {count} share a word"
    for inner in made.inner:
        found = _slow(inner, "match")
        if found:
            return "inside an atomic group: " + found
    return ""


def _anywhere(made: Automaton, edges: list[dict[int, int]]) -> Iterable[int]:
    """Add states for what stands before the match, which know the character before the next."""
    count, whole = len(made.chars), made.whole
    cells: dict[tuple[bool, ...], int] = defaultdict(int)
    told = sorted(set(whole.margin.values()))
    for place in range(len(CHARS)):
        cells[tuple(bool(mask >> place & 1) for mask in told)] |= 1 << place
    before = {count + number: cell for number, cell in enumerate(cells.values())}
    edges += [dict(before) for _ in before]
    for state, cell in before.items():
        for place, mask in whole.first.items():
            if whole.margin.get(place, ALL) & cell:
                edges[state][place] = made.chars[place] & mask
    return before


def _reaches(edges, start: int, goal: int) -> bool:
    work, seen = [start], set()
    while work:
        for to, mask in edges[work.pop()].items():
            if mask and to == goal:
                return True
            if mask and to not in seen:
                seen.add(to)
                work.append(to)
    return False


def _ambiguous(edges, p: int, q: int) -> bool:
    if not _reaches(edges, p, q):
        return False
    start, goal = (p, p, q), (p, q, q)
    work, seen = [start], {start}
    while work:
        one, two, three = work.pop()
        for a, first in edges[one].items():
            for b, second in edges[two].items():
                both = first & second
                if not both:
                    continue
                for d, third in edges[three].items():
                    if both & third:
                        state = (a, b, d)
                        if state == goal:
                            return True
                        if state not in seen:
                            seen.add(state)
                            work.append(state)
    return False
