"""Ports of a Catalyst switch: which marks they trust, and their weighted or shaped round robin.

The queues become a policy with a class for each queue. Sources: Catalyst 6500 Series Cisco IOS
Command Reference and Catalyst 6000 Family Software Configuration Guide, "Configuring QoS"
(`wrr-queue cos-map QUEUE THRESHOLD COS...`, two or three queues and a strict one); Catalyst 3550
Multilayer Switch Software Configuration Guide, table 20-2 (four queues, `wrr-queue cos-map QUEUE
COS...`, CoS 0 and 1 in the first, 6 and 7 in the last); Catalyst 3560 Switch Command Reference
(`srr-queue bandwidth`, `priority-queue out`).
"""

from __future__ import annotations

import re

from qosc.amounts import PPM, Rate, RateBase
from qosc.fields import Field
from qosc.frontends.ios.lines import Line
from qosc.frontends.ios.lower_switch_maps import SwitchMaps
from qosc.frontends.ios.lowering import (
    Account,
    Rejected,
    at,
    equal,
    number,
    phrase,
    recognised,
)
from qosc.frontends.ios.shapes import prose
from qosc.frontends.ios.statements import Node, Word, parse
from qosc.ir import (
    AnyOf,
    Anything,
    Attachment,
    Interval,
    Mark,
    Policy,
    Predicate,
    Priority,
    Reference,
    RefKind,
    Rule,
    RuleList,
    Shaper,
    Test,
    TrafficClass,
)
from qosc.source import Span

__all__ = ["SwitchPort"]

_3550 = {0: 1, 1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4, 7: 4}
_3560_SHAPE, _3560_SHARE = (25, 0, 0, 0), (25, 25, 25, 25)
_BY_3560 = "catalyst-3560"
_REMARK = re.compile(r"\D+(?:\d+\s+)+(?=\d*[^\s\d])")
_STRICT = 0
"""The number under which the queue of `priority-queue cos-map` is kept."""
_WHY = {
    "wrr_other": "thresholds and buffers of a queue are not in the model",
    "priority_other": "thresholds and buffers of a queue are not in the model",
    "rcv": "queues at the input of a port are not in the model",
    "queue_set": "buffers that ports share are not in the model",
    "tx_queue": "transmit queues of the Catalyst 4500 are not in the model",
    "auto_qos": "what AutoQoS makes stands in lines of its own",
    "cos_override": "marks that a port overrides are not in the model",
}
_OTHER = "this setting of a port is not in the model"


class SwitchPort:
    """The lines of one port."""

    __slots__ = ("cos", "limit", "maps", "out", "shape", "share", "strict", "trust", "weights")

    def __init__(self) -> None:
        self.trust: tuple[str, Line] | None = None
        self.cos: tuple[int, Line] | None = None
        self.weights: tuple[tuple[Word, ...], Line] | None = None
        self.maps: list[tuple[tuple[Word, ...], Line]] = []
        self.strict: tuple[tuple[int, ...], Line] | None = None
        self.out: Line | None = None
        self.share: tuple[tuple[Word, ...], Line] | None = None
        self.shape: tuple[tuple[Word, ...], Line] | None = None
        self.limit: Rate | None = None

    def line(self, line: Line) -> None:
        """A line of one of the statements that this module is about; raises `Rejected`."""
        node = _read(line)
        name, gone = node.name, line.negated
        if name == "trust":
            self.trust = None if gone else (_trusted(node), line)
        elif name == "port_cos":
            self.cos = None if gone else (number(node, 0, 7, "a CoS", "IEEE 802.1Q"), line)
        elif name == "wrr_bandwidth":
            self.weights = None if gone else (_weights(node, 0, 65536), line)
        elif name == "wrr_cos_map":
            self._cos_map(line, node)
        elif name == "priority_cos_map":
            number(node.words()[0], 1, 8, "a queue")
            values = tuple(_cos(word) for word in node.words()[1:])
            self.strict = None if gone else (values, line)
        elif name == "priority_out":
            self.out = None if gone else line
        elif name == "srr_share":
            self.share = None if gone else (_weights(node, 1, 255, 4), line)
        elif name == "srr_shape":
            self.shape = None if gone else (_weights(node, 0, 65535, 4), line)
        elif name == "srr_limit":
            self.limit = None if gone else _limit(line, node)
        else:
            raise recognised(None, _WHY.get(name, _OTHER))

    def _cos_map(self, line: Line, node: Node) -> None:
        if line.negated:
            self.maps.clear()
            return
        words = node.words()
        number(words[0], 1, 8, "a queue")
        if len(words) < 2:
            raise Rejected(None, "a CoS is missing")
        for word in words[1:]:
            number(word, 0, 8, "a CoS or a threshold")
        self.maps.append((words, line))

    def input(self, maps: SwitchMaps) -> RuleList | None:
        """What the port's trust does to the marks of what comes in.

        The switch works with an internal DSCP and writes it into the packets that it sends.
        """
        if self.trust is None:
            return None
        what, line = self.trust
        origin = line.span()
        rules: list[Rule] = []
        if what == "cos":
            port = self.cos[0] if self.cos is not None else 0
            for cos, dscp in enumerate(maps.cos_dscp):
                rules.append(_remark(equal(Field.COS, (cos,), origin), dscp, origin))
            # Without a tag the CoS is the port's (0 by default).
            rules.append(_remark(Anything(origin), maps.cos_dscp[port], origin))
        elif what == "ip-precedence":
            for precedence, dscp in enumerate(maps.precedence_dscp):
                match = equal(Field.PRECEDENCE, (precedence,), origin)
                rules.append(_remark(match, dscp, origin))
        else:
            rules.append(Rule(Anything(origin), origin=origin))
        return RuleList(f"mls qos trust {what}", tuple(rules), origin)

    def policies(
        self, port: str, maps: SwitchMaps, account: Account
    ) -> list[tuple[Attachment | None, Policy]]:
        """The policy for the output of the port, and one inside it; all but one without a use."""
        if self.cos is not None and (self.trust is None or self.trust[0] != "cos"):
            account.recognised(self.cos[1], "the CoS of untagged frames counts only with trust cos")
        if self.weights is not None or self.maps or self.strict is not None:
            made = _weighted(self, port, account)
            return [made] if made is not None else []
        shaped = maps.shaped_round_robin or self.share is not None or self.shape is not None
        if self.out is not None and not shaped and self.limit is None:
            account.recognised(self.out, "which queue is strict depends on the switch")
            return []
        if self.share is None and self.shape is None and self.out is None and self.limit is None:
            return []
        return _shaped(self, port, maps)


