"""Queueing and shaping by lines of an interface: `traffic-shape`, `ip rtp priority`,
`random-detect`.

Each becomes a policy of its own for the output of that interface (Cisco IOS Quality of Service
Solutions Command Reference under these names; Cisco IOS 12.0(5)T, "IP RTP Priority").
"""

from __future__ import annotations

from dataclasses import replace

from qosc.amounts import Burst, BurstUnit, Depth, Rate
from qosc.fields import UDP, Field
from qosc.frontends.cisco.mqc.wred import WredLines, read_wred
from qosc.frontends.cisco.statements import Node, Word
from qosc.frontends.cisco.statements.account import (
    Rejected,
    at,
    bits,
    equal,
    number,
    phrase,
    recognised,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import (
    AllOf,
    Anything,
    Attachment,
    FairQueue,
    Interval,
    Masked,
    Policy,
    Predicate,
    Priority,
    QueueLimit,
    Reference,
    RefKind,
    Shaper,
    Test,
    TrafficClass,
)
from qosc.source import Span

__all__ = ["PortQueues"]

_REFERENCE = "QoS command reference"
_REST = "class-default"
_BY = "ios"
_BUFFERS = 1000
"""Packets of all flows together where no line says: "Queueing Stats: 0/1000/64/0" of `show
traffic-shape queue` in the same book."""
_FLOW = 64
"""Packets of one flow among them, by the same output."""


class PortQueues:
    """The lines of one interface."""

    __slots__ = ("groups", "limit", "rtp", "shaper", "wred")

    def __init__(self) -> None:
        self.shaper: Shaper | None = None
        self.limit: QueueLimit | None = None
        self.groups: dict[Reference, tuple[Shaper, QueueLimit | None]] = {}
        self.rtp: TrafficClass | None = None
        self.wred: WredLines | None = None

    def line(self, line: Line) -> None:
        """A line of one of the statements that this module is about; raises `Rejected`."""
        if line.keyword == "random-detect":
            self._random_detect(line)
            return
        node = phrase("port_queues", line)
        if node.name == "shape_rate":
            self._rate(line, node)
        elif node.name == "shape_group":
            self._group(line, node)
        elif node.name == "rtp_priority":
            self.rtp = None if line.negated else _rtp(line, node)
        elif node.name == "shape_other":
            raise recognised(None, "shaping that follows congestion signals is not in the model")
        else:
            raise recognised(None, "RTP reservations and header compression are not in the model")

    def _random_detect(self, line: Line) -> None:
        words = line.text.split(None, 2 + line.negated)[1 + line.negated :]
        if words and words[0].lower().startswith(("fl", "att")):
            raise recognised(None, "this form of random-detect is not in the model")
        self.wred = read_wred(self.wred, line, phrase("policy_map", line))

    def _rate(self, line: Line, node: Node) -> None:
        if line.negated:
            self.shaper = self.limit = None
            return
        words = node.words()
        self.shaper, self.limit = _shaper(line, words[:3]), _limit(line, words)

    def _group(self, line: Line, node: Node) -> None:
        name, *rest = node.words()
        group = Reference(RefKind.ACCESS_LIST, name.text, at(line, name))
        self.groups.pop(group, None)
        if not line.negated:
            self.groups[group] = _shaper(line, rest[:3]), _limit(line, rest)

    def policies(
        self, port: str, inner: Attachment | None, fair: FairQueue | None
    ) -> list[tuple[Attachment, Policy]]:
        """The policies of a port; `inner` is the policy that a `service-policy` line attaches,
        `fair` the fair queue of the port.

        The priority queue of `ip rtp priority` is served before the queues of the policy, which
        thereby becomes a child, or before the flows of the fair queue.
        """
        made = []
        if self.rtp is not None:
            rest = TrafficClass(_REST, Anything(self.rtp.origin), origin=self.rtp.origin)
            if inner is not None:
                rest = replace(rest, child=inner.policy)
            elif fair is not None:
                each = fair.threshold or Depth(_FLOW, default_by=_BY)
                limit = QueueLimit(Depth(_BUFFERS, default_by=_BY), origin=fair.origin)
                rest = replace(rest, fair_queue=replace(fair, threshold=each), limits=(limit,))
            made.append(_policy("ip rtp priority", port, (self.rtp, rest)))
        if self.wred is not None:
            origin = self.wred.origin
            flow = TrafficClass(_REST, Anything(origin), wred=self.wred.value(), origin=origin)
            made.append(_policy("random-detect", port, (flow,)))
        if self.shaper is not None or self.groups:
            made.append(_policy("traffic-shape", port, self._shaped()))
        return made

    def _shaped(self) -> tuple[TrafficClass, ...]:
        classes = [
            _waiting(f"group {group.name}", group, shaper, limit)
            for group, (shaper, limit) in self.groups.items()
        ]
        if self.shaper is not None:
            return (
                *classes,
                _waiting(_REST, Anything(self.shaper.origin), self.shaper, self.limit),
            )
        origin = classes[0].origin
        return (*classes, TrafficClass(_REST, Anything(origin), origin=origin))


def _waiting(name: str, match: Predicate, shaper: Shaper, limit: QueueLimit | None) -> TrafficClass:
    """A class of `traffic-shape`: what waits for the shaper waits in a fair queue, the only kind it
    has (Cisco IOS Quality of Service Solutions Configuration Guide, "Policing and Shaping
    Overview": shaping mechanisms, queues supported).
    """
    fair = FairQueue(threshold=Depth(_FLOW, default_by=_BY), origin=shaper.origin)
    limits = (limit or QueueLimit(Depth(_BUFFERS, default_by=_BY), origin=shaper.origin),)
    return TrafficClass(
        name, match, shaper=shaper, limits=limits, fair_queue=fair, origin=shaper.origin
    )


def _policy(
    feature: str, port: str, classes: tuple[TrafficClass, ...]
) -> tuple[Attachment, Policy]:
    name, origin = f"{feature} {port}", classes[0].origin
    reference = Reference(RefKind.POLICY_MAP, name, origin)
    return Attachment(reference, origin), Policy(name, classes, "", origin, feature)


def _shaper(line: Line, words: tuple[Word, ...] | list[Word]) -> Shaper:
    """Rate in bit/s, bursts in bits."""
    if not words:
        raise Rejected(None, "a rate is missing")
    rate = Rate(
        bits(words[0], 8000, "a shape rate", f"{_REFERENCE}, traffic-shape"),
        origin=at(line, words[0]),
    )
    committed, excess = (_burst(line, words, place) for place in (1, 2))
    return Shaper(rate, committed=committed, excess=excess, origin=line.span())


def _limit(line: Line, words: tuple[Word, ...] | list[Word]) -> QueueLimit | None:
    """The packets that may wait, a fourth number: a running config has it behind groups, too."""
    if len(words) < 4:
        return None
    value = number(words[3], 0, 4096, "a buffer limit", _REFERENCE)
    return QueueLimit(Depth(value, origin=at(line, words[3])), origin=line.span())


def _burst(line: Line, words: tuple[Word, ...] | list[Word], place: int) -> Burst | None:
    if place >= len(words):
        return None
    value = number(words[place], 0, 100_000_000, "a burst in bits", f"{_REFERENCE}, traffic-shape")
    return Burst(value, BurstUnit.BITS, origin=at(line, words[place]))


def _rtp(line: Line, node: Node) -> TrafficClass:
    """UDP packets to the even ports from the first one to the first plus the range."""
    words: tuple[Word, ...] = node.words()
    if len(words) < 3:
        raise Rejected(None, "the first port, the range and the rate in kbit/s are needed")
    source = f"{_REFERENCE}, ip rtp priority"
    low = number(words[0], 2000, 65535, "the first port", source)
    high = min(low + number(words[1], 0, 16383, "the range of ports", source), 65535)
    kbps = number(words[2], 0, 2000, "the rate in kbit/s", source)
    origin: Span = line.span()
    match: Predicate = AllOf(
        (
            equal(Field.VERSION, (4,), origin),
            equal(Field.PROTOCOL, (UDP,), origin),
            Test(Field.DST_PORT, (Interval(low, high),), at(line, words[0])),
            Test(Field.DST_PORT, (Masked(0, 1),), origin),
        ),
        origin,
    )
    rate = Rate(kbps * 1000, origin=at(line, words[2]))
    return TrafficClass("rtp", match, priority=Priority(rate=rate, origin=origin), origin=origin)
