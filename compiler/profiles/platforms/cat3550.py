"""Cisco Catalyst 3550: four queues with weighted round robin for each port."""

from __future__ import annotations

from qosc.profiles.model import Fact
from qosc.profiles.platforms import ios_12
from qosc.profiles.switches import PortType, SwitchFacts, by_cos

__all__ = ["COS_QUEUES", "PROFILE", "SWITCH"]

_GUIDE = (
    "Cisco, Catalyst 3550 Multilayer Switch Software Configuration Guide, table 20-2 'Default QoS "
    "Parameters when QoS is Enabled': "
)
COS_QUEUES = by_cos((1, 1, (0, 1)), (2, 1, (2, 3)), (3, 1, (4, 5)), (4, 1, (6, 7)))

PROFILE = ios_12.PROFILE._replace(max_reserved=None)

SWITCH = SwitchFacts(
    title="Catalyst 3550",
    port_types=(
        PortType(
            "4q2t",
            Fact(COS_QUEUES, _GUIDE + "CoS 0, 1: queue 1; 2, 3: 2; 4, 5: 3; 6, 7: 4"),
            Fact((1, 1, 1, 1), _GUIDE + "each queue has the same weight"),
        ),
    ),
    share=Fact((1, 1, 1, 1), _GUIDE + "each queue has the same weight"),
    expedite=4,
)
