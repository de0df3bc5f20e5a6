"""JunOS out of mails, listings and sessions: how its lines begin behind margins and prompts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from qosc.patterns import pattern

__all__ = ["bare", "mentions", "unmargined"]

_STANZAS = (
    "class-of-service",
    "firewall",
    "interfaces",
    "policy-options",
    "forwarding-options",
    "routing-options",
    "dynamic-profiles",
    "groups",
)
_ANY = "(?:" + "|".join(_STANZAS) + ")"
_QUOTE = r"[ ]{0,3}+(?:>[ \t]?+){1,20}+"
_NUMBER = r"[ \t]*+\d{1,6}+[:.)|]{0,2}+[ \t]++"
_PROMPT = r"(?:[\w.-]{1,64}+(?:@[\w.:()-]{1,64}+)?[#>%][ \t]*+)?"
_SET = rf"set[ \t]++{_ANY}[ \t]"
_COMMAND = pattern(rf"^(?:{_QUOTE})?(?:{_NUMBER})?[ \t]*+{_PROMPT}(?={_SET})", re.MULTILINE)
_STANZA = pattern(
    rf"^(?:{_QUOTE})?(?:{_NUMBER})?[ \t]*+(?:configuration[ \t]*\{{[ \t]*)?"
    rf"(?:(?:replace|inactive|active|protect|unprotect):[ \t]*)?{_ANY}[ \t]*\{{",
    re.MULTILINE,
)
_MARGIN = pattern(
    rf"^(?:{_QUOTE}(?:{_NUMBER})?|{_NUMBER})[ \t]*+(?:{_PROMPT}{_SET}|{_ANY}[ \t]*\{{)",
    re.MULTILINE,
)
_QUOTED = pattern(_QUOTE)
_NUMBERED = pattern(rf"(?:{_QUOTE})?{_NUMBER}(?={_PROMPT}(?:set|delete|deactivate|edit|top)\b)")


def _may_be(text: str) -> bool:
    return any(stanza in text for stanza in _STANZAS)


def mentions(text: str) -> int:
    """How many lines begin as JunOS, behind blanks, a quotation mark, a number or a prompt."""
    if not _may_be(text):
        return 0
    return len(_COMMAND.findall(text)) + len(_STANZA.findall(text))


def bare(text: str) -> str:
    """A text without what stands before its `set` commands."""
    return str(_COMMAND.sub("", text))


def unmargined(lines: Sequence[str], text: str) -> Sequence[str]:
    """The lines with blanks for marks of quotation and numbers, so that columns stay.

    Only where one of them stands before JunOS: elsewhere a `>` or a number may be a value. So for
    the tags that a page has before the first line of a listing.
    """
    page = "<pre" in text or "<code" in text
    if not _may_be(text) or not (page or _MARGIN.search(text) is not None):
        return lines
    from qosc.frontends.line_starts import before_tags, line_starts

    starts = line_starts(lines, text)
    texts = []
    for index, line in enumerate(lines):
        mark = _NUMBERED.match(line) or _QUOTED.match(line)
        start = max(starts.get(index, 0), mark.end() if mark is not None else 0)
        texts.append(before_tags(" " * start + line[start:] if start else line))
    return texts
