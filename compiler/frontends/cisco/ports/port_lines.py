"""The lines of one port, while they are read, and the port that they make.

Order in a pipeline: CAR comes before the service policy in either direction, since policing by
either precedes queueing and MQC output classification sees what input CAR wrote (Cisco, Quality of
Service Order of Operation).
"""

from __future__ import annotations

from collections.abc import Collection

from qosc.amounts import Depth, Rate
from qosc.frontends.cisco.dialects.typed_names import renamed
from qosc.frontends.cisco.ports.on_demand import DeviceFeatures, PortFeatures
from qosc.frontends.cisco.statements.account import distinct
from qosc.ir import (
    AtmShaping,
    Attachment,
    FairQueue,
    Policy,
    Port,
    PortKind,
    Rule,
    RuleList,
    Stage,
)
from qosc.source import Span
from qosc.values import replace

__all__ = ["PortLines"]


class PortLines:
    """A port while its lines are read."""

    __slots__ = (
        "atm",
        "bandwidth",
        "bundle",
        "description",
        "encapsulation",
        "fair_queue",
        "features",
        "fifo",
        "hold",
        "ip_mtu",
        "kind",
        "max_reserved",
        "member_at",
        "mtu",
        "name",
        "origin",
        "parent",
        "per_link",
        "policies",
        "qos_reference",
        "queue_list",
        "queuing",
        "routing",
        "rules",
        "shutdown",
        "speed",
        "speed_by_name",
        "tx_ring",
        "vc_class",
    )

    def __init__(self, name: str, kind: PortKind, above: str, origin: Span) -> None:
        self.name = name
        self.kind = kind
        self.parent = above
        self.origin = origin
        self.description = ""
        self.bandwidth: Rate | None = None
        self.qos_reference: Rate | None = None
        self.max_reserved: Rate | None = None
        self.mtu: int | None = None
        self.ip_mtu: int | None = None
        self.encapsulation = ""
        self.atm: AtmShaping | None = None
        self.rules: dict[str, list[Rule]] = {"input": [], "output": []}
        """In the order of their lines; one that stands there twice is no other rule."""
        self.policies: dict[str, Attachment | None] = {"input": None, "output": None}
        self.queuing: dict[str, Attachment | None] = {"input": None, "output": None}
        """Policies of type queuing, which stand beside those of type qos."""
        self.queue_list: Attachment | None = None
        self.vc_class = ""
        self.features = PortFeatures()
        self.routing: RuleList | None = None
        self.fair_queue: FairQueue | None = None
        self.fifo = False
        self.hold: dict[str, Depth | None] = {"in": None, "out": None}
        self.tx_ring: Depth | None = None
        self.shutdown = False
        self.speed: Rate | None = None
        self.speed_by_name = True
        self.bundle = ""
        """The port that this one is a member link of, and the line that says so."""
        self.member_at: Span | None = None
        self.per_link = False
        """Whether each of its own member links has its policies by itself."""

    def of_queuing(self, twice: Collection[str]) -> None:
        """Let the policies of type queuing be those of that type. `twice` names those that share
        their name with others.
        """
        for way, attachment in self.queuing.items():
            if attachment is not None:
                name = renamed(attachment.policy.name, twice)
                self.queuing[way] = replace(
                    attachment, policy=replace(attachment.policy, name=name)
                )

    def value(self, made: dict[str, Policy], features: DeviceFeatures) -> Port:
        """The port; the policies that lines of its own make go to `made`."""
        return Port(
            name=self.name,
            kind=self.kind,
            parent=self.parent,
            description=self.description,
            bandwidth=self.qos_reference or self.bandwidth,
            max_reserved=self.max_reserved,
            mtu=self.mtu if self.ip_mtu is None else self.ip_mtu,
            encapsulation=self.encapsulation,
            atm=self.atm,
            input=(
                *self.features.input(self.name, features, self.policies["input"]),
                *self._pipeline("input"),
            ),
            output=(
                *self._pipeline("output"),
                *self.features.output(
                    self.name, self.policies["output"], features, made, self.fair_queue
                ),
            ),
            fair_queue=self.fair_queue
            if self.policies["output"] or not self.features.takes_policy
            else None,
            hold_queue_in=self.hold["in"],
            hold_queue_out=self.hold["out"],
            tx_ring=self.tx_ring,
            shutdown=self.shutdown,
            origin=self.origin,
            fifo=self.fifo,
            speed=self.speed,
            speed_by_name=self.speed_by_name,
            per_link=self.per_link,
        )

    def _pipeline(self, direction: str) -> tuple[Stage, ...]:
        stages: list[Stage] = []
        rules = distinct(self.rules[direction])
        if rules:
            stages.append(RuleList("rate-limit", rules, rules[0].origin))
        policy = self.policies[direction]
        # A policy below the priority queue for RTP is that queue's child.
        if policy is not None and (direction == "input" or not self.features.takes_policy):
            stages.append(policy)
        queuing = self.queuing[direction]
        if queuing is not None:
            stages.append(queuing)
        if direction == "input" and self.routing is not None:
            stages.append(self.routing)
        if direction == "output" and self.queue_list is not None:
            stages.append(self.queue_list)
        return tuple(stages)
