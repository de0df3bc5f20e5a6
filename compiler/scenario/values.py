"""How the values of header fields are written in a scenario.

A number stands for itself, `"100-200"` for a range, `"10.0.0.0/8"` or
`"10.0.0.0 mask 255.0.255.0"` for addresses, `"0x10/0x12"` for the bits of a mask. Fields that
hold names (`input-interface`, `forwarding-class`) take any text; `""` is a packet that nothing has
given a forwarding class. A loss priority is one of
`qosc.fields.LOSS_PRIORITIES`, or its place there from 0.
"""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address

from qosc.fields import LOSS_PRIORITIES, WIDTHS, Field
from qosc.ir.match import Interval, Masked, Named

__all__ = ["Value", "parse_value", "show_value", "single_value"]

Value = Interval | Masked | Named

_ADDRESSES: dict[Field, type[IPv4Address | IPv6Address]] = {
    Field.SRC4: IPv4Address,
    Field.DST4: IPv4Address,
    Field.SRC6: IPv6Address,
    Field.DST6: IPv6Address,
}
_RANGE = re.compile(r"([0-9]{1,10})-([0-9]{1,10})\Z")
_MASKED = re.compile(r"(0x[0-9a-fA-F]{1,32})/(0x[0-9a-fA-F]{1,32})\Z")


def parse_value(field: Field, text: int | str) -> Value:
    """The values of `field` that `text` stands for; ValueError where it is none."""
    if field is Field.LOSS_PRIORITY:
        return _loss_priority(text)
    if field not in WIDTHS:
        return Named(str(text))
    width = WIDTHS[field]
    if isinstance(text, int):
        return _interval(field, text, text, width)
    if field in _ADDRESSES:
        return _address(field, text)
    if parts := _RANGE.match(text):
        return _interval(field, int(parts[1]), int(parts[2]), width)
    if parts := _MASKED.match(text):
        value, mask = int(parts[1], 16), int(parts[2], 16)
        if mask >> width or value & ~mask:
            raise ValueError(f"{text!r} does not fit the {width} bits of {field}")
        return Masked(value, mask)
    raise ValueError(f"{text[:60]!r} is no value of {field}: a number, 'low-high' or '0xV/0xM'")


def single_value(field: Field, text: int | str) -> int | str:
    """The one value that a packet's header holds; ValueError for a range or a set."""
    value = parse_value(field, text)
    if isinstance(value, Named):
        return value.name
    if isinstance(value, Interval) and value.low == value.high:
        return value.low
    if isinstance(value, Masked) and value.mask == (1 << WIDTHS[field]) - 1:
        return value.value
    raise ValueError(f"a packet has one value of {field}, not {text!r}")


def show_value(field: Field, value: Value) -> int | str:
    """The shortest form that `parse_value` reads back as the same value.

    ValueError for a range of addresses, which has no form.
    """
    if isinstance(value, Named):
        return value.name
    if isinstance(value, Interval):
        if field in _ADDRESSES:
            raise ValueError(f"a range of {field} has no form in a scenario")
        return value.low if value.low == value.high else f"{value.low}-{value.high}"
    if field not in _ADDRESSES:
        return f"{value.value:#x}/{value.mask:#x}"
    make, width = _ADDRESSES[field], WIDTHS[field]
    ones = value.mask.bit_count()
    if value.mask == ((1 << ones) - 1) << (width - ones):
        return str(make(value.value)) + ("" if ones == width else f"/{ones}")
    return f"{make(value.value)} mask {make(value.mask)}"


def _loss_priority(text: int | str) -> Named:
    if isinstance(text, int) and 0 <= text < len(LOSS_PRIORITIES):
        return Named(LOSS_PRIORITIES[text])
    if text not in LOSS_PRIORITIES:
        raise ValueError(f"a loss priority is one of {', '.join(LOSS_PRIORITIES)}")
    return Named(str(text))


def _interval(field: Field, low: int, high: int, width: int) -> Interval:
    if not 0 <= low <= high < 1 << width:
        raise ValueError(f"{field} goes from 0 to {(1 << width) - 1}")
    return Interval(low, high)


def _address(field: Field, text: str) -> Masked:
    make, width = _ADDRESSES[field], WIDTHS[field]
    full = (1 << width) - 1
    address, mask = text, full
    if " mask " in text:
        address, _, written = text.partition(" mask ")
        mask = int(_parsed(make, written))
    elif "/" in text:
        address, _, length = text.partition("/")
        if not (length.isascii() and length.isdigit() and int(length[:4]) <= width):
            raise ValueError(f"{text[:60]!r}: the prefix length goes from 0 to {width}")
        mask = full ^ ((1 << (width - int(length))) - 1)
    value = int(_parsed(make, address))
    if value & ~mask:
        raise ValueError(f"{text!r} has bits outside its mask; write {make(value & mask)}")
    return Masked(value, mask)


def _parsed(make: type[IPv4Address | IPv6Address], text: str) -> IPv4Address | IPv6Address:
    try:
        return make(text.strip())
    except ValueError:
        raise ValueError(f"{text[:60]!r} is not an address") from None
