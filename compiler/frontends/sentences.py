"""What tells sentences: words that only they have, and how a clause ends.

Documents put configs between sentences, and what is said of a config is no part of it.
"""

from __future__ import annotations

import re

from qosc.patterns import pattern

__all__ = ["aside", "prose", "prose_words"]

_FUNCTION_WORDS = (
    "the of is are was were and that this these those which we it its by be been has have had an "
    "but or so since because than when where while will would can could may must should into "
    "they their there you your our if also both each more most only used using shown between "
    "however therefore does do did as on for with"
)
_PROSE = pattern(
    r"(?<!\S)[(\"']?(?:" + "|".join(_FUNCTION_WORDS.split()) + r")[,.;:)\"']?(?!\S)", re.IGNORECASE
)
_CLAUSE_END = pattern(r"[a-z)\"'][.,;:?]$", re.IGNORECASE)
_LOOKED_AT = 400
"""Characters of a line that decide whether it is prose: hostile lines are long."""


def prose_words(text: str) -> int:
    """How many words of the text only a sentence has."""
    return len(_PROSE.findall(text[:_LOOKED_AT]))


def prose(text: str) -> bool:
    """Whether the text reads as (part of) a sentence."""
    return _PROSE.search(text[:_LOOKED_AT]) is not None or (
        _CLAUSE_END.search(text[-8:]) is not None
    )


_LAYOUT = pattern(r"[^A-Za-z0-9\"'\[\]{}#/*<$_]|\*\*?\S|</?[A-Za-z]|\d{1,3}[.)]\s|```")
_STATEMENT_END = (";", "{", "}", ",")


def aside(text: str) -> bool:
    """Whether a line outside of all braces is of the document around a config: a sentence, a mark
    of a list, a heading or a table, a tag of HTML. What ends as a statement does is none.
    """
    text = text[:_LOOKED_AT].strip()
    if not text or text.endswith(_STATEMENT_END) or "/*" in text:
        return False  # a comment may end many lines below
    return _LAYOUT.match(text) is not None or (" " in text and prose(text))
