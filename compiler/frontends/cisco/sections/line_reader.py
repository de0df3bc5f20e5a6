"""One line as it is met: looked up in the mode table, judged, and put where it belongs.

The way of any line, in the order in which the methods stand: `read_line` undoes what surrounds the
statement, `_locate` looks its first word up in the modes in force, `_act` parts statements from
words of no interest, blobs and exits, and `_unknown` has those that no mode knows. `reader` keeps
the lines from coming here that it can tell without.
"""

from __future__ import annotations

from qosc.frontends.cisco.sections.judge import (
    Verdict,
    judge_statement,
    judge_unknown,
    reads_as_statement,
)
from qosc.frontends.cisco.sections.modes import Kind, TableHit, opened, resolve
from qosc.frontends.cisco.sections.stack import Frame
from qosc.frontends.cisco.sections.tree import LONGEST, Sections
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.blobs import Blobs
from qosc.frontends.cisco.text.lines import Note
from qosc.frontends.cisco.text.physical import Physical, PhysicalLines
from qosc.frontends.cisco.text.wrap import continues, may_continue
from qosc.source import SourceText

__all__ = ["LineReader"]

# Looking up a member of an enumeration by its name is slow enough to count, line by line.
_GLOBAL, _OTHER = Mode.GLOBAL, Mode.OTHER
_SECTION = Kind.SECTION


