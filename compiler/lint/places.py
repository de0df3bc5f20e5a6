"""Where each policy-map is in force."""

from __future__ import annotations

from typing import NamedTuple

from qosc.datapath import link_rate
from qosc.ir import Attachment, Port, PortKind
from qosc.lint.rule import Context
from qosc.source import Span

__all__ = ["Place", "places"]

_LEVELS = 8
"""Policies inside policies are followed so far; routers allow two or three levels."""

_MOST = 64
"""So many different places of one policy are kept: enough to judge it by."""


class Place(NamedTuple):
    """One use of a policy, standing for all that are like it.

    `whole` is the rate in bit/s that its percentages are taken of: that of the link, or of the
    shaper above it; None where it is not known. `nested` is true inside another policy, `shaped`
    where a shaper stands above it. `origin` is the `service-policy` line.
    """

    port: Port
    direction: str
    whole: int | None
    nested: bool
    shaped: bool
    origin: Span
    least: bool = False
    """Whether the shaper above it says by itself what may be guaranteed below it."""

    @property
    def likeness(self) -> tuple[object, ...]:
        """What makes a difference to a rule; two places alike in it are one."""
        port = self.port
        return (
            self.direction, self.whole, self.nested, self.shaped, self.least, port.mtu,
            port.max_reserved,
            port.kind is PortKind.CONTROL_PLANE,
        )  # fmt: skip


def places(context: Context) -> dict[str, list[Place]]:
    """The places of each policy by its name, without likes. Use through `context.once`.

    Works level by level, so that policies which contain each other many times over, or themselves,
    cost no more than their lines.
    """
    found: dict[str, dict[tuple[object, ...], Place]] = {}
    level = _attached(context)
    for _ in range(_LEVELS):
        below: list[tuple[str, Place]] = []
        for name, place in level:
            known = found.setdefault(name, {})
            likeness = place.likeness
            if likeness not in known and len(known) < _MOST:
                known[likeness] = place
                below += _children(context, name, place)
        level = below
    return {name: list(known.values()) for name, known in found.items()}


def _attached(context: Context) -> list[tuple[str, Place]]:
    found = []
    for port in context.index.busy:
        for direction, stages in (("input", port.input), ("output", port.output)):
            for stage in stages:
                if isinstance(stage, Attachment):
                    rate = link_rate(context.device, port, context.profile)
                    place = Place(
                        port, direction, rate, nested=False, shaped=False,
                        origin=stage.policy.origin,
                    )  # fmt: skip
                    found.append((stage.policy.name, place))
    return found


def _children(context: Context, name: str, place: Place) -> list[tuple[str, Place]]:
    """The policies inside a policy, each with its place."""
    policy = context.device.policies.get(name)
    found = []
    for traffic_class in policy.classes if policy is not None else ():
        child, shaper = traffic_class.child, traffic_class.shaper
        if child is not None:
            pool = (shaper.pool or shaper.rate) if shaper else None
            whole = pool.bits_per_second(place.whole) if pool else place.whole
            shaped = place.shaped or shaper is not None
            inner = place._replace(
                whole=whole, nested=True, shaped=shaped, origin=child.origin,
                least=shaper is not None and shaper.pool is not None,
            )  # fmt: skip
            found.append((child.name, inner))
    return found
