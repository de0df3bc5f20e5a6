"""What marks do to a set of packets."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from qosc.fields import WIDTHS, Field
from qosc.ir import Interval, Mark, MarkTable, Named
from qosc.packets.layout import BITS, LAYERS, layer_of, needs
from qosc.packets.space import Region

__all__ = ["LowBits", "image", "preimage"]


class LowBits(Enum):
    """What writing the precedence does to the three lower bits of the DSCP.

    Cisco documents the precedence as the three high bits of the byte ("Cisco 10000 Series Router
    Quality of Service Configuration Guide", Marking Traffic) and says nothing of the others, so a
    question about behaviour needs both.
    """

    KEEP = "keep"
    ZERO = "zero"
    EITHER = "either"


def image(region: Region, marks: Iterable[Mark], low_bits: LowBits = LowBits.EITHER) -> Region:
    """The packets that those of `region` can be after `marks`, written one after the other.

    Packets without the field stay as they are. A mark in an optional layer (CoS, MPLS EXP) adds the
    layer, since such marks are made for the header that the packet will get. A value that does not
    fit its field is cut to it.
    """
    for mark in marks:
        if mark.table is not None:
            region = _look_up(region, mark, mark.table, low_bits)
        elif low_bits is LowBits.EITHER and mark.field is Field.PRECEDENCE:
            region = _write(region, mark, zero=True) | _write(region, mark, zero=False)
        else:
            region = _write(region, mark, zero=low_bits is LowBits.ZERO)
    return region


def _look_up(region: Region, mark: Mark, table: MarkTable, low_bits: LowBits) -> Region:
    """The packets after a mark whose value another field says: each value of it on its own."""
    builder, rest = region.space.builder, region
    result = region.space.nothing
    for source in range(1 << WIDTHS.get(table.source, 0)) if table.source in WIDTHS else ():
        here = Region(region.space, region.node & builder.value(table.source, _one(source)))
        if not here.is_empty():
            value = table.value(source)
            plain = () if value is None else (Mark(mark.field, value),)
            result |= image(here, plain, low_bits)
            rest -= here
    return result | rest


def preimage(region: Region, marks: Iterable[Mark]) -> Region:
    """The packets that are in `region` after `marks`, written one after the other.

    As `image` with `LowBits.KEEP`: a packet is in the preimage of a region just where its image is
    in the region.
    """
    for mark in reversed(tuple(marks)):
        if mark.table is None:
            region = _unwrite(region, mark)
            continue
        builder, table, result = region.space.builder, mark.table, region.space.nothing
        rest = region
        for source in range(1 << WIDTHS.get(table.source, 0)) if table.source in WIDTHS else ():
            here = Region(region.space, builder.value(table.source, _one(source)))
            value = table.value(source)
            after = region if value is None else _unwrite(region, Mark(mark.field, value))
            result |= after & here
            rest -= here
        region = result | rest
    return region


def _unwrite(region: Region, mark: Mark) -> Region:
    builder, field = region.space.builder, mark.field
    if field not in WIDTHS and mark.name:
        wanted = region.node & builder.value(field, Named(mark.name))
        return Region(region.space, wanted.exists(BITS[field]) & builder.well_formed)
    if field not in WIDTHS or field is Field.VERSION:
        return region
    value = mark.value & ((1 << WIDTHS[field]) - 1)
    bits, layer = BITS[field], layer_of(field)
    have = builder.true if layer else builder.have(needs(field))
    if layer:
        bits = (*bits, LAYERS[layer])
    wanted = region.node & builder.value(field, _one(value))
    before = wanted.exists(bits) & have & builder.well_formed
    return Region(region.space, before | (region.node & ~have))


def _one(value: int) -> Interval:
    return Interval(value, value)


def _write(region: Region, mark: Mark, *, zero: bool) -> Region:
    builder, field = region.space.builder, mark.field
    if field not in WIDTHS and mark.name:
        written = region.node.exists(BITS[field])
        return Region(region.space, written & builder.value(field, Named(mark.name)))
    if field not in WIDTHS or field is Field.VERSION:
        return region
    value = mark.value & ((1 << WIDTHS[field]) - 1)
    if zero and field is Field.PRECEDENCE:
        field, value = Field.DSCP, value << 3
    bits, layer = BITS[field], layer_of(field)
    have = builder.true if layer else builder.have(needs(field))
    old = region.node & have
    if layer:
        bits = (*bits, LAYERS[layer])
    written = old.exists(bits) & builder.value(field, Interval(value, value))
    return Region(region.space, written | (region.node & ~have))
