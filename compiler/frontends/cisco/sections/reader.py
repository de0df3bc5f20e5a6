"""The reader: from a text to a forest of statements that can matter to QoS.

One pass over the lines, without recursion, in time linear in the text. What stands below a section
of no interest is counted and no more; a line that is written as devices print it goes by its plan
(`plans`); the rest takes the long way, to `_statement` or, if no mode in force knows its first
word, to `_unknown`.
"""

from __future__ import annotations

from qosc.frontends.cisco.sections.judge import (
    Verdict,
    is_sentence,
    judge_statement,
    judge_unknown,
    reads_as_statement,
)
from qosc.frontends.cisco.sections.modes import Found, Kind, opened, resolve
from qosc.frontends.cisco.sections.plans import Plan, PlansByMode
from qosc.frontends.cisco.sections.stack import Frame
from qosc.frontends.cisco.sections.tree import LONGEST, Sections
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.blobs import Blobs
from qosc.frontends.cisco.text.comments import has_comment
from qosc.frontends.cisco.text.lines import Line, Note, Reading
from qosc.frontends.cisco.text.physical import Physical, PhysicalLines
from qosc.frontends.cisco.text.runs import Runs, is_indented
from qosc.frontends.cisco.text.wrap import continues, may_continue
from qosc.source import SourceText

__all__ = ["LONGEST", "mode_behind", "read"]

# Looking up a member of an enumeration by its name is slow enough to count, line by line.
_GLOBAL, _OTHER = Mode.GLOBAL, Mode.OTHER
_PLAIN, _SECTION, _STATEMENT = Kind.PLAIN, Kind.SECTION, Kind.STATEMENT


def read(source: SourceText, *, quick: bool = True) -> Reading:
    """Read a text. Any text at all gives a reading; nothing raises.

    `quick`: go by plans where there are any. It comes to the same, in a fraction of the time.
    """
    return _Reader(source).run(quick=quick)


def mode_behind(source: SourceText, indent: int) -> Mode:
    """The mode that a line at this indentation would be in behind a text."""
    reader = _Reader(source)
    reader.run(quick=True)
    return reader.stack.frames[reader.stack.level(indent)].mode


