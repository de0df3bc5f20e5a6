"""The statements of IOS: text of one logical line in, phrase out.

One grammar per feature, `qosc.grammars/NAME.lark`. Which one takes a line is settled by the line's
keyword and mode. Results depend on nothing but the text, so they are kept: configs repeat
themselves.
"""

from __future__ import annotations

from functools import cache, lru_cache

from qosc.frontends.cisco.statements.engine import Grammar
from qosc.frontends.cisco.statements.tables import load
from qosc.frontends.cisco.statements.words import Failure, Node, Part, Word, split

__all__ = ["Failure", "Node", "Part", "Word", "parse", "split"]


@cache
def _grammar(name: str) -> Grammar:
    return Grammar(load(name))


@lru_cache(maxsize=16_384)
def parse(grammar: str, keyword: str, text: str, skip: int = 0) -> Node | Failure:
    """Parse one statement. Never fails but by a `Failure`.

    `skip` words (`no`, a sequence number) are passed over; the words after them are taken for
    `keyword`, however far they were abbreviated.
    """
    words = split(text)[skip:]
    for index, full in enumerate(keyword.split()[: len(words)]):
        words[index] = Word(full, words[index].start, words[index].end)
    engine = _grammar(grammar)
    return engine.by_form(words, text) or engine.parse(words, text)
