"""docs/statements.md: the statements of Cisco and JunOS, from the tables that readers go by."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from qosc.frontends.cisco.table import ROWS, Reader, Statement
from qosc.frontends.junos.tree.schema import LIST, Spec
from qosc.frontends.junos.tree.schema import parts as junos_parts

__all__ = ["page"]

_HEAD = """# Statements

Written by `scripts/gen_docs.py` from the rows of `compiler/frontends/cisco/table/`, and of
`table_*.py` in `compiler/frontends/junos/tree/`. Those of JunOS are at the end.

## Cisco

Statements that can matter to QoS, by the mode in which they are valid: IOS, IOS XE, IOS XR, NX-OS
and EOS together. `no` and `default` before them, abbreviations and `do` are read too. A statement
is either read into the model, which `qosc show --format json` and `qosc compile -t ir` print, or
it is recognised: `qosc check` reports the line (QOS011) and `compile` lists it as a loss. Forms of
a statement that are not in the model are reported line by line in the same way. How many lines of
published configs each dialect covers is in [coverage.md](coverage.md).
"""
_COLUMNS = "| statement | fields of the model | grammar |\n| --- | --- | --- |\n"


_JUNOS = """
## JunOS

What stands below the stanzas that matter to QoS, in both forms (braces and `set`), after groups and
`inactive:` are worked out. A name of the user's own is `*`. Here are the statements that are read;
the others that the tables have are recognised only, and reported so (QOS011). Those that stand at
several places are listed once.
"""
_TITLES = {
    "alias": "code-point-aliases, for each kind of code point",
    "applies": "classifiers and rewrite-rules of a port, for each kind",
    "attach": "a filter that is applied",
    "binding": "class-of-service interfaces * unit *",
    "bound": "classifiers and rewrite-rules of a port",
    "classifier": "class-of-service classifiers, for each kind of code point",
    "cos": "class-of-service",
    "exceeding": "if-exceeding of a policer",
    "filter": "a firewall filter",
    "interface": "interfaces *",
    "prefixes": "addresses of a term",
    "rate": "a rate of class-of-service",
    "rewrite": "class-of-service rewrite-rules, for each kind of code point",
    "root": "the top",
    "scheduler": "class-of-service schedulers *",
    "share": "excess-rate",
}


def page() -> str:
    """The text of the page."""
    parts = [_HEAD]
    ordered = sorted(ROWS, key=lambda row: (row.mode.value, row.keyword))
    for mode, rows in groupby(ordered, key=lambda row: row.mode):
        parts += ["\n## ", mode.value, "\n\n", _COLUMNS]
        parts += (_row(row) for row in rows)
    return "".join([*parts, _JUNOS, *_junos()])


def _junos() -> Iterator[str]:
    for name, spec in sorted(junos_parts().items()):
        rows = list(_read_below(spec, (), {id(one) for one in junos_parts().values()}))
        if rows:
            yield f"\n## JunOS: {_TITLES.get(name, name)}\n\n| statement | fields of the model |\n"
            yield "| --- | --- |\n"
            yield from rows


def _read_below(spec: Spec, path: tuple[str, ...], elsewhere: set[int]) -> Iterator[str]:
    """Rows for the statements below one that are read, without those of other parts."""
    below = [*spec.words.items(), *([("*", spec.any)] if spec.any is not None else [])]
    for word, one in below:
        here = (*path, word, *("*" for _ in range(one.names if one.kind == LIST else 0)))
        if one.gives is not None:
            fields = ", ".join(f"`{name}`" for name in one.gives.split()) or "read"
            yield f"| `{' '.join(here)}` | {fields} |\n"
        shared = any(one.words is part.words for part in junos_parts().values())
        if not shared and id(one) not in elsewhere:
            yield from _read_below(one, here, elsewhere)


def _row(row: Statement) -> str:
    if row.reader is None:
        given = "recognised only"
    elif row.reader is Reader.TOLD:
        given = "reported with the reason"
    elif row.gives:
        given = ", ".join(f"`{name}`" for name in row.gives.split())
    else:
        given = "read"
    grammar = ", ".join(f"`{name}`" for name in row.grammar.split())
    return f"| `{row.keyword}` | {given} | {grammar} |\n"
