"""The statements of a text in their places: which section each is in, and the tree they make."""

from __future__ import annotations

from qosc.frontends.cisco.sections.stack import Frame, Stack
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.lines import Line, Reading
from qosc.frontends.cisco.text.physical import Physical
from qosc.source import SourceText

__all__ = ["LONGEST", "Sections"]

LONGEST = 20_000
"""A statement of more characters than this is not looked into (a router takes some hundreds)."""

# Looking up a member of an enumeration by its name is slow enough to count, line by line.
_GLOBAL, _ROUTE_MAP = Mode.GLOBAL, Mode.ROUTE_MAP
_LAZY = (Mode.ROUTE_MAP, Mode.TEMPLATE, Mode.CONTROLLER)


class Sections:
    """Takes statements in their order, each with the level of the stack that it is found from."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.out = Reading(source)
        self.stack = Stack()
        self.last: Line | None = None
        """The statement just read, while its next line may go on with it."""
        self.pending: list[tuple[Frame, Line]] = []
        """Lines that are unknown if their section turns out to go on, and prose if not."""
        self.unopened: dict[str, list[Line]] = {}
        """Route-maps without a line of interest in them, by name."""
        self.unknown_indent = -1
        """Indentation of an unknown global line, whose indented lines belong to nothing known."""

    def cut(self, level: int) -> None:
        self.settle(level)
        self.stack.cut(level)

    def settle(self, level: int) -> None:
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

    def take(self, line: Line, indent: int, level: int, opens: Mode | None) -> None:
        """Put a statement into its place in the tree, and enter the mode that it opens."""
        frames = self.stack.frames
        frame = frames[level]
        if frame.mode is not line.mode:
            level = self.stack.find(line.mode, level)
            frame = frames[level]
        if self.pending:
            self.settle(level)
        if len(frames) > level + 1:
            del frames[level + 1 :]
        if opens is not None and opens in _LAZY:
            self.out.skipped += 1
            if opens is _ROUTE_MAP:
                self.unopened.setdefault(_named(line), []).append(line)
        elif frame.line is None:
            self.out.roots.append(line)
        elif frame.lazy:
            self.attach(line, level)
        else:
            frame.line.children.append(line)
        if frame.inner < 0 and indent > frame.indent >= 0:
            frame.inner = indent
        if opens is not None and not line.negated:
            frames.append(Frame(opens, line, indent, lazy=opens in _LAZY))

    def take_empty_route_maps(self) -> None:
        """Take in the empty entries of route-maps that have others, since packets may end in one,
        and what takes entries away.
        """
        names = {
            _named(root)
            for root in self.out.roots
            if root.mode is _GLOBAL
            and root.keyword == "route-map"
            and not root.negated
            and root.children
        }
        for name in names:
            left = [line for line in self.unopened.get(name, ()) if not line.children]
            self.out.roots += left
            self.out.skipped -= len(left)
        if names:
            self.out.roots.sort(key=lambda root: root.number)

    def make(self, here: Physical, mode: Mode, keyword: str, *, negated: bool = False) -> Line:
        text, column, number = here.text, here.column, here.index + 1
        if len(text) > LONGEST:
            keyword = ""
        line = Line(
            mode,
            keyword,
            text,
            path=self.source.path,
            number=number,
            column=column,
            negated=negated,
        )
        for at, more in here.extra:
            line.extend(more, number, at)
            line.height = 1
        return line

    def attach(self, line: Line, level: int) -> None:
        frame = self.stack.frames[level]
        if frame.line is None:
            self.out.roots.append(line)
            return
        if frame.lazy:
            frame.lazy = False
            self.out.roots.append(frame.line)
            self.out.skipped -= 1
        frame.line.children.append(line)

    def wait(self, here: Physical, frame: Frame, line: Line) -> None:
        """Leave it to the lines that follow whether this one belongs to its section."""
        self.pending.append((frame, line))
        self.unknown_indent = here.indent


def _named(line: Line) -> str:
    """The word behind the keyword."""
    return "".join(line.text.split(None, 3)[1 + line.negated : 2 + line.negated])
