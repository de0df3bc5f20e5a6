"""The words of each mode that are no statements of the table.

`PLAIN` words are valid in the mode and cannot matter to QoS: they are needed to tell where a mode
ends when nothing is indented, and to know which abbreviations are unambiguous. `SECTIONS` are
global words that open a mode of no interest.

The lists follow the Cisco IOS command references (Quality of Service Solutions, Interface and
Hardware Component, Wide-Area Networking, Security) of releases 12 and 15 and IOS XE.
"""

from __future__ import annotations

from qosc.frontends.cisco.table.mode import Mode

__all__ = [
    "ACCESS_LIST_SETTINGS",
    "BARE_HEADS",
    "HEAD_ABSENT",
    "HEAD_SECTIONS",
    "PLAIN",
    "QOS_TYPES",
    "SECTIONS",
]

BARE_HEADS = {Mode.INTERFACE: ("ipv6", "vlan")}
"""First words that make global statements with a second word, and none here."""

HEAD_ABSENT: dict[tuple[Mode, str], str] = {
    (Mode.GLOBAL, "ip"): (
        "access-group address broadcast-address directed-broadcast helper-address irdp "
        "load-sharing mask-reply mroute-cache mtu ospf policy proxy-arp redirects route-cache "
        "rip split-horizon summary-address unnumbered unreachables verify virtual-reassembly"
    ),
}
"""Second words that are not valid in a mode although the first word is: these stand in an
interface only."""

HEAD_SECTIONS: dict[tuple[Mode, str], str] = {
    (Mode.GLOBAL, "ip"): "admission dhcp explicit-path host-list inspect ips sla slb urlfilter vrf",
    (Mode.GLOBAL, "ipv6"): "dhcp router",
}
"""Second words that open a mode of no interest."""

ACCESS_LIST_SETTINGS = frozenset(("log-update", "logging", "persistent", "resequence"))
"""Second words of `ip access-list ...` that set something, and name no list."""

QOS_TYPES = (
    "qos",
    "quality-of-service",
    "queuing",
    "queueing",
    "network-qos",
    "ngsw-qos",
    "copp",
    "control-plane",
)
"""`class-map type T` and `policy-map type T` of other types (inspect, control, ...) have nothing
to do with QoS."""

SECTIONS = (
    "aaa address-family application archive bba-group call call-manager-fallback card cns crypto "
    "dial-peer diameter dot11 ephone ephone-dn event flow format gatekeeper gateway hw-module "
    "identity ipc isdn kerberos key l2 l2vpn ldap line location macro map-list media-proxy "
    "memory mpls multilink netconf object-group parameter-map port-profile power-supply process "
    "profile radius redundancy rlm router rtr sccp service-list service-policy-map sip-ua "
    "spanning-tree ssl subscriber tacacs telephony-service time-range track "
    "transceiver trunk vlan voice voice-card voice-port vpdn vpdn-group vpn vrf vtp webvpn "
    "wlan xconnect xml zone zone-pair"
)
"""Global words that (may) open a mode which cannot matter to QoS. All its lines are skipped, up to
the next line that a mode of interest or a global word claims."""

_GLOBAL = (
    "absolute-timeout alias appletalk arp async-bootp boot bridge buffers busy-message "
    "card-type cdp chat-script clns clock config-register configuration "
    "dialer dialer-list dnsix-nat downward-compatible-config dss enable "
    "environment errdisable ethernet exception exit-address-family file frame-relay ftp-server "
    "global-address-family hostname igmp ipx key-string lacp lane license lldp logging login "
    "mac mac-address-table map-group merge microcode mmi-cli monitor multicast "
    "multicast-routing nbar netbios ntp password pim port-channel "
    "privilege prompt resume-string rif rmon scheduler security "
    "service snmp snmp-server sntp source-bridge srcpd stackwise standby "
    "tacacs-server radius-server tclsh tftp-server "
    "tn3270 translate udld upgrade username version vines virtual-profile "
    "vmps warm-reboot x25 x29 xns"
)

_INTERFACE = (
    "access-expression access-session apollo appletalk arp async atm-address authentication "
    "autodetect backup bfd bridge-group cable carrier-delay cdp "
    "channel-protocol clns clock cmns compress crc crypto cts dampening dce-terminal-"
    "timing-enable decnet delay dialer dialer-group dlsw dot1q dot1x down-when-looped "
    "dsl dspu duplex dxi energywise ethernet exit-peer-group exit-vc fddi flow-sampler flowcontrol "
    "framing full-duplex glbp group-range gsmp h323-gateway half-duplex "
    "hssi idle-timer ignore-dcd ignore-hw ilmi ima invert "
    "ip ipv6 ipx isdn isis isl "
    "keepalive l2protocol l2protocol-tunnel lacp lane lapb lat lldp llc2 load-interval "
    "logging loopback lre mac-address mac macro map-group mdix media-type member mop mpls "
    "multilink netbios negotiation nrzi-encoding ntp nve oam pagp "
    "peer peer-default physical-layer pim pos power ppp pppoe private-vlan "
    "pulse-time qbm rmon router scramble sdlc serial service serialize smds smrp "
    "snapshot snmp source source-bridge spanning-tree squelch stackwise-virtual standby "
    "storm-control switchport tag-switching tarp timeslots transmit-interface "
    "transmitter-delay transport trunk-group tunnel udld unidirectional vines vlan vlan-id "
    "vpdn vrf vrrp vtp x25 xconnect xns zone-member"
)

_CIRCUIT_PLAIN = (
    "broadcast create dialer exit-vc ilmi inarp l2transport management oam oam-bundle oam-pvc "
    "oam-range ppp pppoe protocol vcci xconnect"
)

PLAIN: dict[Mode, str] = {
    Mode.GLOBAL: _GLOBAL,
    Mode.INTERFACE: _INTERFACE,
    Mode.PVC: _CIRCUIT_PLAIN,
    Mode.VC_CLASS: _CIRCUIT_PLAIN,
    Mode.DLCI: "fragment vofr",
    Mode.MAP_CLASS: "",
    Mode.CLASS_MAP: "end-class-map rename",
    Mode.POLICY_MAP: "end-policy-map rename",
    Mode.POLICY_CLASS: "csc flow-export inspect ips logging terminal user-statistics",
    Mode.ACL_STANDARD: "counters statistics",
    Mode.ACL_EXTENDED: "counters statistics",
    Mode.ACL_IPV6: "counters statistics",
    Mode.ROUTE_MAP: "continue description",
    Mode.CONTROLLER: (
        "alarm alarm-interface ami bert cablelength cas-custom clock crc-threshold crc "
        "description down-when-looped ds0-group dsl-group dsu equipment fdl firmware framing "
        "guard-timer idle international invert line-termination linecode loopback mdl mode "
        "national pri-group remote shutdown snmp tdm-group vdsl voice-group yellow"
    ),
    Mode.SERVICE_INSTANCE: "bridge-domain ethernet l2protocol mac rewrite shutdown xconnect",
}
"""Words that are valid in a mode and cannot matter to QoS, one-line statements all of them."""
