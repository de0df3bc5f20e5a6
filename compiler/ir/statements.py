"""The statements of a config that is a tree, as chains of words: also those that are in no model.

A front end that reads such a text hands them on, so that what compares one statement with another
reads nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, SupportsIndex, overload

from qosc.tuples import NamedTuple

__all__ = ["NO_GROUPS", "NO_STATEMENTS", "Groups", "Statement", "Statements", "Words"]


class Words(tuple[str, ...]):
    """Words of a statement; one that is not there is empty, since any may be cut off."""

    __slots__ = ()

    @overload
    def __getitem__(self, at: SupportsIndex) -> str: ...

    @overload
    def __getitem__(self, at: slice) -> Words: ...

    def __getitem__(self, at: SupportsIndex | slice) -> str | Words:
        """A word, or some."""
        try:
            found = _get(self, at)
        except IndexError:
            return ""
        return found if found.__class__ is str else Words(found)


_get: Any = tuple.__getitem__
"""As a tuple has it. Rules ask for words many times as often as a text has statements."""


class Statement(NamedTuple):
    """The words of a statement with those of the levels around it, and its line (from 1).

    A value of a list `[ a b ]` is a statement of its own, and so is what follows a value (`exact`
    behind `transmit-rate 1g`). What is inherited from a group is at the line of the group.
    """

    words: Words
    line: int

    def after(self, *words: str) -> Words:
        """What follows some words at the beginning; `*` stands for any word. Else nothing."""
        return self.words[len(words) :] if _begins(self.words, words) else Words()


class Groups(NamedTuple):
    """The groups of statements that a text defines and applies at levels of the tree.

    held      Each group by its name: the statement that begins it, and the first words of what it
              holds.
    applied   The places where a group is applied: the words of the level, then the group's name.
    excepted  The places where one that is applied above is to give nothing.
    giving    The names of the groups that give a statement in force.
    """

    held: Mapping[str, tuple[Statement, frozenset[str]]]
    applied: Sequence[Statement]
    excepted: Sequence[Statement]
    giving: frozenset[str]


NO_GROUPS = Groups({}, (), (), frozenset())
"""Those of a text that has none."""


class Statements:
    """The statements in force.

    all     In the order of the tree, from the top down.
    off     Those that are switched off.
    groups  What some of them come from.
    """

    __slots__ = ("_asked", "_by_stanza", "_levels", "all", "groups", "off")

    def __init__(
        self,
        every: Sequence[Statement],
        levels: Mapping[tuple[str, ...], int],
        off: Sequence[Statement],
        groups: Groups = NO_GROUPS,
    ) -> None:
        """`levels` are the lines on which each level with statements below is first written."""
        self.all = every
        self.groups = groups
        self.off = off
        self._levels = levels
        self._asked: dict[tuple[str, ...], Sequence[Statement]] = {}
        self._by_stanza: dict[tuple[str, str], list[Statement]] = {}
        for one in every:
            if len(one.words) > 1:
                self._by_stanza.setdefault((one.words[0], one.words[1]), []).append(one)

    def line(self, *words: str) -> int:
        """The line on which a level that holds others is first written; 0 where there is none."""
        return self._levels.get(words, 0)

    def below(self, *words: str) -> Iterator[tuple[Statement, Words]]:
        """Each statement that begins with some words (`*` is any), with the words behind them."""
        behind = slice(len(words), None)
        for one in self._rows(words):
            yield one, Words(_get(one.words, behind))

    def _rows(self, words: tuple[str, ...]) -> Sequence[Statement]:
        """The statements that begin with some words and have more."""
        if len(words) > 1 and words[1] != "*":
            rows = self._by_stanza.get((words[0], words[1]), [])
            return [one for one in rows if _begins(one.words, words)]
        known = self._asked.get(words)
        if known is None:
            # All interfaces: there are few such questions, and many rules ask the same.
            known = self._asked[words] = [
                one
                for (first, _), rows in self._by_stanza.items()
                if first == words[0]
                for one in rows
                if _begins(one.words, words)
            ]
        return known


def _begins(own: Words, words: tuple[str, ...]) -> bool:
    """Whether a statement begins with some words, of which `*` is any, and has more."""
    if len(own) <= len(words):
        return False
    for mine, wanted in zip(own, words, strict=False):  # noqa: SIM110  (`all` takes twice as long)
        if mine != wanted != "*":
            return False
    return True


NO_STATEMENTS = Statements((), {}, ())
"""Those of a text that is no tree."""
