"""Interfaces, subinterfaces, ATM circuits and the control plane: the ports of a device.

Order in a pipeline: CAR comes before the service policy in either direction, since policing by
either precedes queueing and MQC output classification sees what input CAR wrote (Cisco, Quality of
Service Order of Operation).
"""

from __future__ import annotations

import re

from qosc.amounts import Depth, Rate, RateBase
from qosc.frontends.ios.interface_names import canonical, parent
from qosc.frontends.ios.interface_ranges import ranged
from qosc.frontends.ios.lines import Line
from qosc.frontends.ios.lower_contract import CONTRACTS, contract
from qosc.frontends.ios.lower_queueing import kilobits
from qosc.frontends.ios.lower_rate_limit import rate_limit
from qosc.frontends.ios.lowering import (
    Account,
    Rejected,
    at,
    number,
    parts_per_million,
    phrase,
    recognised,
    unquoted,
)
from qosc.frontends.ios.older import FRAME_RELAY, PORT_QUEUES, SWITCH_PORT, Older, OlderPort
from qosc.frontends.ios.statements import Node, Word
from qosc.ir import (
    AtmShaping,
    Attachment,
    FairQueue,
    Policy,
    Port,
    PortKind,
    Reference,
    RefKind,
    Rule,
    RuleList,
    Stage,
)
from qosc.source import Span

__all__ = ["Ports"]

_STATEMENTS = frozenset(
    ("abr", "bandwidth", "cbr", "custom-queue-list", "description", "encapsulation", "fair-queue",
     "hold-queue", "ip mtu", "max-reserved-bandwidth", "mtu", "priority-group", "rate-limit",
     "service-policy", "shutdown", "tx-queue-limit", "tx-ring-limit", "ubr", "ubr+",
     "vbr-nrt", "vbr-rt")
)  # fmt: skip
_CIRCUITS = frozenset(("pvc", "frame-relay interface-dlci", "service instance"))
_CIRCUIT = re.compile(r"(\d+/)?\d+", re.ASCII)


class _Port:
    """A port while its lines are read."""

    __slots__ = (
        "atm",
        "bandwidth",
        "description",
        "encapsulation",
        "fair_queue",
        "hold",
        "ip_mtu",
        "kind",
        "max_reserved",
        "mtu",
        "name",
        "older",
        "origin",
        "parent",
        "policies",
        "queue_list",
        "routing",
        "rules",
        "shutdown",
        "tx_ring",
    )  # fmt: skip

    def __init__(self, name: str, kind: PortKind, above: str, origin: Span) -> None:
        self.name = name
        self.kind = kind
        self.parent = above
        self.origin = origin
        self.description = ""
        self.bandwidth: Rate | None = None
        self.max_reserved: Rate | None = None
        self.mtu: int | None = None
        self.ip_mtu: int | None = None
        self.encapsulation = ""
        self.atm: AtmShaping | None = None
        self.rules: dict[str, dict[Rule, Rule]] = {"input": {}, "output": {}}
        self.policies: dict[str, Attachment | None] = {"input": None, "output": None}
        self.queue_list: Attachment | None = None
        self.older = OlderPort()
        self.routing: RuleList | None = None
        self.fair_queue: FairQueue | None = None
        self.hold: dict[str, Depth | None] = {"in": None, "out": None}
        self.tx_ring: Depth | None = None
        self.shutdown = False

    def value(self, made: dict[str, Policy], older: Older) -> Port:
        """The port; the policies that lines of its own make go to `made`."""
        return Port(
            self.name,
            self.kind,
            self.parent,
            self.description,
            self.bandwidth,
            self.max_reserved,
            self.mtu if self.ip_mtu is None else self.ip_mtu,
            self.encapsulation,
            self.atm,
            (
                *self.older.input(self.name, older, policed=self.policies["input"] is not None),
                *self._pipeline("input"),
            ),
            (
                *self._pipeline("output"),
                *self.older.output(self.name, self.policies["output"], older, made),
            ),
            self.fair_queue,
            self.hold["in"],
            self.hold["out"],
            self.tx_ring,
            self.shutdown,
            self.origin,
        )

    def _pipeline(self, direction: str) -> tuple[Stage, ...]:
        stages: list[Stage] = []
        rules = tuple(self.rules[direction].values())
        if rules:
            stages.append(RuleList("rate-limit", rules, rules[0].origin))
        policy = self.policies[direction]
        # A policy below the priority queue for RTP is that queue's child.
        if policy is not None and (direction == "input" or not self.older.takes_policy):
            stages.append(policy)
        if direction == "input" and self.routing is not None:
            stages.append(self.routing)
        if direction == "output" and self.queue_list is not None:
            stages.append(self.queue_list)
        return tuple(stages)


