"""The configuration modes."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["PARENT", "Mode"]


class Mode(StrEnum):
    """A configuration mode. The value is its name in messages."""

    GLOBAL = "global configuration"
    INTERFACE = "interface"
    PVC = "atm vc"
    """`pvc` under an interface or a range of them."""
    DLCI = "frame-relay dlci"
    """`frame-relay interface-dlci` under an interface."""
    VC_CLASS = "vc-class"
    """`vc-class atm NAME`."""
    MAP_CLASS = "map-class"
    """`map-class frame-relay NAME`."""
    CLASS_MAP = "class-map"
    POLICY_MAP = "policy-map"
    POLICY_CLASS = "policy-map class"
    POLICY_POLICE = "police"
    """The lines below `police`: `conform-action`, `exceed-action`, `violate-action`."""
    TABLE_MAP = "table-map"
    ACL_STANDARD = "standard access-list"
    ACL_EXTENDED = "extended access-list"
    ACL_IPV6 = "ipv6 access-list"
    ROUTE_MAP = "route-map"
    """Only its `set` lines that mark packets are handed on."""
    CONTROL_PLANE = "control-plane"
    SERVICE_INSTANCE = "service instance"
    """`service instance N ethernet` under an interface."""
    SYSTEM_QOS = "system qos"
    """NX-OS: the policies of the whole switch."""
    TX_QUEUE = "tx-queue"
    """`tx-queue N` under an interface of a Catalyst 4500."""
    VLAN_RANGE = "vlan-range"
    """`vlan-range N-M` under an interface of a Catalyst 4500."""
    DROP_GROUP = "random-detect-group"
    TEMPLATE = "interface template"
    """`template NAME`; only its `service-policy` lines are handed on."""
    CONTROLLER = "controller"
    """`controller T1 0/0/0`; only its channels are handed on."""
    OTHER = "another section"
    """A section that cannot matter to QoS; no `Line` ever has this mode."""


PARENT = {
    Mode.INTERFACE: Mode.GLOBAL,
    Mode.PVC: Mode.INTERFACE,
    Mode.DLCI: Mode.INTERFACE,
    Mode.VC_CLASS: Mode.GLOBAL,
    Mode.MAP_CLASS: Mode.GLOBAL,
    Mode.CLASS_MAP: Mode.GLOBAL,
    Mode.POLICY_MAP: Mode.GLOBAL,
    Mode.POLICY_CLASS: Mode.POLICY_MAP,
    Mode.POLICY_POLICE: Mode.POLICY_CLASS,
    Mode.TABLE_MAP: Mode.GLOBAL,
    Mode.ACL_STANDARD: Mode.GLOBAL,
    Mode.ACL_EXTENDED: Mode.GLOBAL,
    Mode.ACL_IPV6: Mode.GLOBAL,
    Mode.ROUTE_MAP: Mode.GLOBAL,
    Mode.CONTROL_PLANE: Mode.GLOBAL,
    Mode.SERVICE_INSTANCE: Mode.INTERFACE,
    Mode.TX_QUEUE: Mode.INTERFACE,
    Mode.VLAN_RANGE: Mode.INTERFACE,
    Mode.DROP_GROUP: Mode.GLOBAL,
    Mode.SYSTEM_QOS: Mode.GLOBAL,
    Mode.TEMPLATE: Mode.GLOBAL,
    Mode.CONTROLLER: Mode.GLOBAL,
    Mode.OTHER: Mode.GLOBAL,
}
"""The mode that encloses each mode. GLOBAL has none."""
