"""Filters: where they stand and what they look for (iproute2 6.1, tc/tc_filter.c, f_u32.c, f_fw.c).

In u32 a value is in any notation of C and a mask in hexadecimal, except for the packet's mark,
where both are in any notation.
"""

from __future__ import annotations

from typing import NamedTuple

from qosc.verify.tc.actions import read_actions
from qosc.verify.tc.flower import TYPES, ethertype, flower_keys
from qosc.verify.tc.model import Filter, Key
from qosc.verify.tc.numbers import hexadecimal, number, signed, unsigned
from qosc.verify.tc.words import Words

__all__ = ["Place", "read_filter", "read_place"]

_WIDTHS = {"u8": 1, "u16": 2, "u32": 4}
_NAMES = {value: name for name, value in TYPES.items() if name != "ipv4"} | {0x8100: "802.1Q"}
_MOST_CHAIN = (1 << 28) - 1


class Place(NamedTuple):
    """Where a filter stands. `handle` is a firewall mark, for the kind fw only."""

    hook: str
    chain: int
    pref: int
    protocol: int | None
    handle: str = ""


def read_place(words: Words) -> Place:
    """The words from the hook up to the kind. Raises Unreadable for a word that tc would refuse."""
    hook = words.take()
    if hook not in ("ingress", "egress"):
        raise words.refuse(f"unknown place of a filter: {hook}")
    place: dict[str, int] = {}
    mark = ""
    while words.next in ("chain", "pref", "prio", "protocol", "handle"):
        name = words.take().replace("prio", "pref")
        if name in place or (name == "handle" and mark):
            raise words.refuse(f"{name} is given twice")
        if name == "handle":
            mark = words.take()
        elif name == "protocol":
            place[name] = words.read(ethertype)
        else:
            place[name] = words.read(number)
    if place.get("pref", 1) >> 16 or place.get("chain", 0) > _MOST_CHAIN:
        raise words.refuse("the chain has 28 bits, the pref 16", 0)
    return Place(hook, place.get("chain", 0), place.get("pref", 0), place.get("protocol"), mark)


def read_filter(words: Words, line: int) -> Filter:
    """The words after the interface. Raises Unreadable for what is not a filter."""
    place = read_place(words)
    if not place.pref:
        raise words.refuse("a filter without a pref: the kernel would choose one", 0)
    protocol = TYPES["all"] if place.protocol is None else place.protocol
    kind = words.take()
    if bool(place.handle) != (kind == "fw"):
        raise words.refuse("only a filter of the kind fw has a handle, and it must")
    keys = _fw(words, place.handle) if kind == "fw" else _keys(kind, words, protocol)
    actions = read_actions(words)
    if not actions and kind != "flower":
        raise words.refuse(f"{kind} without an action", 0)
    name = _NAMES.get(protocol, f"{protocol:#06x}")
    return Filter(
        hook=place.hook,
        chain=place.chain,
        pref=place.pref,
        protocol=name,
        kind=kind,
        keys=keys,
        actions=actions,
        line=line,
    )


def _fw(words: Words, text: str) -> tuple[Key, ...]:
    value, slash, mask = text.partition("/")
    try:
        bits = number(mask) if slash else (1 << 32) - 1
        return (Key("fw", (number(value) & bits, bits)),)
    except ValueError as error:
        raise words.refuse(str(error), 2) from None


def _keys(kind: str, words: Words, protocol: int) -> tuple[Key, ...]:
    if kind == "matchall":
        return ()
    if kind == "flower":
        return flower_keys(words, protocol)
    if kind == "u32":
        keys = []
        while words.accept("match"):
            keys.append(_u32(words))
        if not keys:
            raise words.refuse("u32 without a match", 0)
        return tuple(keys)
    if kind == "basic":
        if words.next == "match":
            raise words.refuse("basic with a match is not understood", 0)
        return ()
    raise words.refuse(f"unknown kind of filter: {kind}")


def _u32(words: Words) -> Key:
    kind = words.take()
    if kind == "mark":
        value, mask = words.read(number), words.read(number)
        if value & ~mask:
            raise words.refuse("tc takes no mark with bits outside its mask")
        return Key("mark", (value, mask))
    if kind not in _WIDTHS:
        raise words.refuse(f"unknown u32 match: {kind}")
    width = _WIDTHS[kind]
    value = words.read(number)
    mask = words.read(hexadecimal)
    if value >> 8 * width or mask >> 8 * width:
        raise words.refuse(f"{kind} does not hold {value:#x} or {mask:#x}")
    words.expect("at")
    place = words.read(signed(lambda text: unsigned(text, 0, 31)))
    if place % width:
        raise words.refuse(f"{kind} at {place} is not aligned")
    return Key("at", (place, width, value & mask, mask))
