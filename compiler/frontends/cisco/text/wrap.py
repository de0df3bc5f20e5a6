"""Statements that go on in the next line of the text, as papers and mails break them."""

from __future__ import annotations

import re

from qosc.frontends.cisco.table import WRAPPED
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.lines import Line
from qosc.frontends.sentences import prose
from qosc.patterns import pattern

__all__ = ["continues", "may_continue"]

_ACTION = r"(?:transmit|drop|continue|set-[\w-]+\s+\S+)"
_POLICE = Mode.POLICY_POLICE

_MOST_LINES = 20
"""No statement is wrapped into more lines; without a limit, joining them could take for ever."""

_LAST = "exceed-action"
_CAR_DONE = pattern(rf"{_LAST}\s+{_ACTION}")
_CAR_MORE = pattern(
    r"(?:\d|(?:conform|exceed|violate)-action\b|access-group\s|dscp\s|qos-group\s"
    r"|(?:transmit|drop|continue)(?:\s|$)|set-[\w-]+(?:\s|$))",
    re.IGNORECASE,
)
_DANGLING = pattern(
    r"(?:\s(?:conform-action|exceed-action|violate-action|access-group|host|eq|neq|gt|lt|cir|pir|bc"
    r"|be|set-(?:prec|dscp|qos|mpls|cos|discard)[\w-]*)|\srange(?:\s+\S+)?)$",
    re.IGNORECASE,
)
_ENTRY_MORE = pattern(
    r"(?:\d+\.\d+\.\d+\.\d+|any|host|eq|neq|gt|lt|range|established|log|log-input|precedence|dscp"
    r"|tos|fragments)(?:\s|$)",
    re.IGNORECASE,
)
_ENTRY_WORDS = pattern(r"[\w.:/-]+(?:\s+[\w.:/-]+){0,11}\s*$")
_POLICE_MORE = pattern(
    r"(?:set-[\w-]+-transmit\b|(?:transmit|drop)(?:\s|$)|(?:bc|be|pir)\s+\d|\d+(?:\s+\d+)*\s*"
    r"(?:$|(?:conform|exceed|violate)-action\b))",
    re.IGNORECASE,
)
_DONE = pattern(r"-action\s+\S+$", re.IGNORECASE)
"""A whole action ends the line: `drop` below it is a statement of its class."""
_TAKEN_BACK = pattern(r"no\s+police(?:\s+(?:cir|rate))?$", re.IGNORECASE)
"""A router asks for no more: `no police cir` takes the policer of the class away (Cisco IOS Quality
of Service Solutions Command Reference, `police`)."""
_SHARED_MORE = pattern(r"(?:policed-dscp-transmit|drop)\s*$|exceed-action\s", re.IGNORECASE)
_NUMBERS = pattern(r"\d+(?:\s+\d+)*\s*$")


def may_continue(keyword: str, text: str, mode: Mode, *, negated: bool) -> bool:
    """Whether a statement may go on in the next line."""
    if keyword == "rate-limit":
        low = text.lower()
        last = low.rfind(_LAST)
        return not negated and (last < 0 or _CAR_DONE.match(low, last) is None)
    return keyword in WRAPPED or mode is _POLICE


def _shares(text: str) -> bool:
    """Whether a line sets a policer for several classes, and ends where its action is wanted."""
    words = text.lower().split()
    last = words[-1:] if text[-1:].strip() else []
    return "aggregate-policer" in words[1:-1] and any(
        word == _LAST or word.isdecimal() for word in last
    )


def continues(line: Line, text: str) -> bool:
    """Whether `text`, the next line that is not blank or a comment, belongs to the statement."""
    if line.height >= _MOST_LINES:
        return False
    keyword = line.keyword
    if keyword == "rate-limit":
        more = _CAR_MORE.match(text) is not None
        return (more or _dangles(line)) and not prose(text)
    if keyword in ("access-list", "permit", "deny"):
        if _ENTRY_WORDS.match(text) is None or prose(text):
            return False
        return _ENTRY_MORE.match(text) is not None or _dangles(line)
    if keyword == "random-detect":
        return _NUMBERS.match(text) is not None
    if line.negated and _TAKEN_BACK.match(line.text) is not None:
        return False
    if keyword == "mls qos":
        return _shares(line.text) and _SHARED_MORE.match(text) is not None
    if _dangles(line):
        return not prose(text)
    if keyword != "police" or _POLICE_MORE.match(text) is None:
        return False
    return text[:1] not in "dDtT" or _DONE.search(line.text[-60:]) is None


def _dangles(line: Line) -> bool:
    return _DANGLING.search(line.text[-60:]) is not None
