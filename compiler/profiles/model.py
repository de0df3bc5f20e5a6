"""What a profile says. Each value stands beside the source that gives it."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

from qosc.tuples import NamedTuple

if TYPE_CHECKING:
    from qosc.profiles.takes import Takes

__all__ = ["BUFFER_BELOW_SHAPER", "BUFFER_TIME", "SLOW_BUFFER_TIME", "Excess", "Fact", "Profile"]

T_co = TypeVar("T_co", covariant=True)


class Excess(StrEnum):
    """How a scheduler shares what the guarantees leave."""

    PROPORTIONAL = "proportional"
    """In proportion to the guarantees."""
    EQUAL = "equal"
    """In equal parts, unless `bandwidth remaining` says otherwise."""
    INHERITED = "inherited"
    """What nobody reserves is the guarantee of the classes that reserve nothing, in equal parts.
    What a class does not use goes to the others in proportion to all guarantees."""


_EXCESS_WORDS = {
    Excess.PROPORTIONAL: "in proportion to the guarantees",
    Excess.EQUAL: "in equal parts",
    Excess.INHERITED: (
        "in equal parts by the classes without a guarantee, if any, "
        "or else in proportion to the guarantees"
    ),
}


class Fact(NamedTuple, Generic[T_co]):
    """A value and where it comes from: a document, a recorded device output, a schema.

    `others` says what other documents or recordings of the same system have, with their names.
    Where those are numbers of the same kind, `span` is the least and the greatest of all, and the
    ledger gives what follows from it as a range.
    """

    value: T_co
    source: str
    others: str = ""
    span: tuple[int, int] | None = None


BUFFER_TIME = Fact(
    100_000,
    "what is taken here, since a switch has what its data sheet says. Juniper, buffer-size: up to "
    "50, 100 or 200 ms by platform",
)
SLOW_BUFFER_TIME = Fact(0, "no public source says that it depends on the rate")
BUFFER_BELOW_SHAPER: Fact[bool | None] = Fact(
    None, "no public source says what a share of the buffer is of below a shaper"
)


class Profile(NamedTuple):
    """The defaults of one platform. Rates in bit/s, bursts in bytes, times in microseconds.

    A fact without a value is one that no public source settles: nothing is filled in for it.
    """

    interface_speeds: Fact[dict[str, int]]
    """bit/s by the lower-case letters that an interface name begins with."""
    mtu: Fact[int]
    """Bytes of the largest packet of an Ethernet or serial port."""
    queue_limit_packets: Fact[int | None]
    """The least depth of a class queue, in packets."""
    queue_limit_time: Fact[int]
    """A class queue holds at least so many microseconds of packets at its rate; 0: no such rule."""
    priority_queue_limit: Fact[int] | None
    """Depth of a priority class in packets; None: as any class."""
    priority_burst_time: Fact[int | None]
    """The burst of a bounded priority class is what its rate sends in so many microseconds."""
    priority_burst_least: Fact[int | None]
    """The least such burst, in bytes."""
    police_burst_time: Fact[int | None]
    """A policer's burst is what its rate sends in so many microseconds."""
    police_burst_least: Fact[int | None]
    """The least burst of a policer, in bytes."""
    shape_interval: Fact[int | None]
    """Tc: a shaper's committed burst is what its rate sends in so many microseconds."""
    shape_burst_least: Fact[int | None]
    """The least committed burst of a shaper, in bits."""
    excess: Fact[Excess | None]
    """How classes share what their guarantees leave."""
    max_reserved: Fact[int] | None
    """Parts per million of the link that guarantees may take; None: all of it."""
    wred_exponent: Fact[int | None]
    """The average of a queue moves by 1 / 2 ** exponent of what it is off."""
    wred_denominator: Fact[int | None]
    """At the maximum threshold one packet of so many is dropped."""
    wred_maximum: Fact[int | None]
    """The maximum threshold in packets where the queue's limit is counted in packets."""
    wred_precedence: Fact[tuple[int, ...]]
    """The minimum threshold in packets of each precedence."""
    wred_dscp: Fact[tuple[int, ...]]
    """The minimum threshold in packets of each DSCP."""
    packet_limits: Fact[bool] = Fact(value=True, source="class queues of IOS are in packets")
    """Whether a class queue without a limit has `queue_limit_packets`, or is of unknown depth."""
    timed_limits: Fact[bool] = Fact(value=False, source="class queues of IOS are in packets")
    """Whether a class queue without a limit holds exactly `queue_limit_time` of the rate that it is
    served at when all are full, see `qosc.datapath.service_rates`."""
    service_shared: Fact[bool] = Fact(value=False, source="limits are in packets")
    """Whether a class that says nothing of bandwidth counts there with a part of what the others
    leave, or with 1 % of the link."""
    priority_queue_time: Fact[int] | None = None
    """The depth of a priority class where limits are timed; None: as any class."""
    shape_excess: Fact[bool] = Fact(
        value=True, source="Cisco IOS command reference, `shape`: without a Be it is the Bc"
    )
    """Whether a shaper without an excess burst has one, as large as its committed burst."""
    weighted_flows: Fact[bool] = Fact(value=False, source="no source says otherwise: alike")
    """Whether flow queues are served by precedence + 1, or alike."""
    serial_fair_queue: Fact[int] = Fact(0, "no source says so of this system")
    """A serial line of so many bit/s or less has flow queues by itself; 0: none has."""
    default_class_least: Fact[int] | None = None
    """Parts per million of the link that the default class is sure of; None: no such rule."""
    guarantees_at_leaves: Fact[bool] = Fact(value=False, source="no source says otherwise")
    """Whether only a class without queues below it may have a guarantee."""
    unknown_speeds: Fact[dict[str, str]] = Fact({}, "its names give a speed or say nothing")
    """Why an interface of a kind has no speed of its own, in words."""
    mqc_ranges: Fact[bool] = Fact(value=False, source="its ranges are in no table here yet")
    """Whether `qosc.profiles.ranges.MQC` holds for it."""
    ios_statements: Fact[bool] = Fact(value=False, source="only IOS and IOS XE are known to")
    """Whether route-maps, object-groups, NAT, tunnels and addresses are written as in IOS: rules
    that read them from the text, for want of a model, ask this."""
    queues_on_input: Fact[bool] = Fact(value=True, source="no public source says that none has any")
    """Whether a policy that queues or shapes can be attached on input, of some ports at least."""
    queues_on_logical_ports: Fact[bool] = Fact(
        value=True, source="no public source says that it is refused"
    )
    """Whether a subinterface or a tunnel has queues without a shaper above them."""
    shape_bursts_in_bits: Fact[bool] = Fact(
        value=False, source="no public source says that a burst without a unit is in bits"
    )
    """Whether the bursts of `shape` are in bits, those of `police` in bytes."""
    peak_burst_by_cir: Fact[bool] = Fact(value=False, source="no source says otherwise: by the PIR")
    """Whether the peak burst of a policer is what its CIR sends in `police_burst_time`, or its
    PIR."""
    wred_limit_times: Fact[int] | None = None
    """A class queue without a limit, whose drop curves reach beyond the default, holds so many
    times their largest maximum threshold; None: no such rule."""
    bandwidth_sets_speed: Fact[bool] = Fact(
        value=False,
        source="Cisco IOS Interface and Hardware Component Command Reference, "
        "bandwidth: it only tells of a speed, for routing protocols and QoS",
    )
    """Whether what `Port.bandwidth` of an interface says is the speed of its line."""
    bandwidth_counts: Fact[bool] = Fact(
        value=True,
        source="Cisco IOS Interface and Hardware Component Command Reference, bandwidth: QoS takes "
        "the bandwidth of an interface from it; Juniper: speed of an interface",
    )
    """Whether percentages on a port are of what `bandwidth` says, or of the speed of its line."""
    aggregates_of_port: Fact[bool] = Fact(
        value=False,
        source="Catalyst 6500 Release 12.2SX Software Configuration Guide, Configuring PFC QoS: "
        "a named aggregate policer is one for all that use it; others have none, or no source says",
    )
    """Whether classes share a named aggregate policer on each port by itself."""
    parent_polices_first: Fact[bool | None] = Fact(
        None,
        "Cisco IOS Quality of Service Solutions Command Reference, qos police order parent-first: "
        "since 15.1(1)S the child's policers go first, on the software data planes of Cisco 7200, "
        "7301, 7600 FlexWAN and SIP-200; of others no public source tells",
    )
    """Whether the policers of a class are asked before those of its child policy, or after them."""
    buffer_time: Fact[int] = BUFFER_TIME
    """Microseconds of its rate that the buffer of a port holds."""
    slow_buffer_time: Fact[int] = SLOW_BUFFER_TIME
    """The same of a rate below 1 Gbit/s; 0: as of any other rate."""
    rest_by_rate: Fact[bool] = Fact(
        value=False, source="a class without a guarantee has a part by the rule above"
    )
    """Whether a queue without a guarantee has nothing of what is left beside others that have one,
    as the rest is shared by the rates that the config gives."""
    buffer_below_shaper: Fact[bool | None] = BUFFER_BELOW_SHAPER
    """Whether the buffer whose share a queue below a shaper has is that of the shaper's rate, or of
    a guaranteed rate beside it."""
    name: str = ""
    title: str = ""
    """Both from the platform's row in `qosc.platforms`."""

    @property
    def takes(self) -> Takes:
        """What the platform takes, and is to be given, as rules ask it."""
        from qosc.profiles.takes import takes

        return takes(self.name)

    @property
    def excess_rule(self) -> Excess:
        """How the rest is shared, or is taken to be where no source says."""
        return self.excess.value or Excess.PROPORTIONAL

    @property
    def excess_words(self) -> str:
        """How the rest is shared, for people; follows 'what the guarantees leave is shared'."""
        words = _EXCESS_WORDS[self.excess_rule]
        return words if self.excess.value else f"as no public source says; taken to be {words}"
