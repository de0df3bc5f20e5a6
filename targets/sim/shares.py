"""The part that each class has in the scheduler."""

from __future__ import annotations

from typing import Literal, NamedTuple

from qosc.datapath import assumed
from qosc.datapath.shapers import shaped
from qosc.datapath.shares import Base, Part, turn_bytes
from qosc.ir import Shaper as IrShaper
from qosc.ir import TrafficClass
from qosc.ledger import Cursor, Fidelity
from qosc.profiles import Excess
from qosc.scenario import Priority, Queue, Shape
from qosc.targets.sim.police import MOST
from qosc.targets.sim.words import origin

__all__ = ["Service", "lower_queue", "rule_of", "service", "weights"]

_RANKED = (
    "lower ranks go first among the classes within their guarantee, and again among those above "
    "it; whether a class is within its guarantee is told packet by packet, by a clock that takes "
    "no credit from idle time"
)
_WITHIN = (
    "served at its rate plus its part of the rest in the long run, and within a packet of each "
    "class of it at any time; the order of single packets of different classes is the simulator's"
)

_LAST = "0.1 % of the rate among the weights of the others"
_PACKET = 1500
_UNSURE = "no public source says how the excess is shared: taken to be by guarantee"


def weights(classes: tuple[TrafficClass, ...], parts: list[Part], excess: str) -> list[int | None]:
    """The weights in the excess, for all classes without priority; None where the scenario's own
    rule `excess` gives them all.
    """
    by_rule = [(_most(part.sure) or 0) if excess == "proportional" else 1 for part in parts]
    sharing = [traffic_class.priority is None for traffic_class in classes]
    if all(
        part.weight == rule
        for part, rule, shares in zip(parts, by_rule, sharing, strict=True)
        if shares
    ):
        return [None] * len(parts)
    return [
        min(part.weight, MOST) if shares else None
        for part, shares in zip(parts, sharing, strict=True)
    ]


def rule_of(excess: Excess) -> Literal["proportional", "equal"]:
    """The scenario's rule for what the guarantees leave, inherited ones among them."""
    return "equal" if excess is Excess.EQUAL else "proportional"


def _most(bps: int | None) -> int | None:
    """A rate that a scenario can hold, or None."""
    return bps if bps is not None and 0 < bps <= MOST else None


class Service(NamedTuple):
    """How the classes of a policy are served: in turns, or by rank."""

    turns: bool
    level: int
    """The rank of a class without one, which is the last."""
    excess_level: int
    unsure: bool
    """Whether nobody knows how the excess is shared."""


def service(classes: tuple[TrafficClass, ...], *, unsure: bool = False) -> Service:
    """In turns, where all classes that share the port have a quantum and nothing else."""
    sharing = [traffic_class for traffic_class in classes if traffic_class.priority is None]
    turns = bool(sharing) and all(
        traffic_class.quantum is not None
        and turn_bytes(traffic_class.quantum, _PACKET) <= MOST
        and traffic_class.guarantee is None
        and traffic_class.excess is None
        for traffic_class in sharing
    )
    return Service(
        turns,
        max(
            (
                traffic_class.level + 1
                for traffic_class in sharing
                if traffic_class.level is not None
            ),
            default=0,
        ),
        max(
            (each.excess_level + 1 for each in sharing if each.excess_level is not None), default=0
        ),
        unsure,
    )


