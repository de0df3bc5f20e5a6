"""Maps that write one field by the value of another: `table-map`, `set cos dscp`, and the map of
what a policer marks down.

Sources: Cisco IOS Quality of Service Solutions Command Reference, `set cos`, `set dscp`, `set
precedence`, `set mpls experimental imposition`, `table-map (value mapping)`: without a table the
value is copied; of a DSCP that is copied into three bits the class selector bits are; a qos-group
that the field cannot hold is not copied, and the packet is left as it is. Catalyst 3560 Switch
Command Reference, `mls qos map`: the policed-DSCP map is the identity unless it is changed.
"""

from __future__ import annotations

from typing import Literal

from qosc.fields import WIDTHS, Field
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import (
    Account,
    Rejected,
    Table,
    at,
    number,
    phrase,
    recognised,
    unquoted,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Mark, MarkTable

__all__ = ["POLICED", "Tables", "copied", "policed"]

POLICED = "policed-dscp"
"""The name of the map of what a policer marks down."""
_TOP = 99
_SOURCE = "QoS command reference, table-map"
_SOURCES = {
    "from_cos": Field.COS,
    "from_cos_inner": Field.COS_INNER,
    "from_dscp": Field.DSCP,
    "from_precedence": Field.PRECEDENCE,
    "from_qos_group": Field.QOS_GROUP,
    "from_discard_class": Field.DISCARD_CLASS,
    "from_exp": Field.MPLS_EXP,
}


class Tables:
    """Collects table-maps; one that is opened again is added to."""

    def __init__(self, account: Account) -> None:
        self._account = account

    def section(self, line: Line) -> None:
        """A line `table-map ...` with what is below it."""
        tables = self._account.tables
        try:
            name = unquoted(phrase("set", line).word())
        except Rejected as error:
            self._account.rejected(line, error)
            return
        self._account.modelled(line)
        if line.negated:
            tables.pop(name, None)
            return
        known = tables.get(name, Table({}, "copy"))
        entries, otherwise = dict(known.entries), known.otherwise
        for child in line.children:
            if child.unknown:
                continue
            try:
                otherwise = _below(child, entries, otherwise)
            except Rejected as error:
                self._account.rejected(child, error)
            else:
                self._account.modelled(child)
        tables[name] = Table(entries, otherwise)

    def policed(self, line: Line) -> None:
        """A line `mls qos map policed-dscp ...` or `qos map dscp policed ...`."""
        tables = self._account.tables
        try:
            node = phrase("set", line)
            if node.name == "policed_other":
                reason = "the map for what exceeds the larger burst is not used"
                self._account.recognised(line, reason)
                return
            values = [number(word, 0, 63, "a DSCP", "RFC 2474") for word in node.words()]
        except Rejected as error:
            self._account.rejected(line, error)
            return
        if not values and not line.negated:
            self._account.rejected(line, Rejected(None, "DSCPs are missing"))
            return
        self._account.modelled(line)
        entries = dict(tables.get(POLICED, Table({}, "copy")).entries)
        if line.negated:
            entries.clear()
        else:
            entries.update(dict.fromkeys(values[:-1], values[-1]))
        tables[POLICED] = Table(entries, "copy")


def _below(
    line: Line, entries: dict[int, int], otherwise: Literal["copy", "ignore"] | int
) -> Literal["copy", "ignore"] | int:
    """Add a line of a table-map to `entries`; the default that then holds."""
    node = phrase("set", line)
    if node.name == "default_line":
        words = node.words()
        if words:
            value = number(words[0], 0, _TOP, "a value", _SOURCE)
            return "copy" if line.negated else value
        keep = node.nodes()[0].word()
        return "ignore" if keep == "ignore" and not line.negated else "copy"
    first, second = (number(word, 0, _TOP, "a value", _SOURCE) for word in node.words())
    if line.negated:
        entries.pop(first, None)
    else:
        entries[first] = second
    return otherwise


def copied(account: Account, line: Line, node: Node, to: Field) -> Mark:
    """The mark of a phrase that copies another field, or a table of it, to `to`; raises `Rejected`.

    Where no source is named (`set-dscp-transmit table T`) it is the field itself.
    """
    source = next((_SOURCES[one.name] for one in node.nodes() if one.name in _SOURCES), to)
    part = node.find("table")
    table, name = Table({}, "copy"), ""
    if part is not None:
        name = unquoted(part.word())
        original = account.tables.get(name)
        if original is None:
            raise recognised(part, f"there is no table-map `{name}` in this text")
        table = original
    made = _table(to, source, table, name)
    if made is None:
        most = (1 << WIDTHS[to]) - 1
        raise Rejected(part, f"table-map `{name}` writes more than a {to} can hold, {most}")
    return Mark(to, 0, at(line, node), table=made)


def policed(account: Account, line: Line, node: Node) -> Mark:
    """The mark of `policed-dscp-transmit`."""
    table = account.tables.get(POLICED, Table({}, "copy"))
    made = MarkTable(Field.DSCP, tuple(sorted(table.entries.items())), "copy", POLICED)
    return Mark(Field.DSCP, 0, at(line, node), table=made)


def _table(to: Field, source: Field, table: Table, name: str) -> MarkTable | None:
    """The table for two fields; None where it writes what the field cannot hold.

    Entries for values that the source cannot have are left out. A copy that is not plain is
    spelt out: of a DSCP the upper bits (the class selector, as in the DSCP-to-CoS map of Catalyst
    switches), of other fields the values that have room. No public source says that routers do so.
    """
    most, top = (1 << WIDTHS[to]) - 1, (1 << WIDTHS[source]) - 1
    entries = {before: after for before, after in table.entries.items() if before <= top}
    otherwise = table.otherwise
    if any(after > most for after in entries.values()):
        return None
    if isinstance(otherwise, int) and otherwise > most:
        return None
    narrowed = otherwise == "copy" and top > most
    if narrowed:
        bits = WIDTHS[source] - WIDTHS[to]
        for value in range(min(top, _TOP) + 1):
            if source is Field.DSCP:
                entries.setdefault(value, value >> bits)
            elif value <= most:
                entries.setdefault(value, value)
        otherwise = "ignore"
    return MarkTable(source, tuple(sorted(entries.items())), otherwise, name, narrowed)