class _Reader(Sections):
    def __init__(self, source: SourceText) -> None:
        super().__init__(source)
        self.text = PhysicalLines(source, self.out.notes)
        self.blobs = Blobs(source.lines)
        self.plans = PlansByMode(source.text)
        self.runs = Runs(self.text.lines, self.text.odd)
        self.passed = 0
        """Index of the line behind the last run that was passed over."""

    def run(self, *, quick: bool) -> Reading:
        """Read all lines."""
        index, total = 0, len(self.text.lines)
        frames = self.stack.frames
        while index < total:
            frame = frames[-1]
            if frame.mode is _OTHER and frame.indent == 0 and self.last is None:
                index = self._pass_indented(index)
                if index == total:
                    break
            index = self._by_plans(index) if quick else self._line(index)
        self.settle(0)
        self.take_empty_route_maps()
        return self.out

    def _pass_indented(self, index: int) -> int:
        """Count the indented lines from `index` on; gives the index of the line behind them."""
        lines, odd, end = self.text.lines, self.text.odd, index
        while end < len(lines) and (not odd or end not in odd):
            line = lines[end]
            # The first of the two is the quicker, and right for most.
            if not (line[:1] == " " and line[1:2] > "!") and not is_indented(line):
                break
            end += 1
        self.out.skipped += end - index
        return end

    def _by_plans(self, index: int) -> int:
        """Read the line at `index`, and those behind it in its section that have been met before.

        Gives the index of the next line to read.
        """
        lines, odd, frames = self.text.lines, self.text.odd, self.stack.frames
        frame, level, total = frames[-1], len(frames) - 1, len(lines)
        made = self.plans[frame.mode].made
        free = self.last is None and self.unknown_indent < 0 and not self.pending
        more = free and frame.mode is not _OTHER
        while True:
            if odd and index in odd:
                return self._line(index)
            line = lines[index]
            plan = made.get(line) if free else None
            if line == "!":
                self.out.comment += 1
                after = index + 1
            elif plan is None or plan[1] <= frame.indent:
                after = self._quick(index, line, free=free)
            elif plan[0] == _PLAIN:
                if frame.inner < 0:
                    frame.inner = plan[1]
                self.out.skipped += 1
                after = index + 1
            else:
                after = self._follow(plan, index, level)
            if after < 0:
                return self._line(index)
            index = after
            if not more or frames[-1] is not frame or self.last is not None or index == total:
                return index

    def _quick(self, index: int, line: str, *, free: bool) -> int:
        """Read the line by its plan; gives the index of the next one, or -1 if it has no plan."""
        bare = line.lstrip()
        if not bare:
            self.out.blank += 1
            return index + 1
        if bare[0] == "!":
            self.out.comment += 1
            return index + 1
        lead = indent = len(line) - len(bare)
        if lead and "\t" in line[:lead]:
            indent = len(line[:lead].expandtabs(8))
        if not free and not self._freed(bare, indent):
            return -1
        frames = self.stack.frames
        level = len(frames) - 1
        if indent <= frames[level].indent:
            level = self.stack.level(indent)
        plans = self.plans[frames[level].mode]
        plan = plans.made.get(line) or plans.plan(line, bare, lead, indent)
        return -1 if plan is None else self._follow(plan, index, level)

    def _freed(self, text: str, indent: int) -> bool:
        """Whether the line shows that what was read before has no claim on it."""
        if "#" in text or ">" in text or text[0] == "*" or has_comment(text) or self.pending:
            return False
        last = self.last
        if last is not None:
            text = text.rstrip()
            if len(text) < LONGEST and continues(last, text):
                return False
            self.last = None
        if indent <= self.unknown_indent:
            self.unknown_indent = -1
        return self.unknown_indent < 0

    def _follow(self, plan: Plan, index: int, level: int) -> int:
        """Do with a line as planned; gives the index of the next one, or -1 if it may be prose."""
        kind, indent, mode, keyword, text, column, negated, opens, open_ended, loose = plan
        if kind == _STATEMENT:
            if loose:
                child = indent > self.stack.frames[level].indent >= 0
                if is_sentence(text, child=child):
                    return -1
            line = Line(mode, keyword, text, self.source.path, index + 1, column, negated=negated)
            self.take(line, indent, level, opens)
            if open_ended:
                self.last = line
            return index + 1
        self.out.skipped += 1
        if kind == Kind.ABSENT:
            return index + 1
        if mode is not _GLOBAL:
            self.stack.cut(level)
            self.stack.note_indent(level, indent)
            return index + 1
        return self._pass(index + 1, indent, keyword, sticky=kind == _SECTION)

    def _pass(self, index: int, indent: int, start: str, *, sticky: bool) -> int:
        """Enter a section of no interest, and pass over more of them; gives the next index."""
        frame = Frame(_OTHER, None, indent, sticky=sticky)
        self.stack.cut(0)
        self.stack.push(frame)
        end = self.runs.end(index, start) if start else index
        if end > index:
            run = self.text.lines[index:end]
            comments = run.count("!")
            self.out.comment += comments
            self.out.skipped += len(run) - comments
            frame.sticky = None
            self.passed = end
        return end

    def _sticky(self, frame: Frame) -> bool:
        """Whether a section of no interest goes on in a line that is not indented."""
        if frame.sticky is None:
            frame.sticky = False
            for at in range(self.passed - 1, -1, -1):
                line = self.text.lines[at]
                if line[0] not in " !":
                    found = resolve(line, _GLOBAL)
                    frame.sticky = found is not None and found.entry.kind == _SECTION
                    break
        return frame.sticky

    def _line(self, index: int) -> int:
        """Read the line at `index` the long way; gives the index of the next one to read."""
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
        found, level = self._locate(here)
        if found is None:
            self._unknown(here, level)
            return None
        return self._act(here, found, level)

    def _locate(self, here: Physical) -> tuple[Found | None, int]:
        """The table entry of a line, and the level of the stack that it was found from."""
        stack = self.stack
        top = len(stack.frames) - 1
        if here.indent <= self.unknown_indent:
            self.unknown_indent = -1
        level = 0 if self.unknown_indent >= 0 else stack.level(here.indent)
        found = resolve(here.text, stack.frames[level].mode)
        if found is not None or level == top or self.unknown_indent >= 0:
            return found, level
        # Out of its section by its place, but valid only inside: the place is an accident.
        inner = resolve(here.text, stack.frames[top].mode)
        if inner is not None and inner.exact and reads_as_statement(inner):
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
        verdict = judge_statement(found, here.text, child=child)
        if verdict == Verdict.ABSENT:
            self.out.skipped += 1
            return
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
        if may_continue(line.keyword, line.text, line.mode, negated=line.negated):
            self.last = line
