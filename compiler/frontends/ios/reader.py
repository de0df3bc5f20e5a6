"""The reader: from a text to a forest of statements that can matter to QoS.

One pass over the lines, without recursion, in time linear in the text. The first word of a line
decides: words that cannot matter are counted at the price of one look-up, the rest goes to
`_statement` or, if no mode in force knows it, to `_unknown`.
"""

from __future__ import annotations

import re

from qosc.frontends.ios.blobs import Blobs
from qosc.frontends.ios.judge import Verdict, judge_statement, judge_unknown
from qosc.frontends.ios.lines import Line, Mode, Note, Reading
from qosc.frontends.ios.modes import Found, Kind, opened, resolve, table
from qosc.frontends.ios.physical import Physical, PhysicalLines
from qosc.frontends.ios.shapes import furniture, prose
from qosc.frontends.ios.stack import Frame, Stack
from qosc.frontends.ios.wrap import continues, hungry
from qosc.source import SourceText

__all__ = ["LONGEST", "read"]

LONGEST = 20_000
"""A statement of more characters than this is not looked into (a router takes some hundreds)."""


# Looking up a member of an enumeration by its name is slow enough to count, line by line.
_GLOBAL, _OTHER, _ROUTE_MAP = Mode.GLOBAL, Mode.OTHER, Mode.ROUTE_MAP
_LAZY = (Mode.ROUTE_MAP, Mode.TEMPLATE)

_INSIDE = re.compile(r"[ \t]+[^\s!]").match
"""Whether a line is indented, and neither blank nor a comment."""

_KEPT = ("hostname", "version")
"""Lines of no interest to QoS whose arguments are kept."""


def read(source: SourceText) -> Reading:
    """Read a text. Any text at all gives a reading; nothing raises."""
    return _Reader(source).run()


