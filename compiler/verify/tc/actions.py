"""The actions of a filter."""

from __future__ import annotations

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
from qosc.verify.tc.units import handle, integer, rate, size
from qosc.verify.tc.words import Words

__all__ = ["read_actions"]

_VERBS = {"ok": "ok", "pass": "ok", "drop": "drop", "shot": "drop", "pipe": "pipe",
          "continue": "continue", "reclassify": "reclassify", "goto": "goto"}  # fmt: skip
_WHOLE_BYTE = 0xFF


def read_actions(words: Words) -> tuple[Action, ...]:
    """All actions up to the end of the command."""
    found: list[Action] = []
    while words:
        words.expect("action")
        found += _action(words)
    return tuple(found)


def _action(words: Words) -> list[Action]:
    kind = words.take()
    if kind == "gact":
        kind = words.take()
    if kind in _VERBS:
        return [_control(kind, words)]
    if kind == "police":
        return [_police(words)]
    made: Action
    if kind == "pedit":
        made = _pedit(words)
    elif kind == "csum":
        headers = []
        while words and words.next not in (*_VERBS, "action"):
            headers.append(words.take())
        made = Csum(tuple(headers))
    elif kind == "skbedit":
        made = _skbedit(words)
    else:
        raise Unreadable(f"unknown action: {kind}")
    # Without a control these actions hand the packet on to the next one.
    if words and words.next in _VERBS:
        control = _control(words.take(), words)
        return [made] if control.verb == "pipe" else [made, control]
    return [made]


def _control(verb: str, words: Words) -> Control:
    if verb not in _VERBS:
        raise Unreadable(f"unknown control: {verb}")
    if verb == "goto":
        words.expect("chain")
        return Control("goto", integer(words.take()))
    return Control(_VERBS[verb])


def _pedit(words: Words) -> Pedit:
    words.expect("ex")
    words.expect("munge")
    header, name = words.take(), words.take()
    if (header, name) not in (("ip", "dsfield"), ("ip", "tos"), ("ip6", "traffic_class")):
        raise Unreadable(f"unknown field: {header} {name}")
    words.expect("set")
    value, mask = integer(words.take()), _WHOLE_BYTE
    if words.accept("retain"):
        mask = integer(words.take())
    return Pedit(header, value & mask & _WHOLE_BYTE, mask & _WHOLE_BYTE)


def _skbedit(words: Words) -> Action:
    what = words.take()
    if what == "priority":
        return SetPriority(handle(words.take()))
    if what != "mark":
        raise Unreadable(f"unknown field of skbedit: {what}")
    value, slash, mask = words.take().partition("/")
    bits = integer(mask) if slash else 0xFFFFFFFF
    return SetMark(integer(value) & bits, bits)


def _police(words: Words) -> Police:
    got: dict[str, str] = {}
    outcomes = Control("reclassify"), Control("ok")
    while words and words.next != "action":
        name = words.take()
        if name in ("conform-exceed", "action"):
            outcomes = _outcomes(words)
            continue
        if name in got:
            raise Unreadable(f"{name} is given twice")
        got[name] = words.take()
    packets = "pkts_rate" in got
    try:
        speed = integer(got.pop("pkts_rate")) if packets else rate(got.pop("rate"))
        depth = integer(got.pop("pkts_burst")) if packets else size(_either(got))
    except KeyError as missing:
        raise Unreadable(f"police without {missing}") from None
    exceed, conform = outcomes
    found = Police(
        speed, depth, exceed, conform, size(got.pop("mtu", "0")), integer(got.pop("overhead", "0")),
        packets, integer(got.pop("index", "0")), got.pop("linklayer", ""),
    )  # fmt: skip
    if got:
        raise Unreadable(f"unknown words of police: {', '.join(got)}")
    return found


def _either(got: dict[str, str]) -> str:
    for name in ("buffer", "maxburst"):
        if name in got:
            return got.pop(name)
    return got.pop("burst")


def _outcomes(words: Words) -> tuple[Control, Control]:
    """What exceeds and what conforms; `drop/pipe`, or `goto chain 3 / pipe`, or only the first."""
    first = words.take()
    if "/" in first:
        exceed, _, conform = first.partition("/")
        return _control(exceed, words), _control(conform, words)
    exceed_control = _control(first, words)
    if words.accept("/"):
        return exceed_control, _control(words.take(), words)
    return exceed_control, Control("ok")
