"""Cisco Catalyst 4500 and 4948: four transmit queues (`tx-queue`) with supervisors up to V, MQC
with later ones.
"""

from __future__ import annotations

from qosc.profiles.model import Fact
from qosc.profiles.platforms import ios_12
from qosc.profiles.switches import PortType, SwitchFacts

__all__ = ["PROFILE", "SWITCH"]

_TABLE = (
    "Cisco, Catalyst 4500 Series Software Configuration Guide 12.2(25)SG, table 27-3 'QoS Default "
    "Configuration': "
)
_QUEUES = tuple((1 + (dscp >> 4), 1) for dscp in range(64))

_DEPTH = (
    "Cisco, Catalyst 4500 Series Command Reference, queue-limit: the default depends on the number "
    "of slots of the chassis and of ports of the line card"
)

PROFILE = ios_12.PROFILE._replace(
    max_reserved=None,
    queue_limit_packets=Fact(None, _DEPTH),
    packet_limits=Fact(value=False, source=_DEPTH),
)

SWITCH = SwitchFacts(
    title="Catalyst 4500",
    port_types=(
        PortType(
            "1p3q1t",
            Fact(tuple(_QUEUES[8 * cos] for cos in range(8)), _TABLE + "by way of the DSCP 8n"),
            Fact((25, 25, 25, 25), _TABLE + "transmit queue sharing: 1/4 of the link bandwidth"),
        ),
    ),
    share=Fact((25, 25, 25, 25), _TABLE + "transmit queue sharing: 1/4 of the link bandwidth"),
    expedite=3,
    dscp_queue=Fact(
        _QUEUES,
        _TABLE + "DSCP 0 to 15 queue 1, 16 to 31 queue 2, 32 to 47 queue 3, 48 to 63 queue 4",
    ),
    buffers=Fact((25, 25, 25, 25), _TABLE + "transmit queue size: 1/4 of the port's entries"),
)
