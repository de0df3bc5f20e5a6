"""Qdiscs and classes as tc shows them, turned into the words that set them up.

As iproute2 6.1 printed them. Forms that other releases from 5.10 to 6.15 are known to have were
not seen in a dump. What the kernel counts (references,
packets that went past the queues) says nothing of what is set up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from qosc.verify.state.dump import Line
from qosc.verify.tc.model import Class, Filter, Qdisc, Unreadable
from qosc.verify.tc.qdiscs import read_class, read_qdisc
from qosc.verify.tc.shell import Command
from qosc.verify.tc.words import Words

__all__ = ["Live", "Strange", "read_classes", "read_qdiscs"]

_COUNTED = {"htb": ("r2q", "direct_packets_stat", "ver", "direct_qlen")}
"""Words with a value that are of no account: counters, and what only the making of a class asks."""
_STAB = ("linklayer", "overhead", "mpu", "mtu", "tsize")
_STAB_USUAL = {"mtu": "2047", "tsize": "512", "mpu": "0", "linklayer": "ethernet"}
_FLAGS = ("ecn", "harddrop", "adaptive")
_LEAF_FLAGS = {
    "fq_codel": ("ecn",),
    "cake": ("besteffort", "flows", "unlimited"),
}
_LEAF_USUAL = {
    "fq_codel": ("drop_batch 64",),
    "cake": ("nonat", "nowash", "no-ack-filter", "split-gso", "raw", "overhead 0"),
}
"""What tc shows of these kinds where nothing else is asked for."""
_DERIVED = ("ewma", "probability", "Scell_log", "Plog")
_UNITS = {
    ("pfifo", "limit"): "p",
    ("sfq", "limit"): "p",
    ("sfq", "perturb"): "sec",
    ("fq_codel", "limit"): "p",
}
_NO_SIZE = ("0b", "0")
_SPLITTER = (0xFFFE, 0)
"""The handle of the tbf that `apply` puts above the classes (`targets.tc.host.SPLITTER`)."""
_SPLITS_AT = "1Tbit"


@dataclass(frozen=True, slots=True)
class Strange:
    """What stands there and is no part of a script: what it is, and why it is not taken for one."""

    line: int
    what: str
    why: str


@dataclass(slots=True)
class Live:
    """What is set up on one interface, as far as it is understood."""

    name: str
    qdiscs: list[Qdisc] = field(default_factory=list)
    classes: list[Class] = field(default_factory=list)
    filters: list[Filter] = field(default_factory=list)
    strange: list[Strange] = field(default_factory=list)
    unknown: list[tuple[int, str]] = field(default_factory=list)
    """Lines that say something which is not known here, each with what is unknown by it."""
    hidden: dict[int, dict[str, float]] = field(default_factory=dict)
    """By line, figures of a qdisc that tc derives from its arguments (red)."""
    priorities: Mapping[int, int] = field(default_factory=dict)
    """The priority of the tag of a VLAN device by skb->priority."""
    early: bool = False
    """Whether its filters of output may see packets with a tag in front of IP."""
    unshown: int = 0
    """Figures that tc does not show, of what stands there."""
    leaves: frozenset[str] = frozenset()
    """The kinds of queue that the script has there; of those of `--leaf` no other is read."""
    splits: bool = False
    """Whether the tbf stands above the classes by which `apply` splits joined packets."""


def read_qdiscs(live: Live, lines: Sequence[Line]) -> None:
    """Every qdisc that is not the kernel's own (those have the handle 0)."""
    for number, text in _joined(lines):
        words = text.split()
        if len(words) < 4 or words[0] != "qdisc":
            live.unknown.append((number, "a line of the list of qdiscs"))
            continue
        kind, handle = words[1], words[2]
        if handle == "0:":
            continue
        if kind == "clsact":
            live.qdiscs.append(Qdisc("clsact", (0xFFFF, 0), (0xFFFF, 0xFFF1), {}, number))
            shared = [f"{one} {two}" for one, two in pairwise(words) if one.endswith("_block")]
            if shared:
                # Its filters are those of other interfaces, too, and the list may not have them.
                what = f"clsact with filters of a shared block ({', '.join(shared)})"
                live.unknown.append((number, f"which interfaces and filters belong to {what}"))
            continue
        what = f"qdisc {kind} {handle}"
        if kind == "tbf" and _splits(words[2:]):
            live.splits = True
            # Its burst, which is to be no less than a frame, is too short a time to be shown.
            live.unshown += 1
            continue
        try:
            live.qdiscs.append(_qdisc(live, kind, handle, words[3:], number))
        except Unreadable as error:
            live.strange.append(Strange(number, what, str(error)))
    if live.splits:
        below = (_SPLITTER[0], 1)
        live.qdiscs = [replace(q, parent=None) if q.parent == below else q for q in live.qdiscs]


def _splits(words: list[str]) -> bool:
    """Whether the words from the handle of a tbf on are those of the one that `apply` sets up."""
    if words[1:2] == ["dev"]:
        words = words[:1] + words[3:]
    if words[:2] != [f"{_SPLITTER[0]:x}:", "root"]:
        return False
    pairs = dict(zip(words[2::2], words[3::2], strict=False))
    usual = pairs.get("linklayer", "ethernet") == "ethernet"
    return pairs.get("rate") == _SPLITS_AT and usual and not {"peakrate", "overhead"} & set(pairs)


