"""What each platform takes, and what it is to be given: the questions that rules ask of a system.

One row for each platform that differs from the rest; the sources stand beside the values. A rule
looks at the fact and never at the name of a platform, so that a new platform is a row here.
"""

from __future__ import annotations

from qosc.tuples import NamedTuple

__all__ = ["Takes", "takes"]


class Takes(NamedTuple):
    """The facts of one platform. Without a row of its own a platform has the values here."""

    junos_statements: bool = False
    """Whether a config has the statements of JunOS: filters with terms, schedulers, units. What
    reads the text, or words a finding for who reads it, asks this."""
    burst_packets: int = 0
    """A policer is to have a burst of so many packets of full length; 0: no vendor's advice."""
    burst_line_time: int = 0
    """And of what the interface sends in so many milliseconds; 0: no vendor's advice."""
    burst_required: bool = False
    """Whether a two-color policer must be given its burst."""
    own_units: bool = False
    """Whether each class may have its guarantee in a unit of its own."""
    ratios_alone: bool = False
    """Whether a policy with a ratio takes no other guarantee."""
    buffer_ratios: bool = False
    """Whether classes of policy-maps have parts of one buffer (`queue-buffers ratio`)."""
    several_strict_high: bool = False
    """Whether some models take several strict-high queues: which model it is, no config says."""
    rates_by_statement: bool = False
    """Whether a page gives the rates of queues without a `transmit-rate`."""
    unit_queues: bool = True
    """Whether units of a port may have queues of their own."""
    limited_transmit_rate: bool = True
    """Whether `transmit-rate` has `rate-limit`."""
    queues_by_group: bool = False
    """Whether packets go to their queue by the qos-group itself."""
    child_needs_shaper: str = ""
    """Who refuses queues inside a class that neither shapes nor queues, in words; else empty."""
    switch: bool = False
    """Whether it is a Catalyst, with ports that trust marks and queues of the hardware."""
    mls_enables: bool = False
    """Whether nothing on QoS is in force before `mls qos`."""
    output_policies: bool = True
    """Whether a policy can be applied to what a port sends."""
    bundle_queues: bool = True
    """Whether a port channel may have queues."""
    queues_nowhere: bool = False
    """Whether loopbacks, and where it is a switch VLAN interfaces, are known to have no queues."""
    lists_deny: bool = True
    """Whether `deny` in a list keeps packets out of the class that matches by the list."""
    denies_differ: str = ""
    """Which routers of the platform are known to do otherwise, in words; else empty."""
    wired_refusals: bool = False
    """Whether the refusals of policies that are recorded of a Catalyst 3850 hold."""
    policed_map: str = "mls qos map policed-dscp 0 10 18 to 8"
    """How the map of policed code points is filled, by an example."""
    cisco_lines: bool = True
    """Whether a config that is not of JunOS has the lines and the indented blocks of Cisco."""


_IOS = Takes(ratios_alone=True, queues_nowhere=True)
"""Cisco IOS QoS Solutions Configuration Guide, Distribution of Remaining Bandwidth Using Ratio: no
other `bandwidth` beside it in a policy; IOS XR takes both."""
_CATALYST = Takes(switch=True, queues_nowhere=True)
_MLS = _CATALYST._replace(mls_enables=True)
"""Catalyst 3750 Switch Command Reference, `mls qos`: it enables QoS for the entire switch; the same
of the 3550 and, for the PFC, of the 6500."""
_JUNOS = Takes(
    junos_statements=True,
    # Juniper, Determining Proper Burst Size for Traffic Policers: no lower than ten times the MTU,
    # best what the interface sends in 5 ms; burst-size-limit is mandatory.
    burst_packets=10,
    burst_line_time=5,
    burst_required=True,
    own_units=True,
    rates_by_statement=True,
)
"""Juniper, transmit-rate (Schedulers): in bit/s, percent or remainder, scheduler by scheduler;
without the statement 95, 0, 0, 5, 0, 0, 0 and 0 percent."""

_ROWS = {
    # TAC on an ASR 1004, NANOG list, 9 May 2013: "Cannot attach queuing-based child policy"; so
    # before HQF, while a published config of release 15.2 polices above queues.
    "ios-12": _IOS._replace(child_needs_shaper="IOS before 12.4(20)T"),
    "ios-15": _IOS,
    "ios-xe": _IOS._replace(child_needs_shaper="IOS XE"),
    "ios-xr": Takes(
        queues_nowhere=True,
        denies_differ="taken to keep its packets out of the class, as Cisco documents of IOS; on "
        "NCS 5500 and NCS 540 the deny action is ignored and they are of the class (Cisco, Modular "
        "QoS Command Reference for NCS 5500 and NCS 540, match access-group; platform ios-xr-ncs), "
        "and no public page says it of other routers",
    ),
    # Cisco NCS 540 and NCS 5500 Series, Modular QoS Command Reference, `match access-group`: the
    # deny action of a list in a class-map is ignored, and packets are of the class all the same.
    "ios-xr-ncs": Takes(queues_nowhere=True, lists_deny=False),
    # Nexus: queues of type queuing are named by their qos-group.
    "nxos": Takes(queues_by_group=True),
    "cat2950": _CATALYST,
    "cat3550": _MLS,
    # Catalyst 3750-X and 3560-X Switch Command Reference, `service-policy`: on input alone.
    "cat3750": _MLS._replace(output_policies=False),
    # Catalyst 4500 Series Software Configuration Guide 15.0(2)SG, QoS Action Restrictions: queueing
    # on the members; command reference, `qos map dscp policed`.
    "cat4500": _CATALYST._replace(
        bundle_queues=False, policed_map="qos map dscp policed 0 10 18 to dscp 8"
    ),
    "cat6500": _MLS,
    # Catalyst 3850 QoS Configuration Guide, Restrictions for QoS on Wired Targets; Cisco 200729,
    # Common QoS Error Messages on Catalyst 3850; Cisco 218444, queue buffers.
    "cat9000": _CATALYST._replace(bundle_queues=False, buffer_ratios=True, wired_refusals=True),
    "junos-mx": _JUNOS,
    "junos-srx": _JUNOS,
    # Juniper, `scheduler-map` of EX Series: it is of the interface, and no unit has one; several
    # strict-high queues: `priority` (Schedulers) of EX, QFX and ACX.
    "junos-ex": _JUNOS._replace(
        several_strict_high=True, unit_queues=False, limited_transmit_rate=False
    ),
    "junos-qfx": _JUNOS._replace(
        several_strict_high=True,
        unit_queues=False,
        limited_transmit_rate=False,
        rates_by_statement=False,
    ),
    "junos-acx": _JUNOS._replace(several_strict_high=True),
    "junos-ptx": _JUNOS._replace(rates_by_statement=False),
    # IBM, z/OS Communications Server, Policy Agent: statements with their attributes in braces.
    "os390": Takes(cisco_lines=False),
}
_OTHER = Takes()


def takes(name: str) -> Takes:
    """The facts of a platform; those that hold without a row for one that has none."""
    return _ROWS.get(name, _OTHER)
