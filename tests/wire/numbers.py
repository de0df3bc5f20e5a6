"""Numbers that the headers carry, from IANA's registries and IEEE 802.1Q."""

from __future__ import annotations

IPV4, IPV6, ARP, VLAN, MPLS = 0x0800, 0x86DD, 0x0806, 0x8100, 0x8847
ICMP, TCP, UDP, ICMPV6, SCTP = 1, 6, 17, 58, 132
HOP_BY_HOP, ROUTING, FRAGMENT, DESTINATION = 0, 43, 44, 60
EXTENSIONS = frozenset({HOP_BY_HOP, ROUTING, FRAGMENT, DESTINATION})
"""Extension headers of IPv6 that are built here (RFC 8200, section 4.1)."""
DCCP, UDP_LITE = 33, 136
WITH_PORTS = frozenset({TCP, UDP, SCTP, DCCP, UDP_LITE})
WITH_TYPE = {4: ICMP, 6: ICMPV6}
"""The protocol of control messages by the version of IP."""
