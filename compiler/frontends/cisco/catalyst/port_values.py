"""What single lines of a Catalyst port say: their phrase, their numbers, a transmit queue."""

from __future__ import annotations

from typing import NamedTuple

from qosc.amounts import Rate
from qosc.frontends.cisco.statements import Node, Word, parse
from qosc.frontends.cisco.statements.account import (
    RATE_UNITS,
    Rejected,
    at,
    bits,
    percent_rate,
    phrase,
    recognised,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.frontends.sentences import prose
from qosc.patterns import pattern

__all__ = ["FOREIGN", "Numbers", "TxQueue", "below_tx_queue", "switch_phrase"]

_REMARK = pattern(r"\D+(?:\d+\s+)+(?=\d*[^\s\d])")
_ARISTA = pattern(r"\b(?:guaranteed|rate|strict)\b")
_ARROW = pattern(r"\s(?:<!?-+|[\u2190\u2192])(?:\s|\w)")
FOREIGN = "the Catalyst 4500 has transmit queues 1 to 4: these are another switch's"
_TX = "Catalyst 4500 command reference, tx-queue"


class Numbers(NamedTuple):
    """The numbers of a line."""

    words: tuple[Word, ...]
    line: Line

    def value(self, index: int) -> int:
        """The number at a place, counted from 0."""
        return int(self.words[index].text)


class TxQueue:
    """What stands below `tx-queue N`."""

    __slots__ = ("high", "line", "rate", "shape")

    def __init__(self, line: Line) -> None:
        self.line = line
        self.rate: Rate | None = None
        self.shape: Rate | None = None
        self.high: Line | None = None


def below_tx_queue(queue: TxQueue, which: int, line: Line) -> None:
    """Take a line below `tx-queue N` into the queue; raises `Rejected`."""
    if line.keyword == "random-detect" or _ARISTA.search(line.text) is not None:
        raise recognised(None, FOREIGN)
    node = phrase("switch_qos", line)
    gone = line.negated
    if node.name == "tx_priority":
        if which != 3:
            raise Rejected(None, f"only transmit queue 3 has a priority ({_TX})")
        queue.high = None if gone else line
        return
    rate = None
    if not gone:
        words = node.words()
        if not words:
            raise Rejected(None, "a rate is missing")
        if node.name.endswith("percent"):
            rate = percent_rate(line, words[0])
        else:
            unit = node.find("tx_unit")
            factor = RATE_UNITS[unit.word()] if unit is not None else 1
            rate = Rate(bits(words[0], 16_000, "a rate", _TX, factor), origin=at(line, words[0]))
    if node.name in ("tx_shape", "tx_shape_percent"):
        queue.shape = rate
    else:
        queue.rate = rate


def switch_phrase(line: Line) -> Node:
    """The phrase of a line, without a remark that slides and notes put behind the numbers."""
    arrow = _ARROW.search(line.text)
    remark = _REMARK.match(line.text)
    if arrow is not None:
        end = arrow.start()
    elif remark is not None and prose(line.text[remark.end() :]):
        end = remark.end()
    else:
        return phrase("switch_qos", line)
    parsed = parse("switch_qos", line.keyword, line.text[:end], int(line.negated))
    return parsed if isinstance(parsed, Node) else phrase("switch_qos", line)
