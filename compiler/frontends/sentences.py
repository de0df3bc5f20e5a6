"""What tells sentences: words that only they have, and how a clause ends.

Documents put configs between sentences, and what is said of a config is no part of it.
"""

from __future__ import annotations

from qosc.patterns import pattern

__all__ = ["aside", "prose", "prose_words"]

_WORDS = (
    "the of is are was were and that this these those which we it its by be been has have had an "
    "but or so since because than when where while will would can could may must should into "
    "they their there you your our if also both each more most only used using shown between "
    "however therefore does do did as on for with"
)
_FUNCTION_WORDS = frozenset(_WORDS.split())
_OPENING, _CLOSING = tuple("(\"'"), tuple(",.;:)\"'")
_CLAUSE_MARKS, _CLAUSE_LAST = frozenset(".,;:?"), frozenset(")\"'")
"""How a clause ends: one of the former, behind a letter or one of the latter."""
_LOOKED_AT = 400
"""Characters of a line that decide whether it is prose: hostile lines are long."""


def prose_words(text: str) -> int:
    """How many words of the text only a sentence has."""
    return sum(map(_is_function_word, text[:_LOOKED_AT].lower().split()))


def prose(text: str) -> bool:
    """Whether the text reads as (part of) a sentence."""
    return _ends_clause(text) or any(map(_is_function_word, text[:_LOOKED_AT].lower().split()))


def _ends_clause(text: str) -> bool:
    last = text[-2:-1]
    return text[-1:] in _CLAUSE_MARKS and (
        last in _CLAUSE_LAST or (last.isascii() and last.isalpha())
    )


def _is_function_word(word: str) -> bool:
    """Whether a word, in small letters, is one of sentences, with the marks that may be around
    it: one in front, one behind.
    """
    if word in _FUNCTION_WORDS:
        return True
    if word.startswith(_OPENING):
        word = word[1:]
    return word in _FUNCTION_WORDS or (word.endswith(_CLOSING) and word[:-1] in _FUNCTION_WORDS)


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
