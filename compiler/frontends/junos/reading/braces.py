"""Statements in braces."""

from __future__ import annotations

from qosc.frontends.junos.reading import edits
from qosc.frontends.junos.reading.state import BLANK, READ, SKIPPED, State
from qosc.frontends.junos.text.prompts import EDITS, PROMPT, TAGS
from qosc.frontends.junos.text.words import Quoted
from qosc.frontends.junos.tree.build import Frame, Words
from qosc.frontends.junos.tree.nodes import INACTIVE, PROTECTED
from qosc.frontends.junos.tree.schema import IRRELEVANT, SPECIAL

__all__ = ["Braces"]

_MAX_FRAMES = 1000

_TOP_WORDS = frozenset(
    {
        "system",
        "groups",
        "class-of-service",
        "firewall",
        "policy-options",
        "routing-options",
        "routing-instances",
        "chassis",
        "interfaces",
        "protocols",
        "snmp",
        "security",
    }
) | (IRRELEVANT & {"services", "event-options", "applications"})
"""Stanzas that tell, where one begins at the left edge, that the ones before it are over."""


_MARKS = {
    "inactive": (INACTIVE, 0),
    "active": (0, INACTIVE),
    "protect": (PROTECTED, 0),
    "unprotect": (0, PROTECTED),
}


