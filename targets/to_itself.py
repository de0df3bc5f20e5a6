"""Packets to the device itself, where no interface of its own tells them: by their destination.

A control plane of IOS and lo0 of JunOS see what comes for the device, on whatever interface, behind
what that interface does to it: on IOS input QoS comes before control-plane policing (Cisco, Control
Plane Policing: the policy holds "after the packet has been determined to have the control plane as
its destination"); on JunOS a filter of an interface sees all packets that enter it, "not just the
packets destined for the Routing Engine" (Juniper, Policy Framework, Apply Firewall Filters), and
the filter of lo0 those of the Routing Engine alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, ip_network

from qosc.fields import Field
from qosc.ir import AnyOf, Device, Masked, Policy, Port, PortKind, Predicate, RuleList, Test
from qosc.ir.leaves import has_queues, resolve

__all__ = ["LINK_SCOPE", "destinations", "plane_of", "why_no_plane"]

LINK_SCOPE = ("224.0.0.0/24", "255.255.255.255/32", "fe80::/10", "ff02::/16")
"""Destinations that no router forwards: RFC 5771 section 4 (local network control), RFC 919, RFC
4291 sections 2.5.6 and 2.7."""

_PLATFORMS = ("ios-12", "ios-15", "ios-xe", "junos")
_WHOLE = ("control-plane", "lo0.0")


def why_no_plane(device: Device, port: Port) -> str:
    """Why a port for packets to the device itself cannot be told by their destination; empty if it
    can.
    """
    if not device.platform.startswith(_PLATFORMS):
        return "the control plane of this platform sorts packets by queues of its processor"
    if port.name not in _WHOLE:
        kind = "routing instance" if port.name.startswith("lo0") else "control plane"
        return f"it is for a part of the packets to the router itself: one {kind} of several"
    if not port.input:
        return "packets that the router sends are not told from those that pass"
    for stage in port.input:
        policy = None if isinstance(stage, RuleList) else resolve(device, stage.policy)
        if isinstance(policy, Policy) and has_queues(device, policy):
            return "packets to the router itself are not queued"
    if device.sent_on:
        return (
            f"{device.sent_on}: packets to an address of the router may be for others, which it "
            "translates or takes out of a tunnel before its control plane sees them. The hooks of "
            "tc come first, and would meter or drop these packets"
        )
    if not device.addresses:
        return "the config has no address of an interface by which packets to it are told"
    return ""


def plane_of(device: Device, ports: Iterable[Port]) -> Port | None:
    """The port among these whose packets are told by their destination."""
    for port in ports:
        if port.kind is PortKind.CONTROL_PLANE and not why_no_plane(device, port):
            return port
    return None


def destinations(device: Device) -> Predicate:
    """The packets that are for the device itself, by their destination: those to an address of its
    own, and those of link scope.
    """
    values: dict[Field, list[Masked]] = {}
    for text in (*device.addresses, *LINK_SCOPE):
        network = ip_network(text)
        field = Field.DST4 if isinstance(network, IPv4Network) else Field.DST6
        mask = int(network.netmask)
        values.setdefault(field, []).append(Masked(int(network.network_address), mask))
    return AnyOf(tuple(Test(field, tuple(each)) for field, each in values.items()))
