"""A picture as a PDF of one page, by ISO 32000-1: paths and two of the fonts that each reader has.

Texts are written as hexadecimal strings in one place (`_words`): none of them can be an operator.
What the encoding of the fonts (Windows code page 1252) does not have is shown as an escape.
"""

from __future__ import annotations

from qosc.render.plots.picture import Box, Line, Picture, Words

__all__ = ["pdf"]

_POINTS = 0.75
"""Of a pixel: 96 of them are an inch in SVG, 72 points in PDF."""
# Adobe Core 14 AFM, Helvetica: thousandths of the size, of the characters from the space on.
_WIDTHS = (
    *(278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278),
    *(556,) * 10,
    *(278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667),
    *(556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278),
    *(469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556),
    *(556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584),
)
_OTHER = 556
_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}


def pdf(picture: Picture) -> str:
    """The text of the file, all of it ASCII."""
    shapes = [_drawn(shape, picture.height) for shape in picture.shapes]
    content = "\n".join([f"{_POINTS:g} 0 0 {_POINTS:g} 0 0 cm", *shapes])
    box = f"0 0 {picture.width * _POINTS:g} {picture.height * _POINTS:g}"
    fonts = "/Font << /F0 5 0 R /F1 6 0 R >>"
    title = picture.title.encode("utf-16-be", "replace").hex()
    return _file(
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents 4 0 R "
        f"/Resources << {fonts} >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        _font("Helvetica"),
        _font("Helvetica-Bold"),
        f"<< /Title <feff{title}> >>",
    )


def _font(name: str) -> str:
    kind = "/Type /Font /Subtype /Type1"
    return f"<< {kind} /BaseFont /{name} /Encoding /WinAnsiEncoding >>"


def _file(*objects: str) -> str:
    """The first object is the catalogue, the last says what the document is."""
    parts, places, at = ["%PDF-1.4\n"], [], len("%PDF-1.4\n")
    for number, body in enumerate(objects, start=1):
        places.append(at)
        parts.append(f"{number} 0 obj\n{body}\nendobj\n")
        at += len(parts[-1])
    size = len(objects) + 1
    parts.append(f"xref\n0 {size}\n0000000000 65535 f \n")
    parts += [f"{place:010} 00000 n \n" for place in places]
    trailer = f"<< /Size {size} /Root 1 0 R /Info {len(objects)} 0 R >>"
    return "".join([*parts, f"trailer\n{trailer}\nstartxref\n{at}\n%%EOF\n"])


def _drawn(shape: Line | Box | Words, height: int) -> str:
    if isinstance(shape, Words):
        return _words(shape, height)
    if isinstance(shape, Box):
        place = f"{_number(shape.x)} {_number(height - shape.y - shape.height)}"
        size = f"{_number(shape.width)} {_number(shape.height)}"
        return f"{_colour(shape.colour)} rg {place} {size} re f"
    moves = [
        f"{_number(x)} {_number(height - y)} {'l' if number else 'm'}"
        for number, (x, y) in enumerate(shape.points)
    ]
    dashes = " ".join(map(str, shape.style.dashes))
    look = f"{_colour(shape.style.colour)} RG {_number(shape.style.width)} w [{dashes}] 0 d"
    return f"{look} {' '.join(moves)} S" if moves else ""


def _words(words: Words, height: int) -> str:
    data = words.text.encode("cp1252", "backslashreplace")
    x = words.x - _BEFORE[words.anchor] * _length(data) * words.size / 1000
    place = f"{_number(x)} {_number(height - words.y)} Td"
    font = f"/F{int(words.bold)} {words.size} Tf"
    return f"BT {_colour(words.colour)} rg {font} {place} <{data.hex()}> Tj ET"


def _length(data: bytes) -> int:
    return sum(_WIDTHS[byte - 32] if 32 <= byte < 32 + len(_WIDTHS) else _OTHER for byte in data)


def _colour(colour: str) -> str:
    """Red, green and blue from 0 to 1 of #rrggbb."""
    return " ".join(f"{int(colour[at : at + 2], 16) / 255:.3g}" for at in (1, 3, 5))


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
