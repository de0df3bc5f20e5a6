"""A picture as SVG. Texts get into it in one place (`_words`), which escapes them."""

from __future__ import annotations

from html import escape

from qosc.render.plots.picture import Box, Line, Picture, Words

__all__ = ["svg"]

_FONT = 'font-family="Helvetica, Arial, sans-serif" role="img"'


def svg(picture: Picture) -> str:
    """The text of the file."""
    wide, high = picture.width, picture.height
    size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} {_FONT}>',
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="{wide}" height="{high}" fill="#ffffff"/>',
    ]
    for shape in picture.shapes:
        if isinstance(shape, Words):
            parts.append(_words(shape))
        elif isinstance(shape, Box):
            parts.append(_box(shape))
        else:
            parts.append(_line(shape))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _words(words: Words) -> str:
    anchor = "" if words.anchor == "start" else f' text-anchor="{words.anchor}"'
    weight = ' font-weight="bold"' if words.bold else ""
    return (
        f'<text x="{_number(words.x)}" y="{_number(words.y)}" font-size="{words.size}"'
        f' fill="{words.colour}"{anchor}{weight}>{escape(words.text)}</text>'
    )


def _box(box: Box) -> str:
    place = f'x="{_number(box.x)}" y="{_number(box.y)}"'
    size = f'width="{_number(box.width)}" height="{_number(box.height)}"'
    return f'<rect {place} {size} fill="{box.colour}"/>'


def _line(line: Line) -> str:
    style = line.style
    dashes = f' stroke-dasharray="{" ".join(map(str, style.dashes))}"' if style.dashes else ""
    return (
        f'<path d="{_moves(line)}" fill="none" stroke="{style.colour}"'
        f' stroke-width="{_number(style.width)}"{dashes}/>'
    )


def _moves(line: Line) -> str:
    moves: list[str] = []
    before = ("", "")
    for x, y in line.points:
        here = (_number(x), _number(y))
        if not moves:
            moves.append(f"M{here[0]} {here[1]}")
        elif here[0] == before[0]:
            moves.append(f"V{here[1]}")
        elif here[1] == before[1]:
            moves.append(f"H{here[0]}")
        else:
            moves.append(f"L{here[0]} {here[1]}")
        before = here
    return "".join(moves)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
