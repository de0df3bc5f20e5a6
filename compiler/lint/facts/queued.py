"""Which line of a policy makes a queue."""

from __future__ import annotations

from qosc.ir import Policy, TrafficClass
from qosc.source import Span

__all__ = ["asks_for_queue", "queue_of"]


def queue_of(traffic_class: TrafficClass, *, shaped: bool = True) -> Span | None:
    """Where the config makes a queue for a class: a guarantee, a share, priority, or (`shaped`)
    a shaper. None where it does not.
    """
    parts = (traffic_class.priority, traffic_class.guarantee, traffic_class.part_of_rest)
    for part in (*parts, traffic_class.shaper) if shaped else parts:
        if part is not None and not getattr(part, "default_by", ""):
            return part.origin
    return None


def asks_for_queue(policy: Policy, *, shaped: bool = True) -> Span | None:
    """Where a policy makes a queue first; None where it has only marks and policers."""
    origins = (queue_of(traffic_class, shaped=shaped) for traffic_class in policy.classes)
    return next((origin for origin in origins if origin is not None), None)