def _read(line: Line) -> Node:
    """The phrase of a line, without a remark that slides and papers put behind the numbers."""
    remark = _REMARK.match(line.text)
    if remark is None or not prose(line.text[remark.end() :]):
        return phrase("switch_qos", line)
    found = parse("switch_qos", line.keyword, line.text[: remark.end()], int(line.negated))
    return found if isinstance(found, Node) else phrase("switch_qos", line)


def _trusted(node: Node) -> str:
    what = node.nodes()
    return " ".join(word.text for word in what[0].words()) if what else "dscp"


def _remark(match: Predicate, dscp: int, origin: Span) -> Rule:
    return Rule(match, None, (Mark(Field.DSCP, dscp, origin),), origin=origin)


def _cos(word: Word) -> int:
    return number(word, 0, 7, "a CoS", "IEEE 802.1Q")


def _weights(node: Node, low: int, high: int, count: int = 0) -> tuple[Word, ...]:
    words = node.words()
    if not words or (count and len(words) != count):
        raise Rejected(None, f"{count or 'some'} weights are needed")
    for word in words:
        number(word, low, high, "a weight", "Catalyst command reference")
    return words


def _limit(line: Line, node: Node) -> Rate:
    value = number(node, 10, 90, "a limit in percent", "Catalyst 3560 command reference")
    return Rate(value * 10_000, RateBase.PERCENT, origin=line.span())


def _weighted(port: SwitchPort, name: str, account: Account) -> tuple[Attachment, Policy] | None:
    """`wrr-queue` with the strict queue of `priority-queue`, or of four queues the last one."""
    if port.weights is None:
        for _, line in port.maps:
            account.recognised(
                line, "without `wrr-queue bandwidth` the weights are the port type's"
            )
        return None
    words, line = port.weights
    four = len(words) == 4
    queue_of, origins = _wrr_map(port, account, four=four)
    missing = [cos for cos in range(8) if cos not in queue_of]
    if missing:
        shown = ", ".join(map(str, missing))
        account.recognised(line, f"the queue of CoS {shown} depends on the type of the port")
    strict = {_STRICT}
    if four and (port.out is not None or int(words[3].text) == 0):
        strict.add(4)
    classes: dict[int, TrafficClass] = {}
    for queue in sorted(set(queue_of.values())):
        origin = origins.get(queue, line.span())
        match = equal(Field.COS, [c for c in range(8) if queue_of.get(c) == queue], origin)
        if queue in strict:
            title = "priority queue" if queue == _STRICT else f"queue {queue}"
            classes[queue] = TrafficClass(
                title, match, priority=Priority(origin=origin), origin=origin
            )
        elif queue > len(words) or not int(words[queue - 1].text):
            account.recognised(line, f"queue {queue} has no weight of its own")
            classes[queue] = TrafficClass(f"queue {queue}", match, origin=origin)
        else:
            word = words[queue - 1]
            weight = Rate(int(word.text), RateBase.RATIO, origin=at(line, word))
            classes[queue] = TrafficClass(f"queue {queue}", match, excess=weight, origin=origin)
    return _policy(
        "wrr-queue", name, _catch_all(classes, queue_of.get(0), line.span()), line.span()
    )


