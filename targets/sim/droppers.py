"""WRED and fair queueing."""

from __future__ import annotations

from qosc.amounts import Depth, DepthUnit
from qosc.datapath import assumed
from qosc.datapath.queues.depths import depth_bytes, service_words
from qosc.datapath.queues.fair import DROPPED, class_flow_limit, flow_queues_of
from qosc.fields import WIDTHS, Field
from qosc.ir import DropCurve, FairQueue, TrafficClass, Wred
from qosc.ledger import Cursor, Fidelity
from qosc.profiles import Profile
from qosc.scenario import Curve, EarlyDrop, FlowQueues, Limit, Match
from qosc.scenario.values import parse_value
from qosc.targets.sim.police import MOST
from qosc.targets.sim.words import origin

__all__ = [
    "WHICH_DROPPED",
    "enter_depth",
    "flow_queues",
    "held_bytes",
    "lower_fair_queue",
    "lower_wred",
]

_MOST_FLOWS = 65_536
_MOST_EXPONENT = 16
_PACKET = 1500


def held_bytes(depth: Depth, rate: int, link: int) -> int | None:
    """The depth in bytes, with packets of 1500 bytes; see `qosc.datapath.queues.depths`."""
    return depth_bytes(depth, rate, link, _PACKET)


def enter_depth(
    depth: Depth, rate: int, link: int, cursor: Cursor, name: str, unsure: str = ""
) -> None:
    """The entry of a depth, which is the leaf `name` below `cursor`; `unsure` says what public
    sources leave open of it, as of each share of a buffer.
    """
    held = held_bytes(depth, rate, link)
    if depth.default_by == assumed.BY:
        cursor.enter(name, Fidelity.UNKNOWN, assumed.DEPTH_NOTE)
    elif unsure:
        cursor.enter(name, Fidelity.UNKNOWN, unsure, f"{held} bytes")
    elif depth.unit is DepthUnit.MICROSECONDS:
        usual = f"the time is taken at {rate} bit/s, whatever the class is served at"
        note = service_words(depth) or usual
        cursor.enter(name, Fidelity.APPROX, note, f"{held} bytes")
    else:
        cursor.exact(name)


def lower_wred(
    wred: Wred | None, rate: int, link: int, limits: tuple[Limit, ...], cursor: Cursor
) -> EarlyDrop | None:
    """The curves, with entries for the leaves of WRED, which are below `cursor`.

    Thresholds that are times are taken at `rate` bit/s, shares of the buffer at `link` bit/s. The
    fill of a curve by points is that of the queue, which `limits` bound.
    """
    if wred is None:
        return None
    full = next((limit for limit in limits if limit.match is None), None)
    # A curve for the others comes behind those that say for whom they are.
    order = sorted(wred.curves, key=lambda curve: not curve.values)
    curves = [
        _points(wred.field, curve, full) if curve.points else _curve(wred.field, curve, rate, link)
        for curve in order
    ]
    made = tuple(curve for curve in curves if curve is not None)
    points = any(curve.points for curve in made)
    exponent = assumed.EXPONENT if wred.exponent is None else wred.exponent
    if not made or len(made) != len(curves) or not 0 <= exponent <= _MOST_EXPONENT:
        note = "a threshold or the weight is not known or out of bounds: tail drop only"
        cursor.rest(Fidelity.UNSUPPORTED, note, "tail drop")
        return None
    if points:
        way = (
            f"an average that moves by 2**-{exponent} of the difference with each packet"
            if exponent
            else "the depth that a packet finds"
        )
        for leaf in cursor.ledger.open_leaves(cursor.path):
            if leaf.path.endswith(("points", "interpolated")):
                cursor.ledger.enter(
                    leaf.path,
                    Fidelity.UNKNOWN,
                    f"the fill is {way}, against the limit of the "
                    "queue; what a router takes for it depends on its hardware",
                )
    if not points and (wred.exponent is None or any(c.denominator is None for c in wred.curves)):
        note = "no public source gives the weight or the probability that the config leaves out"
        taken = f"weight 2**-{exponent}, 1/{assumed.DENOMINATOR}"
        cursor.rest(Fidelity.UNKNOWN, note, taken)
    cursor.rest(
        Fidelity.APPROX,
        "each packet is dropped on its own with the probability of its curve; how "
        "a router spaces its drops, and how its average falls while the queue is idle, is not "
        "known. The long-run share of drops at an average depth is the same",
    )
    return EarlyDrop(weight_exponent=exponent, ecn=wred.ecn, curves=made)


