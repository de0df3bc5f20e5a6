"""The queue of a class: tail drop, random early detection, or flow queues."""

from __future__ import annotations

from qosc.amounts import Depth, DepthUnit
from qosc.ir import FairQueue, TrafficClass, Wred
from qosc.ir.leaves import child_paths, join
from qosc.ledger import Cursor, Fidelity
from qosc.targets.tc.lower.context import Context
from qosc.targets.tc.model import Command, Fifo, Handle, Red, Sfq
from qosc.targets.tc.predict import red_burst_for

__all__ = ["flow_queues", "lower_leaf_queue", "tail_drop"]

_MOST = (1 << 32) - 1
"""Limits are kept in 32 bits."""
_SFQ_DEPTH_MOST = 127
_SFQ_FLOWS_MOST = 65_408


def lower_leaf_queue(
    context: Context, found: TrafficClass, cursor: Cursor, classid: Handle, rate: int
) -> Command:
    """The qdisc below a leaf class; `rate` in bit/s turns times into bytes."""
    limit = _limit(context, found, cursor)
    handle = Handle(classid.minor)
    notes = (f"queue of class {found.name}",)
    if found.wred is not None:
        red = _red(context, found.wred, cursor.at("wred"), (classid, handle), limit, rate)
        if found.fair_queue is not None:
            cursor.at("fair-queue").rest(
                Fidelity.UNSUPPORTED, "one queue has either early drop or flow queues", "one queue"
            )
        if red is not None:
            return Command(red, found.wred.origin, notes)
    elif found.fair_queue is not None:
        sfq = flow_queues(context, found.fair_queue, cursor.at("fair-queue"), limit,
                          (classid, handle), rate)  # fmt: skip
        return Command(sfq, found.fair_queue.origin, notes)
    origin = limit.origin if not limit.default_by else found.origin
    return Command(tail_drop(limit, classid, handle, rate, context.frame), origin, notes)


def tail_drop(limit: Depth, parent: Handle | None, handle: Handle, rate: int, frame: int) -> Fifo:
    """A FIFO of that depth."""
    if limit.unit is DepthUnit.PACKETS:
        return Fifo(parent, handle, min(max(limit.value, 1), _MOST))
    size = max(limit.bytes_at(rate, frame) or 0, frame)
    return Fifo(parent, handle, min(size, _MOST), in_bytes=True)


def _limit(context: Context, found: TrafficClass, cursor: Cursor) -> Depth:
    default = context.options.profile.queue_limit_packets.value
    chosen: Depth | None = None
    for path, limit in zip(
        child_paths(join(cursor.path, "limits"), found.limits), found.limits, strict=True
    ):
        place = Cursor(cursor.ledger, path)
        if limit.match is not None:
            note = "all packets of a queue have one limit: these are dropped later than asked"
            place.rest(Fidelity.UNSUPPORTED, note, "the limit of the class")
        elif chosen is not None:
            place.rest(Fidelity.UNSUPPORTED, "a second limit for the same packets", "not used")
        else:
            chosen = limit.depth
            if limit.depth.unit is DepthUnit.MICROSECONDS:
                note = "turned into bytes at the class's guaranteed rate"
                place.enter("depth", Fidelity.APPROX, note)
            else:
                note = "the interface's own ring holds some packets more"
                place.exact("depth", note)
    return chosen or Depth(default, default_by=context.options.profile.name)


def _red(
    context: Context, wred: Wred, cursor: Cursor, handles: tuple[Handle, Handle], limit: Depth,
    rate: int,
) -> Red | None:  # fmt: skip
    """One curve for all packets: of several, the one that drops first and most."""
    packet = context.mtu
    curves = [
        (low, high, curve.denominator or context.options.profile.wred_denominator.value)
        for curve in wred.curves
        if curve.minimum is not None and curve.maximum is not None
        if (low := curve.minimum.bytes_at(rate, packet)) is not None
        if (high := curve.maximum.bytes_at(rate, packet)) is not None
    ]
    if not curves:
        note = "the thresholds are not known: the queue drops at its limit only"
        cursor.rest(Fidelity.UNSUPPORTED, note, "tail drop")
        return None
    minimum = max(min(low for low, _, _ in curves), packet)
    maximum = max(min(high for _, high, _ in curves), minimum + packet)
    denominator = max(min(d for _, _, d in curves), 1)
    depth = min(max(limit.bytes_at(rate, packet) or 0, maximum + packet), _MOST)
    asked = wred.exponent or context.options.profile.wred_exponent.value
    exponent = min(asked, 31 - maximum.bit_length())
    burst = red_burst_for(minimum, packet, exponent) if exponent > 0 else None
    if burst is None:
        note = f"the kernel takes no average of weight 2^-{asked} over {maximum} bytes"
        cursor.rest(Fidelity.UNSUPPORTED, note, "tail drop")
        return None
    note = (
        f"thresholds in bytes, {packet} for a packet: packets of L bytes count L/{packet}; "
        "averaged at each packet, and while idle by the class's rate"
    )
    if exponent != asked:
        # Linux red.h, red_check_params: the average is kept in 32 bits with the weight's fraction.
        note += f"; so deep a queue is averaged with weight 2^-{exponent} at most"
    if len(set(curves)) > 1:
        note += (
            f"; {len(set(curves))} curves become the one that drops first and most for all packets"
        )
    got = f"{minimum} to {maximum} bytes, 1/{denominator}, weight 2^-{exponent} (burst {burst})"
    cursor.rest(Fidelity.APPROX, note, got)
    parent, handle = handles
    return Red(parent, handle, depth, minimum, maximum, packet, burst, denominator, rate, wred.ecn)


def flow_queues(
    context: Context, fair: FairQueue, cursor: Cursor, limit: Depth,
    handles: tuple[Handle | None, Handle], rate: int,
) -> Sfq:  # fmt: skip
    """Stochastic fair queueing with as many flows, and the router's depth of each."""
    total = limit.value
    if limit.unit is not DepthUnit.PACKETS:
        total = max((limit.bytes_at(rate, context.frame) or 0) // context.frame, 1)
    flows = min(max(fair.flows or 256, 1), _SFQ_FLOWS_MOST)
    per_flow = fair.threshold.value if fair.threshold is not None else max(total // 4, 1)
    depth = min(max(per_flow, 1), _SFQ_DEPTH_MOST)
    divisor = 1
    while divisor < flows:
        divisor *= 2
    divisor = min(divisor, 65536)
    total = min(max(total, 1), depth * flows)
    note = (
        f"flows are told apart by another hash, and served in turns of {context.frame} bytes with "
        f"equal weight: {depth} packets a flow, {total} in all"
    )
    cursor.rest(Fidelity.APPROX, note, f"{flows} flows in {divisor} buckets")
    parent, handle = handles
    return Sfq(parent, handle, total, depth, flows, divisor, context.frame)
