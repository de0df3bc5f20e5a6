"""Products of field values in the words of an operator."""

from __future__ import annotations

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, summarize_address_range
from typing import TYPE_CHECKING

from qosc.fields import DSCP_NAMES, PROTOCOL_NAMES, WIDTHS, Field, mac_text
from qosc.ir import Opaque, Reference
from qosc.packets.fieldwise import Key, Product, Term
from qosc.packets.layout import BITS, LAYERS

if TYPE_CHECKING:
    from qosc.packets.build import Builder

__all__ = ["key_words", "phrase", "product_phrase"]

_MOST_VALUES = 8
_NAMES = {value: name for name, value in DSCP_NAMES.items()}
_PORTS = {Field.SRC_PORT: "source port", Field.DST_PORT: "port"}
_ADDRESSES = {
    Field.SRC4: "from",
    Field.DST4: "to",
    Field.SRC6: "from",
    Field.DST6: "to",
}
_LAYER_WORDS = {
    "tagged": ("with an 802.1Q tag", "without an 802.1Q tag"),
    "tagged-twice": ("with two tags", "without a second tag"),
    "labelled": ("with an MPLS label", "without an MPLS label"),
    "cells": ("in ATM cells", "not in ATM cells"),
    "frames": ("in Frame Relay frames", "not in Frame Relay frames"),
}
_FIRST = (Field.VERSION, Field.PROTOCOL, *_ADDRESSES, *_PORTS, Field.DSCP)


def phrase(terms: Sequence[Term], builder: Builder) -> str:
    """All terms, one after the other."""
    return "; ".join(_term(term, builder) for term in terms) or "no packet"


def _term(term: Term, builder: Builder) -> str:
    term = _without_double_negation(term)
    words = product_phrase(term.held, builder)
    if not term.without:
        return words
    holes = "; ".join(product_phrase(one, builder) for one in term.without)
    return (
        f"{words} except ({holes})" if ";" in holes or "," in holes else f"{words} except {holes}"
    )


def _without_double_negation(term: Term) -> Term:
    """The term with what is in its exceptions only since a condition does not hold taken as what
    holds: `any packet except not protocol http`.
    """
    held, left = dict(term.held.values), []
    for hole in term.without:
        ((key, values),) = hole.values.items() if len(hole.values) == 1 else ((None, ()),)
        if isinstance(key, Opaque | Reference) and values == ((0, 0),) and key not in held:
            held[key] = ((1, 1),)
        else:
            left.append(hole)
    return Term(Product(held), tuple(left))


def product_phrase(product: Product, builder: Builder) -> str:
    """A product: `udp, to 192.0.2.0/24, port 16384 to 32767, dscp ef`."""
    order = {key: place for place, key in enumerate(_FIRST)}
    keys = sorted(
        product.values, key=lambda key: order.get(key, len(order)) if isinstance(key, Field) else 99
    )
    return ", ".join(_values(key, product.values[key], builder) for key in keys) or "any packet"


def key_words(key: Key) -> str:
    """What a condition or a layer is called."""
    if isinstance(key, Opaque):
        if key.feature == "not understood":
            return f"what {key.argument!r} matches"
        return f"{key.feature} {key.argument}"
    return str(key) if isinstance(key, str) else f"{key.target} {key.name}"


def _values(key: Key, values: Sequence[tuple[int, int]], builder: Builder) -> str:
    if not isinstance(key, Field):
        held = values[0][1] == 1
        if isinstance(key, str):
            return _LAYER_WORDS[key][not held] if key in LAYERS else key
        return f"{'' if held else 'not '}{key_words(key)}"
    if key in (Field.FRAGMENT, Field.FIRST_FRAGMENT):
        held = values[0][1] == 1
        if key is Field.FRAGMENT:
            return "later fragments" if held else "no later fragments"
        return "first fragments" if held else "no first fragments"
    if key is Field.VERSION:
        return " or ".join("not IP" if low == 0 else f"IPv{low}" for low, _ in values)
    width = WIDTHS.get(key, len(BITS[key]))
    others = _complement(values, (1 << width) - 1)
    if (
        key in WIDTHS
        and len(others) < len(values)
        and sum(high - low + 1 for low, high in others) <= 8
    ):
        return f"{_called(key)}any but {_some(key, others, builder)}"
    return f"{_called(key)}{_some(key, values, builder)}"


def _called(key: Field) -> str:
    if key is Field.PROTOCOL:
        return ""
    return f"{_ADDRESSES.get(key) or _PORTS.get(key) or str(key)} "


def _some(key: Field, values: Sequence[tuple[int, int]], builder: Builder) -> str:
    words = [word for low, high in values for word in _range(key, low, high, builder)]
    if len(words) > _MOST_VALUES:
        words = [*words[:_MOST_VALUES], f"{len(words) - _MOST_VALUES} more"]
    return " or ".join(words)


def _range(key: Field, low: int, high: int, builder: Builder) -> list[str]:
    if key in _ADDRESSES:
        return _prefixes(key, low, high)
    named = builder.names.get(key)
    if named is not None:
        known = {number: name for name, number in named.items() if low <= number <= high}
        if high - low > len(known):
            known[-1] = "any other"
        return [known.get(number, "none") or "none" for number in sorted(known)] or ["none"]
    if key is Field.DSCP and high - low < 4:
        return [_NAMES.get(value, str(value)) for value in range(low, high + 1)]
    if key is Field.PROTOCOL and high - low < 4:
        return [PROTOCOL_NAMES.get(n, f"protocol {n}") for n in range(low, high + 1)]
    if key in (Field.SRC_MAC, Field.DST_MAC):
        return [mac_text(low) if low == high else f"{mac_text(low)} to {mac_text(high)}"]
    text = f"{low:#06x}" if key is Field.ETHERTYPE else str(low)
    return [text if low == high else f"{text} to {high}"]


def _prefixes(key: Field, low: int, high: int) -> list[str]:
    wide = key in (Field.SRC6, Field.DST6)
    if wide:
        nets = [str(net) for net in summarize_address_range(IPv6Address(low), IPv6Address(high))]
        ends = f"{IPv6Address(low)} to {IPv6Address(high)}"
    else:
        nets = [str(net) for net in summarize_address_range(IPv4Address(low), IPv4Address(high))]
        ends = f"{IPv4Address(low)} to {IPv4Address(high)}"
    if len(nets) > 3:
        return [ends]
    return [net.removesuffix("/128" if wide else "/32") for net in nets]


def _complement(values: Sequence[tuple[int, int]], last: int) -> list[tuple[int, int]]:
    gaps, begin = [], 0
    for low, high in values:
        if low > begin:
            gaps.append((begin, low - 1))
        begin = high + 1
    if begin <= last:
        gaps.append((begin, last))
    return gaps
