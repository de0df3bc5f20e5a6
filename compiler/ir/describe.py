"""Model values in plain words, for tables, ledgers and messages."""

from __future__ import annotations

from collections.abc import Callable

from qosc.amounts import show_rate
from qosc.fields import PROTOCOL_NAMES, TCP_FLAG_NAMES, Field, code_point_name, mac_text
from qosc.ir.conditioning import Mark, MarkTable, Outcome
from qosc.ir.device import Port
from qosc.ir.match import (
    AccessEntry,
    AccessList,
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Interval,
    Masked,
    Named,
    Not,
    Opaque,
    Predicate,
    Reference,
    RefKind,
    Test,
)
from qosc.ir.queueing import FairQueue

__all__ = ["describe", "describe_address", "describe_match", "show_rate"]

Resolver = Callable[[Reference], object | None]

_FIELD_WORDS = {
    Field.SRC4: "from",
    Field.SRC6: "from",
    Field.DST4: "to",
    Field.DST6: "to",
    Field.SRC_PORT: "source port",
    Field.DST_PORT: "port",
    Field.VERSION: "IPv",
}

_MACS = (Field.SRC_MAC, Field.DST_MAC)
_WHOLE_MAC = (1 << 48) - 1


def describe(value: object) -> str:
    """A value of the model in a few words."""
    if isinstance(value, Mark):
        if value.table is not None:
            return f"set {value.field} {_table(value.table)}"
        return f"set {value.field} {value.name or code_point_name(value.field, value.value)}"
    if isinstance(value, Outcome):
        return ", ".join([*(describe(mark) for mark in value.marks), value.verdict.value])
    if isinstance(value, Anything | Test | Not | AllOf | AnyOf | Reference | Opaque):
        return describe_match(value)
    if isinstance(value, Port):
        return "no QoS"  # a port is a leaf where it has none
    if isinstance(value, FairQueue):
        return "fair between flows"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(str(part) for part in value)
    return str(value)


def _table(table: MarkTable) -> str:
    if not table.entries and table.otherwise == "copy":
        return f"from {table.source}"
    named = f" by table {table.name}" if table.name else " by a table"
    steps = [
        f"{low} to {after}" if low == high else f"{low}-{high} to {after}"
        for low, high, after in _runs(table.entries)
    ]
    steps.append(
        {"copy": "others copied", "ignore": "others left"}.get(
            str(table.otherwise), f"others to {table.otherwise}"
        )
    )
    return f"from {table.source}{named} ({', '.join(steps)})"


def _runs(entries: tuple[tuple[int, int], ...]) -> list[tuple[int, int, int]]:
    """(first, last, value) of neighbours that are mapped to one value."""
    runs: list[tuple[int, int, int]] = []
    for before, after in entries:
        if runs and runs[-1][1:] == (before - 1, after):
            runs[-1] = (runs[-1][0], before, after)
        else:
            runs.append((before, before, after))
    return runs


def describe_match(match: Predicate, resolve: Resolver | None = None, levels: int = 4) -> str:
    """A predicate in plain words; with `resolve`, references are spelt out, to so many levels."""
    if isinstance(match, Anything):
        return "any packet"
    if isinstance(match, Test):
        return _test(match)
    if isinstance(match, Not):
        return f"not ({describe_match(match.operand, resolve, levels)})"
    if isinstance(match, Opaque):
        return f"{match.feature} {match.argument}"
    if isinstance(match, Reference):
        return _reference(match, resolve if levels else None, levels - 1)
    word, none = (" and ", "any packet") if isinstance(match, AllOf) else (" or ", "no packet")
    parts = [describe_match(part, resolve, levels) for part in match.operands]
    if len(parts) > 1:
        parts = [f"({part})" if " or " in part or " and " in part else part for part in parts]
    return word.join(parts) or none


def _reference(match: Reference, resolve: Resolver | None, levels: int) -> str:
    target = resolve(match) if resolve else None
    if isinstance(target, ClassMap):
        return describe_match(target.match, resolve, levels)
    if isinstance(target, AccessList):
        return _access_list(target, resolve, levels)
    # A named list that is not there may be of a kind that the model does not hold (`mac`), and a
    # class-map one that the system brings.
    named = match.target is RefKind.ACCESS_LIST and not match.name.isdigit()
    gone = "not in the model" if named else "undefined"
    if match.target is RefKind.CLASS_MAP:
        gone = "not in the text"
    return f"{match.target} {match.name}" + (f" ({gone})" if resolve else "")


