"""Statement, slip of the pen, or prose around a pasted config?

Where a section is indented the place of a line answers that, and everything inside is reported.
Flush left, a line needs evidence of its own: the shape of its arguments, a keyword one letter off,
names and numbers instead of a sentence.
"""

from __future__ import annotations

from qosc.frontends.cisco.sections.modes import Entry, Found, orphan
from qosc.frontends.cisco.sections.typos import meant
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.shapes import config_like, prose, prose_words

__all__ = ["FREE", "QOS_MODES", "Judgement", "Verdict", "judge_statement", "judge_unknown"]

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

FREE = ("description", "remark")


class Verdict:
    """What to do with a line."""

    TAKE = 1
    """It is a statement, or meant as one."""
    WAIT = 2
    """It is one if its section goes on behind it."""
    SKIP = 3
    """It is prose or does not matter."""


def judge_statement(found: Found, text: str, *, child: bool) -> int:
    """Judge a line whose first word is a keyword. `child`: it is indented below its section."""
    entry = found.entry
    if not found.exact and not entry.has_shape and not config_like(found.rest):
        return Verdict.SKIP
    if entry.shaped(found.rest):
        if child or "-" in entry.keyword or entry.keyword in FREE:
            return Verdict.TAKE
        return Verdict.TAKE if prose_words(text) < 2 else Verdict.SKIP
    if not found.exact:
        return Verdict.SKIP
    if child:
        return Verdict.TAKE
    if prose(text):
        return Verdict.SKIP
    hyphened = "-" in entry.keyword
    if hyphened or config_like(found.rest):
        return Verdict.TAKE if hyphened or entry.mode is not Mode.GLOBAL else Verdict.SKIP
    return Verdict.WAIT


class Judgement:
    """What an unknown line is. `entry` is the statement that was probably meant."""

    __slots__ = ("entry", "orphan", "verdict")

    def __init__(
        self, verdict: int, entry: Entry | None = None, orphan: Found | None = None
    ) -> None:
        self.verdict = verdict
        self.entry = entry
        self.orphan = orphan


def judge_unknown(text: str, mode: Mode, *, child: bool, aligned: bool) -> Judgement:
    """Judge a line whose first word no mode in force knows.

    `child`: it is indented below the section of `mode`; `aligned`: as its siblings are.
    """
    first, _, rest = text.partition(" ")
    if first in ("no", "default"):
        first, _, rest = rest.strip().partition(" ")
    typo = meant(first, mode)
    if typo is not None and not child and not rest and "-" not in typo.keyword:
        typo = None  # a heading: `Policy`
    if child and mode in QOS_MODES:
        verdict = Verdict.SKIP if not aligned and prose(text) else Verdict.TAKE
        return Judgement(verdict, typo)
    if typo is not None and not prose(text) and (typo.shaped(rest.strip()) or child):
        if typo.mode is Mode.GLOBAL and not typo.shaped(rest.strip()):
            return Judgement(Verdict.SKIP)
        return Judgement(Verdict.TAKE, typo)
    lost = orphan(text)
    if lost is not None and not prose(text) and (aligned or not child):
        return Judgement(Verdict.TAKE, orphan=lost)
    if mode in QOS_MODES and not prose(text):
        return Judgement(Verdict.WAIT)
    return Judgement(Verdict.SKIP)
