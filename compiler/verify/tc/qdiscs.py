"""Qdiscs and the classes of htb."""

from __future__ import annotations

from collections.abc import Callable

from qosc.verify.tc.model import Class, Handle, Qdisc, Unreadable, Value
from qosc.verify.tc.units import handle, integer, rate, size
from qosc.verify.tc.words import Words

__all__ = ["read_class", "read_qdisc"]


def _hexadecimal(text: str) -> int:
    return integer(text, 16)


def _billionths(text: str) -> int:
    try:
        return round(float(text) * 1_000_000_000)
    except ValueError:
        raise Unreadable(f"not a number: {text}") from None


_OPTIONS: dict[str, dict[str, Callable[[str], Value]]] = {
    "htb": {"default": _hexadecimal, "r2q": integer, "direct_qlen": integer},
    "pfifo": {"limit": integer},
    "bfifo": {"limit": size},
    "sfq": {"limit": integer, "depth": integer, "flows": integer, "divisor": integer,
            "quantum": size, "perturb": integer},
    "red": {"limit": size, "min": size, "max": size, "avpkt": size, "burst": integer,
            "bandwidth": rate, "probability": _billionths},
    "fq_codel": {"limit": integer, "flows": integer, "quantum": size, "memory_limit": size},
}  # fmt: skip
_FLAGS = {"red": ("ecn", "harddrop", "adaptive"), "fq_codel": ("ecn", "noecn")}
_CLASS: dict[str, Callable[[str], Value]] = {
    "rate": rate, "ceil": rate, "burst": size, "cburst": size, "prio": integer, "quantum": size,
    "overhead": integer, "mpu": integer, "linklayer": str,
}  # fmt: skip
_STAB: dict[str, Callable[[str], Value]] = {
    "linklayer": str, "overhead": integer, "mtu": size, "tsize": integer, "mpu": integer,
}  # fmt: skip


def read_qdisc(words: Words, line: int) -> Qdisc:
    """The words after the interface."""
    if words.accept("clsact"):
        _no_more(words)
        return Qdisc("clsact", (0xFFFF, 0), (0xFFFF, 0xFFF1), {}, line)
    parent: Handle | None = None
    if not words.accept("root"):
        words.expect("parent")
        parent = handle(words.take())
    words.expect("handle")
    own = handle(words.take())
    values: dict[str, Value] = {}
    if words.accept("stab"):
        for name, value in _pairs(words, _STAB, until=(*_OPTIONS, "prio")).items():
            values[f"stab {name}"] = value
    kind = words.take()
    if kind == "prio":
        values |= _prio(words)
    elif kind in _OPTIONS:
        values |= _pairs(words, _OPTIONS[kind], _FLAGS.get(kind, ()))
    else:
        raise Unreadable(f"unknown qdisc: {kind}")
    _no_more(words)
    low, high = values.get("min", 0), values.get("max", 0)
    if kind == "red" and isinstance(low, int) and isinstance(high, int) and high < low:
        raise Unreadable("the kernel takes no thresholds of red in this order")
    return Qdisc(kind, own, parent, values, line)


def _pairs(
    words: Words, known: dict[str, Callable[[str], Value]], flags: tuple[str, ...] = (),
    until: tuple[str, ...] = (),
) -> dict[str, Value]:  # fmt: skip
    found: dict[str, Value] = {}
    while words and words.next not in until:
        name = words.take()
        if name in found:
            raise Unreadable(f"{name} is given twice")
        if name in flags:
            found[name] = True
        elif name in known:
            found[name] = known[name](words.take())
        else:
            raise Unreadable(f"unknown word: {name}")
    return found


def _prio(words: Words) -> dict[str, Value]:
    bands = 3
    if words.accept("bands"):
        bands = integer(words.take())
    bands_of: tuple[int, ...] = (1, 2, 2, 2, 1, 2, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1)
    if words.accept("priomap"):
        given = []
        while words:
            given.append(integer(words.take()))
        bands_of = tuple(given)
    if len(bands_of) != 16 or not 2 <= bands <= 16 or max(bands_of) >= bands:
        raise Unreadable("a prio whose bands and priomap do not fit each other")
    return {"bands": bands, "priomap": bands_of}


def read_class(words: Words, line: int) -> Class:
    """The words after the interface."""
    words.expect("parent")
    parent = handle(words.take())
    words.expect("classid")
    own = handle(words.take())
    words.expect("htb")
    values = _pairs(words, _CLASS)
    if "rate" not in values:
        raise Unreadable("a class without a rate")
    values.setdefault("ceil", values["rate"])
    return Class(own, parent, values, line)


def _no_more(words: Words) -> None:
    if words:
        raise Unreadable(f"unknown word: {words.next}")