class Braces(State):
    """Takes statements and the braces around them."""

    def statement(self, said: Words, opens: bool, text: str) -> None:  # noqa: C901
        """Take a whole statement, or the words before a brace."""
        tags = self._tags(said)
        if self.frames:
            self._margin(said, opens, text)
        else:
            self.indented = 0
        if self.over:
            self.over += opens
            return
        if opens and not self.frames and not self.context and said.words == ["configuration"]:
            self._open(Frame(self.build.root, None, [], None), said.line)
            return
        result: Frame | None = None
        frame = self._frame(said)
        if frame is not None:
            gone = False
            if "delete" in tags or "replace" in tags:
                gone = self._clear(frame, said, away="delete" in tags)
            if not gone:
                result = self._grow(frame, said)
        if self.build.inherited:
            self.build.inherited.clear()
        if result is None:
            if opens:
                self.skip, self.skip_at = 1, (said.line, 0)
                self._pass_stanza(said.line)
            return
        if self.frames or said.words[0] not in self.extra:
            self.marks[said.line] = READ
        if opens:
            self._open(result, said.line)
        elif result.prefix:
            self.build.finish(result, said)
        if tags:
            if result.prefix:
                result = Frame(result.node, None, result.prefix, result.first)
                self.build.finish(result, said)
            self._mark(result, tags)

    def _pass_stanza(self, line: int) -> None:
        """Go to the end of a stanza that is skipped, if that can be done in one step."""
        ending = self.stanza_ends.end(line) if self.next == line else None
        if ending is not None:
            end, comments = ending
            if end > line:
                self.indented = self.indented or 1
            self.comments += comments
            self.next = end

    @staticmethod
    def _tags(said: Words) -> list[str]:
        """Cut `inactive:` and the like off a statement."""
        tags: list[str] = []
        while said.words and said.words[0] in TAGS and type(said.words[0]) is not Quoted:
            tags.append(TAGS[said.words[0]])
            said.words = said.words[1:]
            said.base += 1
            if said.cols is not None:
                said.cols = said.cols[1:]
        return tags

    def _margin(self, said: Words, opens: bool, text: str) -> None:
        """See by the indentation whether a brace was forgotten above this statement."""
        if not self.indented:
            self.indented = 1 if text[:1].isspace() else -1
        elif (
            opens
            and self.indented > 0
            and not text[:1].isspace()
            and said.words
            and said.words[0] in _TOP_WORDS
            and self.lacks()
        ):
            self.reset(said.line, missing=True)
            self.indented = 0

    def _frame(self, said: Words) -> Frame | None:
        """Where the words of a statement belong; None if they are not read."""
        if not self.frames:
            return Frame(self.build.root, None, [], None) if self.start(said) else None
        frame = self.frames[-1][0]
        if frame.prefix:
            said.words = [*frame.prefix, *said.words]
            said.skip = len(frame.prefix)
        return frame

    def _clear(self, frame: Frame, said: Words, *, away: bool) -> bool:
        """Carry out the tags `delete:` and `replace:` on what was there before."""
        nodes = edits.find(frame.node, said.words) if said.words else []
        self.trail.clear()
        if away:
            edits.remove([node for node in nodes if node.parent is not None])
            self.marks[said.line] = READ
            return True
        for node in nodes:
            node.kids = None
            node.flags = 0
        return False

    def _grow(self, frame: Frame, said: Words) -> Frame | None:
        skip = said.skip
        # Brackets around the first word of all are no list: that word tells what is read.
        if self.list_at >= 0 and said.words and (self.frames or self.list_at + skip):
            return self.add(frame, said, self.list_at + skip, self.list_end + skip)
        return self.build.grow(frame, said)

    def _open(self, frame: Frame, line: int) -> None:
        if len(self.frames) >= _MAX_FRAMES:
            self.over = 1
            self.note_line(line, "braces are nested too deep; what is inside is not read")
            return
        self.frames.append((Frame(frame.node, frame.outer, frame.prefix, None), line))

    def _mark(self, frame: Frame, tags: list[str]) -> None:
        """Put the tags on the first node of the statement if it is known, else on its last."""
        first = frame.first
        node = first if first is not None and first.spec is not None else frame.node
        for tag in tags if node.parent is not None else ():
            if tag in _MARKS:
                gain, lose = _MARKS[tag]
                node.flags = (node.flags | gain) & ~lose
                self.build.inactive |= tag == "inactive"

    def start(self, said: Words) -> bool:
        """Find the place of a statement at the top of the text; False if it is not read."""
        words = said.words
        if self.context:
            context = self.context
            if words and words[0] == context[-1]:
                context = context[:-1]
            said.words = [*context, *words]
            said.skip = len(context)
        if not said.words:
            return False
        word = said.words[0]
        if not self.context and self.fragment and self._within(self.fragment, word):
            said.words = [*self.fragment, *said.words]
            said.skip = len(self.fragment)
            return True
        if word in self.top or word in SPECIAL:
            self.fragment = ()
            return True
        return self.known(said)

    def add(self, frame: Frame, said: Words, start: int, end: int) -> Frame | None:
        """Add a statement whose words from `start` to before `end` stood in brackets."""
        words, skip = said.words, said.skip
        cols = list(said.cols or ())
        stem = Words(words[:start], said.line, skip=skip, cols=cols[: max(start - skip, 0)])
        base = self.build.grow(frame, stem)
        if base is None:
            return None
        first, result = base.first, base
        tail, tail_cols = words[end:], cols[max(end - skip, 0) :]
        for at in range(start, end):
            own = [*base.prefix, words[at], *tail]
            leaf = Words(
                own,
                said.line,
                skip=len(base.prefix),
                cols=[*cols[at - skip : at - skip + 1], *tail_cols],
            )
            stand = Frame(base.node, base.outer, [], None)
            grown = self.build.grow(stand, leaf, several=end - start > 1)
            if grown is None:
                return None
            if grown.prefix:
                self.build.finish(grown, leaf)
            parent = grown.first.parent if grown.first is not None else None
            if base.prefix and parent is not None and parent.words == (base.prefix[0],):
                first = first or parent
            first = first or grown.first
            result = grown
        return Frame(result.node, result.outer, result.prefix, first)

    def close(self, number: int, column: int, count: int) -> None:
        """Take a run of closing braces."""
        if self.skip:
            gone = min(self.skip, count)
            self.skip -= gone
            count -= gone
        if self.over and count:
            gone = min(self.over, count)
            self.over -= gone
            count -= gone
        while count and self.frames:
            count -= 1
            node = self.frames.pop()[0].node
            extra = not self.frames and node.words and node.words[0] in self.extra
            self.marks[number] = SKIPPED if extra else READ
        if count:
            self.note(number, column, column + count, "this brace closes nothing")

    def pass_over(self, text: str, number: int) -> bool:
        """Take a line of a stanza that is skipped; False if the line needs a closer look."""
        if not text or text.isspace():
            self.marks[number] = BLANK
            return True
        if not text[0].isspace() and text[0] != "}":
            word = text.split(None, 1)[0]
            if "@" in word and PROMPT.match(text):
                return False
            if word in EDITS and text.rstrip()[-1] not in "{;" and " " in text.strip():
                self.reset(number)
                return False
            if (
                self.indented > 0
                and word in _TOP_WORDS
                and text.rstrip()[-1] == "{"
                and self.lacks()
            ):
                self.reset(number, missing=True)
                self.indented = 0
                return False
            if text[0] != "}":
                self.indented = self.indented or -1
        elif text[0] != "}":
            self.indented = self.indented or 1
        if '"' in text or "#" in text or "/*" in text:
            return False
        closes = text.count("}")
        if closes >= self.skip:
            if text.strip() != "}":
                return False
            self.skip = 0
            return True
        self.skip += text.count("{") - closes
        return True

    def flush(self, *, opens: bool = False, missing: bool = False) -> None:
        """The end of a statement taken token by token."""
        said, cols = self.said, self.cols
        if not said and not opens:
            self.list_at = self.list_end = -1
            return
        line = cols[0][0] if cols else self.next
        if missing and not self.frames and len(said) == 1:
            # A name above an excerpt, a word of prose: no statement is that short.
            self.said, self.cols = [], []
            self.list_at = self.list_end = -1
            self.note_line(line, "this line is neither a command nor a statement; not read")
            return
        if missing and cols and (self.frames or said[0] in self.top):
            number, _, end = cols[-1]
            self.note(number, end, end, "`;` is missing here")
        if self.list_at >= 0 and self.list_end < 0:
            self.list_end = len(said)
        self.said, self.cols = [], []
        tags = 0
        while tags < len(said) and said[tags] in TAGS and type(said[tags]) is not Quoted:
            tags += 1
        if self.list_at >= 0:
            self.list_at = max(self.list_at - tags, 0)
            self.list_end = max(self.list_end - tags, 0)
        text = self.lines[line - 1] if line else ""
        self.statement(Words(said, line, cols=cols), opens, text)
        if not self.skip:
            for number, _, _ in cols:
                self.marks[number] = self.marks[line]
        self.list_at = self.list_end = -1

    def unclosed(self, line: int, help_: str, more: int = 0) -> None:
        """Note a brace that is not closed."""
        column = max(self.source.line(line).find("{"), 0)
        others = f", nor are {more} around it" if more else ""
        message = f"this brace is not closed{others}"
        self.note(line, column, column + 1, message, help_, fault=True)

    def reset(self, number: int, *, missing: bool = False) -> None:
        """Leave all braces, since what follows cannot stand inside them."""
        if self.said:
            self.flush(missing=True)
        if self.frames:
            self.unclosed(self.frames[-1][1], f"closed before line {number}")
        elif self.skip and missing:
            self.unclosed(self.skip_at[0], f"closed before line {number}")
        self.frames.clear()
        self.over = self.skip = 0
        self.list_at = self.list_end = -1
