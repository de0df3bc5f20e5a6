"""`wrr-queue`: weighted round robin of the Catalyst 2950, 3550 and 6500.

Ports of the 6500 name a threshold behind the queue of `cos-map`, those of the others do not
(Catalyst 6500 Series Cisco IOS Command Reference; Catalyst 3550 and 2950 command references). The
queue is that of the CoS which the internal DSCP stands for (`mls qos map dscp-cos`), so that for IP
packets it goes by the DSCP that the switch writes; the Catalyst 2950 looks at the CoS itself.
Packets that are no IP are taken with those of CoS 0.
"""

from __future__ import annotations

from qosc.amounts import PPM, Depth, DepthUnit, Rate, RateBase
from qosc.fields import Field
from qosc.frontends.cisco.catalyst.maps import SwitchMaps
from qosc.frontends.cisco.catalyst.port import SwitchPort
from qosc.frontends.cisco.catalyst.port_values import Numbers
from qosc.frontends.cisco.catalyst.queue_sets import drop_points
from qosc.frontends.cisco.catalyst.queues import by_threshold, in_order, made, matching
from qosc.frontends.cisco.statements.account import Rejected, at, number
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import Attachment, DropCurve, Policy, Priority, QueueLimit, TrafficClass, Wred
from qosc.profiles.switches import STRICT, PortType, switch_facts
from qosc.source import NOWHERE, Span

__all__ = ["weighted_queues"]

_THRESHOLD = (
    "which of the two thresholds of a queue a DSCP has is set where packets come in: in the model "
    "all have the first"
)
"""Catalyst 3550 Multilayer Switch Software Configuration Guide, "Configuring Tail-Drop Threshold
Percentages": `wrr-queue dscp-map THRESHOLD DSCP...` on the ingress port."""
_FAMILIES = ("cat2950", "cat3550", "cat6500")


def weighted_queues(
    port: SwitchPort, name: str, maps: SwitchMaps
) -> tuple[Attachment, Policy] | None:
    """The policy of a port; None where nobody can say how its queues are served."""
    count = len(port.weights.words) if port.weights is not None else 4
    family = _family(port, maps, count)
    shares = _Shares(port, family)
    if shares.unknown:
        for line in _lines(port):
            reason = "without `wrr-queue bandwidth` the weights are the port type's"
            maps.recognised(line, reason)
        return None
    lines = _lines(port)
    if not lines and maps.enabled is not None:
        lines.append(maps.enabled)
    origin = lines[0].span() if lines else NOWHERE
    port_type = _port_type(port, family, count)
    by_cos, origins = _cos_places(port, maps, family, port_type)
    if port.dscp_maps and family == "cat6500":
        field, places = _dscp_places(port, maps, by_cos, origins)
    else:
        missing = [str(cos) for cos in range(8) if cos not in by_cos]
        if missing and lines:
            reason = f"the queue of CoS {', '.join(missing)} depends on the type of the port"
            maps.recognised(lines[0], reason)
        for numbers in port.dscp_maps:
            maps.recognised(numbers.line, _THRESHOLD)
        field, places = _labelled(maps, family, by_cos)
    if not places:
        return None
    if port.out is not None and not shares.expedite:
        maps.recognised(port.out, "which queue is strict depends on the switch")
    classes: dict[int, TrafficClass] = {}
    for queue in sorted({place[0] for place in places.values()}):
        here = origins.get(queue, origin)
        limits, wred = _buffer(port, family, queue, field, by_threshold(places, queue))
        priority, excess = shares.of_queue(queue, here)
        if priority is None and excess is None and port.weights is not None:
            maps.recognised(port.weights.line, f"queue {queue} has no weight of its own")
        classes[queue] = TrafficClass(
            "priority queue" if queue == STRICT else f"queue {queue}",
            matching(field, places, queue, here),
            excess=excess,
            priority=priority,
            limits=limits,
            wred=wred,
            origin=here,
        )
    home = places.get(0)
    return made("wrr-queue", name, in_order(classes, home[0] if home else None, origin), origin)


