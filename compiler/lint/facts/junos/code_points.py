"""Which forwarding class the tables of a JunOS text give each code point, by bits."""

from __future__ import annotations

from collections.abc import Mapping

from qosc.fields import DSCP_NAMES
from qosc.lint.engine.rule import Context
from qosc.lint.facts.junos.statements import Words, below
from qosc.tuples import NamedTuple

__all__ = ["KINDS", "Row", "aliases", "bits_of", "known_points", "rows"]

KINDS = {
    "dscp": "dscp",
    "dscp-ipv6": "dscp",
    "exp": "exp",
    "ieee-802.1": "ieee-802.1",
    "ieee-802.1ad": "ieee-802.1ad",
    "inet-precedence": "inet-precedence",
}
"""The kinds of tables, with the field that they are of."""
_NAMED = {name: f"{value:06b}" for name, value in DSCP_NAMES.items() if name != "default"}
_NAMED |= {"be": "000000", "cs0": "000000", "nc1": "110000", "nc2": "111000"}
"""Juniper, Default DSCP and DSCP IPv6 aliases."""


class Row(NamedTuple):
    """A row of a table: `classifiers` or `rewrite-rules`.

    alias      The name of the code point, where it is one of the text.
    priority   The loss priority.
    """

    role: str
    kind: str
    table: str
    name: str
    priority: str
    bits: str
    alias: str
    line: int


def aliases(context: Context) -> Mapping[tuple[str, str], tuple[str, int]]:
    """The bits of each alias of the text, with its line. Use through `context.once`."""
    return {
        (rest[0], rest[1]): (rest[2], one.line)
        for one, rest in below(context, "class-of-service", "code-point-aliases")
        if len(rest) == 3 and _is_bits(rest[2])
    }


def _is_bits(text: str) -> bool:
    return 0 < len(text) < 7 and not text.strip("01")


def bits_of(context: Context, kind: str, word: str) -> str:
    """The bits of a code point as it is written; empty where they are not told."""
    said = context.once(aliases).get((kind, word))
    if said is not None:
        return said[0]
    if _is_bits(word) and len(word) > 2:
        return word
    if KINDS.get(kind) == "dscp":
        return _NAMED.get(word, "")
    return ""


def rows(context: Context) -> list[Row]:
    """Every row of every table with bits. Use through `context.once`."""
    listed: list[Row] = []
    for role in ("classifiers", "rewrite-rules"):
        for one, rest in below(context, "class-of-service", role):
            row = _row(context, role, rest, one.line)
            if row is not None:
                listed.append(row)
    return listed


def _row(context: Context, role: str, rest: Words, line: int) -> Row | None:
    if rest[0] not in KINDS or (rest[2], rest[4]) != ("forwarding-class", "loss-priority"):
        return None
    if rest[6] not in ("code-points", "code-point") or len(rest) < 8:
        return None
    bits = bits_of(context, rest[0], rest[7])
    if not bits:
        return None
    alias = rest[7] if (rest[0], rest[7]) in context.once(aliases) else ""
    return Row(
        role=role,
        kind=rest[0],
        table=rest[1],
        name=rest[3],
        priority=rest[5],
        bits=bits,
        alias=alias,
        line=line,
    )


def known_points(context: Context) -> Mapping[str, Mapping[str, frozenset[str]]]:
    """For each field, the classes that any table has for some bits. Use through `context.once`."""
    points: dict[str, dict[str, frozenset[str]]] = {}
    for row in context.once(rows):
        of = points.setdefault(KINDS[row.kind], {})
        of[row.bits] = of.get(row.bits, frozenset()) | {row.name}
    return points