class Ports:
    """Collects ports. An interface that is opened again is added to."""

    def __init__(self, account: Account, older: Older) -> None:
        self._account = account
        self._older = older
        self._found: dict[str, _Port] = {}
        self.policies: dict[str, Policy] = {}
        """Policies that lines of the ports make, once the ports are finished."""
        self.interfaces = 0
        """How many `interface` lines there are."""

    def section(self, line: Line) -> None:
        """A line `interface ...` or `control-plane` with what is below it."""
        try:
            node = phrase("interface", line)
        except Rejected as error:
            self._account.rejected(line, error)
            return
        if node.name == "control_plane":
            name, above, kind = f"control-plane {node.word()}".strip(), "", PortKind.CONTROL_PLANE
        else:
            self.interfaces += 1
            name = canonical(node.word())
            if name.lower().startswith("range"):
                self._range(line, ranged(node.word()[len("range") :]))
                return
            above = parent(name)
            kind = PortKind.SUBINTERFACE if above else PortKind.INTERFACE
        self._account.modelled(line)
        if line.negated:
            self._found.pop(name, None)
            return
        self._below(self._open(name, kind, above, line), line)

    def _range(self, line: Line, names: list[str]) -> None:
        """Each interface of a range gets all of its lines; these are reported once."""
        if not names:
            self._account.recognised(line, "this range of interfaces is not in the model")
            return
        self._account.modelled(line)
        account = self._account
        for name in names:
            if line.negated:
                self._found.pop(name, None)
                continue
            above = parent(name)
            kind = PortKind.SUBINTERFACE if above else PortKind.INTERFACE
            self._below(self._open(name, kind, above, line), line)
            self._account = Account(account.dialect)
        self._account = account

    def finish(self) -> dict[str, Port]:
        """The ports in the order of the config."""
        self._older.ports = self._found.keys()
        self._older.know(port.older for port in self._found.values())
        return {name: port.value(self.policies, self._older) for name, port in self._found.items()}

    def _open(self, name: str, kind: PortKind, above: str, line: Line) -> _Port:
        if name not in self._found:
            self._found[name] = _Port(name, kind, above, line.span())
        return self._found[name]

    def _below(self, target: _Port, line: Line) -> None:
        for child in line.children:
            if child.unknown:
                continue
            try:
                if child.keyword in _CIRCUITS:
                    self._circuit(target, child)
                elif child.keyword == "ip policy":
                    target.routing = self._older.route_maps.use(child)
                    if target.routing is None:
                        self._account.irrelevant(child)
                elif child.keyword in FRAME_RELAY:
                    self._older.frame_relay.port(target.name, child)
                elif child.keyword in SWITCH_PORT or child.keyword in PORT_QUEUES:
                    target.older.line(child, self._account)
                elif child.keyword in _STATEMENTS:
                    self._statement(target, child)
                else:
                    raise recognised(None, f"`{child.keyword}` is not in the model")
            except Rejected as error:
                self._account.rejected(child, error)
            else:
                self._account.modelled(child)

    def _circuit(self, target: _Port, line: Line) -> None:
        """`pvc [name] vpi/vci`; without a VPI it is 0. `frame-relay interface-dlci number`.

        A service instance has its frames like a subinterface (Cisco, Carrier Ethernet
        Configuration Guide, `service instance ethernet`).
        """
        node = phrase("interface", line)
        if node.name == "dlci":
            number_of = number(node.words()[0], 16, 1007, "a DLCI", "ITU-T Q.922")
            self._open_circuit(target, f"{target.name} dlci {number_of}", line)
            return
        if node.name == "service_instance":
            number_of = number(node.words()[0], 1, 10**6, "a service instance")
            name = f"{target.name} service instance {number_of}"
            self._open_circuit(target, name, line, PortKind.SUBINTERFACE)
            return
        pair = next(word for word in node.words() if _CIRCUIT.fullmatch(word.text))
        vpi, _, vci = pair.text.rpartition("/")
        low = number(pair._replace(text=vpi or "0"), 0, 4095, "a VPI")
        high = number(pair._replace(text=vci), 0, 65535, "a VCI")
        self._open_circuit(target, f"{target.name} pvc {low}/{high}", line)

    def _open_circuit(
        self, target: _Port, name: str, line: Line, kind: PortKind = PortKind.CIRCUIT
    ) -> None:
        if line.negated:
            self._found.pop(name, None)
            return
        self._below(self._open(name, kind, target.name, line), line)

    def _statement(self, target: _Port, line: Line) -> None:
        if line.keyword == "rate-limit":
            direction, rule = rate_limit(self._account, line)
            rules = target.rules[direction]
            if line.negated:
                rules.pop(rule, None)
            else:
                rules.setdefault(rule, rule)
            return
        if line.keyword == "tx-queue-limit":
            _tx_queue(target, line)
            return
        if line.keyword in ("priority-group", "custom-queue-list"):
            from qosc.frontends.ios.lower_queue_lists import use_list

            target.queue_list = use_list(line)
            return
        if line.negated and len(line.text.split()) <= 2 + line.keyword.count(" "):
            _clear(target, line.keyword)
            return
        self._apply(target, line, phrase("interface", line))

    def _apply(self, target: _Port, line: Line, node: Node) -> None:
        name = node.name
        gone = line.negated
        if name in _SETTINGS:
            _SETTINGS[name](target, line, node)
        elif name in ("description", "encapsulation"):
            text = " ".join(node.word().split())
            setattr(target, name, "" if gone else text if name == "description" else text.lower())
        elif name == "shutdown":
            target.shutdown = not gone
        elif name in ("service_policy", "service_policy_of"):
            direction = node.nodes()[0].word()
            made = None if gone else _attachment(line, node)
            if name == "service_policy_of" and target.policies[direction] not in (None, made):
                raise recognised(None, "a second policy in this direction is not in the model")
            target.policies[direction] = made
        elif name == "hold_queue":
            way = node.nodes()[0].word()
            target.hold[way] = None if gone else _packets(line, node)
        elif name in CONTRACTS:
            target.atm = None if gone else contract(self._account, line, node)
        elif name == "typed_service_policy":
            raise recognised(None, "policies of a type are not in the model")
        else:
            raise recognised(None, "only the plain bandwidth is in the model")


