"""What documents put before lines of a config: marks of quotation, numbers of lines, tags.

A line that begins with `>` is quoted: no IOS statement begins so. Numbers are those of lines only
where each line of a run has the next one, and where they are not the sequence numbers of an
access list, which the reader needs. A page has tags of HTML before the first line of a listing, and
a source file its words and a backtick before the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from operator import itemgetter

from qosc.patterns import pattern

__all__ = ["before_tags", "line_starts"]

_QUOTE = pattern(r" {0,3}(?:>[ \t]?){1,20}")
_NUMBER = pattern(r"[ \t]*(\d{1,6})(?:[:.)|]+[ \t]?|\t|(?=[ \t])|$)")
_TAGS = pattern(
    r"[ \t]*(?:<(?:pre|code|samp|p|div)(?: [^<>]{0,200})?>[ \t]*){1,4}(?=[a-z])", re.IGNORECASE
)
_LITERAL = pattern(r"[^`]{0,60}`(?=[\w.-]{1,64}\(config[\w-]{0,40}\) ?#)")
r"""`code: \`R1(config)#`: a string of many lines, whose first is that of a session."""
_LAST_TAGS = ("</pre>", "</code>", "</samp>", "</p>", "</div>")
_FIRST = itemgetter(slice(1))
"""The first character of a line, or nothing."""
_SHORTEST = 3
"""So many lines make a run."""
_ENTRIES = ("permit", "deny", "remark", "evaluate", "dynamic", "match")
"""What follows the sequence number of an entry in a list."""


class _Numbered:
    """A line with a number before it: where the number ends and where the text begins."""

    __slots__ = ("end", "exact", "index", "text", "value", "word")

    def __init__(self, index: int, line: str, mark: re.Match[str]) -> None:
        rest = line[mark.end() :]
        self.index = index
        self.value = int(mark[1])
        self.end = mark.end()
        self.exact = mark.end() > mark.end(1)
        """Whether a sign or a tab ends the number, so that the rest keeps its own indentation."""
        self.word = rest.split(None, 1)[0] if rest.strip() else ""
        self.text = mark.end() + len(rest) - len(rest.lstrip())


def line_starts(lines: Sequence[str], text: str) -> dict[int, int]:
    """Where lines really begin that are quoted or numbered: index -> column."""
    starts: dict[int, int] = {}
    # One character is found far quicker than two: most texts have none of it.
    if ">" in text and (text.startswith((">", " ")) or "\n>" in text or "\n >" in text):
        for index, line in enumerate(lines):
            mark = _QUOTE.match(line)
            if mark is not None:
                starts[index] = mark.end()
    if "<pre" in text or "<code" in text:
        for index, line in enumerate(lines):
            if "<" in line and (mark := _TAGS.match(line)) is not None:
                starts[index] = mark.end()
    if "`" in text and "(config" in text:
        for index, line in enumerate(lines):
            if "`" in line and (mark := _LITERAL.match(line)) is not None:
                starts[index] = mark.end()
    # Every run has a line whose place is a multiple of the shortest run.
    firsts = set(map(_FIRST, map(str.lstrip, lines[::_SHORTEST])))
    if starts or any(map(str.isdecimal, firsts)):
        for run in _runs(lines, starts):
            starts.update(_starts(run))
    return starts


def before_tags(line: str) -> str:
    """A line without the tags that a page has behind the last line of a listing."""
    end = len(line)
    while line.endswith(_LAST_TAGS, 0, end):
        end = line.rindex("<", 0, end)
        while end and line[end - 1].isspace():
            end -= 1
    return line[:end]


def _runs(lines: Sequence[str], quotes: dict[int, int]) -> Iterator[list[_Numbered]]:
    run: list[_Numbered] = []
    for index, line in enumerate(lines):
        start = quotes.get(index, 0)
        mark = _NUMBER.match(line, start)
        here = None if mark is None else _Numbered(index, line, mark)
        if run and (here is None or here.value != run[-1].value + 1):
            if _is_listing(run):
                yield run
            run = []
        if here is not None:
            run.append(here)
    if _is_listing(run):
        yield run


def _is_listing(run: list[_Numbered]) -> bool:
    words = {line.word.lower() for line in run if line.word}
    return len(run) >= _SHORTEST and not words <= set(_ENTRIES)


def _starts(run: list[_Numbered]) -> Iterator[tuple[int, int]]:
    edge = min((line.text for line in run if line.word), default=0)
    for line in run:
        yield line.index, line.end if line.exact else max(line.end, min(edge, line.text))