class _Shares:
    """How the queues of a port are served: by weight, or in strict order."""

    def __init__(self, port: SwitchPort, family: str) -> None:
        self._port = port
        self._family = family
        self._default = switch_facts(family).share.value
        given = port.weights
        self.expedite = 0
        """The queue that goes before the weighted ones; 0 for none."""
        if family != "cat6500" and (
            port.out is not None or (given is not None and not given.value(len(given.words) - 1))
        ):
            self.expedite = switch_facts(family).expedite
        self.ordered = given is None and family == "cat2950"
        """Queues of a higher number first, which is how the 2950 does without weights."""
        self.unknown = given is None and self._default is None and not self.ordered

    def of_queue(self, queue: int, origin: Span) -> tuple[Priority | None, Rate | None]:
        """The priority and the weight of a queue."""
        given = self._port.weights
        if queue == STRICT:
            return Priority(origin=origin), None
        if queue == self.expedite:
            return Priority(origin=self._port.out.span() if self._port.out else origin), None
        if self.ordered:
            return Priority(level=5 - queue, origin=origin), None
        if given is None:
            default = self._default or ()
            return None, Rate(default[queue - 1], RateBase.RATIO, self._family)
        if queue > len(given.words) or not given.value(queue - 1):
            return None, None
        word = given.words[queue - 1]
        return None, Rate(int(word.text), RateBase.RATIO, origin=at(given.line, word))


def _lines(port: SwitchPort) -> list[Line]:
    """The lines of the port on its queues, the weights first."""
    lines = port.queue_lines()
    lines += [line for _, line in port.early.values()]
    return [*lines, *([port.out] if port.out is not None else [])]


def _family(port: SwitchPort, maps: SwitchMaps, weights: int) -> str:
    if port is maps.all_ports:
        return "cat2950"
    if maps.platform in _FAMILIES and (
        port.weights is None or (maps.platform == "cat6500") == (weights != 4)
    ):
        return maps.platform
    return "cat3550" if port.weights is not None and weights == 4 else "cat6500"


def _port_type(port: SwitchPort, family: str, weights: int) -> PortType | None:
    """The type of a port, told from the number of its weights and of its thresholds.

    None where no default is known: for the eight queues of industrial switches with IOS XE, too.
    """
    types = switch_facts(family).port_types
    if family != "cat6500":
        eight = weights > 4 or any(int(words[0].text) > 4 for words, _ in port.maps)
        return None if eight else types[0]
    lists = [len(numbers.words) - 1 for numbers in (*port.low.values(), *port.high.values())]
    thresholds = max(lists, default=0)
    names = {
        2: ["1p2q2t"] if port.strict or thresholds else ["2q2t", "1p2q2t"],
        3: ["1p3q8t"] if thresholds > 1 else ["1p3q1t"] if thresholds else [],
        7: ["1p7q8t"],
    }.get(weights, [])
    types_named = [kind for kind in types if kind.name in names]
    if len(types_named) == 1:
        return types_named[0]
    if not types_named:
        return None
    # Where two types are possible, what they agree about is known.
    first, second = (kind.queues.value or () for kind in types_named[:2])
    agreed = tuple(a if a == b else (-1, 0) for a, b in zip(first, second, strict=False))
    return types_named[0]._replace(queues=types_named[0].queues._replace(value=agreed))


def _cos_places(
    port: SwitchPort, maps: SwitchMaps, family: str, port_type: PortType | None
) -> tuple[dict[int, tuple[int, int]], dict[int, Span]]:
    """Queue and threshold of each CoS, and where the queues were written."""
    known = port_type.queues.value if port_type is not None else None
    places = {cos: place for cos, place in enumerate(known or ()) if place[0] >= 0}
    origins: dict[int, Span] = {}
    for words, line in port.maps:
        rest = words[2:] if family == "cat6500" else words[1:]
        if not rest:
            maps.recognised(line, "a port with thresholds takes queue, threshold and CoS")
            continue
        threshold = int(words[1].text) if family == "cat6500" else 1
        try:
            values = [number(word, 0, 7, "a CoS", "IEEE 802.1Q") for word in rest]
        except Rejected as error:
            maps.account.rejected(line, error)
            continue
        queue = int(words[0].text)
        places.update(dict.fromkeys(values, (queue, threshold)))
        origins[queue] = line.span()
    if port.strict is not None:
        words, line = port.strict
        places.update(dict.fromkeys((int(word.text) for word in words[1:]), (STRICT, 1)))
        origins[STRICT] = line.span()
    return places, origins


