"""JSON texts that a terminal can be shown."""

from __future__ import annotations

import json

__all__ = ["json_text"]


def json_text(document: object) -> str:
    """A document as JSON in printable ASCII, two blanks a level.

    DEL is ASCII, so `json.dumps` leaves it as it is, and a terminal obeys it. It can stand in
    strings alone.
    """
    return json.dumps(document, indent=2, ensure_ascii=True).replace("\x7f", "\\u007f")
