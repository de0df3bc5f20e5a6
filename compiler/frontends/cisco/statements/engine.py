"""The parser of one statement: words in, phrase or failure out.

An LALR(1) automaton over whole words. What a word means is settled where it stands, as IOS does
it: of the keywords that can follow here, the one that is spelt out wins, else the only one that
begins like it; where none does, a number, an address or a name.
"""

from __future__ import annotations

import re

from qosc.frontends.cisco.statements.tables import END, Table
from qosc.frontends.cisco.statements.words import Failure, Node, Part, Word
from qosc.tuples import NamedTuple

__all__ = ["Grammar"]

_PLAIN = {
    "INTEGER": "a number",
    "NUMBER": "a number",
    "NAME": "a name",
    "TEXT": "text",
    "ADDRESS": "an address",
    "ADDRESS6": "an IPv6 address",
    "PREFIX6": "an IPv6 prefix",
    "RATE": "a rate in bit/s",
    "VPI_VCI": "VPI/VCI",
    "HEX": "hex digits",
    "LIST": "a list",
    "MAC": "a MAC address",
    "NAMES": "a list",
    "RANGE": "a range",
    "FLAG": "a TCP flag",
    END: "the end of the line",
}


class _State(NamedTuple):
    """What can follow in one state of the automaton."""

    keywords: dict[str, str]
    """Terminal by keyword."""
    patterns: tuple[tuple[str, re.Pattern[str]], ...]
    """Terminals that are not keywords, the most particular first."""
    takes_text: bool
    """The rest of the line can stand here as it is."""


_Value = tuple[int, int, list[Part]]

_LONG = 40
"""Statements of more words are not remembered by their form."""
_PLACES = 4_000
"""How many places of forms are remembered for one grammar."""


class _Place:
    """Where the automaton is behind some words: the same for all statements that begin alike.

    Most statements of a config have one of a few forms and differ in names and numbers only. What
    they share is worked out once: the states, and the phrases with places in place of words. Place
    2n is where word n begins, 2n + 1 is where it ends.
    """

    __slots__ = ("keywords", "next", "shape", "stack", "values")

    def __init__(self, stack: list[int], values: list[_Value]) -> None:
        self.stack = stack
        self.values = values
        self.keywords: dict[str, _Place] = {}
        """What follows, by keyword spelt out."""
        self.next: dict[str, _Place | None] = {}
        """What follows, by terminal; None where the terminal cannot follow."""
        self.shape: Node | bool = True
        """The phrase if the statement ends here; False if it cannot, True if nobody has asked."""


def _fill(shape: Node, words: list[Word], places: list[int]) -> Node:
    """The phrase of a form, with words."""
    children: list[Part] = [
        words[child[1] >> 1] if child.__class__ is Word else _fill(child, words, places)  # type: ignore[arg-type]
        for child in shape[1]
    ]
    return _new(Node, (shape[0], tuple(children), places[shape[2]], places[shape[3]]))


_new = tuple.__new__


