"""Where the words of a person stand in a config: descriptions, remarks, messages, banners.

Nothing in them is a statement or a comment. Sources: Cisco, IOS Configuration Fundamentals Command
Reference ("banner", "menu", "refuse-message": a delimiter, a text, the delimiter; "alias"), IOS
Interface Command Reference ("description": the rest of the line), IOS Embedded Event Manager
Command Reference ("action"); Juniper, CLI Explorer ("description", "announcement", "message": a
text in quotes).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.patterns import pattern

__all__ = ["free_texts"]

_DESCRIPTION = r"des(?:c(?:r(?:i(?:p(?:t(?:i(?:on?)?)?)?)?)?)?)?"
_REST = pattern(
    rf"(?<![\w.-])(?:(?P<anywhere>{_DESCRIPTION}|remark|announcement)|remar?k?|contact|location"
    r"|chassis-id|full-name|message|udi|string|phone-number)[ \t]++",
    re.IGNORECASE,
)
"""Words behind which a text stands, up to the end of the line."""
_BEFORE = frozenset(("access-list", "no", "set", "snmp-server", "license", "dialer", "call-home"))
"""Words that lines with one of these may begin with."""
_NAMED = frozenset(
    ("class", "class-map", "policy-map", "match", "service-policy", "ip access-list")
)
"""First words of lines in which such a word is a name."""
_QUOTED = pattern(r"\"((?:[^\"\\\n]|\\.)*+)\"[ \t]*+(?=;|$)", re.MULTILINE)
_OF_BRACES = pattern(r"(?:[;{}]|\*/)[ \t]*+$|;[ \t]*+(?:#|/\*)")
_WORDS = "description|announcement|message|contact|location|full-name|comment"
_IN_DATA = pattern(
    rf"<(?:[\w.-]++:)?(?:{_WORDS})(?:\s[^<>]*+)?>\s*+"
    r"(?:<!\[CDATA\[(?P<data>[^\]]++)|(?P<element>[^<]++))"
    rf"|\"(?:{_WORDS})\"[ \t]*+:[ \t]*+\"(?P<string>(?:[^\"\\\n]|\\.)*+)"
)
_ALIAS = pattern(r"^[ \t]*+alias[ \t]++\S++[ \t]++\S++[ \t]++([^\n]++)", re.MULTILINE)
_EVENT = pattern(r"^[ \t]*+(?:action|event|menu)[ \t][^\n]*+", re.MULTILINE | re.IGNORECASE)
_STRING = pattern(r"\"((?:[^\"\\\n]|\\.)*+)\"?|[ \t](?:text|prompt)[ \t]++([^\n]++)")
_BANNER = pattern(
    r"^[ \t]*+(?:[\w.-]{1,64}+(?:\([\w-]++\))?[#>])?(?:default[ \t]++)?"
    r"(?:ban(?:n(?:er?)?)?[ \t]++(?:[\w-]++[ \t]++)?"
    r"|aaa[ \t]++authentication[ \t]++(?:banner|fail-message|\w++-prompt)[ \t]++"
    r"|menu[ \t]++\S++[ \t]++title[ \t]++|(?:refuse|vacant)-message[ \t]++"
    r"|busy-message[ \t]++\S++[ \t]++)(\^C|\S)",
    re.MULTILINE | re.IGNORECASE,
)
_TO_EOF = pattern(
    r"^banner[ \t]++(?:motd|login|exec)[ \t]*+\n((?:(?!EOF[ \t]*+$).*\n){1,500}+)EOF[ \t]*+$",
    re.MULTILINE,
)


def free_texts(text: str) -> list[tuple[int, int]]:
    """Where such texts stand, in order; quotes and delimiters around them are not theirs."""
    return sorted({(start, end) for start, end in _found(text) if start < end})


def _found(text: str) -> Iterator[tuple[int, int]]:
    yield from (match.span(match.lastgroup or 0) for match in _IN_DATA.finditer(text))
    yield from _rests(text)
    yield from _banners(text)
    yield from (match.span(1) for match in _TO_EOF.finditer(text))
    yield from (match.span(1) for match in _ALIAS.finditer(text))
    for line in _EVENT.finditer(text):
        for match in _STRING.finditer(text, *line.span()):
            yield match.span(match.lastindex or 0)


def _rests(text: str) -> Iterator[tuple[int, int]]:
    """Texts up to the ends of their lines, or in quotes."""
    at, first, last, braces = 0, 0, -1, False
    while (match := _REST.search(text, at)) is not None:
        at = match.end()
        if match.start() > last:
            first = text.rfind("\n", 0, match.start()) + 1
            last = text.find("\n", at)
            last = last if last >= 0 else len(text)
            braces = _OF_BRACES.search(text, first, last) is not None
        quoted = _QUOTED.match(text, at, last) if braces else None
        if quoted is not None:
            yield quoted.span(1)
            at = quoted.end()
        elif _begins(text, first, match.start(), anywhere=match["anywhere"] is not None):
            yield at, at + len(text[at:last].rstrip("; \t\r"))
            at = last


def _begins(text: str, first: int, at: int, *, anywhere: bool) -> bool:
    """Whether a text may begin behind such a word, by what stands before it in its line."""
    words = text[first : min(at, first + 200)].lower().split()
    before = text[max(first, at - 8) : at].rstrip()
    if not words or words[0].isdecimal() or words[0] in _BEFORE or before.endswith(("{", ";")):
        return True
    return anywhere and words[0] not in _NAMED and " ".join(words[:2]) not in _NAMED


def _banners(text: str) -> Iterator[tuple[int, int]]:
    """Texts between delimiters; up to the end of the line where the second one is missing."""
    missing: set[str] = set()
    at = 0
    while (match := _BANNER.search(text, at)) is not None:
        at = match.end()
        mark = match[1].upper() if match[1] in ("^C", "^c") else match[1]
        close = text.find(mark, at) if mark not in missing else -1
        if close < 0:
            missing.add(mark)
            close = text.find("\n", at)
            close = close if close >= 0 else len(text)
        yield at, close
        at = close
