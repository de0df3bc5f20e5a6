"""Where phone numbers stand in a config: those of dial peers, of ISDN and of phones.

Sources: Cisco, IOS Voice Command Reference ("destination-pattern", "incoming called-number",
"answer-address", "prefix (dial-peer)", "num-exp", "rule (voice translation-rule)", "rule
(translation-rule)", "caller-id local", "station-id", "connection", "clid", "credentials",
"authentication (SIP UA)", "zone prefix", "h323-gateway voip tech-prefix", "e164"), IOS Dial
Technologies Command Reference ("dialer map", "dialer string", "dialer caller", "isdn spid1",
"isdn calling-number", "isdn answer1", "isdn caller", "callback-dialstring", "chat-script"), Unified
Communications Manager Express Command Reference ("number", "dialplan-pattern", "call-forward",
"speed-dial", "pilot", "name (ephone-dn)"), NX-OS System Management Command Reference
("phone-contact"); Juniper, CLI Explorer ("dial-string", "calling-number", "caller", "npa-nxx").
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.patterns import pattern

__all__ = ["KEYWORDS", "phones"]

_ANYWHERE = (
    r"destination-pat[a-z]*+|(?:called|calling)-number|answer-address|num-exp|dialplan-pattern"
    r"[ \t]++\d++|isdn[ \t]++(?:spid[12]|answer[12]|caller|test[ \t]++call)|spid[12]"
    r"|caller-id[ \t]++local|station-id[ \t]++number|(?:network|second|tech)-(?:number|prefix)"
    r"|connection[ \t]++(?:plar(?:[ \t]++opx)?+|trunk|tie-line)|callback-(?:dialstring|number)"
    r"|dialer[ \t]++(?:caller|called)"
    r"|call-forward[ \t]++(?:all|busy|noan|max-length|night-service|pattern|b2bua[ \t]++[a-z]++)"
    r"|dial-string|npa-nxx|phone-contact|e164|zone[ \t]++prefix|gw-type-prefix|telephone-number"
    r"|elin[ \t]++\d++|emergency[ \t]++response[ \t]++callback"
)
"""Words behind which numbers stand, wherever they are in a line."""
_FIRST = (
    r"number(?:[ \t]++\d{1,2}(?=[ \t]++[\d+*#]))?+|prefix|caller|pilot|final|voicemail|pager|trunk"
    r"|mwi|mwi-number|intercom|transfer-pattern|transfer-number"
    r"|(?:fast|speed-|blf-speed-)dial[ \t]++\d++|secondary|secondary-dialtone|access-code"
    r"|(?:park-slot|night-service|after-hours)[ \t]++[a-z][a-z -]*+(?:\d++(?=[ \t]++\S))?+"
    r"|alias[ \t]++\d++|default-destination|list|max-redirect-number|user-id|site-prefix"
)
"""Words that do so where a statement begins with them: elsewhere they are of other statements."""
_BEGIN = (
    r"^[ \t]*+(?:[\w.-]{1,64}+(?:\([\w-]++\))?[#>][ \t]*+)?(?:set[ \t]++)?(?:no[ \t]++)?"
    r"(?:default[ \t]++)?"
)
_LINES = tuple(
    pattern(text, re.MULTILINE | re.IGNORECASE)
    for text in (
        rf"(?<![\w.-])(?:{_ANYWHERE})[ \t\"]++(?P<rest>[^\n;]++)",
        rf"{_BEGIN}(?:{_FIRST})[ \t]++(?P<rest>[^\n;]++)",
        (
            rf"{_BEGIN}(?:credentials|authentication)[ \t]++(?:number[ \t]++\S++[ \t]++)?"
            r"(?:username|number)[ \t]++(?P<rest>\S++)"
        ),
        rf"{_BEGIN}credentials[ \t]++number[ \t]++(?P<rest>\S++)",
        (
            rf"{_BEGIN}rule[ \t]++\d++[ \t]++(?:reject[ \t]++)?"
            r"(?P<rest>(?:/|[\d^.*+#%$\[\]-]{2,}+(?=[ \t]|$))[^\n]*+)"
        ),
        r"\bATD[TP]?+[ \t]*+,*+(?P<rest>[\d*#+(][^\s\"]*+)",
    )
)
_TOKEN = re.compile(r"[^\s;\",]++")
_DIGIT = re.compile(r"\d")
_ADDRESS = re.compile(
    r"(?:[a-z]\w*:)?\d{1,3}(?:\.\d{1,3}){3}(?:[/:]\d{1,5})?"
    r"|\[?[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?:/\d{1,3})?\]?",
    re.IGNORECASE,
)
"""An address, which is replaced by another one: prefixes of networks begin with `prefix`, too."""
_MAP = pattern(r"\bdialer[ \t]++map[ \t]++(?P<rest>[^\n]++)", re.IGNORECASE)
_MAPPED = re.compile(r"(?<!\S)[+\d][\d*#.()TW-]{2,}(?::\d+)?(?!\S)", re.IGNORECASE)
"""A dial string among the names and words of `dialer map`."""
_CALLER = pattern(
    rf"{_BEGIN}(?:station-id[ \t]++name|name|label)[ \t]++(?P<rest>[^\n]++)",
    re.MULTILINE | re.IGNORECASE,
)
"""What a phone shows of who calls: a name of a person in the sections of phones."""
_SECTION = pattern(r"^(?:ephone|voice register|voice-port|dial-peer)\b", re.MULTILINE)
KEYWORDS = """after announce answer blf called caller callback calling clid connection
credentials dial dialer dialplan dialstring elin emergency exp fastdial hours
intercom isdn night noan num number nxx npa opx pager pilot plar pots realm
response rule spid station telephone tie trunk voicemail voip"""
"""Words by which such numbers are found: who reads the result finds the same places."""


def phones(text: str) -> Iterator[tuple[int, int]]:
    """Where they stand, in no order. Of a statement each word with a digit in it, but addresses."""
    for expression in (*_LINES, _MAP):
        token_pattern = _MAPPED if expression is _MAP else _TOKEN
        for match in expression.finditer(text):
            for token in token_pattern.finditer(text, *match.span("rest")):
                if _DIGIT.search(token[0]) and _ADDRESS.fullmatch(token[0]) is None:
                    yield token.span()
    yield from _callers(text)


def _callers(text: str) -> Iterator[tuple[int, int]]:
    """Names of callers: of the lines below that of a phone."""
    if _SECTION.search(text) is None:
        return
    at, within = 0, False
    for line in text.splitlines(keepends=True):
        if line[:1] not in (" ", "\t", "\n", "\r"):
            within = _SECTION.match(line) is not None
        elif within and (match := _CALLER.match(line)) is not None:
            start, end = match.span("rest")
            yield at + start, at + end
        at += len(line)
