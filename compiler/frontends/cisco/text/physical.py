"""What the reader works on: one line of the source, with all that is no statement taken off."""

from __future__ import annotations

from qosc.frontends.cisco.text.clean import clean, page_marks, unprompt
from qosc.frontends.cisco.text.comments import BlockComments, has_comment, strip_comments
from qosc.frontends.cisco.text.lines import Note
from qosc.frontends.line_starts import before_tags, line_starts
from qosc.source import SourceText

__all__ = ["Physical", "PhysicalLines"]


class Physical:
    """The statement text of one line of the source, and where it stands."""

    __slots__ = ("column", "configuring", "extra", "indent", "index", "text")

    def __init__(self, index: int, column: int, indent: int, text: str) -> None:
        self.index = index
        self.column = column
        self.indent = indent
        self.text = text
        self.extra: list[tuple[int, str]] = []
        """What stands behind a comment in the middle: column and text."""
        self.configuring = True
        """False behind a prompt that is not one of configuration: the text is an exec command."""


class PhysicalLines:
    """The lines of a source: prompts, marks and comments are taken off one when it is read.

    `odd` holds the indices of lines that need a closer look than their first word.
    """

    __slots__ = ("_blocks", "_source", "_starts", "lines", "notes", "odd")

    def __init__(self, source: SourceText, notes: list[Note]) -> None:
        self.lines = clean(source.lines, source.text)
        self.notes = notes
        self._source = source
        self._blocks = (
            BlockComments(self.lines) if "*" in source.text and "/*" in source.text else None
        )
        self._starts = line_starts(self.lines, source.text)
        self._starts.update(page_marks(self.lines, source.text))
        """Index of a line -> column at which it really begins, where that is not 0."""
        self.odd = set(self._starts)
        if "</pre>" in source.text or "</code>" in source.text:
            self.odd.update(n for n, line in enumerate(self.lines) if before_tags(line) != line)
        if self._blocks is not None:
            self.odd.update(self._blocks.ends, self._blocks.unclosed)

    def at(self, index: int) -> Physical | None:
        """The line at `index`; None where it holds nothing but a comment, a mark or a prompt."""
        raw = self.lines[index]
        start = self._starts.get(index, 0) if self._starts else 0
        body = raw[start:] if start else raw
        text = body.strip()
        if text.endswith(">"):
            text = before_tags(text)
        if not text or text[0] == "!":
            return None
        indent = 0
        column = start
        if body[0].isspace():
            column += len(body) - len(body.lstrip())
            lead = body[: column - start]
            indent = len(lead.expandtabs(8)) if "\t" in lead else len(lead)
        if text[0] == "*" and text.startswith("**") and text.endswith("**") and len(text) > 4:
            column, text = column + 2, text[2:-2]
        here = Physical(index, column, indent, text)
        if "#" in text or ">" in text:
            prompt = unprompt(text)
            if prompt is not None:
                end, here.configuring = prompt
                here.text = text = text[end:]
                here.column, here.indent = column + end, 0
                if text.count("`") == 1 and text.endswith(("`", "`,", "`;")):
                    # The string of a source file that a session is in ends here.
                    here.text = text = text[: text.rindex("`")].rstrip()
                if not text or text[0] == "!":
                    return None
        if has_comment(text) and not self._uncomment(here):
            return None
        return here

    def after(self, index: int) -> tuple[int, int]:
        """The index of the line to read after the one at `index`, and the lines of comment between.

        They are more than the next line and none where a comment begins that ends further down.
        """
        following = index + 1
        if self._blocks is None or index not in self._blocks.ends:
            return following, 0
        last, column = self._blocks.ends[index]
        if self.lines[last][column:].strip():
            self._starts[last] = column
            self.odd.add(last)
            return last, last - following
        return last + 1, last + 1 - following

    def _uncomment(self, here: Physical) -> bool:
        text = here.text
        ranges = strip_comments(text)
        if not ranges:
            return False
        base = here.column
        start, end = ranges[0]
        here.text, here.column = text[start:end], base + start
        here.extra = [(base + start, text[start:end]) for start, end in ranges[1:]]
        if self._blocks is not None and here.index in self._blocks.unclosed:
            at = self._source.span(here.index + 1, here.column, base + len(text))
            self.notes.append(Note(at, "this comment is not closed; it ends with its line"))
        return True
