"""What is to be done with a line that is written as devices print it, decided once.

Keywords in full, arguments of the right shape, no comment: for such a line the mode and the text
decide all but its place in the tree. Nine of ten lines are such, and configs repeat themselves: a
plan is made for a line when it is first met in a mode, and looked up from then on. A line without
a plan is left to `line_reader`, to which a plan always comes to the same.
"""

from __future__ import annotations

from qosc.frontends.cisco.sections.judge import Verdict, judge_words
from qosc.frontends.cisco.sections.modes import Entry, Kind, opened, resolve, table
from qosc.frontends.cisco.sections.tree import LONGEST
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.comments import has_comment, marks_in
from qosc.frontends.cisco.text.wrap import may_continue

__all__ = ["Plan", "Plans", "PlansByMode"]

_KEPT = ("hostname", "version", "aaa")
"""Lines of no interest to QoS that take a closer look: arguments are kept, or a banner begins."""
_GLOBAL, _OTHER = Mode.GLOBAL, Mode.OTHER
_PLAIN, _SECTION, _STATEMENT = Kind.PLAIN, Kind.SECTION, Kind.STATEMENT
_REMEMBERED = 4_000
"""How many lines are remembered for each mode."""

Plan = tuple[int, int, Mode, str, str, int, bool, Mode | None, bool, bool]
"""A line in a mode. (A tuple, since one is made for each line of which there are no others.)

kind      PLAIN, SECTION or STATEMENT of `Kind`; ABSENT for a line that does nothing here.
indent    How far it is indented; tabs count up to the next multiple of eight.
mode      The mode in which it is valid, that of its section or one around it.
keyword   As that of `Line`. Of a line of no interest at the margin: the words that decide this,
          with the blank behind them.
text      As that of `Line`, as are column and negated.
column, negated
opens     The mode that it opens, if any.
open_ended
          Whether it may go on in the next line.
loose     Whether only its place tells it from a sentence (`Verdict.LOOSE`).
"""


class Plans:
    """The plans for the lines of one mode. `marks`: those of comments that the config has."""

    __slots__ = ("_marks", "_mode", "_words", "made")

    def __init__(self, mode: Mode, marks: tuple[str, ...]) -> None:
        self._mode = mode
        self._marks = marks
        self._words = table(mode).words
        self.made: dict[str, Plan] = {}
        """Plans by line. Unique lines, as the names of objects are, are not kept."""

    def plan(self, line: str, text: str, lead: int, indent: int) -> Plan | None:
        """The plan for a line, or None where it takes a closer look.

        `text` is the line without the blanks before it, of which there are `lead`; it is not empty.
        """
        if len(text) > LONGEST:
            return None
        for mark in self._marks:
            if mark in text and has_comment(text):
                return None
        text = text.rstrip()
        words = text.split(None, 1)
        entry = self._words.get(words[0])
        if entry is not None and entry.kind == _STATEMENT:
            rest = words[1] if len(words) == 2 else ""
            plan = _statement(text, entry, rest, lead, indent, negated=False)
        else:
            plan = self._closer(text, lead, indent)
        if plan is not None and plan[2] is not _GLOBAL and len(self.made) < _REMEMBERED:
            self.made[line] = plan
        return plan

    def _closer(self, text: str, lead: int, indent: int) -> Plan | None:
        """The plan for a line whose first word does not decide, or says that it is of no use."""
        hit = resolve(text, self._mode, in_full=True)
        if hit is None or not hit.exact:
            return None
        kind, mode = hit.entry.kind, hit.entry.mode
        if kind == _STATEMENT:
            negated = hit.negated
            return _statement(text, hit.entry, hit.rest, lead, indent, negated=negated)
        if kind not in (_PLAIN, _SECTION) or hit.entry.keyword in _KEPT:
            return None
        if mode is not self._mode and self._mode is not _OTHER:
            return None
        start = text[: -len(hit.behind)] if hit.behind and not lead else ""
        return (kind, indent, mode, start, "", 0, False, None, False, False)


def _statement(
    text: str, entry: Entry, rest: str, lead: int, indent: int, *, negated: bool
) -> Plan | None:
    mode, keyword, opens = entry.mode, entry.keyword, entry.opens
    verdict = judge_words(entry, rest)
    if verdict == Verdict.DOUBT:
        return None
    if verdict == Verdict.ABSENT:
        return (Kind.ABSENT, indent, mode, "", text, lead, negated, None, False, False)
    if mode is _GLOBAL or opens is not None:
        opens = opened(entry, rest)
        if opens is _OTHER:
            return None
    more = may_continue(keyword, text, mode, negated=negated)
    loose = verdict == Verdict.LOOSE
    return (_STATEMENT, indent, mode, keyword, text, lead, negated, opens, more, loose)


class PlansByMode(dict[Mode, Plans]):
    """The plans of the modes that have been met in a text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._marks = marks_in(text)

    def __missing__(self, mode: Mode) -> Plans:
        made = self[mode] = Plans(mode, self._marks)
        return made
