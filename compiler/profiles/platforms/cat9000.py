"""Cisco Catalyst 3650, 3850 and 9000: MQC over the eight queues of a port.

The queues of a port share its buffers: what a queue holds is a share of them (`queue-buffers
ratio`), not a number of packets. How large the buffers are depends on the model and on what
`qos queue-softmax-multiplier` lets a queue borrow, so that no depth is filled in.
"""

from __future__ import annotations

from qosc.profiles.model import Fact
from qosc.profiles.platforms import ios_xe

__all__ = ["PROFILE"]

_GUIDE = "Cisco, Catalyst 3850 Series Switches QoS Configuration Guide, IOS XE 3SE, 'Queue Buffer "
_BUFFERS = _GUIDE + "Allocation': a ratio of the port's buffers"
_NONE = "no public source gives it for these switches"

_BURST = ios_xe.PROFILE.police_burst_time

PROFILE = ios_xe.PROFILE._replace(
    police_burst_time=_BURST._replace(
        source=_BURST.source + "; recorded in the README of ArnesSI/collectd-python-shower, by a "
        "switch that counts bytes alone: cir 1000000 bps, bc 31250 bytes",
        others="genieparser, ShowPolicyMapInterface: HundredGigE ports printed burst 10240 bytes "
        "for 100 and 500 Mbit/s (golden_output30, 34) and 1024000 for 1 Gbit/s (golden_output29); "
        "whether their configs said so is not recorded",
    ),
    queue_limit_packets=Fact(None, _BUFFERS),
    queue_limit_time=Fact(0, _BUFFERS),
    priority_queue_limit=None,
    packet_limits=Fact(value=False, source=_BUFFERS),
    shape_interval=Fact(None, _NONE),
    shape_excess=Fact(value=False, source=_NONE),
    excess=Fact(None, _NONE),
    guarantees_at_leaves=Fact(value=False, source=_NONE),
)
