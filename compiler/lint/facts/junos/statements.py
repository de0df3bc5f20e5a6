"""The statements of a JunOS text beside the model, as rules read them.

The model has what QoS does to packets; what a rule compares it with (NAT, VLANs, protocols, flow
control) stands in stanzas that it leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator

from qosc.ir.statements import Statement, Words
from qosc.lint.engine.rule import Context
from qosc.source import NOWHERE, Span

__all__ = ["Statement", "Words", "below", "line_of", "span_of"]


def below(context: Context, *words: str) -> Iterator[tuple[Statement, Words]]:
    """Each statement that begins with some words (`*` is any), with the words behind them."""
    return context.statements.below(*words)


def line_of(context: Context, one: Statement, count: int) -> int:
    """The line on which the level of the first words of a statement is first written."""
    return context.statements.line(*one.words[:count]) or one.line


def span_of(context: Context, line: int) -> Span:
    """The words of a line, without blanks around them and a mark at the end."""
    source = context.source
    if source is None or not 1 <= line <= source.last:
        return NOWHERE
    text = source.line(line)
    begin = len(text) - len(text.lstrip())
    end = len(text.rstrip().rstrip("{;").rstrip())
    return Span(source.path, line, begin + 1, line, max(begin, end) + 1)
