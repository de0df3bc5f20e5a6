"""The outline of a config: its objects and ports, with what stands in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from qosc.api import Config
from qosc.lsp.objects import Occurrence
from qosc.source import NOWHERE, SourceText, Span

__all__ = ["Symbol", "block", "symbols"]

_CLOSING = ("}", ")", "]")


class Symbol(NamedTuple):
    """An entry of the outline: `span` is its whole block, `name_span` what is marked in it."""

    span: Span
    name_span: Span
    name: str
    kind: str
    children: tuple[Symbol, ...] = ()


def symbols(config: Config, names: tuple[Occurrence, ...]) -> tuple[Symbol, ...]:
    """The outline of a device, in the order of the text."""
    source, device = config.source, config.device
    classes = {
        (policy.name, found.origin.line): found.name
        for policy in device.policies.values()
        for found in policy.classes
        if found.origin != NOWHERE and found.origin.line != policy.origin.line
    }
    below: dict[str, list[Symbol]] = {}
    for (policy_name, line), name in classes.items():
        span = block(source, line)
        mark = _line(source, line)
        below.setdefault(policy_name, []).append(Symbol(span, mark, name, "class"))
    mine = config.source.numbers[0] if config.source.numbers else 0
    found = [
        Symbol(
            block(source, one.span.line),
            one.span,
            one.name,
            one.kind,
            tuple(below.get(one.name, ())) if one.kind == "policy-map" else (),
        )
        for one in names
        if one.defines and one.device == mine
    ]
    found += _ports(config)
    return tuple(sorted(found))


def _ports(config: Config) -> Iterator[Symbol]:
    for port in config.device.ports.values():
        if port.origin != NOWHERE:
            line = port.origin.line
            span = block(config.source, line)
            yield Symbol(span, _line(config.source, line), port.name, str(port.kind))


def block(source: SourceText, line: int) -> Span:
    """A line with those below it that are indented further, and the brace that closes them."""
    head = source.line(line)
    indent, last = _indent(head), line
    total = source.number(len(source.lines) - 1) if source.lines else line
    for number in range(line + 1, total + 1):
        text = source.line(number)
        if text.strip() and _indent(text) <= indent:
            if text.lstrip().startswith(_CLOSING) and head.rstrip().endswith("{"):
                last = number
            break
        if text.strip():
            last = number
    return source.span(line, indent, len(source.line(last)), last)


def _line(source: SourceText, line: int) -> Span:
    text = source.line(line)
    return source.span(line, _indent(text), len(text.rstrip()))


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
