"""The queue of each class: its limit, or its early drop, or its flows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from qosc.amounts import Depth, DepthUnit
from qosc.datapath import assumed
from qosc.datapath.lengths import MAC_HEADER
from qosc.datapath.queues.depths import depth_bytes
from qosc.datapath.queues.fair import class_flow_limit, flow_queues_of, flows_limit, flows_of
from qosc.ir import FairQueue, Port, Wred
from qosc.profiles import Profile
from qosc.source import Span
from qosc.targets.tc.predict import red_wlog
from qosc.verify.account import Account
from qosc.verify.found import Difference
from qosc.verify.queueing.curves import drops_below_the_limit, point_differences
from qosc.verify.queueing.leaves import leaf_differences
from qosc.verify.queueing.queues import Queue, QueueTree
from qosc.verify.queueing.reach import curves_left_out, early_drop_missing
from qosc.verify.queueing.setup import Setup
from qosc.verify.tc.model import Handle, Qdisc, Value

__all__ = ["port_queue_differences", "queue_differences"]

_FLAGS = frozenset({"ecn", "harddrop", "adaptive"})
_UNLIMITED = 1_000_000
_PACE_MOST = 0xFFFF_FFFF * 8
"""bit/s: tc keeps the bandwidth of red as bytes/s in 32 bits, and refuses more (tc/q_red.c)."""
_BILLION = 1_000_000_000
_FLOWS_MOST, _DEPTH_MOST = 65_408, 127


def queue_differences(
    queue: Queue, tree: QueueTree, setup: Setup, own: Handle, profile: Profile, account: Account
) -> Iterator[Difference]:
    """The qdisc below a leaf class or band."""
    got = setup.below.get(own)
    name = f"class {queue.found.name}"
    if got is None:
        each = setup.classes.get(own)
        yield Difference(
            "limit",
            f"{name} has no queue of its own",
            "a queue",
            "the kernel's own",
            queue.found.origin,
            each.line if each is not None else 0,
        )
        return
    pace = _pace(queue, tree, setup, own)
    limit = _limit(queue, profile)
    item, mtu = queue.found, tree.frame - MAC_HEADER
    if tree.leaf and (item.wred is not None or item.fair_queue is None):
        yield from leaf_differences(
            name,
            tree.leaf,
            got,
            item.wred.origin if item.wred is not None else item.origin,
            limit=limit,
            size=_bytes(limit, pace, tree.frame, tree.link),
            frame=tree.frame,
            pace=pace,
            ecn=item.wred is not None and item.wred.ecn,
        )
        return
    if item.wred is not None:
        item = replace(item, wred=_met(item.wred, queue.path, account))
    size = _bytes(limit, pace, mtu, tree.link)
    red = _red(item.wred, size, pace, mtu, tree.link) if item.wred is not None else None
    if red is not None and item.wred is not None and got.kind == "red":
        yield from _compare(name, red, got, item.wred.origin)
        return
    if item.wred is not None and red is None and got.kind == "red":
        if queue.found.wred is not None:
            yield from point_differences(name, queue.found.wred, queue.path, account, got, size)
        yield from _compare(
            name, _average(item.wred, got, pace, mtu), got, item.wred.origin, only=True
        )
        return
    if item.fair_queue is not None and item.wred is None:
        flows = _sfq(item.fair_queue, limit, size, tree.frame)
        yield from _compare(name, flows, got, item.fair_queue.origin, kind="sfq")
        return
    early = red is not None or (item.wred is not None and drops_below_the_limit(item.wred))
    if early and not early_drop_missing(queue.path, account):
        yield Difference("drop", f"{name} drops early", "red", got.kind, item.origin, got.line)
        return
    yield from _fifo(
        name, limit, pace, tree, got, limit.origin if limit.origin.line > 1 else item.origin
    )


def _met(wred: Wred, path: str, account: Account) -> Wred:
    """The curves that some packet of the class goes by; `reach_differences` holds the ledger to
    it.
    """
    out = curves_left_out(wred, path, account)
    return replace(wred, curves=tuple(curve for curve in wred.curves if curve not in out))


def port_queue_differences(port: Port, tree: QueueTree, setup: Setup) -> Iterator[Difference]:
    """The root qdisc of a port whose classes have no queues."""
    if tree.top:
        return
    root = setup.root
    if port.fair_queue is not None:
        fair = flows_of(port.fair_queue, tree.link)
        wanted = _sfq(fair, flows_limit(port), 0, tree.frame)
        if root is None:
            yield Difference(
                "queues",
                "the interface serves flows in turn",
                "flow queues",
                "nothing",
                port.fair_queue.origin,
            )
        else:
            yield from _compare("the interface", wanted, root, port.fair_queue.origin, kind="sfq")
    elif port.hold_queue_out is not None:
        if root is None:
            yield Difference(
                "limit",
                "the interface's queue has a limit",
                str(port.hold_queue_out),
                "nothing",
                port.hold_queue_out.origin,
            )
        else:
            yield from _fifo(
                "the interface",
                port.hold_queue_out,
                tree.link or 0,
                tree,
                root,
                port.hold_queue_out.origin,
            )
    elif root is not None:
        yield Difference(
            "queues",
            "the script has a queue that the router has not",
            "nothing",
            root.kind,
            port.origin,
            root.line,
        )


def _pace(queue: Queue, tree: QueueTree, setup: Setup, own: Handle) -> int:
    """The rate that times are turned into bytes at: the guarantee, or else the ceiling."""
    each = setup.classes.get(own)
    if each is None:
        return tree.link or 0
    guaranteed = queue.base.guaranteed(queue.found) is not None
    value = each.values["rate" if guaranteed else "ceil"]
    return value if isinstance(value, int) else 0


def _limit(queue: Queue, profile: Profile) -> Depth:
    for limit in queue.found.limits:
        if limit.match is None:
            none = limit.depth == Depth(0)
            return Depth(_UNLIMITED, origin=limit.depth.origin) if none else limit.depth
    return assumed.depth(profile)


def _bytes(depth: Depth, pace: int, packet: int, link: int | None) -> int:
    return depth_bytes(depth, pace, link or pace, packet) or 0


def _fifo(
    name: str, limit: Depth, pace: int, tree: QueueTree, got: Qdisc, origin: Span
) -> Iterator[Difference]:
    if limit.unit is DepthUnit.PACKETS:
        wanted: dict[str, Value] = {"limit": max(limit.value, 1)}
        yield from _compare(name, wanted, got, origin, kind="pfifo")
    else:
        size = max(_bytes(limit, pace, tree.frame, tree.link), tree.frame)
        yield from _compare(name, {"limit": min(size, (1 << 32) - 1)}, got, origin, kind="bfifo")


def _sfq(fair: FairQueue, limit: Depth, size: int, frame: int) -> dict[str, Value]:
    total = limit.value if limit.unit is DepthUnit.PACKETS else max(size // frame, 1)
    flows = min(max(flow_queues_of(fair, None), 1), _FLOWS_MOST)
    depth = fair.threshold.value if fair.threshold is not None else class_flow_limit(total)
    depth = min(max(depth, 1), _DEPTH_MOST)
    divisor = min(1 << max(flows - 1, 0).bit_length(), 65_536)
    return {
        "flows": flows,
        "depth": depth,
        "limit": max(min(total, depth * flows), 2),
        "divisor": divisor,
        "quantum": frame,
    }


def _red(wred: Wred, size: int, pace: int, mtu: int, link: int | None) -> dict[str, Value] | None:
    """Of all curves the one that drops first and most; None where one is given by points."""
    curves = [c for c in wred.curves if c.minimum is not None and c.maximum is not None]
    if not curves or any(c.points for c in wred.curves):
        return None
    lows = [_bytes(c.minimum, pace, mtu, link) for c in curves if c.minimum is not None]
    highs = [_bytes(c.maximum, pace, mtu, link) for c in curves if c.maximum is not None]
    low = max(min(lows), mtu)
    high = max(min(highs), low + mtu)
    denominators = [max(c.denominator or assumed.DENOMINATOR, 1) for c in curves]
    # The kernel drops 2p/(1+p) of the packets (see curves): 1 in n is p = 1/(2n - 1). tc takes no
    # probability below 2^-31 a byte between the thresholds, and none of 1.
    least = ((high - low) * _BILLION >> 31) + 1
    probability = min(max(round(_BILLION / (2 * min(denominators) - 1)), least), _BILLION - 1)
    wanted: dict[str, Value] = {
        "min": low,
        "max": high,
        "probability": probability,
        "avpkt": mtu,
        "bandwidth": min(pace, _PACE_MOST),
        "limit": min(max(size, high + mtu), (1 << 32) - 1),
        "weight": min(_exponent(wred), 31 - high.bit_length()),
    }
    if wred.ecn:
        # Above the upper threshold a router drops (Cisco, "WRED Explicit Congestion Notification").
        wanted |= {"ecn": True, "harddrop": True}
    return wanted


def _average(wred: Wred, got: Qdisc, pace: int, mtu: int) -> dict[str, Value]:
    """What the average is made by, and what becomes of a packet that is to be dropped."""
    high = got.values.get("max", 0)
    most = 31 - high.bit_length() if isinstance(high, int) else 31
    wanted: dict[str, Value] = {
        "avpkt": mtu,
        "bandwidth": min(pace, _PACE_MOST),
        "weight": min(_exponent(wred), most),
    }
    return wanted | ({"ecn": True, "harddrop": True} if wred.ecn else {})


def _exponent(wred: Wred) -> int:
    return max(wred.exponent if wred.exponent is not None else assumed.EXPONENT, 1)


def _compare(
    name: str,
    wanted: dict[str, Value],
    got: Qdisc,
    origin: Span,
    *,
    kind: str = "red",
    only: bool = False,
) -> Iterator[Difference]:
    """Every figure of a qdisc; with `only` just those that are wanted, and what red is told to do
    with a packet.
    """
    if got.kind != kind:
        yield Difference(
            "drop", f"the queue of {name} is of another kind", kind, got.kind, origin, got.line
        )
        return
    values = dict(got.values)
    if kind == "red":
        burst, low, packet = (values.pop(key, 0) for key in ("burst", "min", "avpkt"))
        if isinstance(low, int) and isinstance(packet, int) and isinstance(burst, int):
            values |= {"min": low, "avpkt": packet}
            values["weight"] = red_wlog(low, burst, packet) or 0 if packet else 0
    for key in sorted({*wanted, *(_FLAGS & values.keys() if only else values)}):
        if wanted.get(key) != values.get(key):
            yield Difference(
                "limit" if key == "limit" else "drop",
                f"the queue of {name} has another {key}",
                f"{key} {wanted.get(key, 'not set')}",
                f"{key} {values.get(key, 'not set')}",
                origin,
                got.line,
            )
