"""Where releases or routers of one platform differ: the range that a default may lie in.

A profile has one value for all of a platform. Where a public source says that some of its routers
do otherwise (`Fact.span`), a back end's ledger says so at each value that was filled in from it.
"""

from __future__ import annotations

from collections.abc import Callable

from qosc.amounts import Burst, Depth, DepthUnit, Rate
from qosc.ir.fragments import LAYER_4
from qosc.ir.match import Test
from qosc.platforms import is_ios_xr, is_junos, is_nxos
from qosc.profiles.model import Profile
from qosc.values import replace

__all__ = [
    "ASSUMED_SHARES",
    "AS_TRANSMIT_RATES",
    "BESIDE_TIMES",
    "BY_SHAPING_RATES",
    "BY_TRANSMIT_RATES",
    "IP6_COMPATIBILITY",
    "MEMBER_LINKS",
    "ONE_LINK",
    "PER_LINK",
    "SETTINGS",
    "TIMESLOTS",
    "depth_range",
    "doubts",
]

MEMBER_LINKS = "the sum of the member links"
"""`Rate.default_by` of a bundle's speed."""
ONE_LINK = "the speed of one of its member links"
"""`Rate.default_by` of the speed of a bundle of which each link has the policies (`per_link`)."""
PER_LINK = (
    "each member link has the policies by itself, so that the figures are of one link; all "
    "together may send as many times that as there are links"
)
"""What to say of a port with `per_link`. Source: Cisco ASR 9000 QoS guide OL-23108-02, QoS and
Link Bundling."""
TIMESLOTS = "the timeslots of its controller"
"""`Rate.default_by` of the speed of a channel of a T1 or E1."""
SETTINGS = "the settings file"
"""`Rate.default_by` of the speed of a line that the settings give, and the config does not."""
BY_SHAPING_RATES = "Juniper, Configuring a CIR and a PIR on Ethernet IQ2 Interfaces"
"""`Rate.default_by` of the ratio of a unit of JunOS that follows from its shaping rate."""
BY_TRANSMIT_RATES = "JunOS (Juniper, excess-rate: in proportion to the transmit rates)"
"""`Rate.default_by` of what a queue of JunOS without a transmit rate has of the rest."""
AS_TRANSMIT_RATES = "JunOS (Juniper, excess-rate: the same as the transmit rate)"
"""`Rate.default_by` of what a queue of JunOS without an excess rate has beside one with it."""
BESIDE_TIMES = "qosc (assumed: a temporal queue has as much of the buffer as of the rate)"
"""`Depth.default_by` of a JunOS `buffer-size remainder` beside a `temporal` one: no public source
says what part of the buffer a temporal queue has assigned."""
_PEAKS = (
    "in proportion to the shaping rates, as that page says of Ethernet IQ2 interfaces; what the "
    "hardware of this port is, the config does not say, and no public source says it of others"
)
_EQUALLY = (
    "no public source gives the size of the round-robin credit that such a queue has. By another "
    "page (Juniper, Managing Excess Bandwidth Distribution on Static Interfaces on MICs and MPCs) "
    "the queues of an MPC share the rest equally"
)
_NOTHING = (
    "by another page (Juniper, Bandwidth Sharing on Nonqueuing Packet Forwarding Engines Overview, "
    "which is of EX and of MX without queuing) a queue without an excess rate has none beside one "
    "that has it"
)
ASSUMED_SHARES = {
    BY_SHAPING_RATES: _PEAKS,
    BY_TRANSMIT_RATES: _EQUALLY,
    AS_TRANSMIT_RATES: _NOTHING,
}
"""What to say of a share that no line gives, by its `Rate.default_by`."""
_BESIDE_TIMES = (
    "assumed: a temporal queue is taken to have as much of the buffer as it has of the rate; no "
    "public source says what part of the buffer it has"
)
_REPLICATED = (
    "the router has the queues, meters and shapers once for each member link, here they are one "
    "set: the flows of one link get no more than it carries, and what is said in bit/s holds for "
    "each link, so that all together may have as many times that (Cisco ASR 9000 QoS guide "
    "OL-23108-02, QoS and Link Bundling)"
)
_DIVIDED = (
    "the router divides the rates among the member links (hw-module all qos-mode), here they are "
    "one set: the flows of one link get no more than its part"
)
_HASHED = (
    "one set of queues for all member links, which are taken to be up: the flows of one link get "
    "no more than it carries"
)
_FRAGMENTS_OPEN = (
    "a later fragment, which has no such field, is taken to be in no entry that tests it: Cisco "
    "IOS goes by the rest of an entry that permits (document 8014), and no public source says it "
    "of this system"
)
_FRAGMENTS = "taken to have all its member links up"
_MEMBERS = (
    "schedulers and shapers work on each member link with its part of them (Juniper, "
    "member-link-scheduler scale, the default), so that the flows of one link get no more than "
    "it carries"
)
IP6_COMPATIBILITY = "dscp-ipv6 dscp-ipv6-compatibility"
"""The default classifier of JunOS for IPv6, by kind and name."""
_NO_TABLE = (
    "no public source has the table of dscp-ipv6-compatibility: taken to go by the first three "
    "bits, as ipprec-compatibility"
)


