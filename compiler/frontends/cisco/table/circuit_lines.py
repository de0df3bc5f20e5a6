"""Lines of ATM and Frame Relay circuits, of their classes, and of controllers."""

from __future__ import annotations

from qosc.frontends.cisco.table.fragments import ATTACHED, NUMBER
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.table.row import Reader, Statement

__all__ = ["ROWS"]

ROWS = (
    Statement(
        Mode.CONTROLLER,
        "channel-group",
        shape=r"\d+\s+(?:timeslots?|unframed)",
        reader=Reader.CONTROLLERS,
        gives="Port.speed",
    ),
    Statement(
        Mode.CONTROLLER,
        "e1",
        shape=r"\d+\s+(?:channel-group|timeslots?|unframed)",
        reader=Reader.CONTROLLERS,
        gives="Port.speed",
    ),
    Statement(
        Mode.CONTROLLER,
        "t1",
        shape=r"\d+\s+(?:channel-group|timeslots?)",
        reader=Reader.CONTROLLERS,
        gives="Port.speed",
    ),
    Statement(Mode.PVC, "abr", shape=NUMBER, grammar="interface", reader=Reader.PORT),
    Statement(Mode.PVC, "bump", shape=r"explicit|implicit|traffic", reader=Reader.TOLD),
    Statement(
        Mode.PVC, "cbr", shape=NUMBER, grammar="interface", reader=Reader.PORT, gives="Port.atm"
    ),
    Statement(Mode.PVC, "class-bundle", grammar="interface", reader=Reader.PORT),
    Statement(Mode.PVC, "class-range", grammar="interface", reader=Reader.PORT, gives="Port.atm"),
    Statement(Mode.PVC, "class-vc", grammar="interface", reader=Reader.PORT, gives="Port.atm"),
    Statement(
        Mode.PVC,
        "encapsulation",
        shape=r"aal\S+(?:\s+\S+){0,3}$",
        reader=Reader.PORT,
        gives="Port.encapsulation",
    ),
    Statement(
        Mode.PVC, "fair-queue", grammar="interface", reader=Reader.PORT, gives="Port.fair_queue"
    ),
    Statement(
        Mode.PVC,
        "max-reserved-bandwidth",
        grammar="interface",
        reader=Reader.PORT,
        gives="Port.max_reserved",
    ),
    Statement(Mode.PVC, "precedence", shape=r"(?:\d|other)", reader=Reader.TOLD),
    Statement(Mode.PVC, "protect", shape=r"group|vc", reader=Reader.TOLD),
    Statement(
        Mode.PVC,
        "pvc-in-range",
        shape=r"(?:\S+\s+)?\d+(?:/\d+)?",
        opens=Mode.PVC,
        grammar="interface",
        reader=Reader.CIRCUIT,
        gives="Device.ports",
    ),
    Statement(Mode.PVC, "queue-depth"),
    Statement(
        Mode.PVC,
        "random-detect",
        grammar="policy_map",
        reader=Reader.PORT_QUEUES,
        gives="Port.output",
        wraps=True,
    ),
    Statement(
        Mode.PVC,
        "service-policy",
        shape=rf"{ATTACHED}|type\s",
        grammar="interface",
        reader=Reader.PORT,
        gives="Port.input Port.output",
    ),
    Statement(Mode.PVC, "transmit-priority"),
    Statement(
        Mode.PVC,
        "tx-ring-limit",
        shape=NUMBER,
        grammar="interface",
        reader=Reader.PORT,
        gives="Port.tx_ring",
        orphan=True,
    ),
    Statement(
        Mode.PVC, "ubr", shape=r"\d*\s*", grammar="interface", reader=Reader.PORT, gives="Port.atm"
    ),
    Statement(Mode.PVC, "ubr+", grammar="interface", reader=Reader.PORT, gives="Port.atm"),
    Statement(
        Mode.PVC,
        "vbr-nrt",
        shape=NUMBER,
        grammar="interface",
        reader=Reader.PORT,
        gives="Port.atm",
        orphan=True,
    ),
    Statement(
        Mode.PVC,
        "vbr-rt",
        shape=NUMBER,
        grammar="interface",
        reader=Reader.PORT,
        gives="Port.atm",
        orphan=True,
    ),
    Statement(Mode.PVC, "vc-hold-queue"),
    Statement(
        Mode.DLCI,
        "class",
        shape=r"\S+$",
        grammar="frame_relay",
        reader=Reader.FRAME_RELAY,
        gives="Port.output",
    ),
    Statement(
        Mode.DLCI,
        "service-policy",
        grammar="interface",
        reader=Reader.PORT,
        gives="Port.input Port.output",
    ),
    Statement(Mode.MAP_CLASS, "atm"),
    Statement(Mode.MAP_CLASS, "dialer"),
    Statement(
        Mode.MAP_CLASS,
        "frame-relay",
        grammar="frame_relay",
        reader=Reader.MAP_CLASSES,
        gives="Port.output",
    ),
    Statement(
        Mode.MAP_CLASS,
        "service-policy",
        grammar="frame_relay",
        reader=Reader.MAP_CLASSES,
        gives="Port.input Port.output",
    ),
)
