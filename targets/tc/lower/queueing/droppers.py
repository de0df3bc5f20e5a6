"""The queue of a class: tail drop, early drop, or flow queues."""

from __future__ import annotations

from qosc.amounts import Depth, DepthUnit
from qosc.datapath import assumed
from qosc.datapath.queues.depths import buffer_note, open_rate, service_words
from qosc.datapath.queues.fair import class_flow_limit, flow_queues_of
from qosc.ir import FairQueue, TrafficClass
from qosc.ir.leaves import child_paths, join
from qosc.ledger import Cursor, Fidelity
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.lower.queueing.depths import (
    MOST,
    RESERVED_NOTE,
    depth_bytes,
    memory_words,
)
from qosc.targets.tc.lower.queueing.early_drop import early_drop
from qosc.targets.tc.lower.queueing.wished import Wished, wished
from qosc.targets.tc.model import Command, Fifo, Handle, Sfq

__all__ = ["flow_queues", "lower_leaf_queue", "tail_drop"]

_UNLIMITED = 1_000_000
"""Packets of a queue that has no limit."""
_FIRST_LEAF = 0x10
_NO_HANDLE = Handle(0)
"""Where a queue is made for what is said of it."""
_SFQ_DEPTH_MOST = 127
_SFQ_LIMIT_LEAST = 2
_SFQ_FLOWS_MOST = 65_408


def lower_leaf_queue(
    context: Context,
    traffic_class: TrafficClass,
    cursor: Cursor,
    classid: Handle,
    rate: int,
    reach: frozenset[int] | None = None,
) -> Command:
    """The qdisc below a leaf class; `rate` in bit/s turns times into bytes. `reach` holds the
    values that its packets can have of the field that early drop goes by; None: any.
    """
    limit, place = _limit(context, traffic_class, cursor, rate)
    handle = Handle(classid.minor + (0 if classid.major == 1 else _FIRST_LEAF))
    notes = (f"queue of class {traffic_class.name}",)
    if _asked(context, traffic_class):
        return _wished(context, traffic_class, cursor, (classid, handle), (limit, place), rate)
    if traffic_class.wred is not None:
        red = early_drop(
            context, traffic_class.wred, cursor.at("wred"), (classid, handle), limit, rate, reach
        )
        if traffic_class.fair_queue is not None:
            cursor.at("fair-queue").rest(
                Fidelity.UNSUPPORTED, "one queue has either early drop or flow queues", "one queue"
            )
        if red is not None:
            _enter_depth(place, limit, red.limit, context.mtu, rate)
            return Command(red, traffic_class.wred.origin, notes)
    elif traffic_class.fair_queue is not None:
        sfq = flow_queues(
            context,
            traffic_class.fair_queue,
            cursor.at("fair-queue"),
            limit,
            (classid, handle),
            rate,
        )
        _enter_depth(place, limit, sfq.limit * context.frame, 0, rate)
        return Command(sfq, traffic_class.fair_queue.origin, notes)
    origin = limit.origin if not limit.default_by else traffic_class.origin
    fifo = tail_drop(context, limit, classid, handle, rate)
    size = fifo.limit * (1 if fifo.in_bytes else context.frame)
    _enter_depth(place, limit, size, 0, rate)
    return Command(fifo, origin, notes)


def _asked(context: Context, traffic_class: TrafficClass) -> bool:
    """Whether the user wishes another queue for a class: one with flow queues keeps them."""
    flows = traffic_class.fair_queue is not None and traffic_class.wred is None
    return bool(context.options.leaf) and not flows


def _wished(
    context: Context,
    traffic_class: TrafficClass,
    cursor: Cursor,
    handles: tuple[Handle, Handle],
    depth: tuple[Depth, Cursor | None],
    rate: int,
) -> Command:
    """The queue that the user wishes; the place of the limit is None where it is entered."""
    limit, place = depth
    made = _made(context, traffic_class, limit, handles, rate)
    if place is not None:
        place.enter("depth", Fidelity.APPROX, made.depth)
    if traffic_class.wred is not None:
        cursor.at("wred").rest(Fidelity.APPROX, made.drops, context.options.leaf)
    if traffic_class.fair_queue is not None:
        note = "flows are told apart by another hash, and served in turn with equal weight"
        cursor.at("fair-queue").rest(Fidelity.APPROX, note, context.options.leaf)
    origin = limit.origin if not limit.default_by else traffic_class.origin
    if traffic_class.wred is not None:
        origin = traffic_class.wred.origin
    return Command(made.node, origin, (f"queue of class {traffic_class.name}",))


def _made(
    context: Context,
    traffic_class: TrafficClass,
    limit: Depth,
    handles: tuple[Handle, Handle],
    rate: int,
) -> Wished:
    ecn = traffic_class.wred is not None and traffic_class.wred.ecn
    return wished(context, limit, handles, rate, ecn=ecn)


def _enter_depth(place: Cursor | None, limit: Depth, size: int, packet: int, rate: int) -> None:
    """What a limit in packets or bytes has become: `size` bytes at `rate` bit/s, with `packet`
    bytes for a packet; 0: packets are counted. `place` is None where the ledger says it already.
    """
    if place is None:
        return
    memory = memory_words(size, rate)
    if limit.unit is DepthUnit.PACKETS and packet:
        note = f"in bytes, {packet} for a packet: one of L bytes counts L/{packet}{memory}"
        place.enter("depth", Fidelity.APPROX, note, f"{size} bytes")
    elif limit.unit is DepthUnit.BYTES and size != limit.value:
        note = f"in whole packets of full size{memory}"
        place.enter("depth", Fidelity.APPROX, note, f"{size} bytes")
    else:
        place.exact("depth", f"the interface's own ring holds some packets more{memory}")


