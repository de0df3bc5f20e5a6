"""What is this line: a statement, a slip of the pen, or prose around a pasted config?

The reader asks nobody else. The mode table says what the first words are (`modes.resolve`), the
shapes of arguments (`text.shapes`) and the marks of prose (`frontends.sentences`) are the evidence;
what follows from both is decided here, for a line that is written out as devices print it and for
any other.

Where a section is indented the place of a line answers that, and everything inside is reported.
Flush left, a line needs evidence of its own: the shape of its arguments, a keyword one letter off,
names and numbers instead of a sentence.
"""

from __future__ import annotations

from qosc.frontends.cisco.sections.modes import Entry, TableHit, orphan
from qosc.frontends.cisco.sections.typos import meant
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.shapes import config_like, heads_counters, is_layout
from qosc.frontends.sentences import prose, prose_words

__all__ = [
    "QOS_MODES",
    "Judgement",
    "Verdict",
    "is_sentence",
    "judge_statement",
    "judge_unknown",
    "judge_words",
]

QOS_MODES = frozenset(
    {
        Mode.PVC,
        Mode.VC_CLASS,
        Mode.MAP_CLASS,
        Mode.CLASS_MAP,
        Mode.POLICY_MAP,
        Mode.POLICY_CLASS,
        Mode.POLICY_POLICE,
        Mode.TABLE_MAP,
        Mode.ACL_STANDARD,
        Mode.ACL_EXTENDED,
        Mode.ACL_IPV6,
    }
)
"""Modes in which a line that is not understood is reported. An interface is not one: it has some
thousand statements that do not concern QoS."""

_FREE = ("description", "remark")
"""Keywords of statements whose arguments are sentences."""


class Verdict:
    """What a line is. Plain integers: they are compared for each line of a file."""

    TAKE = 1
    """A statement, or meant as one."""
    WAIT = 2
    """A statement if its section goes on behind it."""
    SKIP = 3
    """None that matters; what is indented below it does not either."""
    PROSE = 4
    """No statement at all."""
    ABSENT = 5
    """A statement of its section that does nothing to QoS."""
    LOOSE = 6
    """A statement below its section; at the margin a sentence can begin like it."""
    DOUBT = 7
    """The words alone do not tell."""


def judge_words(entry: Entry, rest: str) -> int:
    """What the keyword of a statement and the words behind it say, wherever the line stands.

    TAKE, LOOSE, ABSENT or DOUBT.
    """
    if (entry.match or entry.matcher())(rest) is None:
        return Verdict.ABSENT if entry.mode is Mode.ROUTE_MAP else Verdict.DOUBT
    if "-" in entry.keyword or entry.keyword in _FREE or not (" " in rest or "\t" in rest):
        return Verdict.TAKE
    return Verdict.LOOSE


def is_sentence(text: str, *, child: bool) -> bool:
    """Whether a line that may be a statement (LOOSE) is a sentence, by its place and its words.
    `child`: it is indented below its section.
    """
    return not child and prose_words(text) > 1


def reads_as_statement(hit: TableHit) -> bool:
    """Whether the words of a line are those of a statement, wherever it stands."""
    return judge_words(hit.entry, hit.rest) in (Verdict.TAKE, Verdict.LOOSE)


def judge_statement(hit: TableHit, text: str, *, child: bool) -> int:
    """Judge a line whose first word is a keyword. `child`: it is indented below its section.

    TAKE, WAIT, ABSENT or SKIP; the last means that the keyword does not make it a statement.
    """
    entry = hit.entry
    if heads_counters(text):
        return Verdict.SKIP
    verdict = judge_words(entry, hit.rest)
    if verdict == Verdict.ABSENT:
        return verdict
    # `random-d` below its section is no word of a sentence.
    hyphen = child and "-" in text.partition(" ")[0]
    if not (hit.exact or entry.has_shape or hyphen or config_like(hit.rest)):
        return Verdict.SKIP
    if verdict != Verdict.DOUBT:
        sentence = verdict == Verdict.LOOSE and is_sentence(text, child=child)
        return Verdict.SKIP if sentence else Verdict.TAKE
    if not hit.exact:
        return Verdict.SKIP
    if child:
        return Verdict.TAKE
    if prose(text):
        return Verdict.SKIP
    hyphened = "-" in entry.keyword
    if hyphened or config_like(hit.rest):
        return Verdict.TAKE if hyphened or entry.mode is not Mode.GLOBAL else Verdict.SKIP
    return Verdict.WAIT


class Judgement:
    """What an unknown line is. `entry` is the statement that was probably meant."""

    __slots__ = ("entry", "orphan", "verdict")

    def __init__(
        self, verdict: int, entry: Entry | None = None, orphan: TableHit | None = None
    ) -> None:
        self.verdict = verdict
        self.entry = entry
        self.orphan = orphan


def judge_unknown(text: str, mode: Mode, *, child: bool, aligned: bool) -> Judgement:
    """Judge a line whose first word no mode in force knows.

    `child`: it is indented below the section of `mode`; `aligned`: as its siblings are.
    TAKE, WAIT, SKIP or PROSE.
    """
    if not aligned and is_layout(text):
        return Judgement(Verdict.PROSE)
    first, _, rest = text.partition(" ")
    if first in ("no", "default"):
        first, _, rest = rest.strip().partition(" ")
    typo = meant(first, mode)
    if typo is not None and not child and not rest and "-" not in typo.keyword:
        typo = None  # a heading: `Policy`
    if child and mode in QOS_MODES:
        return Judgement(Verdict.TAKE if aligned or not prose(text) else Verdict.PROSE, typo)
    if typo is not None and not prose(text) and ((shaped := typo.shaped(rest.strip())) or child):
        if typo.mode is Mode.GLOBAL and not shaped:
            return Judgement(Verdict.SKIP)
        return Judgement(Verdict.TAKE, typo)
    lost = orphan(text)
    if lost is not None and not prose(text) and (aligned or not child):
        return Judgement(Verdict.TAKE, orphan=lost)
    if child:
        return Judgement(Verdict.SKIP)
    if prose(text):
        return Judgement(Verdict.PROSE)
    return Judgement(Verdict.WAIT if mode in QOS_MODES else Verdict.SKIP)