class _Reader:
    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.out = Reading(source)
        self.text = PhysicalLines(source, self.out.notes)
        self.stack = Stack()
        self.blobs = Blobs(source.lines)
        self.last: Line | None = None
        """The statement just read, while its next line may go on with it."""
        self.pending: list[tuple[Frame, Line]] = []
        """Lines that are unknown if their section turns out to go on, and prose if not."""
        self.unopened: dict[str, list[Line]] = {}
        """Route-maps without a line of interest in them, by name."""
        self.limbo = -1
        """Indentation of an unknown global line, whose indented lines belong to nothing known."""

    def run(self) -> Reading:  # noqa: C901, PLR0915  (one loop: calls would cost a third of it)
        """Read all lines."""
        lines, out, odd = self.text.lines, self.out, self.text.odd
        index, total = 0, len(lines)
        blank = skipped = comment = 0
        plain, heads, no = Kind.PLAIN, Kind.HEAD, Kind.NO
        other, outermost = _OTHER, _GLOBAL
        frame = self.stack.top
        mode: Mode = frame.mode
        words = table(mode).words
        while index < total:
            line = lines[index]
            usual = self.last is None and not (odd and index in odd)
            if usual and mode is other and frame.indent == 0 and _INSIDE(line) is not None:
                skipped += 1
                index += 1
                continue
            parts = line.split(None, 1)
            if not parts:
                blank += 1
                index += 1
                continue
            word = parts[0]
            if usual:
                if word == "!":
                    comment += 1
                    index += 1
                    continue
                here: Mode | None = None
                if mode is other:
                    if frame.indent == 0:
                        here = outermost
                elif frame.inner >= 0 and line[0] in " \t":
                    here = mode
                entry = words.get(word) if here is not None else None
                if entry is not None:
                    kind = entry.kind
                    if kind == no and len(parts) == 2:
                        parts = parts[1].split(None, 1)
                        entry = words.get(parts[0], entry)
                        kind = entry.kind
                    if kind == heads and len(parts) == 2 and entry.heads is not None:
                        entry = entry.heads.get(parts[1].split(None, 1)[0], entry)
                        kind = entry.kind
                    if kind == plain and entry.mode is here and entry.keyword not in _KEPT:
                        frame.sticky = False
                        skipped += 1
                        index += 1
                        continue
            index = self._line(index)
            frame = self.stack.top
            if frame.mode is not mode:
                mode = frame.mode
                words = table(mode).words
        self._settle(0)
        self._beside()
        out.blank += blank
        out.skipped += skipped
        out.comment += comment
        return out

    def _line(self, index: int) -> int:
        """Read the line at `index`; gives the index of the next one to read."""
        here = self.text.at(index)
        if here is None:
            self.out.comment += 1
        elif here.configuring:
            end = self._dispatch(here)
            if end is not None:
                return end  # of a blob: what looks like a comment in it is none
        else:
            self._leave(here)
        following, comments = self.text.after(index)
        self.out.comment += comments
        return following

    def _dispatch(self, here: Physical) -> int | None:
        text = here.text
        last, self.last = self.last, None
        if last is not None and len(text) < LONGEST and continues(last, text):
            last.extend(text, here.index + 1, here.column)
            self.last = last
            return None
        found, level = self._locate(here)
        if found is None:
            self._unknown(here, level)
            return None
        return self._act(here, found, level)

    def _locate(self, here: Physical) -> tuple[Found | None, int]:
        """The table entry of a line, and the level of the stack that it was found from."""
        stack = self.stack
        top = len(stack.frames) - 1
        if here.indent <= self.limbo:
            self.limbo = -1
        level = 0 if self.limbo >= 0 else stack.level(here.indent)
        found = resolve(here.text, stack.frames[level].mode)
        if found is not None or level == top or self.limbo >= 0:
            return found, level
        # Out of its section by its place, but valid only inside: the place is an accident.
        inner = resolve(here.text, stack.frames[top].mode)
        if inner is not None and inner.exact and inner.entry.shaped(inner.rest):
            return inner, top
        return None, level

    def _act(self, here: Physical, found: Found, level: int) -> int | None:
        kind = found.entry.kind
        out = self.out
        if kind == Kind.STATEMENT:
            self._statement(here, found, level)
        elif kind in (Kind.PLAIN, Kind.SECTION):
            return self._plain(here, found, level)
        elif kind == Kind.BLOB:
            return self._blob(here, found, level)
        elif kind in (Kind.EXIT, Kind.END) and not found.rest:
            out.skipped += 1
            self._exit(here, level) if kind == Kind.EXIT else self._cut(0)
        elif kind == Kind.EXEC:
            out.skipped += 1
        else:
            self._unknown(here, level)
        return None

    def _exit(self, here: Physical, level: int) -> None:
        frames = self.stack.frames
        if level + 1 < len(frames) and frames[level + 1].indent == here.indent:
            self._cut(level)  # stands below the line that opened the mode which it closes
        else:
            self._cut(max(0, level - 1))

    def _blob(self, here: Physical, found: Found, level: int) -> int | None:
        blob = self.blobs.at(here.index, here.text)
        if blob is None:
            return self._plain(here, found, level)
        self._cut(0)
        self.out.skipped += blob.end - here.index
        self.out.blobs.append((here.index + 1, blob.end))
        if blob.problem:
            at = self.source.span(here.index + 1, here.column, here.column + len(here.text))
            self.out.notes.append(Note(at, blob.problem))
        return blob.end

    def _plain(self, here: Physical, found: Found, level: int) -> int | None:
        entry, stack = found.entry, self.stack
        frame = stack.frames[level]
        if entry.mode is not frame.mode and frame.mode is not _OTHER:
            # A line inside a section by its place does not leave it with a word of no interest.
            child = here.indent > frame.indent >= 0
            if child or judge_statement(found, here.text, child=False) != Verdict.TAKE:
                self._unknown(here, level)
                return None
        if entry.keyword == "aaa":
            blob = self.blobs.at(here.index, here.text)
            if blob is not None:
                self.out.skipped += blob.end - here.index
                return blob.end
        self.out.skipped += 1
        if entry.mode is not _GLOBAL:
            at = stack.find(entry.mode, level)
            self._cut(at)
            stack.note_indent(at, here.indent)
            return None
        self._cut(0)
        stack.push(Frame(_OTHER, None, here.indent, sticky=entry.kind == Kind.SECTION))
        if entry.keyword == "hostname":
            self.out.hostname = found.rest.strip()[:LONGEST]
        elif entry.keyword == "version" and not self.out.version:
            self.out.version = found.rest.strip()[:LONGEST]
        return None

    def _leave(self, here: Physical) -> None:
        self._cut(0)
        self.out.skipped += 1
        if here.text.split(None, 1)[0].lower() not in ("conf", "config", "configure"):
            self.stack.push(Frame(_OTHER, None, here.indent))

    def _cut(self, level: int) -> None:
        self._settle(level)
        self.stack.cut(level)

    def _settle(self, level: int) -> None:
        """Decide what the pending lines were, now that only frames up to `level` go on."""
        if not self.pending:
            return
        alive = self.stack.frames[1 : level + 1]
        for frame, line in self.pending:
            if any(frame is one for one in alive) and frame.line is not None:
                frame.line.children.append(line)
            else:
                self.out.skipped += 1
        self.pending.clear()

    def _statement(self, here: Physical, found: Found, level: int) -> None:
        entry, stack = found.entry, self.stack
        frame = stack.frames[level]
        child = here.indent > frame.indent >= 0
        if entry.mode is _ROUTE_MAP and not entry.shaped(found.rest):
            self.out.skipped += 1
            return
        verdict = judge_statement(found, here.text, child=child)
        if verdict == Verdict.SKIP:
            self._unknown(here, level)
            return
        opens = opened(entry, found.rest)
        if opens is _OTHER:
            self._cut(0)
            stack.push(Frame(_OTHER, None, here.indent, sticky=True))
            self.out.skipped += 1
            return
        line = self._make(here, entry.mode, entry.keyword, negated=found.negated)
        if verdict == Verdict.WAIT:
            self._wait(here, frame, line)
            return
        at = stack.find(entry.mode, level)
        self._cut(at)
        lazy = opens in _LAZY
        if lazy:
            self.out.skipped += 1
            if opens is _ROUTE_MAP and not found.negated:
                self.unopened.setdefault(_second(line), []).append(line)
        else:
            self._attach(line, at)
        stack.note_indent(at, here.indent)
        if opens is not None and not found.negated:
            stack.push(Frame(opens, line, here.indent, lazy=lazy))
        if hungry(line):
            self.last = line

    def _beside(self) -> None:
        """Take in the empty entries of route-maps that have others: packets may end in one."""
        names = {
            _second(root) for root in self.out.roots if root.mode is _GLOBAL
            and root.keyword == "route-map" and not root.negated and root.children
        }  # fmt: skip
        for name in names:
            left = [line for line in self.unopened.get(name, ()) if not line.children]
            self.out.roots += left
            self.out.skipped -= len(left)
        if names:
            self.out.roots.sort(key=lambda root: root.number)

    def _make(self, here: Physical, mode: Mode, keyword: str, *, negated: bool = False) -> Line:
        text, column, number = here.text, here.column, here.index + 1
        if len(text) > LONGEST:
            keyword = ""
        line = Line(
            mode, keyword, text, path=self.source.path, number=number, column=column,
            negated=negated,
        )  # fmt: skip
        for at, more in here.extra:
            line.extend(more, number, at)
            line.height = 1
        return line

    def _attach(self, line: Line, level: int) -> None:
        frame = self.stack.frames[level]
        if frame.line is None:
            self.out.roots.append(line)
            return
        if frame.lazy:
            frame.lazy = False
            self.out.roots.append(frame.line)
            self.out.skipped -= 1
        frame.line.children.append(line)

    def _unknown(self, here: Physical, level: int) -> None:
        """A line whose first word no mode in force knows, or that does not look like one."""
        frames = self.stack.frames
        frame = frames[level]
        child = here.indent > frame.indent >= 0
        if frame.mode is _OTHER:
            if child or frame.sticky:
                self.out.skipped += 1
                return
            self._cut(0)
            level, frame, child = 0, frames[0], False
        aligned = child and here.indent == frame.inner
        if furniture(here.text) and not aligned:
            self.out.skipped += 1
            return
        judgement = judge_unknown(here.text, frame.mode, child=child, aligned=aligned)
        if judgement.orphan is not None:
            self._orphan(here, judgement.orphan, level, child=child)
            return
        entry = judgement.entry
        if judgement.verdict == Verdict.SKIP:
            self.out.skipped += 1
            if level == 0 and self.limbo < 0 and not prose(here.text):
                self.limbo = here.indent
            return
        line = self._make(here, frame.mode, "")
        if judgement.verdict == Verdict.WAIT:
            self._wait(here, frame, line)
            return
        at = level
        if entry is not None:
            line.mistyped = entry.keyword
            line.mode = entry.mode
            at = self.stack.find(entry.mode, level)
        self._cut(at)
        self._attach(line, at)
        self.stack.note_indent(at, here.indent)
        if entry is not None and entry.opens is not None:
            self.stack.push(Frame(entry.opens, line, here.indent))

    def _wait(self, here: Physical, frame: Frame, line: Line) -> None:
        """Leave it to the lines that follow whether this one belongs to its section."""
        self.pending.append((frame, line))
        self.limbo = here.indent

    def _orphan(self, here: Physical, found: Found, level: int, *, child: bool) -> None:
        entry = found.entry
        if child and level:
            # Misplaced: a router would not take it here, so it does nothing.
            line = self._make(here, self.stack.frames[level].mode, "")
            self._cut(level)
            self._attach(line, level)
            return
        line = self._make(here, entry.mode, entry.keyword, negated=found.negated)
        self._cut(0)
        self._attach(line, 0)
        if entry.opens is not None and not found.negated:
            self.stack.push(Frame(entry.opens, line, here.indent))
        if hungry(line):
            self.last = line


def _second(line: Line) -> str:
    """The word behind the keyword."""
    return "".join(line.text.split(None, 2)[1:2])
