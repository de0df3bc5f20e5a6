"""Secrets in configs: which statements hold them, and texts without them.

A text is freed of its secrets as it is read (`qosc.source.SourceText.of`), so that nothing that is
printed or written later can hold one. Each character of a secret becomes `*`, so that the columns
of what stands behind it stay. `lines` has the statements of the vendors' command lines, `data`
those of JunOS in braces, XML and JSON, and `words` the keywords of both, with their sources.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from qosc.patterns import pattern
from qosc.redaction import data, lines

__all__ = ["redacted", "secrets"]

_WHOLE: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("$", pattern(r"(?P<secret>\$(?:\d{1,2}|sha1|sha512|nt|y)\$[^\s\";<>,)\]}]++)")),
    ("://", pattern(r"://[^\s/:@]*+:(?P<secret>[^\s/@]++)@")),
    ("auth=key,", pattern(r"auth=key,(?P<secret>[^\s,]++)")),
    (
        "PRIVATE KEY-----",
        pattern(r"-----BEGIN [A-Z]{1,10}(?: [A-Z]{1,10})?? ?PRIVATE KEY-----(?P<secret>[^-]++)"),
    ),
)
"""What is a secret wherever it stands."""
_STAR = pattern(r"[^\r\n]")


def redacted(text: str) -> str:
    """The text with `*` for each character of a secret. Lines and columns stay."""
    pieces: list[str] = []
    at = 0
    for start, end in secrets(text):
        first = max(start, at)  # a secret may stand within another one
        if end > first:
            pieces += (text[at:first], _STAR.sub("*", text[first:end]))
            at = end
    return "".join([*pieces, text[at:]]) if pieces else text


def secrets(text: str) -> list[tuple[int, int]]:
    """Where the secrets of a text stand, in its order; quotes around them are not theirs."""
    if "\r" in text:
        text = text.replace("\r", "\n")  # lines may end so, too; each place stays
    return sorted(set(_found(text)))


def _found(text: str) -> Iterator[tuple[int, int]]:
    yield from lines.found(text)
    for word, expression in _WHOLE:
        if word in text:
            for match in expression.finditer(text):
                yield match.span("secret")
    yield from data.found(text)