def _wrr_map(
    port: SwitchPort, account: Account, *, four: bool
) -> tuple[dict[int, int], dict[int, Span]]:
    """The queue of each CoS. Ports with four queues name no threshold in their maps."""
    queue_of = dict(_3550) if four else {}
    origins: dict[int, Span] = {}
    for words, line in port.maps:
        queue = int(words[0].text)
        rest = words[1:] if four else words[2:]
        if not rest:
            account.refused(line, "a port with thresholds takes queue, threshold and CoS")
            continue
        try:
            values = [_cos(word) for word in rest]
        except Rejected as error:
            account.rejected(line, error)
            continue
        queue_of.update(dict.fromkeys(values, queue))
        origins[queue] = line.span()
    if port.strict is not None:
        values, line = list(port.strict[0]), port.strict[1]
        queue_of.update(dict.fromkeys(values, _STRICT))
        origins[_STRICT] = line.span()
    return queue_of, origins


def _catch_all(
    classes: dict[int, TrafficClass], last: int | None, origin: Span
) -> tuple[TrafficClass, ...]:
    """The classes, the one of value 0 last: it also has the packets without a mark."""
    if last is None:
        return (*classes.values(), TrafficClass("class-default", Anything(origin), origin=origin))
    found = classes.pop(last)
    whole = AnyOf((found.match, Anything(origin)), found.origin)
    return (
        *classes.values(),
        TrafficClass(
            found.name, whole, excess=found.excess, priority=found.priority, shaper=found.shaper,
            origin=found.origin,
        ),
    )  # fmt: skip


def _shaped(
    port: SwitchPort, name: str, maps: SwitchMaps
) -> list[tuple[Attachment | None, Policy]]:
    """`srr-queue`: a queue with a shaping weight w gets 1/w of the link and no more."""
    field, queue_of = maps.label()
    lines = [entry[1] for entry in (port.share, port.shape) if entry is not None]
    origin = lines[0].span() if lines else port.out.span() if port.out else _origin(port.limit)
    classes: dict[int, TrafficClass] = {}
    for queue in sorted(set(queue_of.values())):
        match = Test(field, _intervals([v for v, q in queue_of.items() if q == queue]), origin)
        parts: dict[str, Priority | Shaper | Rate] = {}
        shape = _weight(port.shape, queue, _3560_SHAPE)
        if queue == 1 and port.out is not None:
            classes[queue] = TrafficClass(
                "queue 1", match, priority=Priority(origin=port.out.span()), origin=origin
            )
            continue
        if shape.value:
            rate = Rate(PPM // shape.value, RateBase.PERCENT, shape.default_by, shape.origin)
            parts["shaper"] = Shaper(rate, origin=shape.origin)
        else:
            parts["excess"] = _weight(port.share, queue, _3560_SHARE)
        classes[queue] = TrafficClass(f"queue {queue}", match, origin=origin, **parts)  # type: ignore[arg-type]
    made = _policy("srr-queue", name, _catch_all(classes, queue_of[0], origin), origin)
    if port.limit is None:
        return [made]
    child = Reference(RefKind.POLICY_MAP, made[1].name, origin)
    whole = TrafficClass(
        "class-default", Anything(origin), shaper=Shaper(port.limit, origin=port.limit.origin),
        child=child, origin=origin,
    )  # fmt: skip
    return [_policy("srr-queue bandwidth limit", name, (whole,), origin), (None, made[1])]


def _origin(rate: Rate | None) -> Span:
    assert rate is not None  # noqa: S101 - one of the four lines is there
    return rate.origin


def _weight(
    given: tuple[tuple[Word, ...], Line] | None, queue: int, default: tuple[int, ...]
) -> Rate:
    if given is None:
        return Rate(default[queue - 1], RateBase.RATIO, _BY_3560)
    word = given[0][queue - 1]
    return Rate(int(word.text), RateBase.RATIO, origin=at(given[1], word))


def _intervals(values: list[int]) -> tuple[Interval, ...]:
    found: list[Interval] = []
    for value in sorted(values):
        if found and found[-1].high == value - 1:
            found[-1] = Interval(found[-1].low, value)
        else:
            found.append(Interval(value, value))
    return tuple(found)


def _policy(
    feature: str, port: str, classes: tuple[TrafficClass, ...], origin: Span
) -> tuple[Attachment, Policy]:
    name = f"{feature} {port}"
    use = Attachment(Reference(RefKind.POLICY_MAP, name, origin), origin)
    return use, Policy(name, classes, "", origin, feature)
