"""Sets of packets before and after something is written to them."""

from __future__ import annotations

from collections.abc import Iterable

from qosc.fields import WIDTHS, Field
from qosc.packets.diagrams import Diagram
from qosc.packets.layout import BITS, LAYERS, layer_of, needs
from qosc.packets.space import PacketSpace
from qosc.treatments.tree import Bits

__all__ = ["BESIDE", "ON_THE_WIRE", "Headers"]

ON_THE_WIRE = (
    Field.DSCP,
    Field.ECN,
    Field.COS,
    Field.COS_INNER,
    Field.MPLS_EXP,
    Field.ATM_CLP,
    Field.FR_DE,
)
"""What of a packet's marks leaves the device with it."""
BESIDE = (
    Field.QOS_GROUP,
    Field.DISCARD_CLASS,
    Field.TRAFFIC_CLASS,
    Field.FORWARDING_CLASS,
    Field.LOSS_PRIORITY,
)
"""What a device keeps beside a packet between input and output; 0, none and low at first."""


class Headers:
    """Writing to the packets of a space. A set of packets is a diagram; bits are its variables."""

    def __init__(self, space: PacketSpace) -> None:
        self.builder = space.builder
        self.everything = self.builder.well_formed
        self._before: dict[tuple[Diagram, Bits], Diagram] = {}

    def write(self, field: Field, value: int) -> tuple[Bits, Diagram] | None:
        """The bits that a mark writes, and the packets that have the field for it.

        A mark in an optional layer (CoS, MPLS EXP) adds the layer, since such marks are made for
        the header that the packet will get. None for a field that nothing can write.
        """
        if field is Field.VERSION or field not in BITS:
            return None
        width = WIDTHS.get(field, len(BITS[field]))
        made = self._bits(BITS[field], value & ((1 << width) - 1))
        layer = layer_of(field)
        if layer:
            variable = 1 << LAYERS[layer]
            return made.then(variable, variable), self.builder.true
        return made, self.builder.have(needs(field))

    def _bits(self, variables: tuple[int, ...], value: int) -> Bits:
        bits = mask = 0
        for place, variable in enumerate(reversed(variables)):
            mask |= 1 << variable
            if value >> place & 1:
                bits |= 1 << variable
        return Bits(bits, mask)

    def before(self, packets: Diagram, wrote: Bits) -> Diagram:
        """The packets that are in `packets` once these bits are written to them."""
        if not wrote.mask:
            return packets
        key = (packets, wrote)
        if key not in self._before:
            chosen = list(_places(wrote.mask))
            literals = self.builder.true
            for variable in reversed(chosen):
                here = self.builder.var(variable)
                literals &= here if wrote.value >> variable & 1 else ~here
            self._before[key] = (packets & literals).exists(chosen)
        return self._before[key]

    def differ(self, fields: Iterable[Field], one: Bits, two: Bits) -> Diagram:
        """The packets that the two writes leave with another value in one of `fields`.

        A packet without a field's layer has no value: it has one where the layer is written.
        """
        node = self.builder.false
        for field in fields:
            mask = sum(1 << variable for variable in BITS[field])
            if not (one.mask | two.mask) & mask:
                continue
            here = self.builder.false
            for variable in BITS[field]:
                here |= self._after(variable, one) ^ self._after(variable, two)
            layer = layer_of(field)
            if layer:
                have = self.builder.have(layer)
                here &= have
                if (one.mask & mask, one.value & mask) != (two.mask & mask, two.value & mask):
                    here |= ~have
            node |= here
        return node

    def _after(self, variable: int, bits: Bits) -> Diagram:
        if not bits.mask >> variable & 1:
            return self.builder.var(variable)
        return self.builder.true if bits.value >> variable & 1 else self.builder.false

    @staticmethod
    def written(wrote: Bits, field: Field) -> int | None:
        """The value that was written to all of a field; None where not all of it was."""
        value = 0
        for variable in BITS[field]:
            if not wrote.mask >> variable & 1:
                return None
            value = value << 1 | (wrote.value >> variable & 1)
        return value


def _places(mask: int) -> Iterable[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
