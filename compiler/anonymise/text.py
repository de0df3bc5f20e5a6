"""A text with other names, addresses and words, each in the place of the old one."""

from __future__ import annotations

import hmac
import re
from functools import cache
from importlib.resources import files

from qosc.anonymise.addresses import Addresses
from qosc.anonymise.hidden import ESCAPE, covered, form_of, hidden
from qosc.anonymise.nets import NET, Nets
from qosc.anonymise.phones import KEYWORDS
from qosc.redaction import words as secret_words

__all__ = ["anonymous"]

_PIECE = (
    rf"(?P<net>{NET})"
    r"|(?P<mac>(?<![\w:.])(?:[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}|[0-9A-Fa-f]{4}(?:\.[0-9A-Fa-f]{4}){2})"
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
    """The text with the same lines. Words keep their length; an address may be longer or shorter.

    Words of more than two letters that no vendor's command and no other config has get other
    letters, the same for the same word; addresses as `Addresses` says. Of secrets, descriptions,
    remarks, banners, certificates and public keys only the length stays. The same text and key give
    the same.
    """
    form = form_of(text)
    made = _Words(key, text, form)
    return "".join(
        made.other(part) if plain else covered(part, form)
        for part, plain in _parts(text, hidden(text))
    )


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


class _Words:
    """Other words for those of a text."""

    def __init__(self, key: bytes, text: str, form: str) -> None:
        self._key = key
        self._addresses = Addresses(key)
        self._nets = Nets(key, self._addresses)
        self._known = _vocabulary()
        self._pieces = re.compile(f"(?P<kept>{ESCAPE[form]})|{_PIECE}" if form else _PIECE)
        self._made: dict[str, str] = {}
        self._taken = {word.lower() for word in _RUN.findall(text)}

    def other(self, text: str) -> str:
        """The text with other words."""
        return self._pieces.sub(self._piece, text)

    def _piece(self, match: re.Match[str]) -> str:
        said = match[0]
        if match.lastgroup == "kept":
            return said
        if match.lastgroup == "word":
            return self._word(said)
        if match.lastgroup == "net":
            return self._nets.other(said)
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


_KEYWORDS = """announcement busy chassis contact crypto description engine engineid location message
motd pem phone pkcs pki refuse remark secret snmp title vacant"""
"""Words by which texts and secrets are found: who reads the result takes them out again."""


@cache
def _vocabulary() -> frozenset[str]:
    """The words of the vendors' commands, and those that configs of several owners have."""
    listed = files("qosc.anonymise").joinpath("words.txt").read_text("ascii").split()
    tables = (secret_words.ALWAYS, secret_words.ALONE, secret_words.HELD, secret_words.FORMS)
    own = (run for table in tables for word in table for run in _RUN.findall(word))
    return frozenset((*listed, *own, *_KEYWORDS.split(), *KEYWORDS.split()))
