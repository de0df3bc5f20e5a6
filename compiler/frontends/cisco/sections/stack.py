"""The modes in force, innermost last."""

from __future__ import annotations

from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.text.lines import Line

__all__ = ["Frame", "Stack"]


class Frame:
    """One mode in force.

    line      The statement that opened it; None for the global mode and for sections of no
              interest.
    indent    Where that statement begins.
    inner     Where its first indented child begins, or -1 while there is none. From then on the
              indentation of this section is taken to mean something.
    sticky    Of a section of no interest: it goes on in lines that are not indented. None: the
              last word before the line in question tells, and nobody has asked yet.
    lazy      The line is not in the tree yet: it goes there with its first child.
    """

    __slots__ = ("indent", "inner", "lazy", "line", "mode", "sticky")

    def __init__(
        self,
        mode: Mode,
        line: Line | None = None,
        indent: int = -1,
        *,
        sticky: bool = False,
        lazy: bool = False,
    ) -> None:
        self.mode = mode
        self.line = line
        self.indent = indent
        self.inner = -1
        self.sticky: bool | None = sticky
        self.lazy = lazy


class Stack:
    """The frames from the global mode inwards."""

    __slots__ = ("frames",)

    def __init__(self) -> None:
        self.frames = [Frame(Mode.GLOBAL)]

    @property
    def top(self) -> Frame:
        """The mode in force."""
        return self.frames[-1]

    def level(self, indent: int) -> int:
        """The innermost frame that a line at this indentation can belong to, going by that.

        A line to the left of an opening line is out of its section; one at the same place is out
        only where the section has shown that its lines are indented.
        """
        frames = self.frames
        at = len(frames) - 1
        while at > 0:
            frame = frames[at]
            if indent > frame.indent or (indent == frame.indent and frame.inner < 0):
                break
            at -= 1
        return at

    def find(self, mode: Mode, level: int) -> int:
        """The innermost frame of the mode, at or below the level."""
        while level > 0 and self.frames[level].mode is not mode:
            level -= 1
        return level

    def cut(self, level: int) -> None:
        """Leave all modes above the level."""
        del self.frames[level + 1 :]

    def push(self, frame: Frame) -> None:
        """Enter a mode."""
        self.frames.append(frame)

    def note_indent(self, level: int, indent: int) -> None:
        """Take note of how the lines of a section stand."""
        frame = self.frames[level]
        if frame.inner < 0 and indent > frame.indent >= 0:
            frame.inner = indent
