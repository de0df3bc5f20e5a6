"""The arguments of qdiscs and of the classes of htb.

Which parser reads which argument: iproute2 6.1, tc/q_htb.c, q_fifo.c, q_sfq.c, q_red.c,
q_fq_codel.c, q_cake.c, q_prio.c and tc_stab.c. What is not listed is refused, also where tc takes
it: what it does to packets is not known here.
"""

from __future__ import annotations

from collections.abc import Callable

from qosc.verify.tc.model import Class, Handle, Qdisc, Unreadable, Value
from qosc.verify.tc.numbers import (
    billionths,
    classid,
    decimal,
    handle,
    hexadecimal,
    number,
    rate,
    rate32,
    signed,
    size,
    time,
    unsigned,
)
from qosc.verify.tc.words import Words

__all__ = ["CLSACT", "read_class", "read_qdisc"]

CLSACT = (0xFFFF, 0)
_LAST_PRIO = 7
"""Linux sch_htb.c: a higher number counts as this one."""
_PRIOMAP = (1, 2, 2, 2, 1, 2, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)
Parsers = dict[str, Callable[[str], Value]]


def _layer(text: str) -> str:
    if text not in ("atm", "ethernet", "adsl"):
        raise Unreadable(f"unknown link layer: {text}")
    return "atm" if text == "adsl" else text


def _short(text: str) -> int:
    return unsigned(text, 10, 16)


_OPTIONS: dict[str, Parsers] = {
    "htb": {"default": hexadecimal},
    "pfifo": {"limit": size},
    "bfifo": {"limit": size},
    "sfq": {
        "limit": number,
        "depth": number,
        "flows": number,
        "divisor": number,
        "quantum": size,
        "perturb": signed(number),
    },
    "red": {
        "limit": size,
        "min": size,
        "max": size,
        "avpkt": size,
        "burst": number,
        "bandwidth": rate32,
        "probability": billionths,
    },
    "fq_codel": {
        "limit": number,
        "flows": number,
        "target": time,
        "interval": time,
        "quantum": number,
        "memory_limit": size,
    },
    "cake": {"rtt": time, "memlimit": size},
}
_FLAGS = {
    "red": ("ecn", "harddrop", "adaptive"),
    "fq_codel": ("ecn", "noecn"),
    "cake": ("unlimited", "besteffort", "flows"),
}
_CLASS: Parsers = {
    "rate": rate,
    "ceil": rate,
    "burst": size,
    "cburst": size,
    "prio": decimal,
    "quantum": decimal,
    "overhead": _short,
    "linklayer": _layer,
}
_STAB: Parsers = {
    "linklayer": _layer,
    "overhead": signed(decimal),
    "mtu": decimal,
    "tsize": decimal,
    "mpu": decimal,
}


def read_qdisc(words: Words, line: int) -> Qdisc:
    """The words after the interface. Raises Unreadable for what is not a qdisc."""
    if words.accept("clsact"):
        words.end()
        return Qdisc("clsact", CLSACT, (0xFFFF, 0xFFF1), {}, line)
    parent: Handle | None = None
    if not words.accept("root"):
        words.expect("parent")
        parent = words.read(classid)
    words.expect("handle")
    own = words.read(handle)
    if own[0] in (0, 0xFFFF):
        raise words.refuse("not a handle for such a qdisc")
    values: dict[str, Value] = {}
    if words.accept("stab"):
        if parent is not None:
            raise words.refuse("the kernel takes stab at the root only")
        for name, value in _pairs(words, _STAB, until=(*_OPTIONS, "prio")).items():
            values[f"stab {name}"] = value
    kind = words.take()
    if kind == "prio":
        values |= _prio(words)
    elif kind in _OPTIONS:
        values |= _pairs(words, _OPTIONS[kind], _FLAGS.get(kind, ()))
    else:
        raise words.refuse(f"unknown qdisc: {kind}")
    words.end()
    low, high = values.get("min", 0), values.get("max", 0)
    if kind == "red" and isinstance(low, int) and isinstance(high, int) and high < low:
        raise words.refuse("the kernel takes no thresholds of red in this order")
    return Qdisc(kind, own, parent, values, line)


def _pairs(
    words: Words, known: Parsers, flags: tuple[str, ...] = (), until: tuple[str, ...] = ()
) -> dict[str, Value]:
    values: dict[str, Value] = {}
    while words and words.next not in until:
        name = words.take()
        if name in values:
            raise words.refuse(f"{name} is given twice")
        if name in flags:
            values[name] = True
        elif name in known:
            values[name] = words.read(known[name])
        else:
            raise words.refuse(f"unknown word: {name}")
    return values


def _prio(words: Words) -> dict[str, Value]:
    bands = 3
    if words.accept("bands"):
        bands = words.read(decimal)
    given: list[int] = []
    if words.accept("priomap"):
        while words:
            given.append(words.read(decimal))
    bands_of = (*given, *_PRIOMAP[len(given) :])
    if len(given) > len(_PRIOMAP) or not 2 <= bands <= 16 or max(bands_of) >= bands:
        raise words.refuse("a prio whose bands and priomap do not fit each other")
    return {"bands": bands, "priomap": bands_of}


def read_class(words: Words, line: int) -> Class:
    """The words after the interface. Raises Unreadable for what is not a class."""
    words.expect("parent")
    parent = words.read(classid)
    words.expect("classid")
    own = words.read(classid)
    words.expect("htb")
    values = _pairs(words, _CLASS)
    values.setdefault("ceil", values.get("rate", 0))
    for name in ("rate", "ceil"):
        if int(str(values.get(name, 0))) < 8:
            raise words.refuse(f"a class without a {name}")
    if "prio" in values:
        values["prio"] = min(int(str(values["prio"])), _LAST_PRIO)
    return Class(own, parent, values, line)
