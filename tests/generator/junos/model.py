"""An abstract JunOS router: classifiers and filters on units, schedulers on ports."""

from __future__ import annotations

from dataclasses import dataclass, field

LOW, HIGH = "low", "high"


@dataclass(frozen=True, slots=True)
class Address:
    """A prefix of an address condition; `excepted` with the word `except`."""

    value: int
    bits: int
    excepted: bool = False


@dataclass(frozen=True, slots=True)
class Flags:
    """A condition on TCP flags: all of `on` are set and all of `off` are clear; or any is."""

    on: tuple[str, ...]
    off: tuple[str, ...] = ()
    either: bool = False


Span = tuple[int, int]
"""First and last number, equal for a single one."""


@dataclass(frozen=True, slots=True)
class From:
    """The conditions of a term: all hold; of a list any value. Empty is not tested."""

    protocols: tuple[int, ...] = ()
    src: tuple[Address, ...] = ()
    dst: tuple[Address, ...] = ()
    src_port: tuple[Span, ...] = ()
    dst_port: tuple[Span, ...] = ()
    port: tuple[Span, ...] = ()
    dst_port_except: tuple[Span, ...] = ()
    dscps: tuple[int, ...] = ()
    precedences: tuple[int, ...] = ()
    icmp_types: tuple[int, ...] = ()
    icmp_codes: tuple[int, ...] = ()
    flags: Flags | None = None
    established: bool = False
    initial: bool = False
    is_fragment: bool = False
    first_fragment: bool = False
    lengths: tuple[Span, ...] = ()
    ttls: tuple[Span, ...] = ()
    prefix_list: str | None = None

    @property
    def layer_4(self) -> bool:
        """Whether it tests what only the first fragment carries, other than by `except`."""
        return bool(
            self.src_port
            or self.dst_port
            or self.port
            or self.icmp_types
            or self.icmp_codes
            or self.flags
            or self.established
            or self.initial
        )


@dataclass(frozen=True, slots=True)
class Term:
    """A term: conditions, what it does, and how it ends (accept, discard, next term, or "")."""

    name: str
    conditions: From = field(default_factory=From)
    forwarding_class: str | None = None
    loss_priority: str | None = None
    policer: str | None = None
    count: str | None = None
    end: str = ""


@dataclass(frozen=True, slots=True)
class Filter:
    """A firewall filter of family inet (4) or inet6 (6)."""

    name: str
    version: int
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Policer:
    """A policer: bit/s or percent, burst in bytes, and what becomes of the excess."""

    name: str
    bps: int | None
    percent: int | None
    burst: int
    excess: str = "discard"


@dataclass(frozen=True, slots=True)
class Classifier:
    """A behaviour aggregate classifier: (class, loss priority, code points) by rows."""

    name: str
    kind: str
    rows: tuple[tuple[str, str, tuple[int, ...]], ...]
    import_default: bool = False


@dataclass(frozen=True, slots=True)
class Rewrite:
    """A rewrite rule: (class, loss priority, code point) by rows."""

    name: str
    kind: str
    rows: tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True)
class Scheduler:
    """A scheduler: `transmit` is (percent|bps|remainder, number)."""

    name: str
    transmit: tuple[str, int] | None = None
    exact: bool = False
    shaping: tuple[str, int] | None = None
    priority: str | None = None
    buffer_percent: int | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """A logical interface: what is bound to it, by the kind of classifier or the version of IP."""

    number: int
    versions: tuple[int, ...] = (4,)
    classifiers: tuple[Classifier, ...] = ()
    rewrites: tuple[Rewrite, ...] = ()
    input_filters: tuple[Filter, ...] = ()
    output_filters: tuple[Filter, ...] = ()


@dataclass(frozen=True, slots=True)
class PhysicalPort:
    """A port of `speed` bit/s with one unit, and the map of its queues."""

    name: str
    speed: int
    unit: Unit
    schedulers: tuple[tuple[str, Scheduler], ...] = ()
    map_name: str = ""


@dataclass(frozen=True, slots=True)
class JunosRouter:
    """All of a device's configuration."""

    hostname: str
    ports: tuple[PhysicalPort, ...]
    policers: dict[str, Policer] = field(default_factory=dict)
    prefix_lists: dict[str, tuple[Address, ...]] = field(default_factory=dict)
    queues: tuple[tuple[str, int], ...] = ()
    """Forwarding classes beside the four of the default, with their queues."""
    aliases: tuple[tuple[str, int], ...] = ()
    """Names for DSCP code points beside the standard ones."""

    def port(self, name: str) -> PhysicalPort:
        """The port of that name (of its unit: `ge-0/0/0.0`)."""
        return next(port for port in self.ports if name in (port.name, f"{port.name}.0"))
