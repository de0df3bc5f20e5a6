"""From text to the tree as it is written: both forms, and what people paste around them."""

from __future__ import annotations

from qosc.frontends.junos.reading.commands import Commands
from qosc.frontends.junos.reading.state import BLANK, COMMENT, READ, SKIPPED
from qosc.frontends.junos.text.prompts import ELISION, INHERITED, LABEL, PROMPT, TAGS, VERBS
from qosc.frontends.junos.text.words import TOKEN, Quoted, unquote
from qosc.frontends.junos.tree.build import Words
from qosc.frontends.junos.tree.schema import IRRELEVANT, SPECIAL
from qosc.frontends.sentences import aside, prose_words
from qosc.patterns import pattern
from qosc.source import Span

__all__ = ["Reader"]

_FAST = pattern(r'\s*+([^"\[\]{};#]*+)([;{])\s*+\Z')
"""A line with one statement or one opening brace and nothing that wants a closer look."""
_STRING_END = pattern(r'(?:[^"\\]|\\.)*"')
_STRING_LINES = 100
_AROUND = "# \t'\"\u2018\u2019"


class Reader(Commands):
    """Reads one text: line by line where it can, token by token where it must."""

    def run(self) -> None:  # noqa: C901 - one loop over all lines, the hot one
        """Read all lines."""
        lines, marks = self.lines, self.marks
        count = len(lines)
        own = lines is self.source.lines
        passed = IRRELEVANT - self.extra
        partly = {word: {*spec.words, *SPECIAL} for word, spec in self.top.items() if spec.only}
        if self.whole:
            partly.clear()
        while self.next < count:
            text = lines[self.next]
            self.next += 1
            number = self.next
            if text.startswith("set ") and not self.frames and self.list_at < 0:
                if not self.edit:
                    end = text.find(" ", 4)
                    word = text[4:end]
                    read = partly.get(word)
                    if word in passed or (
                        read is not None
                        and text[end + 1 : text.find(" ", end + 1)] not in read
                        and word in (self.build.root.kids or ())
                    ):
                        self.noise = False
                        continue
                    if self.plain_set(text, number):
                        continue
                self.command(text, text, number, 0)
                continue
            if self.skip and self.pass_over(text, number):
                continue
            match = _FAST.match(text) if own else None
            if match is not None and not self.said and "/*" not in text:
                if not self.noise:
                    words = match[1].split()
                    if words and words[0] not in VERBS:
                        self.statement(Words(words, number), match[2] == "{", text)
                        continue
                elif match[2] == "{":
                    self.noise = False
                    self.next -= 1
                    continue
            stripped = text.strip()
            if not stripped:
                marks[number] = BLANK
            elif stripped == "}" and not self.said:
                self.close(number, text.index("}"), 1)
            elif self.list_at >= 0 or not self.special(text, stripped, number):
                self.tokens(text, number)
        self.end()

    def special(self, text: str, stripped: str, number: int) -> bool:
        """Take a line that is no brace form: a command, a prompt, a comment, a label."""
        first = stripped.split(None, 1)[0]
        if first[0] == "#":
            self.hash(text, number, text.index("#"))
            if text.lstrip() == text or not self.frames:
                self.marks[number] = COMMENT
            return True
        if ("@" in first or "#" in first or ">" in first) and (
            match := PROMPT.match(text)
        ) is not None:
            self.prompt(match[1], (match[2] or match[3] or "").rstrip(), text, number)
            return True
        if first[0] in "[{" and self.banner(text, number):
            return True
        if first in VERBS and stripped[-1] != "{":
            if not (self.frames and (stripped[-1] == ";" or " " not in stripped)):
                self.reset(number)
                self.command(stripped.rstrip(";"), text, number, 0)
                return True
            return False
        if self.noise:
            return True
        if ELISION.match(text) or (
            not self.frames and first not in TAGS and LABEL.match(text) is not None
        ):
            self.flush()
            return True
        if not self.frames and not self.said and not self.skip and self.around(first, stripped):
            self.marks[number] = COMMENT
            return True
        return False

    def around(self, first: str, stripped: str) -> bool:
        """Whether a line outside of braces is of the document that the text is in. A sentence may
        begin as a stanza does.
        """
        if first in self.top and prose_words(stripped) < 2:
            return False
        return first not in TAGS and aside(stripped)

    def tokens(self, text: str, number: int) -> None:  # noqa: C901
        """Take a line token by token; it may draw in the lines after it."""
        at = 0
        while (match := TOKEN.search(text, at)) is not None:
            kind = match.lastgroup
            start, at = match.start(), match.end()
            if kind == "hash":
                self.hash(text, number, start)
                return
            if kind == "comment":
                at = self.block(text, number, start)
            elif kind == "bad":
                word, last, at = self.string(text, number, start)
                if not self.skip:
                    self.word(word, last, start if last == number else 0, at)
            elif self.skip and kind != "close":
                self.skip += at - start if kind == "open" else 0
            elif kind == "word":
                self.plain(match[0], number, start)
            elif kind == "string":
                word = unquote(match[0])
                self.word(Quoted(word) if word in TAGS else word, number, start, at)
            elif kind == "list":
                self.broken(number, start)
                if self.list_at < 0:
                    self.list_at = len(self.said)
            elif kind == "end":
                self.close_list()
            else:
                self.stop(kind, number, start, at - start)
            if self.next != number:
                number = self.next
                text = self.lines[number - 1]

    def plain(self, word: str, number: int, start: int) -> None:
        """Take a word without quotes; the bracket that ends a list may stick to it."""
        if self.list_at >= 0 > self.list_end and word[-1] == "]" and "[" not in word:
            self.word(word[:-1], number, start, start + len(word) - 1)
            self.close_list()
        else:
            self.word(word, number, start, start + len(word))

    def close_list(self) -> None:
        """Take `]`."""
        if self.list_at >= 0 > self.list_end:
            self.list_end = len(self.said)

    def stop(self, kind: str | None, number: int, column: int, count: int) -> None:
        """Take `;`, or a run of `{` or `}`."""
        if kind == "close":
            if self.said:
                self.flush(missing=True)
            self.close(number, column, count)
        elif kind == "open":
            self.flush(opens=True)
            while count > 1 and not self.skip and not self.over:
                count -= 1
                self.flush(opens=True)
            if self.skip:
                self.skip += count - 1
            elif self.over:
                self.over += count - 1
        elif self.said:
            self.flush()

    def word(self, word: str, number: int, start: int, end: int) -> None:
        """Take a word of a statement that is not at its end yet."""
        self.broken(number, start)
        self.said.append(word)
        self.cols.append((number, start, end))

    def broken(self, number: int, start: int) -> None:
        """End the statement of an earlier line that lacks its semicolon."""
        if not self.said or (self.list_at >= 0 and self.list_end < 0):
            return
        if self.cols[-1][0] < number and not self.lines[number - 1][:start].strip():
            self.flush(missing=True)

    def hash(self, text: str, number: int, column: int) -> None:
        """Take a comment to the end of the line."""
        self.comments.append((number, column, number, len(text)))
        if INHERITED not in text or len(self.build.inherited) > 1000:
            return
        name, _, group = text[column:].partition(INHERITED)
        span = Span(self.source.path, number, column + 1, number, len(text.rstrip()) + 1)
        self.build.inherited[name.strip(_AROUND)] = (group.strip(_AROUND), span)

    def block(self, text: str, number: int, column: int) -> int:
        """Take a comment in `/* */`; returns where the text goes on, in the line `self.next`."""
        end = text.find("*/", column + 2)
        if end >= 0:
            self.comments.append((number, column, number, end + 2))
            if not text[:column].strip() and not text[end + 2 :].strip():
                self.marks[number] = COMMENT
            return end + 2
        last = number
        if not self.no_close:
            for last in range(number + 1, len(self.lines) + 1):
                end = self.lines[last - 1].find("*/")
                if end >= 0:
                    self.comments.append((number, column, last, end + 2))
                    for line in range(number + bool(text[:column].strip()), last + 1):
                        self.marks[line] = COMMENT
                    self.next = last
                    return end + 2
        self.no_close = True
        self.note(number, column, column + 2, "this comment does not end", "add `*/`")
        return len(text)

    def string(self, text: str, number: int, column: int) -> tuple[str, int, int]:
        """A string that does not end on its line: its content, the last line and its end there."""
        parts = [text[column:]]
        for last in range(number + 1, min(number + _STRING_LINES, len(self.lines)) + 1):
            line = self.lines[last - 1]
            match = _STRING_END.match(line)
            if match is None:
                parts.append(line)
                continue
            if line[match.end() :].lstrip()[:1] in {";", "]", "{", ""}:
                for between in range(number, last):
                    self.marks[between] = SKIPPED if self.skip else READ
                self.next = last
                return unquote("\n".join([*parts, match[0]])), last, match.end()
            break
        self.note(number, column, len(text), "this string does not end", 'add `"`')
        content = parts[0].rstrip()
        end = len(content)
        while end > 1 and content[end - 1] in ";{ ":
            end -= 1
        return unquote(content[:end] + '"'), number, column + end

    def end(self) -> None:
        """The end of the text."""
        if self.said:
            self.flush(missing=True)
        if self.frames:
            more = len(self.frames) - 1 + self.over
            self.unclosed(self.frames[-1][1], "the text may be cut off", more)
        elif self.skip:
            self.unclosed(self.skip_at[0], "the text may be cut off", self.skip - 1)
        self.notes.sort(key=lambda note: note.span)