class LineReader(Sections):
    """Reads single lines of a text, whatever they are."""

    def __init__(self, source: SourceText) -> None:
        super().__init__(source)
        self.text = PhysicalLines(source, self.out.notes)
        self.blobs = Blobs(source.lines)
        self.passed = 0
        """Index of the line behind the last run of sections that was passed over."""

    def read_line(self, index: int) -> int:
        """Read the line at `index`; gives the index of the next one to read."""
        if not self.text.lines[index].strip():
            self.out.blank += 1
            return index + 1
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
        hit, level = self._locate(here)
        if hit is None:
            self._unknown(here, level)
            return None
        return self._act(here, hit, level)

    def _locate(self, here: Physical) -> tuple[TableHit | None, int]:
        """The table entry of a line, and the level of the stack that it was found from."""
        stack = self.stack
        top = len(stack.frames) - 1
        if here.indent <= self.unknown_indent:
            self.unknown_indent = -1
        level = 0 if self.unknown_indent >= 0 else stack.level(here.indent)
        hit = resolve(here.text, stack.frames[level].mode)
        if hit is not None or level == top or self.unknown_indent >= 0:
            return hit, level
        # Out of its section by its place, but valid only inside: the place is an accident.
        inner = resolve(here.text, stack.frames[top].mode)
        if inner is not None and inner.exact and reads_as_statement(inner):
            return inner, top
        return None, level

    def _act(self, here: Physical, hit: TableHit, level: int) -> int | None:
        kind = hit.entry.kind
        out = self.out
        if kind == Kind.STATEMENT:
            self._statement(here, hit, level)
        elif kind in (Kind.PLAIN, Kind.SECTION):
            return self._plain(here, hit, level)
        elif kind == Kind.BLOB:
            return self._blob(here, hit, level)
        elif kind in (Kind.EXIT, Kind.END) and not hit.rest:
            out.skipped += 1
            self._exit(here, level) if kind == Kind.EXIT else self.cut(0)
        elif kind == Kind.EXEC:
            out.skipped += 1
        else:
            self._unknown(here, level)
        return None

    def _exit(self, here: Physical, level: int) -> None:
        frames = self.stack.frames
        if level + 1 < len(frames) and frames[level + 1].indent == here.indent:
            self.cut(level)  # stands below the line that opened the mode which it closes
        else:
            self.cut(max(0, level - 1))

    def _blob(self, here: Physical, hit: TableHit, level: int) -> int | None:
        blob = self.blobs.at(here.index, here.text)
        if blob is None:
            return self._plain(here, hit, level)
        self.cut(0)
        self.out.skipped += blob.end - here.index
        self.out.blobs.append((here.index + 1, blob.end))
        if blob.problem:
            at = self.source.span(here.index + 1, here.column, here.column + len(here.text))
            self.out.notes.append(Note(at, blob.problem))
        return blob.end

    def _plain(self, here: Physical, hit: TableHit, level: int) -> int | None:
        entry, stack = hit.entry, self.stack
        frame = stack.frames[level]
        if entry.mode is not frame.mode and frame.mode is not _OTHER:
            # A line inside a section by its place does not leave it with a word of no interest.
            child = here.indent > frame.indent >= 0
            if child or judge_statement(hit, here.text, child=False) != Verdict.TAKE:
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
            self.cut(at)
            stack.note_indent(at, here.indent)
            return None
        self.cut(0)
        stack.push(Frame(_OTHER, None, here.indent, sticky=entry.kind == Kind.SECTION))
        if entry.keyword == "hostname":
            self.out.hostname = hit.rest.strip()[:LONGEST]
        elif entry.keyword == "version" and not self.out.version:
            self.out.version = hit.rest.strip()[:LONGEST]
        return None

    def _leave(self, here: Physical) -> None:
        self.cut(0)
        self.out.skipped += 1
        if here.text.split(None, 1)[0].lower() not in ("conf", "config", "configure"):
            self.stack.push(Frame(_OTHER, None, here.indent))

    def _statement(self, here: Physical, hit: TableHit, level: int) -> None:
        entry, stack = hit.entry, self.stack
        frame = stack.frames[level]
        child = here.indent > frame.indent >= 0
        verdict = judge_statement(hit, here.text, child=child)
        if verdict == Verdict.ABSENT:
            self.out.skipped += 1
            return
        if verdict == Verdict.SKIP:
            self._unknown(here, level)
            return
        opens = opened(entry, hit.rest)
        if opens is _OTHER:
            self.cut(0)
            stack.push(Frame(_OTHER, None, here.indent, sticky=True))
            self.out.skipped += 1
            return
        line = self.make(here, entry.mode, entry.keyword, negated=hit.negated)
        if verdict == Verdict.WAIT:
            self.wait(here, frame, line)
            return
        self.take(line, here.indent, level, opens)
        if may_continue(line.keyword, line.text, line.mode, negated=line.negated):
            self.last = line

    def _unknown(self, here: Physical, level: int) -> None:
        """A line whose first word no mode in force knows, or that does not look like one."""
        frames = self.stack.frames
        frame = frames[level]
        child = here.indent > frame.indent >= 0
        if frame.mode is _OTHER:
            if child or self._sticky(frame):
                self.out.skipped += 1
                return
            self.cut(0)
            level, frame, child = 0, frames[0], False
        aligned = child and here.indent == frame.inner
        judgement = judge_unknown(here.text, frame.mode, child=child, aligned=aligned)
        if judgement.orphan is not None:
            self._orphan(here, judgement.orphan, level, child=child)
            return
        entry, verdict = judgement.entry, judgement.verdict
        if verdict in (Verdict.SKIP, Verdict.PROSE):
            self.out.skipped += 1
            if verdict == Verdict.SKIP and level == 0 and self.unknown_indent < 0:
                self.unknown_indent = here.indent
            return
        line = self.make(here, frame.mode, "")
        if verdict == Verdict.WAIT:
            self.wait(here, frame, line)
            return
        at = level
        if entry is not None:
            line.mistyped = entry.keyword
            line.mode = entry.mode
            at = self.stack.find(entry.mode, level)
        self.cut(at)
        self.attach(line, at)
        self.stack.note_indent(at, here.indent)
        if entry is not None and entry.opens is not None:
            self.stack.push(Frame(entry.opens, line, here.indent))

    def _orphan(self, here: Physical, hit: TableHit, level: int, *, child: bool) -> None:
        entry = hit.entry
        if child and level:
            # Misplaced: a router would not take it here, so it does nothing.
            line = self.make(here, self.stack.frames[level].mode, "")
            self.cut(level)
            self.attach(line, level)
            return
        line = self.make(here, entry.mode, entry.keyword, negated=hit.negated)
        self.cut(0)
        self.attach(line, 0)
        if entry.opens is not None and not hit.negated:
            self.stack.push(Frame(entry.opens, line, here.indent))
        if may_continue(line.keyword, line.text, line.mode, negated=line.negated):
            self.last = line

    def _sticky(self, frame: Frame) -> bool:
        """Whether a section of no interest goes on in a line that is not indented."""
        if frame.sticky is None:
            frame.sticky = False
            for at in range(self.passed - 1, -1, -1):
                line = self.text.lines[at]
                if line[0] not in " !":
                    hit = resolve(line, _GLOBAL)
                    frame.sticky = hit is not None and hit.entry.kind == _SECTION
                    break
        return frame.sticky
