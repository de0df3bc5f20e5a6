"""The typed commands as arguments of tc."""

from __future__ import annotations

from typing import Any

from qosc.targets.tc.model import (
    Action,
    Cake,
    Clsact,
    Csum,
    Fifo,
    Filter,
    Flower,
    FqCodel,
    Gact,
    Handle,
    Htb,
    HtbClass,
    Match,
    Matchall,
    Node,
    Pedit,
    Police,
    Prio,
    PriorityMap,
    Red,
    Sfq,
    SkbMark,
    SkbPriority,
    U32Key,
)
from qosc.targets.tc.types import Bits
from qosc.targets.tc.vocabulary import lookup, write

__all__ = ["INTERFACE", "arguments"]

INTERFACE = "\0interface"
"""Stands for the interface's name, which only the user of the script knows. No argument can hold
this text otherwise."""
_STAB_MTU, _STAB_SLOTS = 2047, 512
"""The size table of an ATM circuit: the largest packet, and slots of four bytes (tc-stab(8))."""


def arguments(node: Node) -> list[str]:
    """The command that makes a node, as a list of words beginning with `tc`, or with the name of a
    function of the script.

    Each argument is written by its row of the vocabulary. Raises OutOfRangeError for a value that
    tc does not take.
    """
    if isinstance(node, PriorityMap):
        pairs = (f"{each.major << 16 | each.minor}:{value}" for each, value in node.pairs)
        return ["map_priority", INTERFACE, *pairs]
    if isinstance(node, Clsact):
        return ["tc", "qdisc", "add", "dev", INTERFACE, "clsact"]
    if isinstance(node, HtbClass):
        return _htb_class(node)
    if isinstance(node, Filter):
        return _filter(node)
    parent = None if isinstance(node, Htb) else node.parent
    return [*_qdisc(parent, node.handle), *_kind(node)]


def _many(part: str, **values: Any) -> list[str]:
    """Arguments of one object, in this order. None: not written."""
    return [
        word
        for key, value in values.items()
        if value is not None
        for word in write(part, key, value)
    ]


def _qdisc(parent: Handle | None, handle: Handle) -> list[str]:
    place = write("qdisc", "root") if parent is None else write("qdisc", "parent", parent)
    return ["tc", "qdisc", "add", "dev", INTERFACE, *place, *write("qdisc", "handle", handle)]


def _kind(node: Htb | Fifo | Red | Prio | Sfq | FqCodel | Cake) -> list[str]:
    """The kind of a qdisc and its options; a size table stands before it."""
    if isinstance(node, Htb):
        stab = []
        if node.stab is not None:
            stab = [
                "stab",
                *_many(
                    "stab",
                    linklayer="atm",
                    overhead=node.stab.overhead,
                    mtu=_STAB_MTU,
                    tsize=_STAB_SLOTS,
                ),
            ]
        return [*stab, "htb", *write("htb", "default", node.default)]
    if isinstance(node, Fifo):
        kind = "bfifo" if node.in_bytes else "pfifo"
        return [kind, *write(kind, "limit", node.limit)]
    if isinstance(node, Red):
        # Without harddrop Linux marks above the maximum, too, and drops none of those (tc-red(8)).
        ecn = [*write("red", "ecn"), *write("red", "harddrop")] if node.ecn else []
        thresholds = {"limit": node.limit, "min": node.minimum, "max": node.maximum}
        return [
            "red",
            *_many(
                "red",
                **thresholds,
                avpkt=node.avpkt,
                burst=node.burst,
                bandwidth=node.bandwidth,
                probability=node.probability,
            ),
            *ecn,
        ]
    if isinstance(node, FqCodel):
        return _fq_codel(node)
    if isinstance(node, Cake):
        one_band = [*write("cake", "unlimited"), *write("cake", "besteffort")]
        sizes = _many("cake", rtt=node.rtt, memlimit=node.memory)
        return ["cake", *one_band, *write("cake", "flows"), *sizes]
    if isinstance(node, Prio):
        band = write("prio", "priomap", node.default)
        return ["prio", *write("prio", "bands", node.bands), *band, *band[1:] * 15]
    return [
        "sfq",
        *_many(
            "sfq",
            limit=node.limit,
            depth=node.depth,
            flows=node.flows,
            divisor=node.divisor,
            quantum=node.quantum,
        ),
    ]


