"""`srr-queue`: shaped round robin of the Catalyst 2960, 3560 and 3750.

A queue with a shaping weight w is sure of 1/w of the link and gets no more, whatever its share;
`priority-queue out` makes queue 1 strict and takes its weights out of the count; the limit holds
the port to a percentage of its speed (Catalyst 3560 Switch Command Reference: `srr-queue bandwidth
shape`, `priority-queue`, `srr-queue bandwidth limit`).
"""

from __future__ import annotations

from qosc.amounts import PPM, Rate, RateBase
from qosc.fields import Field
from qosc.frontends.cisco.catalyst.maps import SwitchMaps
from qosc.frontends.cisco.catalyst.port import SwitchPort
from qosc.frontends.cisco.catalyst.port_values import Numbers
from qosc.frontends.cisco.catalyst.queues import (
    by_threshold,
    in_order,
    made,
    matching,
)
from qosc.frontends.cisco.statements.account import at
from qosc.ir import (
    Anything,
    Attachment,
    Policy,
    Priority,
    Reference,
    RefKind,
    Shaper,
    TrafficClass,
)
from qosc.profiles.switches import switch_facts
from qosc.source import NOWHERE, Span

__all__ = ["shaped_queues"]

_FAMILY = "cat3750"
_QUEUES = (1, 2, 3, 4)


def shaped_queues(
    port: SwitchPort, name: str, maps: SwitchMaps
) -> list[tuple[Attachment | None, Policy]]:
    """The policy of a port and, with a limit, the one inside it."""
    field = maps.label()
    places = _places(maps, field)
    origin = _origin(port, maps)
    group = port.group[0] if port.group is not None else 1
    # Weights count from the speed of the line; inside a limit a percentage counts from that.
    speed = port.limit.value if port.limit is not None else PPM
    classes: dict[int, TrafficClass] = {}
    for queue in _QUEUES:
        if all(place[0] != queue for place in places.values()):
            continue
        limits, wred = maps.sets.of_queue(group, queue, field, by_threshold(places, queue))
        share = _weight(port.share, queue, "share")
        shape = _weight(port.shape, queue, "shape")
        priority = shaper = guarantee = overridden = None
        excess: Rate | None = share
        if queue == 1 and port.out is not None:
            priority, excess = Priority(origin=port.out.span()), None
            overridden = shape if shape.value and not shape.default_by else None
        elif shape.value:
            part = min(PPM * PPM // (shape.value * speed), PPM)
            rate = Rate(part, RateBase.PERCENT, shape.default_by, shape.origin)
            shaper, excess, guarantee = Shaper(rate, origin=shape.origin), None, rate
            overridden = share if not share.default_by else None
        classes[queue] = TrafficClass(
            f"queue {queue}",
            matching(field, places, queue, origin),
            excess=excess,
            guarantee=guarantee,
            priority=priority,
            shaper=shaper,
            limits=limits,
            wred=wred,
            origin=origin,
            overridden=overridden,
        )
    inner = made("srr-queue", name, in_order(classes, places[0][0], origin), origin)
    if port.limit is None:
        return [inner]
    child = Reference(RefKind.POLICY_MAP, inner[1].name, origin)
    whole = TrafficClass(
        "class-default",
        Anything(origin),
        shaper=Shaper(port.limit, origin=port.limit.origin),
        child=child,
        origin=origin,
    )
    return [made("srr-queue bandwidth limit", name, (whole,), origin), (None, inner[1])]


def _places(maps: SwitchMaps, field: Field) -> dict[int, tuple[int, int]]:
    facts = switch_facts(_FAMILY)
    if field is Field.COS:
        queues = facts.port_types[0].queues.value
        given = maps.cos_out
    else:
        queues = facts.dscp_queue.value if facts.dscp_queue is not None else None
        given = maps.dscp_out
    return dict(enumerate(queues or ())) | given


def _origin(port: SwitchPort, maps: SwitchMaps) -> Span:
    for numbers in (port.share, port.shape):
        if numbers is not None:
            return numbers.line.span()
    if port.out is not None:
        return port.out.span()
    if port.limit is not None:
        return port.limit.origin
    if port.group is not None:
        return port.group[1].span()
    return maps.enabled.span() if maps.enabled is not None else NOWHERE


def _weight(given: Numbers | None, queue: int, what: str) -> Rate:
    if given is None:
        fact = getattr(switch_facts(_FAMILY), what)
        return Rate(fact.value[queue - 1], RateBase.RATIO, _FAMILY)
    return Rate(
        given.value(queue - 1), RateBase.RATIO, origin=at(given.line, given.words[queue - 1])
    )
