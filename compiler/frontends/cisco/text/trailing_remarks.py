"""What people write behind a statement to explain it: `priority 1024 -> for voice`.

No router takes it, and no config of a router has it; in posts and course notes the statement before
it is meant as written.
"""

from __future__ import annotations

from qosc.patterns import pattern

__all__ = ["without_remark"]

_ARROW = pattern(r"(?:[<-]?[-=]+>|<[-=]+|[\u2190-\u21ff]|[-=]{3,})")


def without_remark(text: str, start: int) -> str:
    """The statement without the remark that begins at `start`; empty where none does."""
    if start and text[start - 1].isspace() and _ARROW.match(text, start) is not None:
        return text[:start].rstrip()
    return ""
