"""What an editor shows beside the mouse: figures of a class, and the page of a rule."""

from __future__ import annotations

import re

from qosc.diagnostics import first_names
from qosc.lint import find_rule, page
from qosc.lsp import figures
from qosc.lsp.objects import at, same_object
from qosc.lsp.reading import Reading
from qosc.render.printable import printable

__all__ = ["hover"]

_MARKUP = re.compile(r"([\\`*_{}\[\]()<>#+!|~&-])")
_SHOWN = 10


def hover(reading: Reading, line: int, column: int) -> str:
    """What is known of a place, in Markdown; empty where nothing is. Words of the config have no
    markup in them.
    """
    parts = [*_of_class(reading, line), *_of_name(reading, line, column)]
    rules = [
        finding.code
        for finding, _ in reading.findings
        if (finding.primary.line, finding.primary.column) <= (line, column)
        and (line, column) <= (finding.primary.end_line, finding.primary.end_column)
    ]
    for code in dict.fromkeys(rules):
        rule = find_rule(code)
        if rule is not None:
            parts.append(page(rule))
    return "\n\n---\n\n".join(parts)


def plain(words: str) -> str:
    """Words of a config, as Markdown that shows them as they are."""
    return _MARKUP.sub(r"\\\1", printable(words))


def _of_class(reading: Reading, line: int) -> list[str]:
    config = reading.config_at(line)
    if config is None:
        return []
    name, at_ports, more = figures.at_ports(config, line)
    if not name:
        return []
    lines = [f"**class {plain(name)}**" + ("" if at_ports else ": on no port")]
    for one in at_ports:
        words = "; ".join(one.words) or "no action"
        port = f"{plain(one.port)}: " if one.port else ""
        lines.append(f"- {port}{plain(words)}")
    if more:
        lines.append(f"- and on more ports than {figures.PORTS}: `qosc show` has all")
    return ["\n".join([lines[0], "", *lines[1:]]).rstrip()]


def _of_name(reading: Reading, line: int, column: int) -> list[str]:
    here = at(reading.names, line, column)
    if here is None:
        return []
    places = same_object(reading.names, here)
    defined = [str(one.span.line) for one in places if one.defines]
    used = [str(one.span.line) for one in places if not one.defines]
    words = [f"**{plain(here.kind)} {plain(here.name)}**"]
    where, by = first_names(defined, _SHOWN), first_names(used, _SHOWN)
    words.append(f"defined on line {where}" if defined else "not defined in this text")
    words.append(f"referenced on line {by}" if used else "not referenced")
    return ["  \n".join(words)]
