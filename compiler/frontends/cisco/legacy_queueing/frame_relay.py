"""Frame Relay traffic shaping: `map-class frame-relay`, `frame-relay traffic-shaping`.

Sources: Cisco IOS Wide-Area Networking Command Reference, `frame-relay cir`, `frame-relay bc`,
`frame-relay be` (bits), whose defaults are in `qosc.profiles.legacy_queueing`, `frame-relay
traffic-shaping`, and `frame-relay class`, which says whose class counts: that of the circuit, then
that of its subinterface, then that of the interface. Cisco, QoS: Congestion Management
Configuration Guide (IOS XE 16), LLQ: the classes of a circuit's policy may be guaranteed its
minimum CIR together, less what `frame-relay voice bandwidth` and `frame-relay ip rtp priority`
reserve; without `frame-relay mincir` that is half the CIR.

Cisco tech note 22304, "Queueing on Frame Relay interfaces": `frame-relay traffic-shaping` shapes
all circuits, with default values where there are none.
"""

from __future__ import annotations

from collections.abc import Collection

from qosc.amounts import Burst, BurstUnit, Depth, Rate
from qosc.frontends.cisco.statements import Node, Word
from qosc.frontends.cisco.statements.account import (
    Account,
    Rejected,
    at,
    number,
    phrase,
    recognised,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.ir import (
    Anything,
    Attachment,
    FairQueue,
    Policy,
    QueueLimit,
    Reference,
    RefKind,
    Shaper,
    TrafficClass,
)
from qosc.profiles import legacy_queueing as defaults
from qosc.source import Span

__all__ = ["FrameRelay"]

_FLOWS, _FLOW, _FAIR = defaults.FRAME_RELAY_FAIR.value
_BY = "ios"
_UNNAMED = "map-class frame-relay"
"""What shapes a circuit without a map-class; no map-class has an empty name."""
_PREFIX = "map-class frame-relay "
_LISTS = {"use_priority": "priority-list", "use_queue": "queue-list"}
_PLACES = 3
"""Words of `frame-relay fair-queue` before the one that counts buffers."""
_SHAPE = frozenset(("rate", "committed", "burst", "least"))
_STEADY = "the rate is taken not to adapt to congestion that the network tells of"
_WHY = {
    "adaptive-shaping": _STEADY,
    "becn-response-enable": _STEADY,
    "fecn-adapt": _STEADY,
    "voice": "what voice reserves is not in the model: less is left to the policy's classes",
    "ip": "what RTP reserves is not in the model: less is left to the policy's classes",
    "fragment": "fragments (FRF.12) are not in the model: packets keep their lengths",
}
"""Why parts of a map-class are not in the model, by their second word."""
_SOURCE = "WAN command reference"


class _MapClass:
    __slots__ = (
        "burst",
        "coming",
        "committed",
        "fair_queue",
        "least",
        "limit",
        "lines",
        "list",
        "origin",
        "peak",
        "policy",
        "rate",
    )

    def __init__(self, origin: Span) -> None:
        self.origin = origin
        self.rate: Rate | None = None
        self.least: Rate | None = None
        self.peak: Rate | None = None
        self.committed: Burst | None = None
        self.burst: Burst | None = None
        self.limit: QueueLimit | None = None
        self.fair_queue: FairQueue | None = None
        self.policy: Reference | None = None
        self.coming: Reference | None = None
        """The policy for packets that come in."""
        self.list: Reference | None = None
        """The queue list or the priority list of the circuit."""
        self.lines: list[Line] = []
        """Those that only shape."""

    def value(self, name: str) -> Policy:
        rate = self.rate or Rate(defaults.FRAME_RELAY_CIR.value, default_by=_BY, origin=self.origin)
        least = self.least or Rate(max(rate.value // 2, 1), default_by=_BY, origin=rate.origin)
        # A policy takes the place of the older queues of the circuit.
        child = self.policy or self.list
        default = Depth(
            defaults.FRAME_RELAY_FIFO.value if self.fair_queue is None else _FAIR,
            default_by=_BY,
        )
        limit = self.limit or QueueLimit(default, origin=self.origin)
        whole = TrafficClass(
            "class-default",
            Anything(self.origin),
            shaper=Shaper(
                rate,
                committed=self.committed or _interval(rate.value),
                excess=self.burst or self._above(rate.value),
                origin=rate.origin,
                pool=least if self.policy is not None and least.value != rate.value else None,
            ),
            limits=(limit,) if child is None or self.limit is not None else (),
            fair_queue=self.fair_queue,
            child=child,
            origin=self.origin,
        )
        return Policy(name, (whole,), "", self.origin, name)

    def _above(self, rate: int) -> Burst:
        """Be: what the peak of `frame-relay traffic-rate` sends above the average in an interval.

        Peak = CIR + Be / Tc (WAN command reference, `frame-relay traffic-rate`).
        """
        if self.peak is None or self.peak.value < rate:
            return Burst(defaults.FRAME_RELAY_EXCESS.value, BurstUnit.BITS, _BY)
        bits = (self.peak.value - rate) * defaults.FRAME_RELAY_INTERVAL.value // 1_000_000
        return Burst(bits, BurstUnit.BITS, origin=self.peak.origin)


def _interval(rate: int) -> Burst:
    """Bc where nothing else is said."""
    return Burst(
        max(rate * defaults.FRAME_RELAY_INTERVAL.value // 1_000_000, 1), BurstUnit.BITS, _BY
    )


class FrameRelay:
    """The map-classes, and the ports that name them."""

    def __init__(self, account: Account) -> None:
        self._account = account
        self._found: dict[str, _MapClass] = {}
        self._shaped: dict[str, Span] = {}
        self._uses: dict[str, Reference] = {}
        self._made: dict[str, Policy] = {}
        self._above: set[str] | None = None
        """The ports that have circuits below them."""

    def section(self, line: Line) -> None:
        """A line `map-class frame-relay NAME` with what is below it. Raises `Rejected`."""
        try:
            node = phrase("frame_relay", line)
            if node.name == "other":
                raise recognised(None, "map-classes of this kind are not in the model")
        except Rejected as error:
            self._account.rejected(line, error)
            return
        self._account.modelled(line)
        if line.negated:
            self._found.pop(node.word(), None)
            return
        target = self._found.setdefault(node.word(), _MapClass(line.span()))
        for child in line.children:
            if child.unknown:
                continue
            try:
                _statement(target, child, phrase("frame_relay", child))
            except Rejected as error:
                self._account.rejected(child, error)
            else:
                self._account.modelled(child)

    def port(self, name: str, line: Line) -> None:
        """A line `frame-relay class`, `frame-relay traffic-shaping` or `class` of a port.

        Raises `Rejected`.
        """
        node = phrase("frame_relay", line)
        if node.name == "shaping":
            self._shaped.pop(name, None)
            if not line.negated:
                self._shaped[name] = line.span()
        elif node.name in ("use_class", "dlci_class"):
            self._uses.pop(name, None)
            if line.negated:
                return
            if not node.words():
                raise Rejected(None, "a map-class is missing")
            word = node.words()[0]
            policy = f"{_PREFIX}{word.text}"
            self._uses[name] = Reference(RefKind.POLICY_MAP, policy, at(line, word))
        else:
            raise recognised(None, "only the map-class of a circuit and its shaping are modelled")

    def output(self, name: str, ports: Collection[str]) -> list[tuple[Attachment, Policy | None]]:
        """What shapes a port, with the policy that it needs."""
        above = name.partition(" dlci ")[0]
        main = above.partition(".")[0]
        if self._stands_above(name, ports):
            return []
        use = self._use(name)
        if use is None:
            circuit = above != name and main in self._shaped
            return [self._plain(main)] if circuit else []
        map_class = self._found.get(use.name.removeprefix(_PREFIX))
        if map_class is not None and main not in self._shaped:
            # Without shaping on the interface only a policy of the class has an effect.
            return [(Attachment(map_class.policy, use.origin), None)] if map_class.policy else []
        made = self._made.get(use.name)
        if made is None and map_class is not None:
            made = self._made[use.name] = map_class.value(use.name)
        return [(Attachment(use, use.origin), made)]

    def input(self, name: str, ports: Collection[str]) -> list[Attachment]:
        """The policy for what comes in on a port."""
        use = None if self._stands_above(name, ports) else self._use(name)
        map_class = self._found.get(use.name.removeprefix(_PREFIX)) if use is not None else None
        coming = map_class.coming if map_class is not None else None
        return [Attachment(coming, coming.origin)] if coming is not None else []

    def _use(self, name: str) -> Reference | None:
        """The map-class that a circuit, or what it is part of, names."""
        above = name.partition(" dlci ")[0]
        main = above.partition(".")[0]
        return self._uses.get(name) or self._uses.get(above) or self._uses.get(main)

    def _stands_above(self, name: str, ports: Collection[str]) -> bool:
        """Whether circuits of a port have its map-class, each for itself."""
        if self._above is None:
            uppers = (one.partition(" dlci ")[0] for one in ports if " dlci " in one)
            self._above = {upper for one in uppers for upper in (one, one.partition(".")[0])}
        return " dlci " not in name and name in self._above

    def _plain(self, main: str) -> tuple[Attachment, Policy]:
        """What shapes the circuits of an interface for which nothing names a map-class."""
        origin = self._shaped[main]
        made = self._made.get(_UNNAMED) or _MapClass(origin).value(_UNNAMED)
        self._made[_UNNAMED] = made
        return Attachment(Reference(RefKind.POLICY_MAP, _UNNAMED, origin), origin), made

    def finish(self) -> None:
        """Say what of the map-classes shapes nothing."""
        for name, map_class in self._found.items():
            made = self._made.get(f"{_PREFIX}{name}")
            if made is None:
                for line in map_class.lines:
                    reason = "no interface with `frame-relay traffic-shaping` uses the map-class"
                    self._account.recognised(line, reason)


def _shape(target: _MapClass, line: Line, node: Node) -> None:
    """`frame-relay cir|bc|be [in|out] N`; without a direction N is for both."""
    way = node.find("way")
    if way is not None and way.word() == "in":
        raise recognised(None, "incoming packets are not shaped")
    word = node.words()[0] if node.words() and not line.negated else None
    if word is None and not line.negated:
        raise Rejected(None, "a number is missing")
    target.lines.append(line)
    if node.name in ("rate", "least"):
        rate = None
        if word is not None:
            value = number(word, 1, 10**9, "a CIR in bit/s", _SOURCE)
            rate = Rate(value, origin=at(line, word))
        if node.name == "rate":
            target.rate = rate
        else:
            target.least = rate
        return
    burst = None
    if word is not None:
        value = number(word, 0, 160_000_000, "a burst in bits", _SOURCE)
        burst = Burst(value, BurstUnit.BITS, origin=at(line, word))
    if node.name == "committed":
        target.committed = burst
    else:
        target.burst = burst


def _statement(target: _MapClass, line: Line, node: Node) -> None:
    name = node.name
    if name in _SHAPE:
        _shape(target, line, node)
    elif name == "holdq":
        target.limit = None
        if not line.negated and node.words():
            word = node.words()[0]
            depth = Depth(number(word, 1, 512, "a queue length", _SOURCE), origin=at(line, word))
            target.limit = QueueLimit(depth, origin=line.span())
        target.lines.append(line)
    elif name == "fair_queue":
        target.fair_queue = None if line.negated else _fair_queue(line, node)
        words = node.words()
        if line.negated or len(words) > _PLACES:
            target.limit = None if line.negated else _buffers(line, words[_PLACES])
        target.lines.append(line)
    elif name in _LISTS:
        target.list = None
        if not line.negated:
            word = node.words()[0]
            index = number(word, 1, 16, "a list", _SOURCE)
            target.list = Reference(RefKind.POLICY_MAP, f"{_LISTS[name]} {index}", at(line, word))
        target.lines.append(line)
    elif name == "traffic_rate":
        _traffic_rate(target, line, node)
    elif name == "policy":
        _policy(target, line, node)
    elif not line.negated:
        second = line.text.lower().split()[line.negated + 1 :][:1]
        usual = "this part of a map-class is not in the model"
        raise recognised(None, _WHY.get(second[0], usual) if second else usual)


def _policy(target: _MapClass, line: Line, node: Node) -> None:
    """`service-policy input|output NAME`."""
    policy = None
    if node.words() and not line.negated:
        word = node.words()[0]
        policy = Reference(RefKind.POLICY_MAP, word.text, at(line, word))
    if node.nodes()[0].word() == "output":
        target.policy = policy
    else:
        target.coming = policy


def _traffic_rate(target: _MapClass, line: Line, node: Node) -> None:
    """`frame-relay traffic-rate average [peak]`: the CIR, and what may be sent with a burst."""
    words = () if line.negated else node.words()
    rates = [
        Rate(number(word, 1, 10**9, "a rate in bit/s", _SOURCE), origin=at(line, word))
        for word in words
    ]
    if not rates and not line.negated:
        raise Rejected(None, "a rate is missing")
    target.rate = rates[0] if rates else None
    target.peak = rates[1] if len(rates) > 1 else None
    target.lines.append(line)


def _buffers(line: Line, word: Word) -> QueueLimit:
    depth = Depth(number(word, 0, 4096, "a number of buffers", _SOURCE), origin=at(line, word))
    return QueueLimit(depth, origin=line.span())


def _fair_queue(line: Line, node: Node) -> FairQueue:
    """`frame-relay fair-queue [threshold [flows [reservable [buffers]]]]`."""
    words = node.words()
    values = [number(word, 0, 4096, "a number of queues or messages") for word in words]
    return FairQueue(
        values[1] if len(values) > 1 else _FLOWS,
        Depth(values[0], origin=at(line, words[0])) if values else Depth(_FLOW, default_by=_BY),
        values[2] if len(values) > 2 else None,
        line.span(),
    )
