"""Lines of global configuration."""

from __future__ import annotations

from qosc.frontends.cisco.table.fragments import PERMIT, PORT_NAME, QOS, short
from qosc.frontends.cisco.table.mode import Mode
from qosc.frontends.cisco.table.row import Reader, Statement

__all__ = ["ROWS"]

ROWS = (
    Statement(
        Mode.GLOBAL,
        "controller",
        shape=r"\S+\s*\d",
        opens=Mode.CONTROLLER,
        reader=Reader.CONTROLLERS,
        gives="Port.speed",
    ),
    Statement(
        Mode.GLOBAL,
        "access-list",
        shape=rf"(?:\S+\s+(?:{PERMIT}|dynamic|mask|[\da-f.]+)(?:\s|$)|rate-limit\s|compiled\s*$"
        r"|\d+\s*$)",
        grammar="rate_limit",
        reader=Reader.NUMBERED_LISTS,
        gives="Device.access_lists Device.rate_limit_lists",
        wraps=True,
    ),
    Statement(
        Mode.GLOBAL,
        "class-map",
        shape=r"(?:match-a\w*\s+)?\S+$|type\s+\S+\s",
        opens=Mode.CLASS_MAP,
        grammar="class_map",
        reader=Reader.CLASS_MAPS,
        gives="Device.class_maps",
    ),
    Statement(
        Mode.GLOBAL,
        "control-plane",
        shape=r"(?:host|transit|cef-exception|slot\s+\d+)?\s*$",
        opens=Mode.CONTROL_PLANE,
        grammar="interface",
        reader=Reader.PORTS,
        gives="Device.ports",
    ),
    Statement(Mode.GLOBAL, "cos-queue-group", opens=Mode.DROP_GROUP),
    Statement(Mode.GLOBAL, "dynamic-template", opens=Mode.TEMPLATE),
    Statement(
        Mode.GLOBAL,
        "interface",
        shape=PORT_NAME,
        opens=Mode.INTERFACE,
        grammar="interface",
        reader=Reader.PORTS,
        gives="Device.ports",
    ),
    Statement(
        Mode.GLOBAL,
        "map-class",
        shape=rf"{short('frame-relay', 2)}\s+\S+$|atm\s+\S+$|dialer\s+\S+$",
        opens=Mode.MAP_CLASS,
        grammar="frame_relay",
        reader=Reader.MAP_CLASSES,
        gives="Device.policies",
    ),
    Statement(
        Mode.GLOBAL,
        "policy-map",
        shape=r"\S+$|type\s+\S+\s",
        opens=Mode.POLICY_MAP,
        grammar="policy_map",
        reader=Reader.POLICY_MAPS,
        gives="Device.policies",
    ),
    Statement(
        Mode.GLOBAL,
        "priority-list",
        grammar="queue_lists",
        reader=Reader.QUEUE_LISTS,
        gives="Device.policies",
    ),
    Statement(
        Mode.GLOBAL,
        "qos",
        shape=QOS,
        opens=Mode.INTERFACE,
        grammar="switch_qos police set",
        reader=Reader.SWITCH,
        gives="Port.input Port.output",
    ),
    Statement(
        Mode.GLOBAL,
        "queue-list",
        grammar="queue_lists",
        reader=Reader.QUEUE_LISTS,
        gives="Device.policies",
    ),
    Statement(
        Mode.GLOBAL,
        "random-detect-group",
        shape=r"\S+(?:\s+(?:dscp|prec\w*)-based)?\s*$",
        opens=Mode.DROP_GROUP,
    ),
    Statement(Mode.GLOBAL, "rcv-queue", grammar="switch_qos", reader=Reader.SWITCH),
    Statement(
        Mode.GLOBAL,
        "route-map",
        shape=r"\S+(?:\s+(?:permit|deny)(?:\s+\d+)?)?\s*$",
        opens=Mode.ROUTE_MAP,
        grammar="route_map",
        reader=Reader.ROUTE_MAPS,
        gives="Port.input",
    ),
    Statement(Mode.GLOBAL, "service-group", opens=Mode.TEMPLATE),
    Statement(
        Mode.GLOBAL, "srr-queue", grammar="switch_qos", reader=Reader.SWITCH, gives="Port.output"
    ),
    Statement(
        Mode.GLOBAL,
        "table-map",
        shape=r"\S+$",
        opens=Mode.TABLE_MAP,
        grammar="set",
        reader=Reader.TABLES,
        gives="MarkTable.entries",
    ),
    Statement(Mode.GLOBAL, "template", shape=r"\S+$", opens=Mode.TEMPLATE),
    Statement(
        Mode.GLOBAL,
        "vc-class",
        shape=r"atm\s+\S+$",
        opens=Mode.VC_CLASS,
        grammar="interface",
        reader=Reader.VC_CLASSES,
        gives="Port.atm",
    ),
    Statement(
        Mode.GLOBAL, "wrr-queue", grammar="switch_qos", reader=Reader.SWITCH, gives="Port.output"
    ),
    Statement(
        Mode.GLOBAL,
        "ip access-list",
        shape=rf"(?:{short('standard', 1)}|{short('extended', 1)}|reseq\w*|log\S*|helper|role-based"
        r"|match-local\S*|persistent|fqdn)(?:\s|$)|\S+$",
        reader=Reader.ACCESS_LISTS,
        gives="Device.access_lists",
    ),
    Statement(Mode.GLOBAL, "ip nbar", reader=Reader.NBAR, gives="ClassMap.match"),
    Statement(Mode.GLOBAL, "ip rsvp"),
    Statement(Mode.GLOBAL, "ip rtp"),
    Statement(
        Mode.GLOBAL,
        "ipv4 access-list",
        opens=Mode.ACL_EXTENDED,
        reader=Reader.ACCESS_LISTS,
        gives="Device.access_lists",
    ),
    Statement(
        Mode.GLOBAL,
        "ipv6 access-list",
        opens=Mode.ACL_IPV6,
        reader=Reader.ACCESS_LISTS,
        gives="Device.access_lists",
    ),
    Statement(
        Mode.GLOBAL,
        "mls qos",
        grammar="switch_qos police set",
        reader=Reader.SWITCH,
        gives="Port.input Port.output",
        wraps=True,
    ),
    Statement(Mode.GLOBAL, "auto qos", grammar="switch_qos", reader=Reader.SWITCH),
    Statement(Mode.GLOBAL, "platform qos", grammar="switch_qos", reader=Reader.SWITCH),
    Statement(
        Mode.GLOBAL,
        "policer aggregate",
        grammar="police",
        reader=Reader.AGGREGATES,
        gives="Policer.shared",
    ),
    Statement(
        Mode.GLOBAL,
        "system qos",
        opens=Mode.SYSTEM_QOS,
        reader=Reader.SYSTEM,
        gives="Port.input Port.output",
    ),
    Statement(Mode.GLOBAL, "vlan configuration", shape=r"\d[\d,\s-]*$", opens=Mode.TEMPLATE),
)