def _fq_codel(node: FqCodel) -> list[str]:
    sizes = _many(
        "fq_codel",
        limit=node.limit,
        flows=node.flows,
        target=node.target,
        interval=node.interval,
        quantum=node.quantum,
        memory_limit=node.memory,
    )
    return ["fq_codel", *sizes, *write("fq_codel", "ecn" if node.ecn else "noecn")]


def _htb_class(node: HtbClass) -> list[str]:
    layer = []
    if node.linklayer is not None:
        layer = _many("htb class", overhead=node.linklayer.overhead, linklayer="atm")
    place = _many("class", parent=node.parent, classid=node.classid)
    return [
        "tc",
        "class",
        "add",
        "dev",
        INTERFACE,
        *place,
        "htb",
        *_many(
            "htb class",
            rate=node.rate,
            ceil=node.ceil,
            burst=node.burst,
            cburst=node.cburst,
            prio=node.prio,
            quantum=node.quantum,
        ),
        *layer,
    ]


def _filter(node: Filter) -> list[str]:
    place = _many("filter", chain=node.chain, pref=node.pref, protocol=node.protocol)
    words = ["tc", "filter", "add", "dev", INTERFACE, node.hook.value, *place, *_match(node.match)]
    for action in node.actions:
        words += ["action", *_action(action)]
    return words


def _match(match: Match) -> list[str]:
    if isinstance(match, Matchall):
        return ["matchall"]
    if isinstance(match, Flower):
        return [
            "flower",
            *(word for key, text in match.keys for word in (lookup("flower", key).key, text)),
        ]
    return ["u32", *(word for key in match.keys for word in _u32_key(key))]


def _u32_key(key: U32Key) -> list[str]:
    bits = Bits(key.value, key.mask)
    if key.offset is None:
        return ["match", *write("u32", "mark", bits)]
    return ["match", *write("u32", f"u{key.width}", bits), *write("u32", "at", key.offset)]


def _action(action: Action) -> list[str]:
    if isinstance(action, Gact):
        return write("gact", "", action.control)
    if isinstance(action, Police):
        return _police(action)
    if isinstance(action, Pedit):
        field = "ip dsfield" if action.header == "ip" else "ip6 traffic_class"
        return [
            "pedit",
            "ex",
            "munge",
            *write("pedit", f"{field} set", action.value),
            *write("pedit", "retain", action.retain),
            "pipe",
        ]
    if isinstance(action, Csum):
        return ["csum", *write("csum", "ip4h"), "pipe"]
    if isinstance(action, SkbPriority):
        return ["skbedit", *write("skbedit", "priority", action.classid), "pipe"]
    if isinstance(action, SkbMark):
        return ["skbedit", *write("skbedit", "mark", Bits(action.value, action.mask)), "pipe"]
    raise TypeError(f"no action of tc: {action}")


def _police(action: Police) -> list[str]:
    rate = {"rate": action.rate, "burst": action.burst}
    if action.packets:
        rate = {"pkts_rate": action.rate, "pkts_burst": action.burst}
    sizes = _many(
        "police",
        index=action.index or None,
        **rate,
        mtu=action.mtu,
        overhead=action.overhead or None,
    )
    name, *exceed = write("police", "conform-exceed", action.exceed)
    _, *conform = write("police", "conform-exceed", action.conform)
    if len(exceed) == len(conform) == 1:
        return ["police", *sizes, name, f"{exceed[0]}/{conform[0]}"]
    # A jump can only be written with the two outcomes apart.
    return ["police", *sizes, name, *exceed, "/", *conform]