def _access_list(target: AccessList, resolve: Resolver | None, levels: int) -> str:
    if not target.entries:
        return f"access-list {target.name} (empty)"
    entries = _telling(target.entries)
    shown = entries[:4]
    more = len(entries) - len(shown)
    parts: list[str] = []
    denied: list[str] = []
    group: list[str] = []
    for number, entry in enumerate(shown):
        words = describe_match(entry.match, resolve, levels)
        if entry.deny_ignored:
            words += " (its deny is ignored)"
        if entry.permit:
            group.append(words)
        else:
            denied.append(words)
        last = number + 1 == len(shown) or not shown[number + 1].permit
        if group and last:
            parts.append(_except(group, denied))
            group = []
    if not shown[-1].permit:  # what it is in front of is not shown
        parts.append(f"nothing of {'; '.join(denied)}")
    return "; ".join([*parts, *([f"and {more} more"] if more else [])])


def _except(permitted: list[str], denied: list[str]) -> str:
    """What entries permit that no `deny` in front of them takes away."""
    words = "; ".join(permitted)
    if not denied:
        return words
    held = f"({words})" if len(permitted) > 1 or " or " in words else words
    less = "; ".join(denied)
    return f"{held} except ({less})" if " " in less else f"{held} except {less}"


def _telling(entries: tuple[AccessEntry, ...]) -> tuple[AccessEntry, ...]:
    """Without the `deny` entries at the end: what no entry permits is not matched anyway."""
    end = len(entries)
    while end and not entries[end - 1].permit:
        end -= 1
    return entries[:end] or entries


def _test(test: Test) -> str:
    words = [_value(test.field, value) for value in test.values]
    # A packet without a forwarding class is told by the class that it counts with.
    values = " or ".join(word for word in words if word) or "none" if words else "nothing"
    if test.field is Field.PROTOCOL:
        return values
    if test.field is Field.VERSION:
        return f"IPv{values}"
    if test.field is Field.FRAGMENT:
        return "non-initial fragment" if values == "1" else "not a non-initial fragment"
    if test.field is Field.FIRST_FRAGMENT:
        return "first of several fragments" if values == "1" else "not a first fragment"
    return f"{_FIELD_WORDS.get(test.field, str(test.field))} {values}"


def _value(field: Field, value: Interval | Masked | Named) -> str:
    if isinstance(value, Named):
        return value.name
    if isinstance(value, Interval):
        if value.low != value.high:
            return f"{value.low} to {value.high}"
        if field in _MACS:
            return mac_text(value.low)
        if field is Field.PROTOCOL:
            return PROTOCOL_NAMES.get(value.low, f"protocol {value.low}")
        return code_point_name(field, value.low)
    if field in (Field.SRC4, Field.DST4, Field.SRC6, Field.DST6):
        return describe_address(field, value)
    if field in _MACS and value.mask == _WHOLE_MAC:
        return mac_text(value.value)
    if value.mask == 1 and field in (Field.SRC_PORT, Field.DST_PORT):
        return "odd" if value.value else "even"
    if field is Field.TCP_FLAGS:
        return "+".join(
            ("" if value.value >> bit & 1 else "not ") + name
            for bit, name in enumerate(TCP_FLAG_NAMES)
            if value.mask >> bit & 1
        )
    return f"{value.value:#x}/{value.mask:#x}"


def describe_address(field: Field, value: Masked) -> str:
    """An address with its mask: `10.0.0.0/8`, a host without one, else `address mask bits`."""
    from ipaddress import IPv4Address, IPv6Address

    wide = field in (Field.SRC6, Field.DST6)
    width = 128 if wide else 32
    make = IPv6Address if wide else IPv4Address
    ones = value.mask.bit_count()
    if value.mask == ((1 << ones) - 1) << (width - ones):
        return str(make(value.value)) + ("" if ones == width else f"/{ones}")
    return f"{make(value.value)} mask {make(value.mask)}"