def _matches(field: Field | None, curve: DropCurve) -> Match | None:
    """What a curve is for; ValueError where the field cannot hold its values."""
    if field is None or not curve.values:
        return None
    if field is not Field.LOSS_PRIORITY and field not in WIDTHS:
        raise ValueError
    for value in curve.values:
        parse_value(field, value)
    return Match(where={field: curve.values})


def _points(field: Field | None, curve: DropCurve, full: Limit | None) -> Curve | None:
    if full is None:
        return None
    try:
        return Curve(
            match=_matches(field, curve),
            points=curve.points,
            interpolated=curve.interpolated,
            full_packets=full.packets,
            full_bytes=full.bytes,
            origin=origin(curve.origin),
        )
    except ValueError:
        return None


def _curve(field: Field | None, curve: DropCurve, rate: int, link: int) -> Curve | None:
    low, high = curve.minimum, curve.maximum
    if low is None or high is None:
        return None
    try:
        match = _matches(field, curve)
    except ValueError:
        return None
    denominator = assumed.DENOMINATOR if curve.denominator is None else curve.denominator
    common = {"match": match, "denominator": denominator, "origin": origin(curve.origin)}
    if low.unit is DepthUnit.PACKETS and high.unit is DepthUnit.PACKETS:
        bounds, unit = (low.value, high.value), "packets"
    else:
        bounds, unit = (_bytes(low, rate, link), _bytes(high, rate, link)), "bytes"
    if not (0 <= bounds[0] <= bounds[1] <= MOST and 1 <= denominator <= MOST):
        return None
    values = {f"min_{unit}": bounds[0], f"max_{unit}": bounds[1]}
    return Curve.model_validate({**common, **values})


def _bytes(depth: Depth, rate: int, link: int) -> int:
    size = held_bytes(depth, rate, link)
    return -1 if size is None else size


_BY_FINISH_NUMBER = (
    "flows are served by finish number, with weights of 32384 / (precedence + 1): those before "
    "12.0(5)T, of 4096, give the same order but for 0.1 % of rounding"
)
WHICH_DROPPED = (
    f"what is full drops {DROPPED.value}; which one the router drops no source settles: others "
    f"have {DROPPED.others}"
)
_EQUAL_TURNS = (
    "flows get equal parts, in turns of 1500 bytes: a packet of a flow that has nothing waiting "
    "may wait for one turn of each other flow, and no source says how a router with HQF orders "
    "them"
)


def lower_fair_queue(
    traffic_class: TrafficClass, profile: Profile, cursor: Cursor
) -> FlowQueues | None:
    """The flow queues of a class, with entries for their leaves, which are below `cursor`."""
    if traffic_class.fair_queue is None:
        return None
    depth = next((limit.depth for limit in traffic_class.limits if limit.match is None), None)
    quarter = None
    if depth is not None and depth.unit is DepthUnit.PACKETS and depth.value >= 4:
        quarter = class_flow_limit(depth.value)
    return flow_queues(traffic_class.fair_queue, profile, quarter, cursor)


def flow_queues(fair: FairQueue, profile: Profile, each: int | None, cursor: Cursor) -> FlowQueues:
    """Flow queues that hold `each` packets where the config gives no threshold."""
    flows = min(max(flow_queues_of(fair, None), 1), _MOST_FLOWS)
    limit = each
    if fair.threshold is not None and fair.threshold.unit is DepthUnit.PACKETS:
        limit = min(max(fair.threshold.value, 0), MOST)
    weighted = profile.weighted_flows.value
    turns = _BY_FINISH_NUMBER if weighted else _EQUAL_TURNS
    if fair.reservable:
        cursor.at("reservable").rest(
            Fidelity.UNSUPPORTED, "no flow reserves a queue (RSVP) here", "nothing"
        )
    hashed = f"{turns}; two flows meet in one queue by another hash than the router's"
    got = f"{flows} queues"
    if weighted:
        cursor.at("threshold").rest(Fidelity.UNKNOWN, WHICH_DROPPED, f"{limit} packets")
        # Where the config gives no figures, the line as a whole is the only value.
        if any(leaf.path == cursor.path for leaf in cursor.ledger.open_leaves(cursor.path)):
            cursor.enter("", Fidelity.UNKNOWN, f"{hashed}; {WHICH_DROPPED}", got)
    cursor.rest(Fidelity.APPROX, hashed, got)
    return FlowQueues(
        flows=flows, limit_packets=limit, weights="precedence" if weighted else "equal"
    )
