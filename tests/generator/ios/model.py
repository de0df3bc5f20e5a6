"""An abstract IOS router: what is printed as text, and interpreted beside the text."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Anything:
    """`match any`."""


@dataclass(frozen=True, slots=True)
class Marked:
    """`match [ip] dscp|precedence`: any of the values; `ipv4_only` with the word `ip`."""

    values: tuple[int, ...]
    precedence: bool = False
    ipv4_only: bool = False


@dataclass(frozen=True, slots=True)
class InAcl:
    """`match access-group [name]`: permitted by the list."""

    name: str


@dataclass(frozen=True, slots=True)
class InClass:
    """`match class-map`."""

    name: str


@dataclass(frozen=True, slots=True)
class Length:
    """`match packet length`: bytes from the IP header on, both ends included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Version:
    """`match protocol ip|ipv6`."""

    version: int


@dataclass(frozen=True, slots=True)
class Cos:
    """`match cos`: the priority of the 802.1Q tag; an untagged frame has none."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InGroup:
    """`match qos-group`: the number that an input policy has set (0 before that)."""

    value: int


Predicate = Anything | Marked | InAcl | InClass | Length | Version | Cos | InGroup


@dataclass(frozen=True, slots=True)
class Line:
    """One `match` line of a class-map."""

    predicate: Predicate
    negated: bool = False


@dataclass(frozen=True, slots=True)
class ClassMap:
    """A class-map: all of its lines, or any of them."""

    name: str
    lines: tuple[Line, ...]
    match_any: bool = False


@dataclass(frozen=True, slots=True)
class Prefix:
    """Address bits to compare: a one in `wildcard` is a bit that does not matter."""

    value: int
    wildcard: int


@dataclass(frozen=True, slots=True)
class Compare:
    """`eq`, `neq`, `lt`, `gt` or `range` with its one or two numbers (or more, of `eq`)."""

    operator: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ace:
    """An entry of an access list; None is "not tested"."""

    permit: bool
    protocol: int | None = None
    src: Prefix | None = None
    dst: Prefix | None = None
    src_port: Compare | None = None
    dst_port: Compare | None = None
    established: bool = False
    flags_all: tuple[tuple[str, bool], ...] = ()
    flags_any: tuple[tuple[str, bool], ...] = ()
    icmp: tuple[int, int | None] | None = None
    dscp: int | None = None
    precedence: int | None = None
    fragments: bool = False
    ttl: Compare | None = None
    log: bool = False

    @property
    def layer_4(self) -> bool:
        """Whether it tests what only the first fragment carries."""
        return bool(
            self.src_port
            or self.dst_port
            or self.established
            or self.flags_all
            or self.flags_any
            or self.icmp
        )


@dataclass(frozen=True, slots=True)
class Acl:
    """An access list: `standard` tests the source address alone; `version` 4 or 6."""

    name: str
    entries: tuple[Ace, ...]
    version: int = 4
    standard: bool = False


@dataclass(frozen=True, slots=True)
class Amount:
    """A rate: bit/s, or percent of what the place implies."""

    bps: int | None = None
    percent: int | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """What an action writes: `what` is dscp, precedence, cos or qos-group."""

    what: str
    value: int
    ipv4_only: bool = False


@dataclass(frozen=True, slots=True)
class Police:
    """A policer: bursts in bytes, None = left to the router; marks None = plain action."""

    cir: Amount
    bc: int | None = None
    pir: Amount | None = None
    be: int | None = None
    conform: Mark | None = None
    conform_drops: bool = False
    exceed: Mark | None = None
    exceed_drops: bool = True
    violate: Mark | None = None
    violate_drops: bool = True

    def outcome(self, colour: str) -> tuple[Mark | None, bool]:
        """The mark of a colour (conform, exceed, violate), and whether it drops."""
        found = {
            "conform": (self.conform, self.conform_drops),
            "exceed": (self.exceed, self.exceed_drops),
            "violate": (self.violate, self.violate_drops),
        }
        return found[colour]


@dataclass(frozen=True, slots=True)
class Priority:
    """`priority`: a rate with its burst (bytes), or strict without either."""

    rate: Amount | None = None
    burst: int | None = None


@dataclass(frozen=True, slots=True)
class PolicyClass:
    """A class of a policy-map and its actions.

    `remaining` is in percent and `ratio` a ratio of `bandwidth remaining`; `shape_peak` is `shape
    peak` in place of `shape average`.
    """

    name: str
    marks: tuple[Mark, ...] = ()
    police: Police | None = None
    bandwidth: Amount | None = None
    remaining: int | None = None
    ratio: int | None = None
    priority: Priority | None = None
    shape: Amount | None = None
    shape_bc: int | None = None
    shape_peak: bool = False
    queue_limit: int | None = None
    fair_queue: bool = False
    random_detect: str | None = None
    child: str | None = None


@dataclass(frozen=True, slots=True)
class Policy:
    """A policy-map; class-default may be written or not."""

    name: str
    classes: tuple[PolicyClass, ...]


@dataclass(frozen=True, slots=True)
class RateLimit:
    """A CAR rule: conforming packets are marked (or not) and end there or go on."""

    acl: str | None
    bps: int
    normal: int
    maximum: int
    conform: Mark | None = None
    goes_on: bool = False
    exceed_drops: bool = True


@dataclass(frozen=True, slots=True)
class Port:
    """An interface: `speed` in bit/s by its name; `bandwidth` in kbit/s where the line stands."""

    name: str
    speed: int
    bandwidth: int | None = None
    vlan: int | None = None
    description: str = ""
    input: str | None = None
    output: str | None = None
    input_rules: tuple[RateLimit, ...] = ()
    output_rules: tuple[RateLimit, ...] = ()

    @property
    def reference(self) -> int:
        """The bandwidth (bit/s) that percentages are of."""
        return self.speed if self.bandwidth is None else self.bandwidth * 1000


@dataclass(frozen=True, slots=True)
class Router:
    """All of a device's configuration, by name."""

    hostname: str
    platform: str
    ports: tuple[Port, ...]
    acls: dict[str, Acl] = field(default_factory=dict)
    class_maps: dict[str, ClassMap] = field(default_factory=dict)
    policies: dict[str, Policy] = field(default_factory=dict)

    def port(self, name: str) -> Port:
        """The port of that name."""
        return next(port for port in self.ports if port.name == name)

    def input_holder(self, port: Port) -> Port:
        """The port whose input policy packets of a port meet: a subinterface without one has that
        of its interface (Cisco 10000 Series QoS Configuration Guide, VLAN QoS Inheritance; with
        one it has that alone: there, and Cisco document 10104).
        """
        if port.input is not None or port.vlan is None:
            return port
        return next(each for each in self.ports if each.name == port.name.rpartition(".")[0])