def _clear(target: _Port, keyword: str) -> None:
    """`no bandwidth` and the like."""
    if keyword == "hold-queue":
        target.hold = {"in": None, "out": None}
    elif keyword == "service-policy":
        target.policies = {"input": None, "output": None}
    elif keyword in ("description", "encapsulation"):
        setattr(target, keyword, "")
    elif keyword == "shutdown":
        target.shutdown = False
    elif keyword in ("abr", "cbr", "ubr", "ubr+", "vbr-nrt", "vbr-rt"):
        target.atm = None
    else:
        names = {"tx-ring-limit": "tx_ring", "max-reserved-bandwidth": "max_reserved",
                 "ip mtu": "ip_mtu", "fair-queue": "fair_queue"}  # fmt: skip
        setattr(target, names.get(keyword, keyword), None)


def _attachment(line: Line, node: Node) -> Attachment:
    word = _first(node, "a policy has a name")
    policy = Reference(RefKind.POLICY_MAP, unquoted(word.text), at(line, word))
    return Attachment(policy, line.span())


def _first(node: Node, reason: str) -> Word:
    """The first word of a phrase that can do without one only behind `no`."""
    words = node.words()
    if not words:
        raise Rejected(node, reason)
    return words[0]


def _packets(line: Line, node: Node) -> Depth:
    word = _first(node, "a queue has a length")
    return Depth(number(word, 0, 65535, "a queue length"), origin=at(line, word))


def _bandwidth(target: _Port, line: Line, node: Node) -> None:
    target.bandwidth = None if line.negated else kilobits(line, node.words()[0], "a bandwidth")


def _mtu(target: _Port, line: Line, node: Node) -> None:
    target.mtu = None if line.negated else number(node.words()[0], 64, 65535, "an MTU")


def _ip_mtu(target: _Port, line: Line, node: Node) -> None:
    target.ip_mtu = (
        None if line.negated else number(node.words()[0], 68, 65535, "an MTU", "RFC 791")
    )


def _tx_ring(target: _Port, line: Line, node: Node) -> None:
    target.tx_ring = None if line.negated else _packets(line, node)


def _tx_queue(target: _Port, line: Line) -> None:
    """`tx-queue-limit N`: the packets below the scheduler, like `tx-ring-limit` (Cisco IOS
    Interface Command Reference).
    """
    node = phrase("port_queues", line)
    target.tx_ring = None if line.negated else _packets(line, node)


def _max_reserved(target: _Port, line: Line, node: Node) -> None:
    word = node.words()[0]
    share = Rate(parts_per_million(word), RateBase.PERCENT, origin=at(line, word))
    target.max_reserved = None if line.negated else share


def _fair_queue(target: _Port, line: Line, node: Node) -> None:
    """`fair-queue [congestive-discard-threshold [dynamic-queues [reservable-queues]]]`."""
    words = node.words()
    values = [number(word, 0, 4096, "a number of queues or messages") for word in words]
    target.fair_queue = None if line.negated else FairQueue(
        values[1] if len(values) > 1 else None,
        Depth(values[0], origin=at(line, words[0])) if values else None,
        values[2] if len(values) > 2 else None,
        line.span(),
    )  # fmt: skip


_SETTINGS = {
    "bandwidth": _bandwidth, "mtu": _mtu, "ip_mtu": _ip_mtu, "tx_ring": _tx_ring,
    "max_reserved": _max_reserved, "fair_queue": _fair_queue,
}  # fmt: skip
