"""Source text and places in it.

Lines and columns count from 1. A span ends before its end column, as a slice does. Columns count
code points of the decoded text, tabs as one.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import field
from typing import TYPE_CHECKING

from qosc.patterns import folded, line_indices
from qosc.values import dataclass

if TYPE_CHECKING:
    from qosc.encoding import Doubt

__all__ = ["NOWHERE", "SUFFIXES", "SourceText", "Span", "decode", "public_path"]

SUFFIXES = (".cfg", ".conf", ".config", ".ios", ".txt", "-confg")
"""How names of configs end, in upper case too. A router writes `NAME-confg` to a TFTP server unless
it is told another name.
"""

_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\0\0\xfe\xff")
"""The byte order marks of UTF-16 and UTF-32."""
_LOOKED_AT = 8192
"""Characters at the beginning of a file in which a NUL gives rise to doubt."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A range of one source: 1-based line and column; the end column is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other` (same source)."""
        return Span(self.path, self.line, self.column, other.end_line, other.end_column)

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


NOWHERE = Span("<nowhere>", 1, 1, 1, 1)
"""The origin of a value that no source text holds (a default, a hand-made model)."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """A named text, split into lines once.

    `lines` holds the text of each line without its line ending; a trailing newline does not make
    an empty last line. Form feeds and vertical tabs do not end a line, as they do not on a router.

    `doubt` says why there is no text, where the bytes that it was read from were none. `numbers`
    says which lines of the file these are, in rising order, where they are a part of it.
    """

    path: str
    text: str
    lines: tuple[str, ...] = field(init=False, repr=False, compare=False)
    doubt: Doubt | None = None
    numbers: Sequence[int] | None = field(default=None, repr=False)

    @classmethod
    def of(cls, path: str, data: bytes | str, *, with_secrets: bool = False) -> SourceText:
        """The text of a file's bytes, or a text that a program has, whatever is in them.

        In a path as well, what no encoding holds (a lone surrogate) is replaced. Passwords and keys
        become `*` (`qosc.redaction`) unless they are asked for: whatever is made of the text later
        cannot hold them.
        """
        path = _encodable(path)
        doubt = None
        if isinstance(data, str):
            text = _encodable(data)
        else:
            text, doubt = decode(data)
            del data  # as large as the text: its place is needed for the lines
        if not with_secrets and may_hold_secrets(text):
            from qosc.redaction import redacted

            text = redacted(text)
        return cls(path, text, doubt)

    def __post_init__(self) -> None:
        text = self.text
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        lines = text.split("\n")
        if lines and lines[-1] == "":
            lines.pop()
        object.__setattr__(self, "lines", tuple(lines))

    def line(self, number: int) -> str:
        """The text of a line of the file (1-based); empty when there is no such line here."""
        index = self.index(number)
        return self.lines[index] if index is not None else ""

    def index(self, number: int) -> int | None:
        """The index (from 0) of a line of the file; None where there is no such line here."""
        numbers = self.numbers
        if numbers is None:
            return number - 1 if 1 <= number <= len(self.lines) else None
        index = bisect_left(numbers, number)
        there = index < len(numbers) and numbers[index] == number
        return index if there else None

    def number(self, index: int) -> int:
        """The number, in the file, of the line with this index (from 0)."""
        return index + 1 if self.numbers is None else self.numbers[index]

    @property
    def last(self) -> int:
        """The number, in the file, of the last line; 0 of a text without lines."""
        return self.number(len(self.lines) - 1) if self.lines else 0

    def numbered(self) -> Iterator[tuple[int, str]]:
        """All lines with their numbers in the file."""
        if self.numbers is None:
            return iter(enumerate(self.lines, start=1))
        return zip(self.numbers, self.lines, strict=True)

    def holding(self, *words: str) -> list[int]:
        """The indices (from 0) of the lines in which one of some words stands, in order, in any
        case. The words are in lower case, and ASCII.
        """
        # A carriage return may end a line too.
        text = self.text if "\r" not in self.text else "\n".join(self.lines)
        return line_indices(folded(text), words)

    def span(self, line: int, start: int, end: int, end_line: int | None = None) -> Span:
        """A span from 0-based character offsets within its first and last line."""
        return Span(self.path, line, start + 1, line if end_line is None else end_line, end + 1)

    def words(self, line: int) -> Span:
        """The span of a line without the white space around it."""
        text = self.line(line)
        return self.span(line, len(text) - len(text.lstrip()), len(text.rstrip()))


def may_hold_secrets(text: str) -> bool:
    """Whether a text may hold a password or a key: a quick look, before `redaction` decides."""
    low = text.lower()
    return any(word in low for word in _NEAR_SECRETS)


_NEAR_SECRETS = (
    *("secret", "sec ", "passw", "pass ", "passphrase", "key", "community", "comm ", "auth", "psk"),
    *("$", "://", "snmp", "ipsec", "pmk", "cak", "pin ", "token", "trap-group", "srvtab", "\\u00"),
    *("nthash", "crypto "),
)


def public_path(path: str) -> str:
    """A path as an artefact may show it: of one from the root, which tells of the user's own
    folders, the last part.
    """
    return path.replace("\\", "/").rpartition("/")[2] if _from_the_root(path) else path


def _from_the_root(path: str) -> bool:
    return path.startswith(("/", "\\")) or path[1:3] in (":/", ":\\")


def _encodable(text: str) -> str:
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def decode(data: bytes) -> tuple[str, Doubt | None]:
    """Decode a file's bytes; never fails.

    Returns the text and, where the bytes are no text (an archive, a program), what they are: there
    is no text then. A byte order mark is dropped; UTF-16 is understood with a mark and without. A
    byte that is not UTF-8 becomes U+FFFD.
    """
    if data.startswith(_WIDE_MARKS):
        from qosc.encoding import decode_wide

        return decode_wide(data), None
    with suppress(UnicodeDecodeError):
        text = data.decode("utf-8")
        if text.find("\0", 0, _LOOKED_AT) < 0:
            return text.removeprefix("\ufeff"), None
    from qosc.encoding import decode_odd

    return decode_odd(data)
