"""Results as pictures for papers: SVG and PDF, the same bytes for the same result."""

from __future__ import annotations

from qosc.render.plots.as_pdf import pdf
from qosc.render.plots.as_svg import svg
from qosc.render.plots.picture import Picture

__all__ = ["FORMS", "Picture", "drawn"]

FORMS = (".svg", ".pdf")
"""What the name of a picture's file ends in."""


def drawn(picture: Picture, form: str) -> str:
    """The text of a picture's file; `form` is one of FORMS."""
    return pdf(picture) if form == ".pdf" else svg(picture)