def _joined(lines: Sequence[Line]) -> Iterator[Line]:
    """Lines that begin with a blank go on with the line before."""
    held: Line | None = None
    for number, text in lines:
        if held is not None and text[:1] in (" ", "\t"):
            held = (held[0], f"{held[1]} {text.strip()}")
            continue
        if held is not None:
            yield held
        held = (number, text)
    if held is not None:
        yield held


def _qdisc(live: Live, kind: str, handle: str, words: list[str], line: int) -> Qdisc:
    if words[0] == "dev":
        words = words[2:]
    place, rest = words[:1], words[1:]
    if place == ["parent"]:
        place, rest = words[:2], words[2:]
    elif place != ["root"]:
        raise Unreadable(f"it stands at {' '.join(place) or 'no place'}")
    if rest[:1] == ["refcnt"]:
        rest = rest[2:]
    if kind in _LEAF_FLAGS and kind not in live.leaves:
        raise Unreadable("the script has no such queue")
    stab: list[str] = []
    derived: dict[str, float] = {}
    options = _options(kind, rest, stab, derived)
    head = ["handle", handle, *(["stab", *stab] if stab else [])]
    qdisc = read_qdisc(Words(Command([*place, *head, kind, *options], line)), line)
    if kind == "red":
        live.hidden[line] = derived
    return qdisc


def _options(kind: str, words: list[str], stab: list[str], derived: dict[str, float]) -> list[str]:
    """The options of a qdisc in the words that tc reads; those of its size table go to `stab`, and
    what tc makes of the options of red to `derived`.
    """
    if kind in _LEAF_FLAGS:
        return _leaf_options(kind, words)
    options: list[str] = []
    at = 0
    while at < len(words):
        name, value = words[at], words[at + 1] if at + 1 < len(words) else ""
        if kind == "prio" and name == "priomap":
            return options + words[at:]
        if kind == "red" and name in _FLAGS:
            options.append(name)
            at += 1
            continue
        at += 2
        if kind in ("htb", "red") and name in _STAB:
            if _STAB_USUAL.get(name) != value:
                stab += [name, value]
        elif kind == "red" and name in _DERIVED:
            derived[name] = _float(value)
        elif name not in _COUNTED.get(kind, ()):
            options += _option(kind, name, value)
    return options


def _leaf_options(kind: str, words: list[str]) -> list[str]:
    """The options of a qdisc that `--leaf` asks for, without those that nothing asks for."""
    options: list[str] = []
    at = 0
    while at < len(words):
        name, value = words[at], words[at + 1] if at + 1 < len(words) else ""
        pair = f"{name} {value}"
        if pair == "bandwidth unlimited":
            options.append("unlimited")
        elif name in _LEAF_FLAGS[kind]:
            options.append(name)
        elif pair not in _LEAF_USUAL[kind] and name not in _LEAF_USUAL[kind]:
            options += _option(kind, name, value)
        alone = name in _LEAF_FLAGS[kind] or name in _LEAF_USUAL[kind]
        at += 1 if alone else 2
    if kind == "fq_codel" and "ecn" not in options:
        options.append("noecn")
    return options


def _option(kind: str, name: str, value: str) -> list[str]:
    if (kind, name) == ("sfq", "flows"):
        value = value.partition("/")[0]
    value = value.removesuffix(_UNITS.get((kind, name), "\0"))
    return [name, value] if value else [name]


def _float(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise Unreadable(f"not a number: {text[:20]}") from None


def read_classes(live: Live, lines: Sequence[Line]) -> None:
    """The classes of htb. Those of other qdiscs are no classes of their own, or their qdisc is
    strange already.
    """
    for number, text in lines:
        words = text.split()
        if len(words) < 4 or words[0] != "class":
            live.unknown.append((number, "a line of the list of classes"))
            continue
        if words[1] != "htb":
            continue
        try:
            live.classes.append(_class(live, words[2], words[3:], number))
        except Unreadable as error:
            live.strange.append(Strange(number, f"class {words[2]}", str(error)))


def _class(live: Live, classid: str, words: list[str], line: int) -> Class:
    parent = f"{classid.partition(':')[0]}:"
    at = 1
    if words[0] == "parent":
        parent, at = words[1] if len(words) > 1 else "", 2
    elif words[0] != "root":
        raise Unreadable(f"it stands at {words[0][:20]}")
    options: list[str] = []
    while at < len(words):
        name, value = words[at], words[at + 1] if at + 1 < len(words) else ""
        at += 2
        if name in ("level", "leaf"):
            continue
        if name == "mpu":
            if value.partition("/")[0] not in _NO_SIZE:
                live.strange.append(
                    Strange(line, f"class {classid}", f"it counts no packet below {value}")
                )
            continue
        if (name, value) in (("linklayer", "ethernet"), ("overhead", "0"), ("overhead", "0b")):
            continue
        if name == "overhead":
            value = value.removesuffix("b")
        options += [name, value.partition("/")[0]]
    command = Command(["parent", parent, "classid", classid, "htb", *filter(None, options)], line)
    tc_class = read_class(Words(command), line)
    if "prio" not in tc_class.values:
        # What has classes below it shows neither its order nor its turns.
        live.unshown += 2
    return tc_class
