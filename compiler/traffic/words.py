"""Command lines of a shell script as words, each with its place.

Quotes, backslashes, comments and continued lines are read as sh reads them (POSIX, Shell Command
Language, 2.2 and 2.3). Nothing is expanded and nothing is run: a word that a shell would have
replaced (`$RATE`) says so.
"""

from __future__ import annotations

import dataclasses
import re

from qosc.source import SourceText, Span
from qosc.values import dataclass

__all__ = ["CommandLine", "Word", "command_lines"]

_BLANK = " \t\f\v"
_ENDS = ";&|()"
_EXPANDING = "$`"
_RUN = re.compile(r"""[^ \t\f\v;&|()\\'"<>$`]++""")
"""Characters that stand for themselves."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its quotes undone. `fault` says why it cannot be taken as written."""

    text: str
    span: Span
    fault: str = ""
    redirect: bool = False

    def part(self, start: int, end: int | None = None) -> Word:
        """The word of some of its characters; its place is that of the whole."""
        return Word(self.text[start:end], self.span, self.fault)


@dataclass(frozen=True, slots=True)
class CommandLine:
    """The words of one command, and how it ends: `&` for one that the shell does not wait for."""

    words: tuple[Word, ...]
    end: str = "\n"
    piped: bool = False
    """It reads what the command before it prints."""


def command_lines(source: SourceText) -> list[CommandLine]:
    """All command lines of a text, in order."""
    return _Scanner(source).scan()


class _Scanner:
    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.found: list[CommandLine] = []
        self.words: list[Word] = []
        self.piped = False

    def scan(self) -> list[CommandLine]:
        for number, text in self.source.numbered():
            continued = self.line(number, text)
            if not continued:
                self.end("\n")
        self.end("\n")
        return self.found

    def end(self, by: str) -> None:
        if self.words:
            self.found.append(CommandLine(tuple(self.words), by, self.piped))
        self.words = []
        self.piped = by == "|"

    def line(self, number: int, text: str) -> bool:
        """Take a line in; whether the next one continues it."""
        at = 0
        last = len(text.rstrip()) - 1
        while at < len(text):
            char = text[at]
            if char in _BLANK:
                at += 1
            elif char == "#":
                return False
            elif char == "\\" and at >= last:
                return True
            elif char in _ENDS:
                twice = text[at : at + 2] in ("&&", "||")
                self.end(text[at : at + 2] if twice else char)
                at += 2 if twice else 1
            else:
                at = self.word(number, text, at)
        return False

    def word(self, number: int, text: str, start: int) -> int:
        """Read the word that begins at `start`; where it ends."""
        made = _Making()
        at = start
        while at < len(text):
            if run := _RUN.match(text, at):
                made.parts.append(run[0])
                at = run.end()
                continue
            char = text[at]
            if char in _BLANK or (char in _ENDS and not made.to_stream(char)):
                break
            if char == "\\":
                if at + 1 == len(text):
                    break  # the line is continued
                made.parts.append(text[at + 1])
                at += 2
            elif char in "'\"":
                at = made.quoted(text, at)
            else:
                made.plain(char)
                at += 1
                if char in "<>":
                    while at < len(text) and text[at] in _BLANK:
                        at += 1
        span = self.source.span(number, start, at)
        self.words.append(Word("".join(made.parts), span, made.fault, made.redirect))
        return at


@dataclasses.dataclass(slots=True)
class _Making:
    """A word while it is read."""

    parts: list[str] = dataclasses.field(default_factory=list)
    fault: str = ""
    redirect: bool = False
    bare: bool = True
    """So far there are only digits and arrows, looked at once each: of the first `seen` parts."""
    seen: int = 0

    def to_stream(self, char: str) -> bool:
        """Whether `&` belongs to a redirection (`2>&1`)."""
        return char == "&" and bool(self.parts) and self.parts[-1] in ("<", ">")

    def plain(self, char: str) -> None:
        if char in _EXPANDING:
            self.fault = "a shell puts a value in its place; write the value"
        if char in "<>" and self.bare and not self.redirect:
            self.bare = all(
                self.parts[at].isdigit() or self.parts[at] in "<>"
                for at in range(self.seen, len(self.parts))
            )
            self.seen = len(self.parts)
            self.redirect = self.bare
        self.parts.append(char)

    def quoted(self, text: str, at: int) -> int:
        """Read what stands in quotes from `at`; where it ends."""
        quote = text[at]
        at += 1
        while at < len(text) and text[at] != quote:
            if quote == '"' and text[at] == "\\" and text[at + 1 : at + 2] in ('"', "\\", "$", "`"):
                at += 1
            elif quote == '"' and text[at] in _EXPANDING:
                self.fault = "a shell puts a value in its place; write the value"
            self.parts.append(text[at])
            at += 1
        if at >= len(text):
            self.fault = f"the quote {quote} is not closed on its line"
            return at
        return at + 1
