"""Lines of the queues and VLANs of switch ports."""

from __future__ import annotations

from qosc.frontends.cisco.table.fragments import DIRECTION
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.table.row import Reader, Statement

__all__ = ["ROWS"]

ROWS = (
    Statement(
        Mode.TX_QUEUE,
        "bandwidth",
        shape=r"(?:percent|guaranteed)(?:\s+(?:percent\s+)?\d|\s*$)|\d",
        grammar="switch_qos",
        reader=Reader.SWITCH_PORT,
        gives="TrafficClass.guarantee",
    ),
    Statement(
        Mode.TX_QUEUE,
        "priority",
        shape=r"high\s*$|strict\s*$|$",
        grammar="switch_qos",
        reader=Reader.SWITCH_PORT,
        gives="TrafficClass.priority",
    ),
    Statement(Mode.TX_QUEUE, "random-detect", shape=r"(?:drop|ecn)\b", wraps=True),
    Statement(
        Mode.TX_QUEUE,
        "shape",
        shape=r"(?:percent\s+)?\d|rate\b",
        grammar="switch_qos",
        reader=Reader.SWITCH_PORT,
        gives="TrafficClass.shaper",
    ),
    Statement(
        Mode.VLAN_RANGE,
        "service-policy",
        shape=rf"{DIRECTION}\s+\S+$",
        grammar="interface",
        reader=Reader.PORT,
        gives="Port.input Port.output",
    ),
    Statement(Mode.DROP_GROUP, "dscp"),
    Statement(Mode.DROP_GROUP, "exponential-weighting-constant"),
    Statement(Mode.DROP_GROUP, "precedence"),
    Statement(Mode.DROP_GROUP, "queue"),
    Statement(Mode.DROP_GROUP, "random-detect-label"),
)
