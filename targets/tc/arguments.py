"""The typed commands as arguments of tc."""

from __future__ import annotations

from qosc.targets.tc.model import (
    Action,
    Clsact,
    Control,
    Csum,
    Fifo,
    Filter,
    Flower,
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
    Red,
    Sfq,
    SkbMark,
    SkbPriority,
    U32Key,
)

__all__ = ["INTERFACE", "arguments"]

INTERFACE = "\0interface"
"""Stands for the interface's name, which only the user of the script knows. No argument can hold
this text otherwise."""


def arguments(node: Node) -> list[str]:
    """The command that makes a node, as a list of words beginning with `tc`."""
    if isinstance(node, Clsact):
        return ["tc", "qdisc", "add", "dev", INTERFACE, "clsact"]
    if isinstance(node, Htb):
        stab = []
        if node.stab is not None:
            stab = ["stab", "linklayer", "atm", "overhead", str(node.stab.overhead),
                    "mtu", "2047", "tsize", "512"]  # fmt: skip
        return [*_qdisc(None, node.handle), *stab, "htb", "default", f"{node.default:x}"]
    if isinstance(node, HtbClass):
        return _htb_class(node)
    if isinstance(node, Fifo):
        kind, unit = ("bfifo", "b") if node.in_bytes else ("pfifo", "")
        return [*_qdisc(node.parent, node.handle), kind, "limit", f"{node.limit}{unit}"]
    if isinstance(node, Red):
        return _red(node)
    if isinstance(node, Prio):
        return [*_qdisc(node.parent, node.handle), "prio", "bands", str(node.bands),
                "priomap", *[str(node.default)] * 16]  # fmt: skip
    if isinstance(node, Sfq):
        return [*_qdisc(node.parent, node.handle), "sfq", "limit", str(node.limit),
                "depth", str(node.depth), "flows", str(node.flows), "divisor", str(node.divisor),
                "quantum", str(node.quantum)]  # fmt: skip
    return _filter(node)


def _qdisc(parent: Handle | None, handle: Handle) -> list[str]:
    place = ["root"] if parent is None else ["parent", str(parent)]
    return ["tc", "qdisc", "add", "dev", INTERFACE, *place, "handle", str(handle)]


def _htb_class(node: HtbClass) -> list[str]:
    layer = []
    if node.linklayer is not None:
        layer = ["overhead", str(node.linklayer.overhead), "linklayer", "atm"]
    return ["tc", "class", "add", "dev", INTERFACE, "parent", str(node.parent),
            "classid", str(node.classid), "htb", "rate", f"{node.rate}bit",
            "ceil", f"{node.ceil}bit", "burst", f"{node.burst}b", "cburst", f"{node.cburst}b",
            "prio", str(node.prio), "quantum", str(node.quantum), *layer]  # fmt: skip


def _red(node: Red) -> list[str]:
    probability = f"{node.probability / 1_000_000_000:.9f}"
    return [*_qdisc(node.parent, node.handle), "red", "limit", f"{node.limit}b",
            "min", f"{node.minimum}b", "max", f"{node.maximum}b", "avpkt", str(node.avpkt),
            "burst", str(node.burst), "bandwidth", f"{node.bandwidth}bit",
            "probability", probability, *(["ecn"] if node.ecn else [])]  # fmt: skip


def _filter(node: Filter) -> list[str]:
    words = ["tc", "filter", "add", "dev", INTERFACE, node.hook.value, "chain", str(node.chain),
             "pref", str(node.pref), "protocol", node.protocol, *_match(node.match)]  # fmt: skip
    for action in node.actions:
        words += ["action", *_action(action)]
    return words


def _match(match: Match) -> list[str]:
    if isinstance(match, Matchall):
        return ["matchall"]
    if isinstance(match, Flower):
        return ["flower", *(word for pair in match.keys for word in pair)]
    return ["u32", *(word for key in match.keys for word in _u32_key(key))]


def _u32_key(key: U32Key) -> list[str]:
    if key.offset is None:
        return ["match", "mark", f"{key.value:#x}", f"{key.mask:#x}"]
    return ["match", f"u{key.width}", f"{key.value:#x}", f"{key.mask:#x}", "at", str(key.offset)]


def _action(action: Action) -> list[str]:
    if isinstance(action, Gact):
        return _control(action.control)
    if isinstance(action, Police):
        return _police(action)
    if isinstance(action, Pedit):
        field = "dsfield" if action.header == "ip" else "traffic_class"
        return ["pedit", "ex", "munge", action.header, field, "set", f"{action.value:#x}",
                "retain", f"{action.retain:#x}", "pipe"]  # fmt: skip
    if isinstance(action, Csum):
        return ["csum", "ip4h", "pipe"]
    if isinstance(action, SkbPriority):
        return ["skbedit", "priority", str(action.classid), "pipe"]
    if isinstance(action, SkbMark):
        return ["skbedit", "mark", f"{action.value:#x}/{action.mask:#x}", "pipe"]
    return ["vlan", "modify", "priority", str(action.priority), "pipe"]


def _control(control: Control) -> list[str]:
    return str(control).split()


def _police(action: Police) -> list[str]:
    rate = ["rate", f"{action.rate}bit", "burst", f"{action.burst}b"]
    if action.packets:
        rate = ["pkts_rate", str(action.rate), "pkts_burst", str(action.burst)]
    overhead = ["overhead", str(action.overhead)] if action.overhead else []
    # A jump can only be written with the two outcomes apart.
    outcomes = [f"{action.exceed}/{action.conform}"]
    if action.exceed.chain is not None:
        outcomes = [*_control(action.exceed), "/", str(action.conform)]
    index = ["index", str(action.index)] if action.index else []
    return ["police", *index, *rate, "mtu", str(action.mtu), *overhead, "conform-exceed", *outcomes]
