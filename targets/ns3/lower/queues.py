"""Queues: their part in the scheduler, and what bounds them."""

from __future__ import annotations

from dataclasses import dataclass

from qosc.scenario import Curve, EarlyDrop, Limit, Policy, Queue
from qosc.targets.ns3.lower.fields import Fields
from qosc.targets.ns3.model import Row, Tables

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
            queue.guarantee_bps,
            weight,
            queue.level,
            queue.excess_level,
            priority.level if priority else 0,
            queue.quantum_bytes or 0,
            shape.rate_bps if shape else _NONE,
            shape.burst_bytes if shape else _NONE,
            (priority.rate_bps or _NONE) if policed and priority else _NONE,
            (priority.burst_bytes or 0) if policed and priority else _NONE,
            limit,
            limits,
            early,
            flows.flows if leaf and flows else 0,
            _or_none(flows.limit_packets) if leaf and flows else _NONE,
            int(bool(leaf and flows and flows.weights == "precedence")),
        )

    def limits(self, limits: tuple[Limit, ...]) -> tuple[int, int]:
        """The range of rows of some limits."""
        rows: list[Row] = [
            (_or_none(each.packets), _or_none(each.bytes), self.fields.match(each.match))
            for each in limits
        ]
        return self.tables.extend("limits", rows), len(rows)

    def _early(self, model: EarlyDrop) -> int:
        rows = [self._curve(curve) for curve in model.curves]
        first = self.tables.extend("curves", rows)
        return self.tables.add("earlies", model.weight_exponent, int(model.ecn), first, len(rows))

    def _curve(self, curve: Curve) -> Row:
        points: list[Row] = list(curve.points)
        in_bytes = (curve.full_bytes if points else curve.min_bytes) is not None
        low = (curve.min_bytes if in_bytes else curve.min_packets) or 0
        high = (curve.max_bytes if in_bytes else curve.max_packets) or 0
        full = (curve.full_packets or 0) + (curve.full_bytes or 0)
        return (
            self.fields.match(curve.match),
            int(in_bytes),
            low,
            high,
            curve.denominator,
            self.tables.extend("points", points),
            len(points),
            int(curve.interpolated),
            full,
        )


def _or_none(value: int | None) -> int:
    return _NONE if value is None else value
