"""The reader: from a text to a forest of statements that can matter to QoS.

One pass over the lines, without recursion, in time linear in the text. The first word of a line
decides: words that cannot matter are counted at the price of one look-up, the rest goes to
`_statement` or, if no mode in force knows it, to `_unknown`.
"""

from __future__ import annotations

import re

from qosc.frontends.ios.blobs import Blobs
from qosc.frontends.ios.judge import FREE, Verdict, judge_statement, judge_unknown
from qosc.frontends.ios.lines import Line, Mode, Note, Reading
from qosc.frontends.ios.modes import Found, Kind, opened, resolve, table
from qosc.frontends.ios.physical import Physical, PhysicalLines
from qosc.frontends.ios.sections import LONGEST, Sections
from qosc.frontends.ios.shapes import furniture, prose
from qosc.frontends.ios.stack import Frame
from qosc.frontends.ios.wrap import continues, hungry
from qosc.source import SourceText

__all__ = ["LONGEST", "read"]

# Looking up a member of an enumeration by its name is slow enough to count, line by line.
_GLOBAL, _OTHER, _ROUTE_MAP = Mode.GLOBAL, Mode.OTHER, Mode.ROUTE_MAP

_CLOSER_LOOK = re.compile(r"[#>!\t]|/[/*]").search
"""Whether a line may hold a prompt or a comment, or is indented by more than its blanks."""
_REMEMBERED = 4_000
"""How many lines of no interest are remembered for each mode."""

_KEPT = ("hostname", "version")
"""Lines of no interest to QoS whose arguments are kept."""


def read(source: SourceText) -> Reading:
    """Read a text. Any text at all gives a reading; nothing raises."""
    return _Reader(source).run()


class _Reader(Sections):
    def __init__(self, source: SourceText) -> None:
        super().__init__(source)
        self.text = PhysicalLines(source, self.out.notes)
        self.blobs = Blobs(source.lines)

    def run(self) -> Reading:  # noqa: C901, PLR0915  (one loop: calls would cost a third)
        """Read all lines."""
        lines, out, odd = self.text.lines, self.out, self.text.odd
        index, total = 0, len(lines)
        blank = skipped = comment = 0
        plain, heads, no, statement = Kind.PLAIN, Kind.HEAD, Kind.NO, Kind.STATEMENT
        other, outermost = _OTHER, _GLOBAL
        frame = self.stack.top
        mode: Mode = frame.mode
        words = table(mode).words
        # Interfaces repeat each other: a line that was plain in this mode is so again.
        seen: dict[Mode, set[str]] = {}
        known = seen.setdefault(mode, set())
        while index < total:
            line = lines[index]
            usual = self.last is None and not (odd and index in odd)
            if usual:
                if mode is other:
                    if frame.indent == 0:
                        bare = line.lstrip()
                        if bare and len(bare) < len(line) and bare[0] != "!":
                            skipped += 1
                            index += 1
                            continue
                elif frame.inner >= 0 and line in known:
                    frame.sticky = False
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
                entry = words.get(word)
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
                        if here is mode and len(known) < _REMEMBERED:
                            known.add(line)
                        continue
                    if kind == statement and self._quick(index, line):
                        index += 1
                        frame = self.stack.frames[-1]
                        if frame.mode is not mode:
                            mode = frame.mode
                            words = table(mode).words
                            known = seen.setdefault(mode, set())
                        continue
            index = self._line(index)
            frame = self.stack.top
            if frame.mode is not mode:
                mode = frame.mode
                words = table(mode).words
                known = seen.setdefault(mode, set())
        self.settle(0)
        self.beside()
        out.blank += blank
        out.skipped += skipped
        out.comment += comment
        return out

    def _quick(self, index: int, line: str) -> bool:
        """Take a statement that is written as devices print it; False leaves it to `_line`.

        It comes to the same as `_line` does: keywords in full, arguments of the right shape, a
        place that says where it belongs. Nine of ten statements are such, and cost half of what
        they cost there.
        """
        if self.limbo >= 0 or len(line) > LONGEST or _CLOSER_LOOK(line) is not None:
            return False
        text = line.strip()
        indent = len(line) - len(line.lstrip())
        stack = self.stack
        level = stack.level(indent)
        frame = stack.frames[level]
        word, _, rest = text.partition(" ")
        entry = table(frame.mode).words.get(word)
        if entry is None:
            return False
        rest = rest.lstrip()
        if entry.heads is not None:
            word, _, rest = rest.partition(" ")
            entry = entry.heads.get(word)
            if entry is None:
                return False
            rest = rest.lstrip()
        if entry.kind != Kind.STATEMENT or entry.mode is _ROUTE_MAP or not entry.shaped(rest):
            return False
        keyword = entry.keyword
        child = indent > frame.indent >= 0
        if not (child or "-" in keyword or keyword in FREE) and " " in rest:
            return False  # it may be a sentence
        opens = opened(entry, rest)
        if opens is _OTHER:
            return False
        made = Line(
            entry.mode, keyword, text, path=self.source.path, number=index + 1, column=indent
        )
        self.take(made, entry, indent, level, opens)
        return True

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

    def _blob(self, here: Physical, found: Found, level: int) -> int | None:
        blob = self.blobs.at(here.index, here.text)
        if blob is None:
            return self._plain(here, found, level)
        self.cut(0)
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
            self.cut(at)
            stack.note_indent(at, here.indent)
            return None
        self.cut(0)
        stack.push(Frame(_OTHER, None, here.indent, sticky=entry.kind == Kind.SECTION))
        if entry.keyword == "hostname":
            self.out.hostname = found.rest.strip()[:LONGEST]
        elif entry.keyword == "version" and not self.out.version:
            self.out.version = found.rest.strip()[:LONGEST]
        return None

    def _leave(self, here: Physical) -> None:
        self.cut(0)
        self.out.skipped += 1
        if here.text.split(None, 1)[0].lower() not in ("conf", "config", "configure"):
            self.stack.push(Frame(_OTHER, None, here.indent))

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
            self.cut(0)
            stack.push(Frame(_OTHER, None, here.indent, sticky=True))
            self.out.skipped += 1
            return
        line = self.make(here, entry.mode, entry.keyword, negated=found.negated)
        if verdict == Verdict.WAIT:
            self.wait(here, frame, line)
            return
        self.take(line, entry, here.indent, level, opens)

    def _unknown(self, here: Physical, level: int) -> None:
        """A line whose first word no mode in force knows, or that does not look like one."""
        frames = self.stack.frames
        frame = frames[level]
        child = here.indent > frame.indent >= 0
        if frame.mode is _OTHER:
            if child or frame.sticky:
                self.out.skipped += 1
                return
            self.cut(0)
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
        line = self.make(here, frame.mode, "")
        if judgement.verdict == Verdict.WAIT:
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

    def _orphan(self, here: Physical, found: Found, level: int, *, child: bool) -> None:
        entry = found.entry
        if child and level:
            # Misplaced: a router would not take it here, so it does nothing.
            line = self.make(here, self.stack.frames[level].mode, "")
            self.cut(level)
            self.attach(line, level)
            return
        line = self.make(here, entry.mode, entry.keyword, negated=found.negated)
        self.cut(0)
        self.attach(line, 0)
        if entry.opens is not None and not found.negated:
            self.stack.push(Frame(entry.opens, line, here.indent))
        if hungry(line):
            self.last = line
