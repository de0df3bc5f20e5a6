"""OS/390 and z/OS Communications Server with Policy Agent: a host, which has no class queues."""

from __future__ import annotations

from qosc.profiles.model import BUFFER_BELOW_SHAPER, BUFFER_TIME, SLOW_BUFFER_TIME, Fact
from qosc.profiles.platforms import junos_mx

__all__ = ["PROFILE"]

_NONE = "a host without class queues: its files say nothing of queues"

PROFILE = junos_mx.PROFILE._replace(
    interface_speeds=Fact({}, "interfaces are named by their address, which says no speed"),
    mtu=Fact(1500, "IEEE 802.3, for an OSA of Ethernet: a Policy Agent file says no MTU"),
    queue_limit_packets=Fact(None, _NONE),
    priority_burst_time=Fact(None, _NONE),
    priority_burst_least=Fact(None, _NONE),
    police_burst_time=Fact(None, "PolicyAction, z/OS V2R1: 100 kilobits whatever the rate"),
    police_burst_least=Fact(None, "PolicyAction, z/OS V2R1: 100 kilobits whatever the rate"),
    excess=Fact(None, _NONE),
    wred_exponent=Fact(None, _NONE),
    wred_denominator=Fact(None, _NONE),
    wred_maximum=Fact(None, _NONE),
    buffer_time=BUFFER_TIME,
    slow_buffer_time=SLOW_BUFFER_TIME,
    buffer_below_shaper=BUFFER_BELOW_SHAPER,
    rest_by_rate=Fact(value=False, source=_NONE),
)
