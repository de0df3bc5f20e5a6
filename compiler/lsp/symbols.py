"""The outline of a config: its objects and ports, with what stands in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from qosc.api import Config
from qosc.lsp.objects import Occurrence
from qosc.source import NOWHERE, SourceText, Span

__all__ = ["Symbol", "block", "symbols"]

_CLOSING = ("}", ")", "]")
_UNIT = r"unit\s++{}"
# What stands beside the name on the line of an IOS interface.
_BEFORE = re.compile(r"int[a-z]*\s+(?:(?:range|preconfigure|breakout)\s+)?", re.IGNORECASE)
_BEHIND = re.compile(
    r"(?<!\s)\s++(?:(?:point-to-point|multipoint|l2transport)\s*+$|module-type\s)", re.IGNORECASE
)


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
        (policy.name, item.origin.line): item.name
        for policy in device.policies.values()
        for item in policy.classes
        if item.origin != NOWHERE and item.origin.line != policy.origin.line
    }
    below: dict[str, list[Symbol]] = {}
    for (policy_name, line), name in classes.items():
        mark = _named(source, line, name)
        below.setdefault(policy_name, []).append(Symbol(block(source, line), mark, name, "class"))
    mine = config.source.numbers[0] if config.source.numbers else 0
    item = [
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
    item += _ports(config)
    return tuple(sorted(item))


def _ports(config: Config) -> Iterator[Symbol]:
    for port in config.device.ports.values():
        if port.origin != NOWHERE:
            line = port.origin.line
            span = block(config.source, line)
            mark = _port_name(config.source, line, port.name)
            yield Symbol(span, mark, port.name, str(port.kind))


def _port_name(source: SourceText, line: int, name: str) -> Span:
    """Where a line has the name of a port, as it writes it: `gi0/1` without the keywords of IOS,
    `unit 10` for a unit of JunOS.
    """
    text = source.line(line)
    start, end = _indent(text), len(text.rstrip())
    keyword = _BEFORE.match(text, start)
    if keyword is not None and keyword.end() < end:
        behind = _BEHIND.search(text, keyword.end())
        return source.span(line, keyword.end(), behind.start() if behind is not None else end)
    base, _, unit = name.rpartition(".")
    if base:
        match = re.search(_whole(_UNIT.format(re.escape(unit))), text)
        if match is not None:
            return source.span(line, match.start(), match.end())
    return _named(source, line, name)


def _named(source: SourceText, line: int, name: str) -> Span:
    """Where a line has a name, behind its keyword if it has one; the whole line without it."""
    text = source.line(line)
    places = list(re.finditer(_whole(re.escape(name)), text))
    if not places:
        return _line(source, line)
    # A class may be called `class`.
    place = places[1 if len(places) > 1 and places[0].start() == _indent(text) else 0]
    return source.span(line, place.start(), place.end())


def _whole(pattern: str) -> str:
    return rf"(?<![^\s;{{}}\[\]\"<>]){pattern}(?![^\s;{{}}\[\]\"<>])"


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
