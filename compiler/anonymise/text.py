"""A text with other names, addresses and words, each in the place of the old one."""

from __future__ import annotations

import hmac
import re
from functools import cache
from importlib.resources import files

from qosc.anonymise.addresses import Addresses
from qosc.redaction import secrets

__all__ = ["anonymous"]

_FREE = re.compile(
    r"\b(description|remark|contact|location|chassis-id|full-name|message|udi|string)[ \t]++",
    re.IGNORECASE,
)
"""Words behind which a text of a person stands, or a number of one, up to the end of the line."""
_BEFORE = frozenset(("access-list", "no", "set", "snmp-server", "license", "dialer"))
"""Words that lines with one of these may begin with."""
_IN_DATA = re.compile(
    r"(?:<(?:description|contact|location|full-name|message)>|"
    r"\"(?:description|contact|location|full-name|message)\"[ \t]*+:[ \t]*+\")(?P<free>[^<\"\n]++)"
)
_BANNER = re.compile(r"^banner[ \t]++(?:[\w-]++[ \t]++)?(\^C|\S)", re.MULTILINE)
_PIECE = re.compile(
    r"(?P<mac>(?<![\w:.])(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2})"
    r"(?![\w:.]))"
    r"|(?P<six>(?<![\w:.])(?=[0-9A-Fa-f]{0,4}:)[0-9A-Fa-f:.]{3,45}+)"
    r"|(?P<four>(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.]))"
    r"|(?P<word>[^\W\d_]+)"
)
_RUN = re.compile(r"[^\W\d_]+")
_SHORT = 2
"""Runs of so few letters are units, kinds of ports and code points."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def anonymous(text: str, key: bytes) -> str:
    """The text with the same lines, and with each word in its column.

    Words of more than two letters that no vendor's command and no other config has get other
    letters, the same for the same word; addresses as `Addresses` says. Of secrets, descriptions,
    remarks and banners only the length stays. The same text and key give the same.
    """
    hidden = _hidden(text)
    made = _Words(key, text)
    return "".join(
        made.other(part) if plain else _covered(part) for part, plain in _parts(text, hidden)
    )


def _hidden(text: str) -> list[tuple[int, int]]:
    """What is covered altogether."""
    found = secrets(text)
    found += (match.span("free") for match in _IN_DATA.finditer(text))
    for match in _FREE.finditer(text):
        before = text[text.rfind("\n", 0, match.start()) + 1 : match.start()].split()
        if not before or before[0].isdecimal() or before[0].lower() in _BEFORE:
            end = text.find("\n", match.end())
            said = text[match.end() : end if end >= 0 else len(text)].rstrip("; \t\r")
            found.append((match.end(), match.end() + len(said)))
    for match in _BANNER.finditer(text):
        close = text.find(match[1], match.end())
        if close >= 0:
            found.append((match.end(), close))
    return sorted(found)


def _parts(text: str, hidden: list[tuple[int, int]]) -> list[tuple[str, bool]]:
    """The text in parts: whether each is read on, or covered."""
    parts: list[tuple[str, bool]] = []
    at = 0
    for start, end in hidden:
        first = max(start, at)
        if end > first:
            parts += ((text[at:first], True), (text[first:end], False))
            at = end
    return [*parts, (text[at:], True)]


def _covered(text: str) -> str:
    return re.sub(r"\w", "x", text)


class _Words:
    """Other words for those of a text."""

    def __init__(self, key: bytes, text: str) -> None:
        self._key = key
        self._addresses = Addresses(key)
        self._known = _vocabulary()
        self._made: dict[str, str] = {}
        self._taken = {word.lower() for word in _RUN.findall(text)}

    def other(self, text: str) -> str:
        """The text with other words."""
        return _PIECE.sub(self._piece, text)

    def _piece(self, match: re.Match[str]) -> str:
        said = match[0]
        if match.lastgroup == "word":
            return self._word(said)
        if match.lastgroup == "four":
            return self._addresses.four(said, match.string[match.end() : match.end() + 24])
        if match.lastgroup == "six":
            made = self._addresses.six(said)
            return made if made is not None else _RUN.sub(lambda run: self._word(run[0]), said)
        digits = iter(hmac.digest(self._key, said.lower().encode(), "sha256").hex())
        kept = 0
        pieces = []
        for char in said:
            kept += char.isalnum()
            pieces.append(next(digits) if char.isalnum() and kept > _SHORT else char)
        return "".join(pieces)

    def _word(self, word: str) -> str:
        low = word.lower()
        if len(low) != len(word) or len(word) <= _SHORT or low in self._known:
            return word
        made = self._made.get(low)
        if made is None:
            made = self._made[low] = self._new(low)
        return "".join(
            new.upper() if old.isupper() else new for old, new in zip(word, made, strict=True)
        )

    def _new(self, word: str) -> str:
        turn = 0
        while True:
            digest = hmac.digest(self._key, f"{turn} {word}".encode(), "sha512")
            several = -(-len(word) // len(digest))
            made = "".join(_LETTERS[byte % 26] for byte in (digest * several)[: len(word)])
            if made not in self._taken and made not in self._known:
                self._taken.add(made)
                return made
            turn += 1


@cache
def _vocabulary() -> frozenset[str]:
    """The words of the vendors' commands, and those that configs of several owners have."""
    return frozenset(files("qosc.anonymise").joinpath("words.txt").read_text("ascii").split())
