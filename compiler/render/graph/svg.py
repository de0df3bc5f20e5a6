"""The pipeline as SVG: stages from top to bottom, queues to scale of the link.

Text is set in one width, so that its size is known without a font. Colours follow
`prefers-color-scheme`; nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap
from xml.sax.saxutils import escape

from qosc.render.graph.pipeline import Box, Pipeline, Row, left_out
from qosc.render.printable import width

__all__ = ["svg"]

_WIDTH, _LEFT, _LINE, _PAD = 1000, 12, 16, 8
_CHAR = 7.3
"""Pixels of a character of 12 pixels in a font of one width: 0.6 em, and a little to spare."""
_COLUMNS = (("name", 24, 20), ("matches", 186, 34), ("actions", 446, 34), ("queue", 712, 36))
"""Of each column what is in it, where it begins, and how many characters it takes."""
_BAR = 264
"""Pixels of a bar that is the whole link."""
_STYLE = """\
svg { background: #ffffff; max-width: 100%; min-width: 760px; height: auto; }
text { font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #1f2328; }
.head { font-weight: bold; }
.dim { fill: #57606a; }
.box { fill: #f6f8fa; stroke: #8c959f; }
.rule { stroke: #d0d7de; }
.link { fill: none; stroke: #8c959f; }
.sure { fill: #0969da; }
.strict { fill: #bc4c00; }
.most { stroke: #1f2328; stroke-width: 2; }
.way { stroke: #57606a; fill: #57606a; }
@media (prefers-color-scheme: dark) {
  svg { background: #0d1117; }
  text { fill: #e6edf3; }
  .dim { fill: #9da7b1; }
  .box { fill: #161b22; stroke: #6e7681; }
  .rule { stroke: #30363d; }
  .link { stroke: #6e7681; }
  .sure { fill: #58a6ff; }
  .strict { fill: #f0883e; }
  .most { stroke: #e6edf3; }
  .way { stroke: #9da7b1; fill: #9da7b1; }
}
"""


def svg(pipelines: Sequence[Pipeline]) -> str:
    """The picture of some ports, one below the other."""
    drawn: list[str] = []
    y = _PAD
    for one in pipelines:
        y = _port(drawn, one, y) + 2 * _LINE
    title = ", ".join(one.port for one in pipelines)
    body = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {y}" width="{_WIDTH}" '
        f'height="{y}" role="img">\n<title>QoS pipeline of {escape(title)}</title>\n'
        f"<style>\n{_STYLE}</style>\n{body}\n</svg>\n"
    )


def _port(drawn: list[str], one: Pipeline, y: int) -> int:
    y += _LINE
    drawn.append(_text(_LEFT, y, f"{one.port}: {one.speed}", "head"))
    before = ""
    for box in one.boxes:
        word = "forwarding" if box.output and before != "output" else ""
        y = _arrow(drawn, y, word if before else "packets arrive" if not box.output else word)
        y = _box(drawn, box, one.rate, y)
        before = "output" if box.output else "input"
    if before == "output":
        y = _arrow(drawn, y, f"link of {one.speed}")
    elif before:
        y = _arrow(drawn, y, "forwarding")
    return y


def _arrow(drawn: list[str], y: int, word: str) -> int:
    x, end = _LEFT + 24, y + 2 * _LINE
    drawn.append(f'<path class="way" d="M{x} {y + 6}V{end - 6}" fill="none"/>')
    drawn.append(f'<path class="way" d="M{x - 4} {end - 8}h8l-4 7z"/>')
    if word:
        drawn.append(_text(x + 14, y + _LINE + 6, word, "dim"))
    return end


def _box(drawn: list[str], box: Box, rate: int | None, y: int) -> int:
    top, at = y, len(drawn)
    y += _LINE + 2
    drawn.append(_text(_LEFT + 12, y, box.title, "head"))
    y += _PAD
    for row in box.rows:
        drawn.append(f'<path class="rule" d="M{_LEFT} {y}H{_WIDTH - _LEFT}"/>')
        y = _row(drawn, row, rate, y)
    if box.more:
        y += _LINE
        drawn.append(_text(_LEFT + 12, y, left_out(box), "dim"))
        y += _PAD
    size = f'width="{_WIDTH - 2 * _LEFT}" height="{y - top}"'
    drawn.insert(at, f'<rect class="box" x="{_LEFT}" y="{top}" rx="4" {size}/>')
    return y


def _row(drawn: list[str], row: Row, rate: int | None, y: int) -> int:
    texts = {
        "name": (row.name,),
        "matches": (row.matches,),
        "actions": row.actions,
        "queue": row.queue,
    }
    bar = _bar(row, rate, y + _PAD) if row.queue else []
    drawn += bar
    lowest = y
    for kind, x, columns in _COLUMNS:
        at = y + _LINE + (15 if kind == "queue" and bar else 0)
        indent = 12 * row.level if kind == "name" else 0
        for words in texts[kind]:
            for line in _lines(words, columns - indent // 7):
                style = "head" if kind == "name" else "dim" if kind == "matches" else ""
                drawn.append(_text(x + indent, at, line, style))
                at += _LINE
        lowest = max(lowest, at - _LINE)
    return lowest + _PAD


def _bar(row: Row, rate: int | None, y: int) -> list[str]:
    """What the class has of the link, to scale: the frame is the link, the filled part is what it
    is guaranteed, or its strict priority at most; the stroke is its shaper.
    """
    if not rate:
        return []
    x = _COLUMNS[-1][1]
    made = [f'<rect class="link" x="{x}" y="{y}" width="{_BAR}" height="9"/>']
    if row.guaranteed is not None:
        size = min(row.guaranteed / rate, 1.0) * _BAR
        kind = "strict" if row.priority else "sure"
        made.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{size:.1f}" height="9"/>')
    if row.most is not None:
        at = x + min(row.most / rate, 1.0) * _BAR
        made.append(f'<path class="most" d="M{at:.1f} {y - 2}v13"/>')
    return made


def _lines(words: str, columns: int) -> Iterator[str]:
    """Words in lines of at most `columns`; wide characters take two."""
    for line in wrap(words, max(columns, 8)):
        if width(line) <= columns:
            yield line
        else:
            half = max(columns // 2, 4)
            yield from (line[at : at + half] for at in range(0, len(line), half))


def _text(x: float, y: int, words: str, style: str = "") -> str:
    named = f' class="{style}"' if style else ""
    return f'<text x="{x}" y="{y}"{named} xml:space="preserve">{escape(words)}</text>'
