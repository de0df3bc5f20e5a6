"""The keywords of each mode: which statements can matter to QoS, and which words merely belong.

Two kinds of rows. `STATEMENTS` are handed on to the statement grammars; a row names the mode that
the statement opens, if any. `PLAIN` words are valid in the mode and cannot matter to QoS: they are
needed to tell where a mode ends when nothing is indented, and to know which abbreviations are
unambiguous. `SECTIONS` are global words that open a mode of no interest.

The lists follow the Cisco IOS command references (Quality of Service Solutions, Interface and
Hardware Component, Wide-Area Networking, Security) of releases 12 and 15 and IOS XE.
"""

from __future__ import annotations

from qosc.frontends.cisco.text.lines import Mode

__all__ = [
    "ACCESS_LIST_SETTINGS",
    "HEADS",
    "HEAD_ABSENT",
    "HEAD_SECTIONS",
    "ORPHANS",
    "PARENT",
    "PLAIN",
    "QOS_TYPES",
    "SECTIONS",
    "STATEMENTS",
]

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

_CIRCUIT = (
    "abr bump cbr class-bundle class-range class-vc encapsulation fair-queue "
    "max-reserved-bandwidth precedence protect pvc-in-range=PVC queue-depth random-detect "
    "service-policy transmit-priority tx-ring-limit ubr ubr+ vbr-nrt vbr-rt vc-hold-queue"
)

STATEMENTS: dict[Mode, str] = {
    Mode.GLOBAL: (
        "access-list class-map=CLASS_MAP control-plane=CONTROL_PLANE controller=CONTROLLER "
        "cos-queue-group=DROP_GROUP "
        "dynamic-template=TEMPLATE interface=INTERFACE map-class=MAP_CLASS "
        "policy-map=POLICY_MAP priority-list qos=INTERFACE queue-list "
        "random-detect-group=DROP_GROUP rcv-queue route-map=ROUTE_MAP service-group=TEMPLATE "
        "srr-queue table-map=TABLE_MAP template=TEMPLATE vc-class=VC_CLASS wrr-queue"
    ),
    Mode.INTERFACE: (
        "bandwidth bgp-policy channel-group class-int class-range custom-queue-list description "
        "encapsulation "
        "fair-queue group hold-queue max-reserved-bandwidth mc-tx-queue=TX_QUEUE mtu "
        "multilink-group plim priority-flow-control "
        "priority-group priority-queue pvc=PVC pvc-bundle=PVC qos "
        "queue-set random-detect range=PVC rate-limit rcv-queue service-policy shape shutdown "
        "speed srr-queue traffic-shape trust tx-queue=TX_QUEUE tx-queue-limit tx-ring-limit "
        "uc-tx-queue=TX_QUEUE vlan-range=VLAN_RANGE wrr-queue"
    ),
    Mode.PVC: _CIRCUIT,
    Mode.VC_CLASS: _CIRCUIT,
    Mode.DLCI: "class service-policy",
    Mode.MAP_CLASS: "atm dialer frame-relay service-policy",
    Mode.CLASS_MAP: "description match",
    Mode.POLICY_MAP: "class=POLICY_CLASS description",
    Mode.POLICY_CLASS: (
        "account admit afd bandwidth compression congestion-control dbl drop encap-sequence "
        "estimate fair-queue forward fragment latency log mtu multicast-optimize netflow-sampler "
        "pause police=POLICY_POLICE priority queue-buffers queue-limit random-detect "
        "service-policy set shape trust"
    ),
    Mode.POLICY_POLICE: (
        "child-conform-aware conform-action conform-color exceed-action exceed-color violate-action"
    ),
    Mode.TABLE_MAP: "default from map",
    Mode.ACL_STANDARD: "deny permit remark",
    Mode.ACL_EXTENDED: "deny dynamic evaluate fragments permit remark",
    Mode.ACL_IPV6: "deny evaluate permit remark sequence",
    Mode.ROUTE_MAP: "",
    Mode.CONTROL_PLANE: "service-policy",
    Mode.SERVICE_INSTANCE: "description encapsulation service-policy",
    Mode.SYSTEM_QOS: "service-policy",
    Mode.TEMPLATE: "service-policy",
    Mode.CONTROLLER: "channel-group e1 t1",
    Mode.TX_QUEUE: "bandwidth priority random-detect shape",
    Mode.VLAN_RANGE: "service-policy",
    Mode.DROP_GROUP: "dscp exponential-weighting-constant precedence queue random-detect-label",
}
"""Statements by mode, as `keyword` or `keyword=MODE_IT_OPENS`."""

HEADS: dict[tuple[Mode, str], str] = {
    (Mode.GLOBAL, "ip"): "access-list nbar rsvp rtp",
    (Mode.GLOBAL, "ipv4"): "access-list=ACL_EXTENDED",
    (Mode.GLOBAL, "ipv6"): "access-list=ACL_IPV6",
    (Mode.GLOBAL, "mls"): "qos",
    (Mode.GLOBAL, "auto"): "qos",
    (Mode.GLOBAL, "platform"): "qos",
    (Mode.GLOBAL, "policer"): "aggregate",
    (Mode.GLOBAL, "system"): "qos=SYSTEM_QOS",
    (Mode.GLOBAL, "vlan"): "configuration=TEMPLATE",
    (Mode.INTERFACE, "ip"): "mtu multicast nhrp policy rsvp rtp",
    (Mode.INTERFACE, "nhrp"): "map",
    (Mode.INTERFACE, "ipv4"): "mtu",
    (Mode.INTERFACE, "ipv6"): "",
    (Mode.INTERFACE, "ppp"): "multilink",
    (Mode.INTERFACE, "bundle"): "id",
    (Mode.INTERFACE, "tunnel"): "tos",
    (Mode.INTERFACE, "vlan"): "",
    (Mode.INTERFACE, "mls"): "qos",
    (Mode.INTERFACE, "auto"): "qos",
    (Mode.INTERFACE, "platform"): "qos",
    (Mode.INTERFACE, "service"): "instance=SERVICE_INSTANCE",
    (Mode.INTERFACE, "atm"): "pvc",
    (Mode.INTERFACE, "frame-relay"): (
        "class interface-dlci=DLCI traffic-shaping ip fair-queue priority-dlci-group "
        "de-group traffic-rate"
    ),
    (Mode.ROUTE_MAP, "match"): "ip length",
    (Mode.ROUTE_MAP, "set"): "ip qos-group",
}
"""First words whose second word decides: those listed make statements with a two-word keyword, the
others are plain."""

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

ORPHANS: dict[Mode, str] = {
    Mode.POLICY_MAP: "class",
    Mode.POLICY_CLASS: "bandwidth police priority queue-limit random-detect set shape",
    Mode.CLASS_MAP: "match",
    Mode.PVC: "tx-ring-limit vbr-nrt vbr-rt",
    Mode.INTERFACE: (
        "custom-queue-list max-reserved-bandwidth priority-group priority-queue queue-set "
        "rate-limit service-policy traffic-shape"
    ),
}
"""Statements that are known even where nothing shows the line which opened their mode: an excerpt
may leave it out. The later row wins."""

ACCESS_LIST_SETTINGS = frozenset(("log-update", "logging", "persistent", "resequence"))
"""Second words of `ip access-list ...` that set something, and name no list."""

QOS_TYPES = ("qos", "queuing", "queueing", "network-qos", "ngsw-qos", "control-plane")
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
