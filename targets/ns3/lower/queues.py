"""Queues: their part in the scheduler, and what bounds them."""

from __future__ import annotations

from dataclasses import dataclass

from qosc.scenario import Curve, EarlyDrop, Limit, Policy, Queue
from qosc.targets.ns3.lower.fields import Fields
from qosc.targets.ns3.model import Cells, Tables

__all__ = ["Queues"]

_NONE = -1


@dataclass(slots=True)
class Queues:
    """Lowers queues."""

    tables: Tables
    fields: Fields

    def row(self, queue: Queue, policy: Policy, *, leaf: bool) -> int:
        """The row of a class's queue; only a leaf has limits and droppers."""
        priority, shape, flows = queue.priority, queue.shape, queue.flow_queues
        weight = queue.excess_weight
        if weight is None:
            weight = queue.guarantee_bps if policy.excess == "proportional" else 1
        limit, limits = self.limits(queue.bounds if leaf else ())
        early = self._early(queue.early_drop) if leaf and queue.early_drop else _NONE
        policed = priority is not None and priority.rate_bps is not None
        return self.tables.add(
            "queues",
            guarantee=queue.guarantee_bps,
            weight=weight,
            rank=queue.level,
            excess_rank=queue.excess_level,
            level=priority.level if priority else 0,
            quantum=queue.quantum_bytes or 0,
            shape_rate=shape.rate_bps if shape else _NONE,
            shape_burst=shape.burst_bytes if shape else _NONE,
            police_rate=(priority.rate_bps or _NONE) if policed and priority else _NONE,
            police_burst=(priority.burst_bytes or 0) if policed and priority else _NONE,
            limit=limit,
            limits=limits,
            early=early,
            flows=flows.flows if leaf and flows else 0,
            flow_limit=_or_none(flows.limit_packets) if leaf and flows else _NONE,
            by_precedence=int(bool(leaf and flows and flows.weights == "precedence")),
        )

    def limits(self, limits: tuple[Limit, ...]) -> tuple[int, int]:
        """The range of rows of some limits."""
        rows = [
            {
                "packets": _or_none(each.packets),
                "bytes": _or_none(each.bytes),
                "match": self.fields.match(each.match),
            }
            for each in limits
        ]
        return self.tables.extend("limits", rows), len(rows)

    def _early(self, model: EarlyDrop) -> int:
        rows = [self._curve(curve) for curve in model.curves]
        first = self.tables.extend("curves", rows)
        exponent, ecn = model.weight_exponent, int(model.ecn)
        return self.tables.add("earlies", exponent=exponent, ecn=ecn, curve=first, curves=len(rows))

    def _curve(self, curve: Curve) -> Cells:
        points = [{"fill": fill, "part": part} for fill, part in curve.points]
        in_bytes = (curve.full_bytes if points else curve.min_bytes) is not None
        low = (curve.min_bytes if in_bytes else curve.min_packets) or 0
        high = (curve.max_bytes if in_bytes else curve.max_packets) or 0
        full = (curve.full_packets or 0) + (curve.full_bytes or 0)
        return {
            "match": self.fields.match(curve.match),
            "in_bytes": int(in_bytes),
            "low": low,
            "high": high,
            "denominator": curve.denominator,
            "point": self.tables.extend("points", points),
            "points": len(points),
            "interpolated": int(curve.interpolated),
            "full": full,
        }


def _or_none(value: int | None) -> int:
    return _NONE if value is None else value
