"""LALR tables of the statement grammars.

`grammars/NAME.lark` is compiled by lark, and the tables are kept beside it in `NAME.json`, so that
a run need not import lark and compile (some 60 ms, as much as all the rest of a small check). A
table says which grammar it was made from; one that does not fit its grammar is not used, and lark
compiles the grammar on the spot.
"""

from __future__ import annotations

import json
import re
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from qosc.patterns import pattern
from qosc.tuples import NamedTuple

__all__ = ["END", "Production", "Table", "compile_grammar", "digest", "load"]

END = "$END"
_FORMAT = 2


class Production(NamedTuple):
    """A rule of the grammar: what to build of the `len(keep)` symbols on top of the stack."""

    origin: str
    name: str
    keep: tuple[bool, ...]
    inline: bool
    """The phrase has no node of its own: its parts go to the one around it."""
    single: bool
    """The phrase has no node of its own where it has one part only."""


class States(dict[int, dict[str, int]]):
    """Actions by state and symbol: n >= 0 shifts to state n, n < 0 reduces by rule -n - 1.

    A statement visits few states, so each is made when it is first asked for. A row is a text of
    actions, each with the number of the set of its symbols (`5:0 -3:1`), and a set one of symbols
    (`4 7`): text is read from a file many times as fast as lists are.
    """

    def __init__(self, rows: list[str], sets: list[str], names: list[str]) -> None:
        self._rows = rows
        self._sets = sets
        self._names = names

    def __missing__(self, state: int) -> dict[str, int]:
        names, sets = self._names, self._sets
        row: dict[str, int] = {}
        for part in self._rows[state].split():
            action, _, place = part.partition(":")
            row |= dict.fromkeys(
                [names[int(symbol)] for symbol in sets[int(place)].split()], int(action)
            )
        self[state] = row
        return row


class Productions(dict[int, Production]):
    """Rules by number, each made when it is first asked for."""

    def __init__(self, rows: list[str]) -> None:
        self._rows = rows

    def __missing__(self, number: int) -> Production:
        origin, name, keep, inline, single = self._rows[number].split(" ")
        production = Production(
            origin, name, tuple(kept == "1" for kept in keep), inline == "1", single == "1"
        )
        self[number] = production
        return production


class Table(NamedTuple):
    """An automaton over the words of a statement."""

    states: States
    productions: Productions
    keywords: dict[str, str]
    patterns: dict[str, re.Pattern[str]]
    """Terminals that are not keywords, the most particular first."""
    start: int
    end: int


def grammar_path(name: str) -> Path:
    """Where a grammar lies."""
    from qosc import grammars

    return Path(grammars.__file__).with_name(f"{name}.lark")


def digest(source: bytes) -> int:
    """What ties a table to its grammar."""
    return zlib.crc32(source, _FORMAT)


@cache
def load(name: str) -> Table:
    """The table of a grammar: the kept one if it fits, else a new one."""
    path = grammar_path(name)
    source = path.read_bytes()
    kept = path.with_suffix(".json")
    if kept.is_file():
        data = json.loads(kept.read_bytes())
        if data["digest"] == digest(source):
            return _revive(data)
    return _revive(compile_grammar(source))


def _revive(data: dict[str, Any]) -> Table:
    return Table(
        States(data["states"], data["sets"], data["symbols"]),
        Productions(data["productions"]),
        data["keywords"],
        {name: pattern(text, re.IGNORECASE | re.ASCII) for name, text in data["patterns"]},
        data["start"],
        data["end"],
    )


def compile_grammar(source: bytes) -> dict[str, Any]:
    """The tables of a grammar as plain data, made by lark."""
    from lark import Lark
    from lark.lexer import PatternStr

    lark = Lark(source.decode(), parser="lalr", maybe_placeholders=False)
    parse_table = lark.parser.parser._parse_table
    numbers = {rule: number for number, rule in enumerate(lark.rules)}
    terminals = sorted(lark.terminals, key=lambda t: -t.priority)
    symbols: dict[str, int] = {}
    sets: dict[tuple[int, ...], int] = {}
    states = []
    for number in range(len(parse_table.states)):
        by_action: dict[int, list[int]] = {}
        for symbol, (action, target) in sorted(parse_table.states[number].items()):
            step = target if str(action) == "Shift" else -numbers[target] - 1
            place = symbols.setdefault(str(symbol), len(symbols))
            by_action.setdefault(step, []).append(place)
        states.append(
            " ".join(
                f"{step}:{sets.setdefault(tuple(of), len(sets))}" for step, of in by_action.items()
            )
        )
    return {
        "digest": digest(source),
        "symbols": list(symbols),
        "sets": [" ".join(map(str, of)) for of in sets],
        "states": states,
        "productions": [
            " ".join(
                (
                    str(rule.origin.name),
                    str(rule.alias or rule.origin.name),
                    "".join(
                        str(int(not getattr(symbol, "filter_out", False)))
                        for symbol in rule.expansion
                    ),
                    str(int(str(rule.origin.name).startswith("_") and not rule.alias)),
                    str(int(bool(rule.options.expand1) and not rule.alias)),
                )
            )
            for rule in lark.rules
        ],
        "keywords": {
            t.name: t.pattern.value for t in terminals if isinstance(t.pattern, PatternStr)
        },
        "patterns": [
            [t.name, t.pattern.to_regexp()]
            for t in terminals
            if not isinstance(t.pattern, PatternStr) and t.name != "TEXT"
        ],
        "start": parse_table.start_states["start"],
        "end": parse_table.end_states["start"],
    }
