"""Cisco Catalyst 2950 and 2955: four queues, whose weights and map hold for the whole switch."""

from __future__ import annotations

from qosc.profiles.model import Fact
from qosc.profiles.platforms import cat3550, ios_12
from qosc.profiles.switches import PortType, SwitchFacts

__all__ = ["PROFILE", "SWITCH"]

_GUIDE = "Cisco, Catalyst 2950 and 2955 Switch Software Configuration Guide, 'Configuring QoS': "

PROFILE = ios_12.PROFILE._replace(max_reserved=None)

SWITCH = SwitchFacts(
    title="Catalyst 2950",
    port_types=(
        PortType(
            "4q1t",
            Fact(
                cat3550.COS_QUEUES,
                _GUIDE + "default CoS values of the queues; queue 4 is the highest",
            ),
            Fact(None, _GUIDE + "without weights the queues are served in strict order, 4 first"),
        ),
    ),
    share=Fact(None, _GUIDE + "the default scheduling method is strict priority"),
    expedite=4,
)