def tail_drop(
    context: Context, limit: Depth, parent: Handle | None, handle: Handle, rate: int
) -> Fifo:
    """A FIFO of that depth."""
    if limit.unit is DepthUnit.PACKETS:
        return Fifo(parent, handle, min(max(limit.value, 1), MOST))
    size = max(depth_bytes(context, limit, rate, context.frame), context.frame)
    return Fifo(parent, handle, min(size, MOST), in_bytes=True)


def _limit(
    context: Context, traffic_class: TrafficClass, cursor: Cursor, rate: int
) -> tuple[Depth, Cursor | None]:
    """The limit of the class, and its place in the ledger where that waits for the qdisc; `rate`
    in bit/s turns times into bytes.
    """
    chosen: Depth | None = None
    waiting = None
    for path, limit in zip(
        child_paths(join(cursor.path, "limits"), traffic_class.limits),
        traffic_class.limits,
        strict=True,
    ):
        place = Cursor(cursor.ledger, path)
        place.at("reserved").rest(Fidelity.UNKNOWN, RESERVED_NOTE, "nothing")
        if limit.match is not None:
            note = "all packets of a queue have one limit: these are dropped later than asked"
            place.rest(Fidelity.UNSUPPORTED, note, "the limit of the class")
        elif chosen is not None:
            place.rest(Fidelity.UNSUPPORTED, "a second limit for the same packets", "not used")
        else:
            chosen = limit.depth
            memory = memory_words(depth_bytes(context, chosen, rate, context.frame), rate)
            none = chosen == Depth(0)
            if none:
                chosen = Depth(_UNLIMITED, origin=chosen.origin)
            if _asked(context, traffic_class):
                made = _made(context, traffic_class, chosen, (_NO_HANDLE, _NO_HANDLE), rate)
                memory += f"; {made.depth}"
            if limit.depth.default_by == assumed.BY:
                place.enter("depth", Fidelity.UNKNOWN, f"{assumed.DEPTH_NOTE}{memory}")
            elif limit.depth.unit is DepthUnit.SHARE:
                note = f"{buffer_note(chosen, context.options.profile)}{memory}"
                place.enter("depth", Fidelity.UNKNOWN, note, _in_bytes(context, chosen))
            elif none:
                # Cisco IOS QoS Solutions Command Reference, priority-list queue-limit.
                fidelity = Fidelity.APPROX if memory else Fidelity.EXACT
                place.enter("depth", fidelity, f"0 is no limit{memory}", f"{_UNLIMITED} packets")
            elif limit.depth.unit is DepthUnit.MICROSECONDS:
                _enter_time(context, place, limit.depth, rate, memory)
            else:
                waiting = place
    return chosen or assumed.depth(context.options.profile), waiting


def _enter_time(context: Context, place: Cursor, depth: Depth, rate: int, memory: str) -> None:
    """The entry of a depth in time; `rate` in bit/s is that of the class."""
    got = f"{depth_bytes(context, depth, rate, context.frame)} bytes"
    unsure = open_rate(depth, rate, context.link or 0, context.options.profile)
    served = service_words(depth)
    if unsure:
        place.enter("depth", Fidelity.UNKNOWN, f"{unsure}{memory}", got)
    elif served:
        place.enter("depth", Fidelity.APPROX, f"{served}{memory}", got)
    else:
        note = "turned into bytes at the class's guarantee, or else at the rate of its parent"
        place.enter("depth", Fidelity.APPROX, f"{note}{memory}")


def _in_bytes(context: Context, depth: Depth) -> str:
    return f"{depth_bytes(context, depth, context.link or 0, context.frame)} bytes"


def flow_queues(
    context: Context,
    fair: FairQueue,
    cursor: Cursor,
    limit: Depth,
    handles: tuple[Handle | None, Handle],
    rate: int,
) -> Sfq:
    """Stochastic fair queueing with as many flows, and the router's depth of each."""
    total = limit.value
    if limit.unit is not DepthUnit.PACKETS:
        total = max(depth_bytes(context, limit, rate, context.frame) // context.frame, 1)
    flows = min(max(flow_queues_of(fair, None), 1), _SFQ_FLOWS_MOST)
    per_flow = fair.threshold.value if fair.threshold is not None else class_flow_limit(total)
    depth = min(max(per_flow, 1), _SFQ_DEPTH_MOST)
    divisor = 1
    while divisor < flows:
        divisor *= 2
    divisor = min(divisor, 65536)
    # tc takes no limit of one packet (iproute2 tc/q_sfq.c).
    total = max(min(total, depth * flows), _SFQ_LIMIT_LEAST)
    note = (
        f"flows are told apart by another hash, and served in turns of {context.frame} bytes with "
        f"equal weight: {depth} packets a flow, {total} in all"
    )
    if context.options.profile.weighted_flows.value:
        note += "; a router weighs a flow by its precedence + 1"
    cursor.rest(Fidelity.APPROX, note, f"{flows} flows in {divisor} buckets")
    parent, handle = handles
    return Sfq(
        parent=parent,
        handle=handle,
        limit=total,
        depth=depth,
        flows=flows,
        divisor=divisor,
        quantum=context.frame,
    )
