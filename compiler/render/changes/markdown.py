"""What `diff` found, as the comment of a merge request: a summary of three lines, a table, and the
details folded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from qosc.changes.model import Change, Changes, fingerprint
from qosc.render.changes.text import (
    Block,
    Shown,
    blocks,
    class_words,
    expectation,
    summary,
    ways_words,
)
from qosc.render.printable import printable

__all__ = ["TAG", "as_markdown"]

TAG = "<!-- qosc diff -->"
"""What a pipeline finds its own comment by."""
_ROWS = 50
_SPECIAL = str.maketrans(
    {char: f"\\{char}" for char in "\\`*_[]|~!$"}
    | {char: f"\\{char}&#8203;" for char in "@#"}
    | {"&": "&amp;", "<": "&lt;", ">": "&gt;", ":": ":&#8203;"}
)
"""A backslash or a reference does not keep GitHub from taking `@name` for a user, who is told, and
`#1` for an issue, since it looks for these after Markdown is read; a space without width between
does (github/cmark-gfm, issue 181; github/markup, issue 1168), and ends a URL as well.
"""
_PLAIN_COLON = re.compile(":&#8203;(?!//)")


def as_markdown(paths: tuple[str, str], shown: Shown, meant: Mapping[str, str] | None) -> str:
    """The comment; it begins with `TAG`."""
    return "\n".join(_lines(paths, shown, meant))


def _lines(paths: tuple[str, str], shown: Shown, meant: Mapping[str, str] | None) -> Iterator[str]:
    compared = [one for _, _, one, _ in shown if one is not None]
    yield TAG
    yield f"### {_verdict(shown)}"
    yield ""
    yield f"{_text(paths[0])} → {_text(paths[1])}  "
    yield f"{_counts(shown, compared)}"
    if meant is not None:
        yield ""
        for number, line in enumerate(expectation(shown, meant)):
            yield _text(line) if number == 0 else f"- {_text(line.strip())}"
    for name, old, one, _ in shown:
        if one is None:
            yield ""
            yield f"**{_text(name)}**: only the {'old' if old else 'new'} side has it."
        elif not one.same:
            yield ""
            if name:
                yield f"#### {_text(name)}"
                yield ""
            yield from _device(one, meant)


def _verdict(shown: Shown) -> str:
    if any(one is None or one.differing for _, _, one, _ in shown):
        return "QoS: packets are treated otherwise"
    if any(one is not None and one.undecided for _, _, one, _ in shown):
        return "QoS: not decided whether packets are treated otherwise"
    if any(one is not None and not one.same for _, _, one, _ in shown):
        return "QoS: ports on one side only"
    return "QoS: no change in behaviour"


def _counts(shown: Shown, changes: list[Changes]) -> str:
    if len(shown) == 1 and changes:
        return _text(summary(changes[0]))
    differing, undecided = (
        sum(one.differing for one in changes),
        sum(one.undecided for one in changes),
    )
    changed = sum(one is None or not one.same for _, _, one, _ in shown)
    return (
        f"{changed} of {len(shown)} devices differ: {differing} changes, {undecided} not decided."
    )


def _device(changes: Changes, meant: Mapping[str, str] | None) -> Iterator[str]:
    made = blocks(changes)
    if made:
        yield "| port | class | what | old | new |"
        yield "| --- | --- | --- | --- | --- |"
    rows = [row for block in made for row in _table_rows(block)]
    yield from rows[:_ROWS]
    if len(rows) > _ROWS:
        yield f"| … | | {len(rows) - _ROWS} more below | | |"
    for word, names in (("old", changes.pairing.only_old), ("new", changes.pairing.only_new)):
        if names:
            yield ""
            yield f"Only the {word} config has {', '.join(map(_text, names))}."
    if made:
        yield ""
        yield "<details><summary>Which packets, and by which lines</summary>"
        yield ""
        for block in made:
            yield from _details(block, meant)
        yield ""
        yield "</details>"
    if changes.notes:
        yield ""
        yield from (f"{_text(note[:1].upper() + note[1:])}." for note in changes.notes)


def _table_rows(block: Block) -> Iterator[str]:
    first = block.changes[0]
    place, named = _text(block.place), _text(class_words(first).removeprefix("class "))
    for delta in first.deltas:
        cells = (place, named, _text(delta.name), _text(delta.old), _text(delta.new))
        yield f"| {' | '.join(cells)} |"
        place = named = ""


def _details(block: Block, meant: Mapping[str, str] | None) -> Iterator[str]:
    first = block.changes[0]
    named = class_words(first)
    yield f"- **{_text(block.place)}**{f', {_text(named)}' if named else ''}"
    for one in block.changes:
        where = ways_words(one)
        words = f"{where}: {one.words}" if where else one.words
        if words:
            yield f"  - packets: {_text(words)}{_expected(one, meant)}"
    if first.packet is not None:
        yield f"  - example: {_text(str(first.packet))}"
    if first.reason:
        yield f"  - not decided: {_text(first.reason)}"
    for word, spans in (("old", first.old_lines), ("new", first.new_lines)):
        if spans:
            lines = ", ".join(str(span.line) for span in spans)
            yield f"  - {word} lines: {_text(spans[0].path)}: {lines}"


def _expected(change: Change, meant: Mapping[str, str] | None) -> str:
    if meant is None:
        return ""
    known = any(key.endswith(fingerprint(change)) for key in meant)
    return " (expected)" if known else " (**not expected**)"


def _text(words: str) -> str:
    """Words that Markdown and HTML take as they are."""
    text = printable(words).replace("->", "→")
    return _PLAIN_COLON.sub(":", text.translate(_SPECIAL)).replace("www.", "www&#8203;.")
