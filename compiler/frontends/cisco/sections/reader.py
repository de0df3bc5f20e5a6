"""The reader: from a text to a forest of statements that can matter to QoS.

One pass over the lines, without recursion, in time linear in the text. What stands below a section
of no interest is counted and no more; a line that is written as devices print it goes by its plan
(`plans`). The rest is read line by line, by `line_reader`: what is here comes to the same, in a
fraction of the time.
"""

from __future__ import annotations

from qosc.frontends.cisco.sections.judge import is_sentence
from qosc.frontends.cisco.sections.line_reader import LineReader
from qosc.frontends.cisco.sections.modes import Kind
from qosc.frontends.cisco.sections.plans import Plan, PlansByMode
from qosc.frontends.cisco.sections.stack import Frame
from qosc.frontends.cisco.sections.tree import LONGEST
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.comments import has_comment
from qosc.frontends.cisco.text.lines import Line, Reading
from qosc.frontends.cisco.text.runs import Runs, is_indented
from qosc.frontends.cisco.text.wrap import continues
from qosc.source import SourceText

__all__ = ["LONGEST", "mode_behind", "read"]

# Looking up a member of an enumeration by its name is slow enough to count, line by line.
_GLOBAL, _OTHER = Mode.GLOBAL, Mode.OTHER
_PLAIN, _SECTION, _STATEMENT = Kind.PLAIN, Kind.SECTION, Kind.STATEMENT


def read(source: SourceText, *, quick: bool = True) -> Reading:
    """Read a text. Any text at all gives a reading; nothing raises.

    `quick`: go by plans where there are any.
    """
    return _Reader(source).run(quick=quick)


def mode_behind(source: SourceText, indent: int) -> Mode:
    """The mode that a line at this indentation would be in behind a text."""
    reader = _Reader(source)
    reader.run(quick=True)
    return reader.stack.frames[reader.stack.level(indent)].mode


class _Reader(LineReader):
    def __init__(self, source: SourceText) -> None:
        super().__init__(source)
        self.plans = PlansByMode(source.text)
        self.runs = Runs(self.text.lines, self.text.odd)

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
            index = self._by_plans(index) if quick else self.read_line(index)
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
                return self.read_line(index)
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
                return self.read_line(index)
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