def lower_queue(
    traffic_class: TrafficClass,
    base: Base,
    part: Part,
    weight: int | None,
    cursor: Cursor,
    served: Service,
) -> tuple[Queue, int]:
    """The queue without its limits, and the bit/s that it may send."""
    priority = _priority(traffic_class, base, cursor)
    shape, inner = _shape(
        traffic_class.shaper, base.above(traffic_class.shaper) or 0, cursor.at("shaper")
    )
    quantum = _quantum(traffic_class, cursor) if served.turns else None
    cursor.at("quantum").rest(
        Fidelity.UNSUPPORTED,
        "turns are for classes that all have a quantum and nothing else",
        "served by weight",
    )
    if quantum is not None:
        _refuse_levels(cursor, "classes with turns have no rank")
        return Queue(quantum_bytes=quantum, shape=shape), inner
    guarantee = level = excess_level = 0
    if traffic_class.priority is not None:
        fidelity, note = Fidelity.UNSUPPORTED, "a priority class has no other share"
        if traffic_class.priority.rate is None and traffic_class.priority.level <= 1:
            fidelity = Fidelity.EXACT
            note = "the priority is not bounded: it gives that and more"
        cursor.at("guarantee").rest(fidelity, note, "priority")
        cursor.at("excess").rest(fidelity, note, "priority")
        note = "the priority goes before the rank, and before the other classes of the same rank"
        cursor.at("level").rest(Fidelity.APPROX, note, "priority")
        cursor.at("excess-level").rest(Fidelity.APPROX, note, "priority")
    else:
        level = _rank(traffic_class.level, served.level)
        excess_level = _rank(traffic_class.excess_level, served.excess_level)
        for name, rank in (("level", level), ("excess-level", excess_level)):
            cursor.at(name).rest(Fidelity.ENVELOPE, _RANKED, f"rank {rank}")
        guarantee = _most(part.sure) or 0
        if traffic_class.guarantee is not None and guarantee:
            note, fidelity = _WITHIN, Fidelity.ENVELOPE
            if served.unsure:
                note, fidelity = f"{_UNSURE}; {note}", Fidelity.UNKNOWN
            cursor.enter("guarantee", fidelity, note, f"{guarantee} bit/s")
        cursor.at("guarantee").rest(
            Fidelity.UNSUPPORTED, "not a rate in bit/s that a scenario can hold", "no guarantee"
        )
        if traffic_class.excess is not None:
            note = _LAST if traffic_class.without_rest else _WITHIN
            cursor.enter("excess", Fidelity.ENVELOPE, note, f"weight {weight}")
    queue = Queue(
        guarantee_bps=guarantee,
        excess_weight=None if priority is not None else weight,
        priority=priority,
        shape=shape,
        level=level,
        excess_level=excess_level,
    )
    return queue, inner


def _rank(level: int | None, otherwise: int) -> int:
    return min(max(otherwise if level is None else level, 0), MOST)


def _refuse_levels(cursor: Cursor, note: str) -> None:
    for name in ("level", "excess-level"):
        cursor.at(name).rest(Fidelity.UNSUPPORTED, note, "nothing")


def _quantum(traffic_class: TrafficClass, cursor: Cursor) -> int | None:
    if traffic_class.quantum is None or traffic_class.priority is not None:
        return None
    size = turn_bytes(traffic_class.quantum, _PACKET)
    cursor.enter(
        "quantum",
        Fidelity.UNKNOWN,
        "a turn ends with the packet that fills the byte count, and "
        "what that packet is too long is forgotten (Cisco, Congestion Management Overview, custom "
        "queueing); some releases may take it off the next turn",
        f"{size} bytes",
    )
    return size


def _priority(traffic_class: TrafficClass, base: Base, cursor: Cursor) -> Priority | None:
    priority = traffic_class.priority
    if priority is None:
        return None
    level = min(max(priority.level, 1), MOST)
    if priority.rate is None:
        return Priority(level=level)
    bound = base.bound(traffic_class)
    rate = _most(bound.rate) if bound is not None else None
    burst = bound.burst if bound is not None else None
    if rate is None or burst is None or not 0 <= burst <= MOST:
        note = "the bound cannot be worked out in bit/s and bytes: priority without a bound"
        cursor.at("priority").rest(Fidelity.UNSUPPORTED, note, "not bounded")
        return Priority(level=level)
    at = cursor.at("priority")
    at.at("rate").rest(
        Fidelity.EXACT, "dropped above it while the port is congested", f"{rate} bit/s"
    )
    at.at("burst").rest(Fidelity.EXACT, "", f"{burst} bytes")
    return Priority(level=level, rate_bps=rate, burst_bytes=burst)


def _shape(shaper: IrShaper | None, whole: int, cursor: Cursor) -> tuple[Shape | None, int]:
    if shaper is None:
        return None, whole
    bounds = shaped(shaper, whole)
    unknown = bounds is not None and shaper.committed is None
    if unknown and bounds is not None:
        least = max(bounds.rate * assumed.SHAPE_INTERVAL // 8_000_000, assumed.SHAPE_BURST)
        interval = least * 8_000_000 // bounds.rate
        bounds = bounds._replace(burst=bounds.burst + least, interval=interval)
    if bounds is None or not 1 <= bounds.burst <= MOST or bounds.rate > MOST:
        cursor.rest(Fidelity.UNSUPPORTED, "the rate or burst cannot be worked out", "not shaped")
        return None, whole
    if unknown:
        note = "no public source gives the burst of a shaper that does not say it"
        cursor.rest(Fidelity.UNKNOWN, note, f"{bounds.burst} bytes")
    cursor.rest(
        Fidelity.ENVELOPE,
        "the same bound of rate * t + Bc + Be; sent as tokens come, not each Tc of "
        f"{bounds.interval} us, so that a packet leaves earlier by less than Tc",
    )
    made = Shape(rate_bps=bounds.rate, burst_bytes=bounds.burst, origin=origin(shaper.origin))
    return made, bounds.rate