def _labelled(
    maps: SwitchMaps, family: str, by_cos: dict[int, tuple[int, int]]
) -> tuple[Field, dict[int, tuple[int, int]]]:
    """The field that tells the queues of IP packets apart, and the place of each of its values."""
    if family == "cat2950":
        return Field.COS, by_cos
    maps.dscp_cos_lines.clear()
    if all(cos == dscp >> 3 for dscp, cos in enumerate(maps.dscp_cos)):
        return Field.PRECEDENCE, by_cos
    return Field.DSCP, {
        dscp: by_cos[cos] for dscp, cos in enumerate(maps.dscp_cos) if cos in by_cos
    }


def _dscp_places(
    port: SwitchPort,
    maps: SwitchMaps,
    by_cos: dict[int, tuple[int, int]],
    origins: dict[int, Span],
) -> tuple[Field, dict[int, tuple[int, int]]]:
    """`wrr-queue dscp-map QUEUE THRESHOLD DSCP...` of the 6500; other DSCPs go by their CoS."""
    maps.dscp_cos_lines.clear()
    places = {dscp: by_cos[cos] for dscp, cos in enumerate(maps.dscp_cos) if cos in by_cos}
    for words, line in port.dscp_maps:
        if len(words) < 3:
            maps.recognised(line, "a queue, a threshold and DSCPs are needed")
            continue
        queue, threshold = int(words[0].text), int(words[1].text)
        places.update(dict.fromkeys((int(w.text) for w in words[2:]), (queue, threshold)))
        origins[queue] = line.span()
    missing = 64 - len(places)
    if missing:
        reason = f"the queue of {missing} DSCPs depends on the type of the port"
        maps.recognised(port.dscp_maps[0].line, reason)
    return Field.DSCP, places


def _buffer(
    port: SwitchPort, family: str, queue: int, field: Field, values: dict[int, tuple[int, ...]]
) -> tuple[tuple[QueueLimit, ...], Wred | None]:
    """The part of the buffer that a queue has, and where it drops which code points.

    Thresholds are percentages of the queue. Between its two thresholds random early detection drops
    more and more; which average it goes by is not documented.
    """
    limits = _limits(port, family, queue)
    off = queue in port.early and not port.early[queue][0]
    if not off and (queue in port.low or queue in port.high):
        return limits, _early_drop(port, queue, field, values)
    tail = port.tail.get(queue)
    if tail is None:
        return limits, None
    steps = {place: int(word.text) * PPM // 100 for place, word in enumerate(tail.words[1:], 1)}
    return limits, drop_points(field, values, steps, tail.line.span())


def _early_drop(
    port: SwitchPort, queue: int, field: Field, values: dict[int, tuple[int, ...]]
) -> Wred | None:
    low, high = port.low.get(queue), port.high.get(queue)
    shown = high or low
    assert shown is not None  # noqa: S101 - the caller has seen one of them
    origin = shown.line.span()
    curves = []
    for threshold, points in sorted(values.items()):
        begin, end = (_percent(numbers, threshold) for numbers in (low, high))
        top = PPM if end is None else end
        bottom = top if begin is None else min(begin, top)
        if bottom == top:
            curve: tuple[tuple[int, int], ...] = ((top, PPM),)
        else:
            curve = ((bottom, 0), (top, PPM))
        curves.append(
            DropCurve(points, None, None, origin=origin, points=curve, interpolated=bottom < top)
        )
    return Wred(field, tuple(curves), origin=origin) if curves else None


def _percent(numbers: Numbers | None, threshold: int) -> int | None:
    if numbers is None or not 1 <= threshold < len(numbers.words):
        return None
    return numbers.value(threshold) * PPM // 100


def _limits(port: SwitchPort, family: str, queue: int) -> tuple[QueueLimit, ...]:
    """`queue-limit`: percentages on the 6500, weights on the others."""
    numbers, index = port.limits, queue - 1
    if queue == STRICT:
        numbers, index = port.strict_limit, 0
    if numbers is None or index >= len(numbers.words):
        return ()
    whole = 100
    if family != "cat6500":
        whole = sum(int(word.text) for word in numbers.words) or 1
    depth = Depth(
        numbers.value(index) * PPM // whole,
        DepthUnit.SHARE,
        origin=at(numbers.line, numbers.words[index]),
    )
    return (QueueLimit(depth, origin=depth.origin),)
