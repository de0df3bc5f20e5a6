"""What a JunOS text says of its ports and units: descriptions, and the tables of their marks."""

from __future__ import annotations

from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos.statements import below
from qosc.tuples import NamedTuple

__all__ = ["Said", "descriptions", "unit_tables"]


class Said(NamedTuple):
    """The last word of a statement, and its line."""

    text: str
    line: int


def descriptions(context: Context) -> dict[str, Said]:
    """The description of each port and unit. Use through `context.once`."""
    by_unit: dict[str, Said] = {}
    for one, rest in below(context, "interfaces", "*"):
        said, name = tuple(rest), one.words[1]
        if rest[0] == "unit":
            said, name = said[2:], f"{name}.{rest[1]}"
        if said[:1] == ("description",) and len(said) > 1:
            by_unit[name] = Said(" ".join(said[1:]), one.line)
    return by_unit


def unit_tables(context: Context) -> dict[str, dict[tuple[str, str], Said]]:
    """The name of each table that a unit has, by its role (`classifiers` or `rewrite-rules`) and
    kind. Use through `context.once`.
    """
    tables: dict[str, dict[tuple[str, str], Said]] = {}
    for one, rest in below(context, "class-of-service", "interfaces"):
        if rest[1] == "unit" and rest[3] in ("classifiers", "rewrite-rules") and len(rest) == 6:
            of = tables.setdefault(f"{rest[0]}.{rest[2]}", {})
            of[rest[3], rest[4]] = Said(rest[5], one.line)
    return tables
