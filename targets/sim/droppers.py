"""WRED and fair queueing."""

from __future__ import annotations

from qosc.amounts import Depth, DepthUnit
from qosc.fields import WIDTHS, Field
from qosc.ir import DropCurve, FairQueue, TrafficClass, Wred
from qosc.ledger import Cursor, Fidelity
from qosc.profiles import Excess, Profile
from qosc.scenario import Curve, EarlyDrop, FlowQueues, Match
from qosc.targets.sim.police import MOST
from qosc.targets.sim.words import origin

__all__ = ["flow_queues", "lower_fair_queue", "lower_wred"]

_DEFAULT_FLOWS = 256
_MOST_FLOWS = 65_536
_MOST_EXPONENT = 16


def lower_wred(wred: Wred | None, rate: int, cursor: Cursor) -> EarlyDrop | None:
    """The curves, with entries for the leaves of WRED, which are below `cursor`.

    Thresholds that are times are taken at `rate` bit/s.
    """
    if wred is None:
        return None
    curves = [_curve(wred.field, curve, rate) for curve in wred.curves]
    made = tuple(curve for curve in curves if curve is not None)
    exponent = wred.exponent if wred.exponent is not None else 9
    if not made or len(made) != len(curves) or not 0 <= exponent <= _MOST_EXPONENT:
        note = "a threshold or the weight is not known or out of bounds: tail drop only"
        cursor.rest(Fidelity.UNSUPPORTED, note, "tail drop")
        return None
    cursor.rest(
        Fidelity.APPROX, "each packet is dropped on its own with the probability of its curve; how "
        "a router spaces its drops, and how its average falls while the queue is idle, is not "
        "known. The long-run share of drops at an average depth is the same",
    )  # fmt: skip
    return EarlyDrop(weight_exponent=exponent, ecn=wred.ecn, curves=made)


def _curve(field: Field | None, curve: DropCurve, rate: int) -> Curve | None:
    low, high = curve.minimum, curve.maximum
    if low is None or high is None:
        return None
    match = None
    if field is not None and curve.values:
        if not all(0 <= value < 1 << WIDTHS.get(field, 0) for value in curve.values):
            return None
        match = Match(where={field: curve.values})
    denominator = 10 if curve.denominator is None else curve.denominator
    common = {"match": match, "denominator": denominator, "origin": origin(curve.origin)}
    if low.unit is DepthUnit.PACKETS and high.unit is DepthUnit.PACKETS:
        bounds, unit = (low.value, high.value), "packets"
    else:
        bounds, unit = (_bytes(low, rate), _bytes(high, rate)), "bytes"
    if not (0 <= bounds[0] <= bounds[1] <= MOST and 1 <= denominator <= MOST):
        return None
    values = {f"min_{unit}": bounds[0], f"max_{unit}": bounds[1]}
    return Curve.model_validate({**common, **values})


def _bytes(depth: Depth, rate: int) -> int:
    found = depth.bytes_at(rate, 1500)
    return -1 if found is None else found


def lower_fair_queue(found: TrafficClass, profile: Profile, cursor: Cursor) -> FlowQueues | None:
    """The flow queues of a class, with entries for their leaves, which are below `cursor`."""
    if found.fair_queue is None:
        return None
    depth = next((limit.depth for limit in found.limits if limit.match is None), None)
    quarter = None
    if depth is not None and depth.unit is DepthUnit.PACKETS and depth.value >= 4:
        # show policy-map interface: a flow holds a quarter of the class's queue limit.
        quarter = depth.value // 4
    return flow_queues(found.fair_queue, profile, quarter, cursor)


def flow_queues(fair: FairQueue, profile: Profile, each: int | None, cursor: Cursor) -> FlowQueues:
    """Flow queues that hold `each` packets where the config gives no threshold."""
    flows = min(max(fair.flows or _DEFAULT_FLOWS, 1), _MOST_FLOWS)
    limit = each
    if fair.threshold is not None and fair.threshold.unit is DepthUnit.PACKETS:
        limit = min(max(fair.threshold.value, 0), MOST)
    weighted = profile.excess.value is Excess.PROPORTIONAL
    way = "by precedence + 1" if weighted else "equally"
    if fair.reservable:
        cursor.at("reservable").rest(
            Fidelity.UNSUPPORTED, "no flow reserves a queue (RSVP) here", "nothing"
        )
    cursor.rest(
        Fidelity.APPROX, f"flows are served {way}, packet by packet in turn, within a packet of "
        "1500 bytes for each flow in a round; two flows meet in one queue by another hash than the "
        "router's", f"{flows} queues",
    )  # fmt: skip
    return FlowQueues(
        flows=flows, limit_packets=limit, weights="precedence" if weighted else "equal"
    )
