"""The mode table: what a first word means in each mode.

A line that is not valid in the mode in force belongs to the nearest enclosing mode where it is, as
on a router; so one dictionary per mode, with the words of the enclosing modes merged in, answers
with one look-up what a line is, where it belongs, and what it opens.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import cache

from qosc.frontends.cisco.sections.keywords import (
    ACCESS_LIST_SETTINGS,
    BARE_HEADS,
    HEAD_ABSENT,
    HEAD_SECTIONS,
    PLAIN,
    QOS_TYPES,
    SECTIONS,
)
from qosc.frontends.cisco.table import ROWS, Statement, statement, statements
from qosc.frontends.cisco.table.mode import PARENT, Mode
from qosc.frontends.cisco.text.shapes import BLOB_WORDS

__all__ = [
    "LONGER",
    "NUMBERED",
    "Entry",
    "Kind",
    "Table",
    "TableHit",
    "chain",
    "first_word",
    "opened",
    "orphan",
    "resolve",
    "table",
]


class Kind:
    """What to do with a line. Plain integers: they are compared for each line of a file."""

    PLAIN = 0
    """Valid here, cannot matter to QoS."""
    SECTION = 1
    """The same, and opens a mode of no interest."""
    STATEMENT = 2
    HEAD = 3
    """The second word decides."""
    NO = 4
    """`no` and `default`: the next word decides, the line is negated."""
    EXIT = 5
    END = 6
    BLOB = 7
    """May begin lines that are not statements at all, such as a banner."""
    COMMENT = 8
    EXEC = 9
    """`do ...`: an exec command; changes no mode."""
    ABSENT = 10
    """Not valid here, although the first word is."""


_ANY = re.compile("")
"""The shape of statements of whose words nothing is known."""


def _shape_of(mode: Mode, keyword: str) -> re.Pattern[str]:
    row = statement(mode, keyword)
    if row is None or row.shape is None:
        return _ANY
    return re.compile(row.shape, re.IGNORECASE)


class Entry:
    """One row of the mode table."""

    __slots__ = ("_shape", "heads", "keyword", "kind", "match", "mode", "opens", "word")

    def __init__(
        self,
        kind: int,
        mode: Mode,
        keyword: str,
        opens: Mode | None = None,
        heads: dict[str, Entry] | None = None,
    ) -> None:
        self.kind = kind
        self.mode = mode
        self.keyword = keyword
        self.opens = opens
        self.heads = heads
        self.word = keyword
        self._shape: re.Pattern[str] | None = None
        """Looked up when it is first needed."""
        self.match: Callable[[str], re.Match[str] | None] | None = None

    @property
    def shape(self) -> re.Pattern[str]:
        """What the words after the keyword look like; one that takes all where nothing is known."""
        if self._shape is None:
            self._shape = _shape_of(self.mode, self.keyword)
        return self._shape

    @property
    def has_shape(self) -> bool:
        """Whether anything is known of the words after the keyword."""
        return self.shape is not _ANY

    def shaped(self, rest: str) -> bool:
        """Whether the words after the keyword look as those of this statement do."""
        return (self.match or self.matcher())(rest) is not None

    def matcher(self) -> Callable[[str], re.Match[str] | None]:
        """What `match` holds from now on: it gives None where the words do not look so."""
        self.match = self.shape.match
        return self.match


class Table:
    """The words of one mode and of all that enclose it."""

    __slots__ = ("mode", "sorted", "words")

    def __init__(self, mode: Mode) -> None:
        self.mode = mode
        self.words: dict[str, Entry] = (
            dict(table(PARENT[mode]).words) if mode in PARENT else _common()
        )
        for word in PLAIN.get(mode, "").split():
            self.words[word] = Entry(Kind.PLAIN, mode, word)
        heads: dict[str, list[Statement]] = {word: [] for word in BARE_HEADS.get(mode, ())}
        for row in statements(mode):
            word, _, second = row.keyword.partition(" ")
            if second:
                heads.setdefault(word, []).append(row)
            else:
                self.words[word] = Entry(Kind.STATEMENT, mode, word, row.opens)
        for word, rows in heads.items():
            self.words[word] = self._head(word, rows)
        self.sorted: list[str] = []

    def _head(self, word: str, rows: list[Statement]) -> Entry:
        outer = table(PARENT[self.mode]).words.get(word) if self.mode in PARENT else None
        inherited = outer.heads if outer is not None and outer.heads is not None else {}
        heads = {key: row for key, row in inherited.items() if row.kind == Kind.STATEMENT}
        alone = self.words.get(word)
        section = alone is not None and alone.kind == Kind.SECTION and self.mode is Mode.GLOBAL
        heads[""] = Entry(Kind.SECTION if section else Kind.PLAIN, self.mode, word)
        for second in HEAD_ABSENT.get((self.mode, word), "").split():
            heads[second] = Entry(Kind.ABSENT, self.mode, word)
        for second in HEAD_SECTIONS.get((self.mode, word), "").split():
            heads[second] = Entry(Kind.SECTION, self.mode, f"{word} {second}")
        for row in rows:
            second = row.keyword.partition(" ")[2]
            heads[second] = Entry(Kind.STATEMENT, self.mode, row.keyword, row.opens)
        return Entry(Kind.HEAD, self.mode, word, heads=heads)

    def written(self, word: str, _: str = "") -> Entry | None:
        """The entry of a word that is written in full, in small letters."""
        return self.words.get(word)

    def complete(self, word: str, rest: str) -> Entry | None:
        """The entry whose word `word` abbreviates, as IOS has it: if there is only one.

        The words of the mode itself go before those of the enclosing modes. Where several are
        possible, and the words behind fit the arguments of one only, it is that one: no release
        has all the keywords that stand in our table. A word that is a whole keyword in some other
        mode is no abbreviation here (`class` of `class-map`).
        """
        low = word.lower()
        exact = self.words.get(low)
        if exact is not None:
            return exact
        if len(low) < 2 or low in _statement_words():
            return None
        if not self.sorted:
            self.sorted = sorted(self.words)
        entries: list[Entry] = []
        for at in range(bisect_left(self.sorted, low), len(self.sorted)):
            name = self.sorted[at]
            if not name.startswith(low):
                break
            entries.append(self.words[name])
        for mode in chain(self.mode):
            here = [entry for entry in entries if entry.mode is mode]
            if len(here) > 1:
                here = [entry for entry in here if entry.has_shape and entry.shaped(rest)]
            if here:
                return here[0] if len(here) == 1 else None
        return None


@cache
def _statement_words() -> frozenset[str]:
    return frozenset(row.keyword for row in ROWS if " " not in row.keyword)


def _common() -> dict[str, Entry]:
    words = {word: Entry(Kind.SECTION, Mode.GLOBAL, word) for word in SECTIONS.split()}
    for word in BLOB_WORDS:
        words[word] = Entry(Kind.BLOB, Mode.GLOBAL, word)
    words["!"] = Entry(Kind.COMMENT, Mode.GLOBAL, "!")
    for word in ("no", "default"):
        words[word] = Entry(Kind.NO, Mode.GLOBAL, word)
    for word in ("exit", "quit"):
        words[word] = Entry(Kind.EXIT, Mode.GLOBAL, word)
    words["end"] = Entry(Kind.END, Mode.GLOBAL, "end")
    words["do"] = Entry(Kind.EXEC, Mode.GLOBAL, "do")
    return words


@cache
def table(mode: Mode) -> Table:
    """The table of a mode."""
    return Table(mode)


@cache
def chain(mode: Mode) -> tuple[Mode, ...]:
    """A mode and those that enclose it, innermost first."""
    modes = [mode]
    while modes[-1] in PARENT:
        modes.append(PARENT[modes[-1]])
    return tuple(modes)


class TableHit:
    """What the table says of a line: its entry, and the words after the keyword."""

    __slots__ = ("behind", "entry", "exact", "negated", "rest")

    def __init__(self, entry: Entry, rest: str, behind: str, *, exact: bool, negated: bool) -> None:
        self.entry = entry
        self.rest = rest
        self.behind = behind
        """The words after those that were looked at."""
        self.exact = exact
        """False where a word was abbreviated."""
        self.negated = negated


_MEMO = 256
"""How many second words of no interest are remembered for each first word."""

LONGER = {"service": ("service-policy", _shape_of(Mode.SERVICE_INSTANCE, "service-policy"))}
"""Keywords that are also the beginning of another, and the arguments of that one."""

NUMBERED = (Mode.ACL_STANDARD, Mode.ACL_EXTENDED, Mode.ACL_IPV6)
"""Modes whose lines may begin with a number in sequence."""


def resolve(text: str, mode: Mode, *, in_full: bool = False) -> TableHit | None:
    """Look a line up in a mode: first word, or the one after `no`, `default`, a number.

    `in_full`: words that are abbreviated are not looked for.
    """
    here = table(mode)
    look = here.written if in_full else here.complete
    word, rest = first_word(text)
    entry = look(word, rest)
    exact, negated = True, False
    if entry is not None and entry.kind == Kind.NO:
        negated = True
        word, rest = first_word(rest)
        entry = look(word, rest)
    if entry is None and mode in NUMBERED and word.isdecimal():
        word, rest = first_word(rest)
        entry = look(word, rest)
        if entry is not None and entry.mode is not mode:
            return None
    if entry is None:
        return None
    exact = entry.word == word.lower()
    if entry.heads is not None:
        longer = LONGER.get(word.lower())
        if longer is not None and longer[0] in here.words and longer[1].match(rest) is not None:
            entry, exact = here.words[longer[0]], False
    behind = rest
    if entry.heads is not None:
        inner, whole = _second(entry, rest, in_full=in_full)
        if inner is None:
            return None
        behind = first_word(rest)[1]
        if inner.keyword != entry.keyword:
            rest = behind
        entry, exact = inner, exact and whole
    if not word.islower() and (
        not exact or word not in (word.upper(), word.capitalize(), word.title())
    ):
        return None  # nobody abbreviates behind a capital letter, or types `QoS`; sentences do
    return TableHit(entry, rest, behind, exact=exact, negated=negated)


def _second(head: Entry, rest: str, *, in_full: bool) -> tuple[Entry | None, bool]:
    """The entry that the second word chooses, and whether that is written in full."""
    heads = head.heads or {}
    low = first_word(rest)[0].lower()
    second = heads.get(low)
    if second is not None:
        return (None if second.kind == Kind.ABSENT else second), True
    if in_full:
        return None, False
    matches = [
        row
        for name, row in heads.items()
        if name.startswith(low) and row.kind in (Kind.STATEMENT, Kind.SECTION)
    ]
    if len(matches) == 1 and len(low) >= 2:
        return matches[0], False
    # What stands behind a word in LONGER is looked at line by line, whatever was read before.
    if len(heads) < _MEMO and head.word not in LONGER:
        heads[low] = heads[""]
    return heads[""], True


def first_word(text: str) -> tuple[str, str]:
    """The first word of a text, and what stands behind it."""
    parts = text.split(None, 1)
    if not parts:
        return "", ""
    return parts[0], parts[1] if len(parts) == 2 else ""


@cache
def _orphans() -> dict[str, Entry]:
    return {row.keyword: table(row.mode).words[row.keyword] for row in ROWS if row.orphan}


def orphan(text: str) -> TableHit | None:
    """A statement of some mode that no line has opened; only words spelled in full."""
    word, rest = first_word(text)
    negated = word == "no"
    if negated:
        word, rest = first_word(rest)
    entry = _orphans().get(word.lower())
    if entry is None or not entry.shaped(rest):
        return None
    return TableHit(entry, rest, rest, exact=True, negated=negated)


def opened(entry: Entry, rest: str) -> Mode | None:
    """The mode that a statement opens; OTHER for an object that has nothing to do with QoS."""
    if entry.opens is None and entry.keyword != "ip access-list":
        return None
    words = rest.split(None, 2)
    if entry.keyword == "ip access-list":
        kind = words[0].lower() if words else ""
        if "standard".startswith(kind) and kind:
            return Mode.ACL_STANDARD
        # NX-OS and EOS do not name the kind.
        named = len(words) == 1 and kind not in ACCESS_LIST_SETTINGS
        return Mode.ACL_EXTENDED if kind and ("extended".startswith(kind) or named) else None
    if entry.keyword == "qos":
        return entry.opens if len(words) == 2 and words[0] == "profile" else None
    if entry.keyword in ("class-map", "policy-map") and len(words) > 1 and words[0] == "type":
        return entry.opens if words[1] in QOS_TYPES else Mode.OTHER
    return entry.opens
