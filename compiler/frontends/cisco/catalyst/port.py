"""The lines of one port of a Catalyst switch: what it trusts, and its queues.

What they mean for packets is worked out once all ports and maps are known: `trust` for
what comes in, `wrr`, `srr` and `tx_queue` for the queues at the output.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from qosc.amounts import Rate, RateBase
from qosc.frontends.cisco.catalyst.port_values import (
    FOREIGN,
    Numbers,
    TxQueue,
    below_tx_queue,
    switch_phrase,
)
from qosc.frontends.cisco.statements import Node
from qosc.frontends.cisco.statements.account import (
    Account,
    Rejected,
    number,
    recognised,
    unquoted,
)
from qosc.frontends.cisco.text.lines import Line
from qosc.patterns import pattern

if TYPE_CHECKING:
    from collections.abc import Callable

    _Apply = Callable[["SwitchPort", Line, Node], None]

__all__ = ["ETHERNET", "SwitchPort"]

ETHERNET = pattern(r"(?:\w+-?)?(?:Ethernet|GigE)\d[\d/]*")
"""Names of the ports that a setting of the whole switch holds for."""
_FABRIC = (
    "the queues between a port and the switch fabric are not in the model: they fill only when the "
    "fabric is oversubscribed"
)
_WHY = {
    "wrr_other": "this setting of a queue is not in the model",
    "priority_other": "the strict queue by DSCP is not in the model",
    "rcv": _FABRIC,
    "pre_classify": (
        "with it classes of the port that a tunnel leaves by see the inner header, without it the "
        "outer one; which packets are in a tunnel is not in the model"
    ),
    "mls_qos": "QoS cannot be turned off for one port: the line has no effect that is documented",
}
_OTHER = "this setting of a port is not in the model"


class SwitchPort:
    """The lines of one port."""

    __slots__ = (
        "assisted",
        "by_vlan",
        "cos",
        "device",
        "dscp_maps",
        "early",
        "foreign",
        "group",
        "high",
        "limit",
        "limits",
        "low",
        "maps",
        "mutation",
        "out",
        "override",
        "shape",
        "share",
        "strict",
        "strict_limit",
        "tail",
        "trust",
        "tx",
        "weights",
    )

    def __init__(self) -> None:
        self.trust: tuple[str, Line] | None = None
        self.device: Line | None = None
        self.assisted = False
        """Whether AutoQoS sets what the port trusts, in lines that are not in the text."""
        self.by_vlan: Line | None = None
        """`mls qos vlan-based`: the policies of the VLANs hold for the port."""
        self.cos: Numbers | None = None
        self.override: Line | None = None
        self.mutation: tuple[str, Line] | None = None
        self.weights: Numbers | None = None
        self.maps: list[Numbers] = []
        self.dscp_maps: list[Numbers] = []
        self.limits: Numbers | None = None
        self.tail: dict[int, Numbers] = {}
        self.low: dict[int, Numbers] = {}
        """Where early drop begins, by queue; `high` is where it drops all."""
        self.high: dict[int, Numbers] = {}
        self.early: dict[int, tuple[bool, Line]] = {}
        self.strict: Numbers | None = None
        self.strict_limit: Numbers | None = None
        self.out: Line | None = None
        self.share: Numbers | None = None
        self.shape: Numbers | None = None
        self.limit: Rate | None = None
        self.group: tuple[int, Line] | None = None
        self.tx: dict[int, TxQueue] = {}
        self.foreign = False
        """Whether the transmit queues are those of another switch than the Catalyst 4500."""

    def queue_lines(self, *others: Numbers | None) -> list[Line]:
        """The lines with numbers for the queues, the weights first; `others` come before those on
        what a queue drops.
        """
        numbers = [
            self.weights,
            *self.maps,
            *self.dscp_maps,
            self.strict,
            self.limits,
            self.strict_limit,
            *others,
            *self.tail.values(),
            *self.low.values(),
            *self.high.values(),
        ]
        return [each.line for each in numbers if each is not None]

    def line(self, line: Line, account: Account) -> None:
        """A line of one of the statements that this module is about; raises `Rejected`."""
        if line.keyword == "priority-flow-control":
            if line.negated or line.text.lower().split()[1:3] in (
                ["mode", "auto"],
                ["mode", "off"],
            ):
                account.irrelevant(line)
                return
            raise recognised(None, "flow control by priority is not in the model")
        if line.keyword == "trust":
            # Catalyst 3850 QoS Configuration Guide, `trust device`.
            reason = "the port trusts only while such a device is found: the model trusts it always"
            raise recognised(None, reason)
        if line.keyword in ("mc-tx-queue", "shape", "uc-tx-queue"):
            self.foreign = True
            raise recognised(None, FOREIGN)
        node = switch_phrase(line)
        if node.name == "tx_queue":
            self._tx_queue(line, node, account)
        elif node.name in _LINES:
            _LINES[node.name](self, line, node)
        else:
            raise recognised(None, _WHY.get(node.name, _OTHER))

    def _tx_queue(self, line: Line, node: Node, account: Account) -> None:
        queue = number(node, 0, 7, "a transmit queue")
        if not 1 <= queue <= 4:
            self.foreign = True
            raise recognised(None, FOREIGN)
        if line.negated:
            self.tx.pop(queue, None)
            return
        tx_queue = self.tx.setdefault(queue, TxQueue(line))
        for child in line.children:
            if child.unknown:
                continue
            try:
                below_tx_queue(tx_queue, queue, child)
            except Rejected as error:
                account.rejected(child, error)
            else:
                account.modelled(child)

    def has_wrr(self) -> bool:
        """Whether the port says anything of weighted round robin."""
        return any(
            (
                self.weights,
                self.maps,
                self.strict,
                self.dscp_maps,
                self.limits,
                self.tail,
                self.low,
                self.high,
                self.early,
                self.strict_limit,
            )
        )

    def has_srr(self) -> bool:
        """Whether the port says anything of shaped round robin."""
        return any((self.share, self.shape, self.limit, self.group))


def _trust(port: SwitchPort, line: Line, node: Node) -> None:
    what = node.nodes()
    name = " ".join(word.text for word in what[0].words()) if what else "dscp"
    port.trust = None if line.negated else (name, line)


def _device(port: SwitchPort, line: Line, _node: Node) -> None:
    port.device = None if line.negated else line


def _by_vlan(port: SwitchPort, line: Line, _node: Node) -> None:
    port.by_vlan = None if line.negated else line


def _port_cos(port: SwitchPort, line: Line, node: Node) -> None:
    if line.negated:
        port.cos = None
        return
    words = node.words()
    if not words:
        raise Rejected(None, "a CoS is missing")
    number(words[0], 0, 7, "a CoS", "IEEE 802.1Q")
    port.cos = Numbers(words, line)


def _override(port: SwitchPort, line: Line, _node: Node) -> None:
    port.override = None if line.negated else line


def _mutation(port: SwitchPort, line: Line, node: Node) -> None:
    port.mutation = None if line.negated else (unquoted(node.word()), line)


def _weights(node: Node, line: Line, low: int, high: int, count: int = 0) -> Numbers:
    words = node.words()
    if not words or (count and len(words) != count):
        raise Rejected(None, f"{count or 'some'} weights are needed")
    for word in words:
        number(word, low, high, "a weight", "Catalyst command reference")
    return Numbers(words, line)


def _wrr_bandwidth(port: SwitchPort, line: Line, node: Node) -> None:
    port.weights = None if line.negated else _weights(node, line, 0, 65536)


def _map_of(kept: list[Numbers], line: Line, node: Node, high: int, what: str) -> None:
    if line.negated:
        kept.clear()
        return
    words = node.words()
    if len(words) < 2:
        raise Rejected(None, f"a queue and {what} are needed")
    number(words[0], 1, 8, "a queue")
    for word in words[1:]:
        number(word, 0, high, f"{what} or a threshold")
    kept.append(Numbers(words, line))


def _wrr_cos_map(port: SwitchPort, line: Line, node: Node) -> None:
    _map_of(port.maps, line, node, 8, "a CoS")


def _wrr_dscp_map(port: SwitchPort, line: Line, node: Node) -> None:
    _map_of(port.dscp_maps, line, node, 63, "a DSCP")


def _percents(line: Line, node: Node, first: int) -> Numbers | None:
    """Percentages behind `first` other numbers; None behind `no`."""
    words = node.words()
    if line.negated:
        return None
    if len(words) <= first:
        raise Rejected(None, "a percentage is missing")
    for word in words[first:]:
        number(word, 0, 100, "a percentage")
    return Numbers(words, line)


def _wrr_limit(port: SwitchPort, line: Line, node: Node) -> None:
    port.limits = _percents(line, node, 0)


def _by_queue(name: str) -> _Apply:
    def apply(port: SwitchPort, line: Line, node: Node) -> None:
        kept: dict[int, Numbers] = getattr(port, name)
        words = node.words()
        if not words:
            if not line.negated:
                raise Rejected(None, "a queue is missing")
            kept.clear()
            return
        queue = number(words[0], 1, 7, "a queue")
        percents = _percents(line, node, 1)
        kept.pop(queue, None)
        if percents is not None:
            kept[queue] = percents

    return apply


def _early(port: SwitchPort, line: Line, node: Node) -> None:
    queue = number(node, 1, 7, "a queue")
    port.early[queue] = (not line.negated, line)


def _priority_cos_map(port: SwitchPort, line: Line, node: Node) -> None:
    if line.negated:
        port.strict = None
        return
    words = node.words()
    if len(words) < 2:
        raise Rejected(None, "a queue and a CoS are needed")
    number(words[0], 1, 8, "a queue")
    for word in words[1:]:
        number(word, 0, 7, "a CoS", "IEEE 802.1Q")
    port.strict = Numbers(words, line)


def _priority_limit(port: SwitchPort, line: Line, node: Node) -> None:
    port.strict_limit = _percents(line, node, 0)


def _priority_out(port: SwitchPort, line: Line, _node: Node) -> None:
    port.out = None if line.negated else line


def _share(port: SwitchPort, line: Line, node: Node) -> None:
    port.share = None if line.negated else _weights(node, line, 1, 255, 4)


def _shape(port: SwitchPort, line: Line, node: Node) -> None:
    port.shape = None if line.negated else _weights(node, line, 0, 65535, 4)


def _limit(port: SwitchPort, line: Line, node: Node) -> None:
    if line.negated:
        port.limit = None
        return
    value = number(node, 10, 90, "a limit in percent", "Catalyst 3560 command reference")
    port.limit = Rate(value * 10_000, RateBase.PERCENT, origin=line.span())


def _queue_set(port: SwitchPort, line: Line, node: Node) -> None:
    port.group = None
    if not line.negated:
        value = number(node, 1, 2, "a queue-set", "Catalyst 3750 command reference")
        port.group = (value, line)


_LINES = {
    "trust": _trust,
    "trust_device": _device,
    "by_vlan": _by_vlan,
    "port_cos": _port_cos,
    "cos_override": _override,
    "mutation": _mutation,
    "wrr_bandwidth": _wrr_bandwidth,
    "wrr_cos_map": _wrr_cos_map,
    "wrr_dscp_map": _wrr_dscp_map,
    "wrr_limit": _wrr_limit,
    "wrr_threshold": _by_queue("tail"),
    "wrr_min": _by_queue("low"),
    "wrr_max": _by_queue("high"),
    "wrr_red": _early,
    "priority_cos_map": _priority_cos_map,
    "priority_limit": _priority_limit,
    "priority_out": _priority_out,
    "srr_share": _share,
    "srr_shape": _shape,
    "srr_limit": _limit,
    "queue_set": _queue_set,
}
