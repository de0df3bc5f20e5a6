"""Cisco Catalyst 3750, 3560 and 2960: shaped round robin (`srr-queue`)."""

from __future__ import annotations

from qosc.profiles.model import Fact
from qosc.profiles.platforms import ios_12
from qosc.profiles.switches import PortType, SwitchFacts, by_cos

__all__ = ["PROFILE", "SWITCH"]

_GUIDE = "Cisco, Catalyst 3560 and 3750 Switch Software Configuration Guides, 'Configuring QoS': "
_EGRESS = "; Cisco document 116102, Catalyst 3750 Series Switches, egress threshold values: "
_COS_QUEUES = by_cos((2, 1, (0, 1)), (3, 1, (2, 3)), (4, 1, (4, 6, 7)), (1, 1, (5,)))

PROFILE = ios_12.PROFILE._replace(
    max_reserved=None,
    bandwidth_counts=Fact(
        value=False,
        source="Catalyst 3560 Switch Command Reference, srr-queue bandwidth limit (a percentage of "
        "the port's speed) and srr-queue bandwidth shape: the scheduler of the port divides what "
        "it sends; bandwidth of an interface tells routing protocols alone",
    ),
    aggregates_of_port=Fact(
        value=True,
        source="Catalyst 3750 Metro Switch Command Reference, mls qos aggregate-policer: traffic "
        "from two ports cannot be aggregated for policing",
    ),
)
"""Guarantees are weights of queues, so that nothing is kept back from them."""

SWITCH = SwitchFacts(
    title="Catalyst 3750, 3560, 2960",
    port_types=(
        PortType(
            "1p3q3t",
            Fact(
                _COS_QUEUES,
                _GUIDE + "default CoS output queue threshold map: CoS 0 and 1 in queue 2, 2 and 3 "
                "in queue 3, 4, 6 and 7 in queue 4, 5 in queue 1, all of threshold 1",
            ),
            Fact((25, 25, 25, 25), _GUIDE + "SRR shared weights"),
        ),
    ),
    share=Fact((25, 25, 25, 25), _GUIDE + "default egress queue configuration, shared weights"),
    shape=Fact(
        (25, 0, 0, 0),
        _GUIDE + "default egress queue configuration, shaped weights (absolute); recorded show mls "
        "qos interface queueing: shaped queue weights (absolute): 25 0 0 0",
    ),
    expedite=1,
    dscp_queue=Fact(
        tuple(_COS_QUEUES[dscp >> 3] for dscp in range(64)),
        _GUIDE + "default DSCP output queue threshold map: 0 to 15 in queue 2, 16 to 31 in queue "
        "3, 32 to 39 and 48 to 63 in queue 4, 40 to 47 in queue 1, all of threshold 1",
    ),
    buffers=Fact(
        (25, 25, 25, 25),
        _GUIDE
        + "default egress queue configuration, buffers; recorded show mls qos queue-set 1 of a "
        "3750: 25 25 25 25" + _EGRESS + "each queue has 25 % of the buffers by default",
    ),
    thresholds=Fact(
        ((100, 100, 50, 400), (200, 200, 50, 400), (100, 100, 50, 400), (100, 100, 50, 400)),
        _GUIDE + "default egress queue configuration, WTD thresholds 1 and 2, reserved and "
        "maximum threshold of queue-set 1; recorded show mls qos queue-set 1 of a 3750: threshold1 "
        "and threshold2 100 200 100 100, reserved 50, maximum 400"
        + _EGRESS
        + "half of what a queue "
        "is given is reserved for it",
    ),
)
