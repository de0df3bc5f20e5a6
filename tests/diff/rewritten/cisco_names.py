"""Other names for the policies, classes and lists of a Cisco text.

A name is changed only if each word of the text that spells it stands where such a name stands.
"""

from __future__ import annotations

import re

from tests.diff.rewritten.refused import RefusedError

__all__ = ["renamed"]

_NAME = r"[A-Za-z][\w.-]{2,}"
_DEFINED = re.compile(
    rf"^[ \t]*(?:class-map(?: match-(?:any|all))?|policy-map|ip access-list (?:extended|standard)"
    rf"|ipv4 access-list) ({_NAME})[ \t]*$",
    re.MULTILINE,
)
_BEFORE = re.compile(
    r"(?:class-map(?: match-(?:any|all))?|policy-map|class|service-policy(?: (?:input|output))?"
    r"|match class-map|(?:ip|ipv4) access-list(?: (?:extended|standard))?"
    r"|match access-group(?: name| ipv4)?|(?:ip|ipv4) access-group) "
)
_WORDS = re.compile(r"[^ \t]+")
_OUR_OWN = re.compile(r"class-default|system-|copp-|default|match-a|input$|output$")
"""Names that a platform gives, or that read as keywords."""


def renamed(text: str) -> str:
    """The text with `-xq` behind each name that can be told from other words."""
    names = {name for name in _DEFINED.findall(text) if not _OUR_OWN.match(name)}
    lines = text.split("\n")
    for line in lines:
        for word in _WORDS.finditer(line):
            if word[0] in names and not _is_name(line, word.start()):
                names.discard(word[0])
    if not names:
        raise RefusedError("no name that can be told from other words")
    return "\n".join(
        _WORDS.sub(lambda word: word[0] + "-xq" * (word[0] in names), line) for line in lines
    )


def _is_name(line: str, start: int) -> bool:
    before = line[:start].lstrip()
    return _BEFORE.fullmatch(before) is not None or before.startswith(("description ", "remark "))
