"""Packets, and the headers they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from qosc.fields import DS_VIEWS, LOSS_PRIORITIES, Field, ds_bits, ds_byte

if TYPE_CHECKING:
    from qosc.simulator.port import OutPort
    from qosc.simulator.stats import Flow

__all__ = ["Header", "Headers", "LookedUp", "Packet", "value_of"]

_REVERSED = {
    Field.SRC4: Field.DST4,
    Field.DST4: Field.SRC4,
    Field.SRC_PORT: Field.DST_PORT,
    Field.DST_PORT: Field.SRC_PORT,
}
_OF_DEVICE = (
    Field.INPUT_INTERFACE,
    Field.QOS_GROUP,
    Field.DISCARD_CLASS,
    Field.TRAFFIC_CLASS,
    Field.FORWARDING_CLASS,
    Field.LOSS_PRIORITY,
)


_UNSET: dict[Field, int | str] = {
    Field.QOS_GROUP: 0,
    Field.DISCARD_CLASS: 0,
    Field.TRAFFIC_CLASS: 0,
    Field.LOSS_PRIORITY: LOSS_PRIORITIES[0],
    Field.FORWARDING_CLASS: "",
}
"""What a router has beside a packet that nobody marked."""


class LookedUp:
    """A value that a mark looks up in a map, by another field of the packet."""

    __slots__ = ("known", "otherwise", "source")

    def __init__(
        self, source: Field, pairs: tuple[tuple[int, int], ...], otherwise: int | str
    ) -> None:
        self.source = source
        # Of two pairs for one value the first counts.
        self.known = dict(reversed(pairs))
        self.otherwise = otherwise
        """"copy", "ignore", or the value for all that is not known."""

    def value(self, values: dict[Field, int | str]) -> int | None:
        """The value for a header; None where nothing is written."""
        written = value_of(values, self.source)
        if not isinstance(written, int):
            return None
        if written in self.known:
            return self.known[written]
        if self.otherwise == "copy":
            return written
        return self.otherwise if isinstance(self.otherwise, int) else None


def value_of(values: dict[Field, int | str], field: Field) -> int | str | None:
    """The value of a field of a header; None where the packet has none."""
    if field in DS_VIEWS:
        if Field.DSCP not in values:
            return None
        shift, mask = DS_VIEWS[field]
        return (ds_byte(values) & mask) >> shift
    return values.get(field, _UNSET.get(field))


class Header:
    """The fields of a packet. Equal headers are one object, so classifiers can remember them."""

    __slots__ = ("number", "table", "turned", "values")

    def __init__(self, number: int, values: dict[Field, int | str], table: Headers) -> None:
        self.number = number
        self.values = values
        self.table = table
        self.turned: dict[Any, Header] = {}

    def marked(self, marks: tuple[tuple[Field, int | str | LookedUp], ...]) -> Header:
        """This header with the marks written, in order."""
        header = self.turned.get(marks)
        if header is None:
            values = dict(self.values)
            for field, mark in marks:
                value = mark.value(values) if isinstance(mark, LookedUp) else mark
                if value is not None:
                    _write(values, field, value)
            header = self.turned[marks] = self.table.header(values)
        return header

    def reply(self, changes: tuple[tuple[Field, int | str], ...] = ()) -> Header:
        """The header of an answer: addresses and ports change sides."""
        key = ("reply", changes)
        header = self.turned.get(key)
        if header is None:
            values = {_REVERSED.get(field, field): v for field, v in self.values.items()}
            values.update(changes)
            header = self.turned[key] = self.table.header(values)
        return header

    def on_the_wire(self) -> Header:
        """This header without what only the last device knew."""
        header = self.turned.get("wire")
        if header is None:
            values = {f: v for f, v in self.values.items() if f not in _OF_DEVICE}
            header = self.turned["wire"] = self.table.header(values)
        return header


def _write(values: dict[Field, int | str], field: Field, value: int | str) -> None:
    if field not in DS_VIEWS:
        values[field] = value
        return
    # Writing a view leaves the other bits of the byte alone.
    bits, mask = ds_bits(field, int(value))
    byte = ds_byte(values) & ~mask | bits
    values[Field.DSCP], values[Field.ECN] = byte >> 2, byte & 3


class Headers:
    """All headers of one run."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[tuple[tuple[Field, int | str], ...], Header] = {}

    def header(self, values: dict[Field, int | str]) -> Header:
        """The one header with these values."""
        key = tuple(sorted(values.items()))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = Header(len(self._known), values, self)
        return known


class Packet:
    """A packet on its way. `hop` counts the links of `path` that it has been sent into."""

    __slots__ = ("born", "data", "flow", "header", "hop", "length", "path", "since", "sink")

    def __init__(
        self,
        flow: Flow,
        header: Header,
        length: int,
        born: int,
        path: tuple[OutPort, ...],
        sink: Callable[[Packet], None],
        data: Any = None,
    ) -> None:
        self.flow = flow
        self.header = header
        self.length = length
        self.born = born
        self.path = path
        self.hop = 0
        self.sink = sink
        """What takes the packet at the end of its path."""
        self.data = data
        self.since = born
        """When it came to the port where it waits."""
