"""The actions of a filter (iproute2 6.1, tc/m_gact.c, m_police.c, m_pedit.c, m_skbedit.c).

An action without a control has its own: skbedit hands the packet on, pedit and csum let it pass and
run no later action, police reclassifies what exceeds. That last one, and `reclassify` anywhere,
starts the classification again, up to a limit of the kernel's: it is refused, not followed.
"""

from __future__ import annotations

from collections.abc import Callable

from qosc.verify.tc.model import (
    Action,
    Control,
    Csum,
    Pedit,
    Police,
    SetMark,
    SetPriority,
    Unreadable,
)
from qosc.verify.tc.numbers import classid, decimal, number, rate, size, unsigned
from qosc.verify.tc.words import Words

__all__ = ["read_actions"]

_VERBS = {
    "ok": "ok",
    "pass": "ok",
    "drop": "drop",
    "shot": "drop",
    "pipe": "pipe",
    "continue": "continue",
    "goto": "goto",
}
_AGAIN = "reclassify"
_CHAIN_BITS = 28
_IP_HEADER = ("ip4h", "ip", "iph")
_FIELDS = (("ip", "dsfield"), ("ip", "tos"), ("ip6", "traffic_class"))


def read_actions(words: Words) -> tuple[Action, ...]:
    """All actions up to the end of the command."""
    actions: list[Action] = []
    while words:
        words.expect("action")
        actions += _action(words)
    return tuple(actions)


def _action(words: Words) -> list[Action]:
    kind = words.take()
    if kind == "gact":
        kind = words.take()
    if kind in _VERBS or kind == _AGAIN:
        return [_control(kind, words)]
    if kind == "police":
        return [_police(words)]
    made: Action
    if kind == "pedit":
        made, default = _pedit(words), "ok"
    elif kind == "csum":
        made, default = _csum(words), "ok"
    elif kind == "skbedit":
        made, default = _skbedit(words), "pipe"
    else:
        raise words.refuse(f"unknown action: {kind}")
    control = Control(default)
    if words and words.next != "action":
        control = _control(words.take(), words)
    return [made] if control.verb == "pipe" else [made, control]


def _control(verb: str, words: Words) -> Control:
    if verb == _AGAIN:
        raise words.refuse("reclassify starts all filters again: it is not followed")
    if verb not in _VERBS:
        raise words.refuse(f"unknown control: {verb}")
    if verb == "goto":
        words.expect("chain")
        return Control("goto", words.read(lambda text: unsigned(text, 10, _CHAIN_BITS)))
    return Control(_VERBS[verb])


def _csum(words: Words) -> Csum:
    """The checksum of the IPv4 header. That of UDP would be spoilt in the first of fragments."""
    if not words.accept(*_IP_HEADER):
        raise words.refuse(f"a checksum that is not modelled: {words.next}", 0)
    return Csum(("ip4h",))


def _pedit(words: Words) -> Pedit:
    words.expect("ex")
    words.expect("munge")
    header, name = words.take(), words.take()
    if (header, name) not in _FIELDS:
        raise words.refuse(f"unknown field: {header} {name}")
    words.expect("set")
    value = words.read(lambda text: unsigned(text, 0, 8))
    mask = words.read(number) & 0xFF if words.accept("retain") else 0xFF
    return Pedit(header, value & mask, mask)


def _skbedit(words: Words) -> Action:
    what = words.take()
    if what == "priority":
        return SetPriority(words.read(classid))
    if what != "mark":
        raise words.refuse(f"unknown field of skbedit: {what}")
    return words.read(_mark)


def _mark(text: str) -> SetMark:
    value, slash, mask = text.partition("/")
    bits = number(mask) if slash else 0xFFFFFFFF
    return SetMark(number(value) & bits, bits)


def _short(text: str) -> int:
    return unsigned(text, 10, 16)


def _long(text: str) -> int:
    return unsigned(text, 10, 64)


def _layer(text: str) -> int:
    if text not in ("ethernet", "atm"):
        raise Unreadable(f"unknown link layer: {text}")
    return text == "atm"


_POLICE: dict[str, Callable[[str], int]] = {
    "rate": rate,
    "burst": size,
    "buffer": size,
    "maxburst": size,
    "mtu": size,
    "overhead": _short,
    "index": decimal,
    "pkts_rate": _long,
    "pkts_burst": _long,
    "linklayer": _layer,
}
_BURSTS = ("burst", "buffer", "maxburst")


def _police(words: Words) -> Police:
    got: dict[str, int] = {}
    outcomes: tuple[Control, Control] | None = None
    while words and words.next != "action":
        name = words.take()
        if name == "conform-exceed":
            if outcomes is not None:
                raise words.refuse(f"{name} is given twice")
            outcomes = _outcomes(words)
            continue
        if name not in _POLICE:
            raise words.refuse(f"unknown word of police: {name}")
        name = "burst" if name in _BURSTS else name
        if name in got:
            raise words.refuse(f"{name} is given twice")
        got[name] = words.read(_POLICE[name])
    if outcomes is None:
        raise words.refuse("police without conform-exceed reclassifies: it is not followed", 0)
    packets = "pkts_rate" in got
    speed, depth = ("pkts_rate", "pkts_burst") if packets else ("rate", "burst")
    if not got.get(speed) or not got.get(depth):
        raise words.refuse(f"police without {speed} and {depth}", 0)
    if {"rate", "burst"} & got.keys() and packets:
        raise words.refuse("police counts either bytes or packets", 0)
    exceed, conform = outcomes
    return Police(
        rate=got[speed],
        burst=got[depth],
        exceed=exceed,
        conform=conform,
        mtu=got.get("mtu", 0),
        overhead=got.get("overhead", 0),
        packets=packets,
        index=got.get("index", 0),
        linklayer="atm" if got.get("linklayer") else "",
    )


def _outcomes(words: Words) -> tuple[Control, Control]:
    """What exceeds and what conforms; `drop/pipe`, or `goto chain 3 / pipe`, or only the first."""
    first = words.take()
    exceed, slash, conform = first.partition("/")
    if slash:
        if "goto" in (exceed, conform):
            raise words.refuse("a goto needs blanks around the slash")
        return _control(exceed, words), _control(conform, words)
    exceed_control = _control(first, words)
    if words.accept("/"):
        return exceed_control, _control(words.take(), words)
    return exceed_control, Control("ok")
