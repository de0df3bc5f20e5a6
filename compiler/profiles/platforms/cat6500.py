"""Cisco Catalyst 6500 and 7600 LAN ports: weighted round robin, by the type of the port.

Buffers differ from card to card, and no public source that we know of gives them for all: they stay
unknown. A port whose type the config does not tell has no weights either.
"""

from __future__ import annotations

from qosc.profiles.model import Fact
from qosc.profiles.platforms import ios_12
from qosc.profiles.switches import STRICT, PortType, SwitchFacts, by_cos

__all__ = ["PROFILE", "SWITCH"]

_FIGURE = (
    "Cisco, Catalyst 6000 Family Software Configuration Guide, Releases 6.3 and 6.4, figure 41-6 "
    "'Ethernet Egress Port Scheduling' (default values): "
)
_BOOK = "Hucaby and McQuerry, Cisco Field Manual: Catalyst Switch Configuration, section 13-2: "
_WRR = "; Cisco, Catalyst 6500 Series Switch Command Reference 8.4, OL-6244-01, set qos wrr: "
_TWO: Fact[tuple[int, ...] | None] = Fact(
    (4, 255),
    _BOOK
    + "by default ports with two weighted queues have a ratio of 4:255"
    + _WRR
    + "so for 2q2t and 1p2q2t",
)
_THREE: Fact[tuple[int, ...] | None] = Fact(
    (100, 150, 200),
    _BOOK
    + "by default ports with three weighted queues have a ratio of 100:150:200"
    + _WRR
    + "so for 1p3q1t where QoS is enabled",
)
_UNKNOWN: Fact[tuple[int, ...] | None] = Fact(
    None, "the weights differ from card to card; no public table of all of them"
)

PROFILE = ios_12.PROFILE._replace(max_reserved=None)

SWITCH = SwitchFacts(
    title="Catalyst 6500",
    port_types=(
        PortType(
            "2q2t",
            Fact(
                by_cos((1, 1, (0, 1)), (1, 2, (2, 3)), (2, 1, (4, 5)), (2, 2, (6, 7))),
                _FIGURE + "low queue CoS 0 to 3, high queue CoS 4 to 7",
            ),
            _TWO,
        ),
        PortType(
            "1p2q2t",
            Fact(
                by_cos(
                    (1, 1, (0, 1)), (1, 2, (2, 3)), (2, 1, (4,)), (2, 2, (6, 7)), (STRICT, 1, (5,))
                ),
                _FIGURE + "low queue CoS 0 to 3, high queue CoS 4, 6, 7, strict queue CoS 5",
            ),
            _TWO,
            early=True,
        ),
        PortType(
            "1p3q1t",
            Fact(
                by_cos((1, 1, (0, 1)), (2, 1, (2, 3, 4)), (3, 1, (6, 7)), (STRICT, 1, (5,))),
                _FIGURE + "low CoS 0 and 1, medium 2 to 4, high 6 and 7, strict queue CoS 5",
            ),
            _THREE,
            early=True,
        ),
        PortType(
            "1p3q8t",
            Fact(None, "no public source for the default map of this type"),
            _THREE,
            early=True,
        ),
        PortType(
            "1p7q8t",
            Fact(None, "no public source for the default map of this type"),
            _UNKNOWN,
            early=True,
        ),
    ),
    share=_UNKNOWN,
)