class Grammar:
    """The statements of one feature."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._states: dict[int, _State] = {}
        self._chosen: dict[tuple[int, str, bool], str | tuple[str, ...]] = {}
        self._start = _Place([table.start], [])
        self._places = 0

    def beginnings(self) -> list[str]:
        """The keywords that a statement can begin with."""
        return list(self._state(self._table.start).keywords)

    def by_form(self, words: list[Word], text: str) -> Node | None:
        """Parse a statement that is in order and not out of the common; None for any other. Its
        result is that of `parse`.
        """
        last = len(words) - 1
        if last >= _LONG:
            return None
        words = list(words)
        place = self._start
        places: list[int] = []
        for index, word in enumerate(words):
            low = word[0].lower()
            known = place.keywords.get(low)
            if known is None:
                terminal = self._choose(place.stack, low, index == last)
                if isinstance(terminal, tuple):
                    return None
                known = self._behind(place, terminal, index)
                if known is None:
                    return None
                if terminal == "TEXT":
                    words[index:] = [Word(text[word[1] :], word[1], len(text))]
                    places += (word[1], len(text))
                    place = known
                    break
                full = self._table.keywords.get(terminal)
                if full is not None:
                    words[index] = Word(full, word[1], word[2])
                    if low == full:
                        place.keywords[low] = known
            elif word[0] != low:
                words[index] = Word(low, word[1], word[2])
            place = known
            places += word[1:]
        places.append(len(text))
        if place.shape is True:
            place.shape = self._ended(place, len(words)) or False
        return _fill(place.shape, words, places) if isinstance(place.shape, Node) else None

    def _behind(self, place: _Place, terminal: str, index: int) -> _Place | None:
        if terminal in place.next:
            return place.next[terminal]
        self._places += 1
        if self._places > _PLACES:
            return None
        stack = list(place.stack)
        values = [(start, end, list(parts)) for start, end, parts in place.values]
        at = 2 * index
        rows = self._table.states
        action = rows[stack[-1]].get(terminal)
        while action is not None and action < 0:
            self._reduce(-action - 1, stack, values, at)
            action = rows[stack[-1]].get(terminal)
        next_place = None
        if action is not None:
            stack.append(action)
            values.append((at, at + 1, [Word("", at, at + 1)]))
            next_place = _Place(stack, values)
        place.next[terminal] = next_place
        return next_place

    def _ended(self, place: _Place, count: int) -> Node | None:
        stack = list(place.stack)
        values = [(start, end, list(parts)) for start, end, parts in place.values]
        rows = self._table.states
        while (action := rows[stack[-1]].get(END)) is not None and action < 0:
            self._reduce(-action - 1, stack, values, 2 * count)
            if stack[-1] == self._table.end:
                part = values[-1][2][0]
                return part if isinstance(part, Node) else None
        return None

    def parse(self, words: list[Word], text: str) -> Node | Failure:
        """Parse words of `text`; the first ones must be keywords in full."""
        table = self._table
        rows = table.states
        stack = [table.start]
        values: list[_Value] = []
        count = len(words)
        index = 0
        while True:
            at_end = index >= count
            if at_end:
                word, terminal = Word("", len(text), len(text)), END
            else:
                word = words[index]
                chosen = self._choose(stack, word.text.lower(), index + 1 == count)
                if isinstance(chosen, tuple):
                    return self._fail(stack, word, chosen)
                terminal = chosen
                if terminal in table.keywords:
                    word = Word(table.keywords[terminal], word.start, word.end)
                elif terminal == "TEXT":
                    word = Word(text[word.start :], word.start, len(text))
                    index = count
            action = rows[stack[-1]].get(terminal)
            while action is not None and action < 0:
                self._reduce(-action - 1, stack, values, word.start)
                if at_end and stack[-1] == table.end:
                    part = values[-1][2][0]
                    assert isinstance(part, Node)  # noqa: S101 - so every grammar is written
                    return part
                action = rows[stack[-1]].get(terminal)
            if action is None:
                return self._fail(stack, word, ())
            stack.append(action)
            values.append((word.start, word.end, [word]))
            index += 1

    def _reduce(self, number: int, stack: list[int], values: list[_Value], at: int) -> None:
        production = self._table.productions[number]
        size = len(production.keep)
        if size:
            below = values[-size:]
            del stack[-size:], values[-size:]
            start, end = below[0][0], below[-1][1]
        else:
            below, start, end = [], at, at
        parts: list[Part] | None = None
        for keep, value in zip(production.keep, below, strict=True):
            if keep:
                # The first list is taken over: a long repetition grows in place.
                if parts is None:
                    parts = value[2]
                else:
                    parts += value[2]
        if parts is None:
            parts = []
        if not production.inline and not (production.single and len(parts) == 1):
            parts = [Node(production.name, tuple(parts), start, end)]
        stack.append(self._table.states[stack[-1]][production.origin])
        values.append((start, end, parts))

    def _choose(self, stack: list[int], word: str, last: bool) -> str | tuple[str, ...]:
        """The terminal that a word is here, or the keywords between which it is undecided."""
        key = (stack[-1], word, last)
        chosen = self._chosen.get(key)
        if chosen is None:
            state = self._state(stack[-1])
            chosen = state.keywords.get(word) or self._decide(state, word, last)
            if len(self._chosen) < 50_000:
                self._chosen[key] = chosen
        if isinstance(chosen, tuple) and chosen:
            # States of the automaton can be wider than the grammar: ask more closely.
            allowed = set(self._allowed(stack))
            left = tuple(t for t in chosen if t in allowed)
            if len(left) == 1:
                return left[0]
        return chosen

    def _decide(self, state: _State, word: str, last: bool) -> str | tuple[str, ...]:
        if state.takes_text:
            return "TEXT"
        free = ""
        for name, pattern in state.patterns:
            if pattern.fullmatch(word):
                free = name
                break
        if free and (last or free != "NAME"):
            # `class-map m`: a word that ends the line is a name before it is half a keyword.
            return free
        begun = {
            keyword: terminal
            for keyword, terminal in state.keywords.items()
            if keyword.startswith(word)
        }
        if free and not begun:
            return free
        if begun:
            # Half of `packet` and of `packet-tag`: a router with both refuses it, so who wrote it
            # had the one that all the others lengthen.
            least = min(begun, key=len)
            if all(keyword == least or keyword.startswith(f"{least}-") for keyword in begun):
                return begun[least]
        return tuple(begun.values())

    def _state(self, number: int) -> _State:
        state = self._states.get(number)
        if state is None:
            row, table = self._table.states[number], self._table
            state = self._states[number] = _State(
                {table.keywords[symbol]: symbol for symbol in row if symbol in table.keywords},
                tuple((name, pattern) for name, pattern in table.patterns.items() if name in row),
                "TEXT" in row,
            )
        return state

    def _allowed(self, stack: list[int]) -> list[str]:
        """The terminals that can really follow: those that end up being shifted."""
        known = self._table
        row = known.states[stack[-1]]
        return [
            symbol
            for symbol in row
            if (symbol in known.keywords or symbol in known.patterns or symbol in ("TEXT", END))
            and self._shifts(stack, symbol)
        ]

    def _shifts(self, stack: list[int], terminal: str) -> bool:
        states = list(stack)
        while True:
            action = self._table.states[states[-1]].get(terminal)
            if action is None:
                return False
            if action >= 0:
                return True
            production = self._table.productions[-action - 1]
            if production.keep:
                del states[-len(production.keep) :]
            states.append(self._table.states[states[-1]][production.origin])
            if terminal == END and states[-1] == self._table.end:
                return True

    def _fail(self, stack: list[int], word: Word, undecided: tuple[str, ...]) -> Failure:
        keywords = self._table.keywords
        expected = tuple(
            sorted(keywords.get(name) or _PLAIN.get(name, name) for name in self._allowed(stack))
        )
        if undecided:
            full = " or ".join(sorted(keywords[name] for name in undecided))
            return Failure(word.start, word.end, f"`{word.text}` can mean {full}", expected)
        reason = f"`{word.text}` is not understood here" if word.text else "the line ends too early"
        return Failure(word.start, word.end, reason, expected)