def depth_range(depth: Depth, profile: Profile) -> tuple[Depth, Depth] | None:
    """The least and the greatest depth that public sources leave open for a queue whose depth was
    filled in; None where they agree, and for depths that the config gave.
    """
    fact = profile.queue_limit_time
    priority = (profile.priority_queue_limit, profile.priority_queue_time)
    if (
        fact.span is None
        or depth.default_by != profile.name
        or any(other is not None and depth.value == other.value for other in priority)
    ):
        return None
    least, most = (depth.value * end // fact.value for end in fact.span)
    if depth.unit is DepthUnit.PACKETS:
        least = max(least, profile.queue_limit_packets.value or 0)
    if least >= most:
        return None
    return replace(depth, value=least), replace(depth, value=most)


def doubts(profile: Profile) -> Callable[[str, object], str]:
    """What to say of the value of a leaf, by its path: the range, or nothing."""

    def say(path: str, value: object) -> str:
        if (
            f" > default classifier {IP6_COMPATIBILITY} > " in path
            and path.endswith("]")
            and "marks[" in path
        ):
            return _NO_TABLE
        if isinstance(value, Depth) and value.default_by == BESIDE_TIMES:
            return _BESIDE_TIMES
        if isinstance(value, Test):
            listed = " > access-list " in path and value.field in LAYER_4
            return _FRAGMENTS_OPEN if listed and _later_fragments_open(profile) else ""
        if isinstance(value, Rate) and value.default_by in ASSUMED_SHARES:
            return ASSUMED_SHARES[value.default_by]
        if isinstance(value, Rate):
            return _of_members(path, profile) if value.default_by == MEMBER_LINKS else ""
        if isinstance(value, Burst):
            return _of_burst(path, value, profile)
        if not isinstance(value, Depth) or "limits[" not in path:
            return ""
        times, usual = profile.wred_limit_times, profile.queue_limit_packets.value
        if times is not None and value.default_by == profile.name and value.value != usual:
            return f"taken to be {times.value} times the largest maximum threshold of its WRED"
        ends = depth_range(value, profile)
        if ends is None:
            return ""
        return (
            f"{ends[0]} to {ends[1]} by router: docs/platforms/{profile.name}.md, queue limit "
            "time, has the sources"
        )

    return say


def _of_burst(path: str, burst: Burst, profile: Profile) -> str:
    """The range of a policer's burst that was filled in; a peak burst is of the same time."""
    fact = profile.police_burst_time
    filled = burst.default_by == profile.name and "policers[" in path
    if not filled or fact.span is None or not fact.value:
        return ""
    least, most = (burst.value * end // fact.value for end in fact.span)
    return (
        f"{least} to {most} bytes by router: docs/platforms/{profile.name}.md, police burst time, "
        "has the sources"
    )


def _of_members(path: str, profile: Profile) -> str:
    """What a bundle does otherwise than one link of its speed, by the path of its bandwidth."""
    if is_junos(profile.name):
        return _MEMBERS
    if is_ios_xr(profile.name) and path.startswith("Bundle-"):
        return _DIVIDED
    if is_nxos(profile.name):
        return _REPLICATED
    return _FRAGMENTS if path.startswith("Multilink") else _HASHED


def _later_fragments_open(profile: Profile) -> bool:
    return is_ios_xr(profile.name) or is_nxos(profile.name)
