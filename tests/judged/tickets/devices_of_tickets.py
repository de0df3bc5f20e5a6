"""Devices of `test_tickets_of_whole_devices`: IOS XE with ports of several speeds and a hierarchy,
NX-OS with queues by qos-group, a Catalyst with queues by DSCP, an MX with traffic-control profiles.
"""

from __future__ import annotations

XE = """\
version 16.12
hostname isr
ip access-list extended VOICE-RTP
 10 permit udp 10.1.0.0 0.0.255.255 any range 16384 32767
 20 permit udp any range 16384 32767 any
class-map match-any VOICE
 match access-group name VOICE-RTP
 match dscp ef
class-map match-any CRITICAL
 match dscp af31 af32
class-map match-any EF-Q
 match dscp ef
policy-map LAN-IN
 class VOICE
  set dscp ef
 class CRITICAL
  police cir 5000000 bc 156250
   conform-action transmit
   exceed-action set-dscp-transmit af32
 class class-default
  set dscp default
policy-map WAN-Q
 class EF-Q
  priority percent 10
 class CRITICAL
  bandwidth percent 40
  random-detect dscp-based
 class class-default
  fair-queue
policy-map SHAPE-20M
 class class-default
  shape average 20000000
  service-policy WAN-Q
interface GigabitEthernet0/0/0
 description LAN
 ip address 10.1.0.1 255.255.0.0
 service-policy input LAN-IN
interface GigabitEthernet0/0/1
 description MPLS uplink
 bandwidth 50000
 ip address 192.0.2.1 255.255.255.252
 service-policy output WAN-Q
interface GigabitEthernet0/0/2
 description Internet
 ip address 198.51.100.1 255.255.255.252
 service-policy output SHAPE-20M
interface GigabitEthernet0/0/3
 encapsulation dot1Q 30
interface GigabitEthernet0/0/3.30
 encapsulation dot1Q 30
 service-policy output SHAPE-20M
"""
LEAF = """\
version 9.3(5)
hostname leaf
feature lldp
ip access-list ISCSI
  10 permit tcp any any eq 3260
  20 permit tcp any eq 3260 any
class-map type qos match-any STORAGE
  match access-group name ISCSI
class-map type qos match-any VOICE
  match dscp 46
policy-map type qos CLASSIFY
  class STORAGE
    set qos-group 3
    set dscp 26
  class VOICE
    set qos-group 5
  class class-default
    set qos-group 0
policy-map type queuing OUT
  class type queuing c-out-8q-q5
    priority level 1
  class type queuing c-out-8q-q3
    bandwidth remaining percent 50
  class type queuing c-out-8q-q-default
    bandwidth remaining percent 40
  class type queuing c-out-8q-q1
    bandwidth remaining percent 10
system qos
  service-policy type queuing output OUT
interface Ethernet1/1
  service-policy type qos input CLASSIFY
interface Ethernet1/2
  service-policy type qos input CLASSIFY
interface Ethernet1/3
  description to spine
"""
ACCESS = """\
version 12.2
hostname access
mls qos map policed-dscp 46 to 8
mls qos map cos-dscp 0 8 16 24 32 46 48 56
mls qos srr-queue output dscp-map queue 1 threshold 3 46
mls qos srr-queue output dscp-map queue 2 threshold 3 24 26
mls qos srr-queue output dscp-map queue 4 threshold 1 8
mls qos queue-set output 1 buffers 15 25 40 20
mls qos queue-set output 1 threshold 2 70 80 100 100
mls qos
class-map match-all VOICE
 match ip dscp ef
policy-map PHONE
 class VOICE
  set dscp ef
  police 128000 8000 exceed-action policed-dscp-transmit
interface GigabitEthernet0/1
 srr-queue bandwidth share 10 10 60 20
 priority-queue out
 mls qos trust cos
interface GigabitEthernet0/2
 srr-queue bandwidth share 10 10 60 20
 priority-queue out
 service-policy input PHONE
interface GigabitEthernet0/24
 srr-queue bandwidth share 10 10 60 20
 priority-queue out
 mls qos trust dscp
"""
MX = """\
system { host-name mx; }
version 19.4R3;
chassis { fpc 0 { pic 0 { traffic-manager { mode egress-only; } } } }
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input IN; } address 10.0.0.1/24; } } }
    ge-0/0/1 { hierarchical-scheduler; vlan-tagging;
        unit 100 { vlan-id 100; family inet { address 10.1.0.1/30; } }
        unit 200 { vlan-id 200; family inet { address 10.2.0.1/30; } } }
    xe-0/1/0 { unit 0 { family inet { address 10.9.0.1/30; } } }
}
firewall {
    policer P10 { if-exceeding { bandwidth-limit 10m; burst-size-limit 625k; } then loss-priority high; }
    family inet { filter IN {
        term voice { from { protocol udp; destination-port 16384-32767; } then { forwarding-class expedited-forwarding; loss-priority low; accept; } }
        term sql { from { source-address { 10.0.0.0/25; } protocol tcp; port 1521; } then { policer P10; forwarding-class assured-forwarding; accept; } }
        term rest { then { forwarding-class best-effort; accept; } }
    } }
}
class-of-service {
    classifiers { dscp IN { import default; } }
    interfaces {
        ge-0/0/1 { unit 100 { output-traffic-control-profile T20; } unit 200 { output-traffic-control-profile T50; } }
        xe-0/1/0 { scheduler-map MAP; unit 0 { rewrite-rules { dscp RW; } } }
    }
    traffic-control-profiles { T20 { scheduler-map MAP; shaping-rate 20m; } T50 { scheduler-map MAP; shaping-rate 50m; } }
    rewrite-rules { dscp RW { forwarding-class expedited-forwarding { loss-priority low code-point ef; } forwarding-class assured-forwarding { loss-priority low code-point af31; loss-priority high code-point af32; } } }
    scheduler-maps { MAP { forwarding-class expedited-forwarding scheduler EF; forwarding-class assured-forwarding scheduler AF; forwarding-class best-effort scheduler BE; } }
    schedulers { EF { transmit-rate percent 20; priority strict-high; } AF { transmit-rate percent 30; drop-profile-map loss-priority high protocol any drop-profile DP; } BE { transmit-rate remainder; } }
    drop-profiles { DP { fill-level 50 drop-probability 20; fill-level 80 drop-probability 100; } }
}
"""  # noqa: E501
