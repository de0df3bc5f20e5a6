"""A text that is read in place of the files of a user: made of data, or of several files.

Rules, and whatever else looks at lines, see this text and its lines. What is told of it is moved to
the files themselves, so that a user finds each place where it was written.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from qosc.ir import Device
from qosc.source import SourceText, Span

if TYPE_CHECKING:
    from qosc.frontends.junos.display.reading import Written
    from qosc.frontends.junos.display.writer import Line

__all__ = ["Reading", "moves_of_data", "of_data", "of_files", "text_of_data"]

_T = TypeVar("_T")


class Reading:
    """A text that was read, and the files that it stands for.

    source   The text that was read; `device` is that of its lines.
    files    The files, in order.
    edits    Whether a change of the text is the same change of its file.
    """

    def __init__(
        self,
        source: SourceText,
        device: Device,
        files: tuple[SourceText, ...],
        span: Callable[[Span], Span],
        *,
        edits: bool,
    ) -> None:
        self.source = source
        self.device = device
        self.files = files
        self.edits = edits
        self._span = span

    def with_device(self, device: Device) -> Reading:
        """The same reading with another device of its lines."""
        return Reading(self.source, device, self.files, self._span, edits=self.edits)

    def moved(self, value: _T) -> _T:
        """A value with its places in the files."""
        from qosc.frontends.placed import moved

        return moved(value, self._span)


def of_data(source: SourceText, written: Written, load: Callable[[SourceText], Device]) -> Reading:
    """The reading of XML or JSON, as which the lines of `written` stand."""
    text = text_of_data(source, written)
    return Reading(text, load(text), (source,), moves_of_data(source, written), edits=False)


def text_of_data(source: SourceText, written: Written) -> SourceText:
    """The text with braces that is read of XML or JSON."""
    return SourceText(source.path, "".join(f"{line.text}\n" for line in written.lines))


def moves_of_data(source: SourceText, written: Written) -> Callable[[Span], Span]:
    """What leads from the places of that text to those of the XML or JSON."""
    lines = written.lines

    def span(given: Span) -> Span:
        if not lines:
            return Span(source.path, 1, 1, 1, 1)
        return _in_data(source, lines, given)

    return span


def _in_data(source: SourceText, lines: Sequence[Line], given: Span) -> Span:
    """Where the words of a place stand; of those on several lines, the last ones."""
    line = lines[min(max(given.line, 1), len(lines)) - 1]
    end = given.end_column - 1 if given.end_line == given.line else len(line.text)
    words = [
        word for start, stop, word in line.parts if stop > given.column - 1 and start < max(end, 1)
    ]
    if not words:
        words = [word for _, _, word in line.parts[-1:]]
    if not words:
        text = source.lines[line.at] if line.at < len(source.lines) else ""
        return source.span(source.number(line.at), len(text) - len(text.lstrip()), len(text))
    last = words[-1]
    first = next(word for word in words if word.line == last.line)
    return source.span(source.number(last.line), min(first.start, last.start), last.end)


def of_files(
    name: str,
    files: Sequence[SourceText],
    texts: Sequence[SourceText],
    moves: Sequence[Callable[[Span], Span]],
    load: Callable[[SourceText], Device],
    between: str,
    *,
    edits: bool,
) -> Reading:
    """The reading of several files as one device called `name`, in their order.

    `texts` are those that are read of them, and `moves` lead from the places of each to its file.
    `between` is a line that stands between two of them.
    """
    lines: list[str] = []
    starts: list[int] = []
    for text in texts:
        if starts and between:
            lines.append(between)
        starts.append(len(lines))
        lines += text.lines
    whole = SourceText(name, "".join(f"{line}\n" for line in lines))

    def span(given: Span) -> Span:
        at = max(bisect_right(starts, given.line - 1) - 1, 0)
        text, start = texts[at], starts[at]
        most = max(len(text.lines), 1)
        first = min(given.line - start, most)
        last = min(max(given.end_line - start, first), most)
        own = Span(files[at].path, first, given.column, last, given.end_column)
        return moves[at](own)

    return Reading(whole, load(whole), tuple(files), span, edits=edits)
