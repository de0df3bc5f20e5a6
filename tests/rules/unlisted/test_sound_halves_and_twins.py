"""Sound designs near the rules on halves, twins, surroundings and counterparts: none may speak.

Each is beside the change with which the rule does speak.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import lint


class Near(NamedTuple):
    """A sound text, and what is to be replaced in it for a warning with the code."""

    code: str
    why: str
    text: str
    old: str
    new: str
    platform: str = "ios-xe"
    infos: bool = False
    """Whether the rule speaks for information only, and is to be silent altogether."""


_BACKUP = """class-map match-any SIP
 match access-group 101
class-map match-any VOICE
 match dscp ef
class-map match-any DATA
 match dscp af21
class-map match-any LESS
 match dscp cs1
policy-map LAN
 class SIP
  set dscp cs1
policy-map MAIN
 class VOICE
  priority 200
 class DATA
  bandwidth 400
 class LESS
  bandwidth 8
policy-map SPARE
 class VOICE
  priority 200
 class DATA
  bandwidth 400
interface FastEthernet0/0
 service-policy input LAN
interface Serial0/0
 service-policy output MAIN
interface Serial0/1
 service-policy output SPARE
access-list 101 permit udp any any eq 5060
"""
_QUEUES = """class-map match-any EF
 match dscp ef
class-map match-any Q1
 match qos-group 1
class-map match-any Q2
 match qos-group 2
policy-map IN
 class EF
  set qos-group 1
policy-map OUT
 class Q1
  bandwidth remaining percent 50
 class Q2
  bandwidth remaining percent 0
interface GigabitEthernet0/0/0
 service-policy input IN
interface GigabitEthernet0/0/1
 service-policy output OUT
"""
_RESERVED = """
set class-of-service classifiers dscp C forwarding-class voice loss-priority low code-points ef
set class-of-service forwarding-classes queue 0 be
set class-of-service forwarding-classes queue 2 reserved
set class-of-service forwarding-classes queue 5 voice
set class-of-service schedulers A transmit-rate percent 20
set class-of-service schedulers B transmit-rate percent 5
set class-of-service schedulers D transmit-rate percent 75
set class-of-service scheduler-maps M forwarding-class voice scheduler A
set class-of-service scheduler-maps M forwarding-class reserved scheduler B
set class-of-service scheduler-maps M forwarding-class be scheduler D
set class-of-service interfaces ge-0/0/0 scheduler-map M
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp C
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24
"""
_PART = """ip access-list extended DESKS
 remark only the first rooms
 permit ip 10.20.0.0 0.0.0.255 any
ip access-list extended HOUSE
 permit tcp 10.20.0.0 0.0.3.255 any eq 443
class-map match-all DESKS
 match access-group name DESKS
class-map match-all HOUSE
 match access-group name HOUSE
policy-map LAN
 class DESKS
  set dscp af31
 class HOUSE
  set dscp af21
interface GigabitEthernet0/0
 ip address 10.20.0.1 255.255.252.0
 service-policy input LAN
"""
_PASSIVE = """hostname core
ip access-list extended BGP
 permit tcp host 192.0.2.2 eq bgp any
class-map match-all BGP
 match access-group name BGP
policy-map COPP
 class BGP
  police 512000 16000 conform-action transmit exceed-action drop
 class class-default
  police 64000 3000 conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.252
router bgp 65001
 neighbor 192.0.2.2 remote-as 65002
 neighbor 192.0.2.2 transport connection-mode active
control-plane
 service-policy input COPP
"""
_PHONES = """mls qos
interface FastEthernet0/2
 switchport access vlan 20
 switchport voice vlan 20
 mls qos cos 5
 mls qos trust cos
"""
_CALLS = """class-map match-any VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 256
interface GigabitEthernet0/0
 ip address 10.0.0.1 255.255.255.0
interface Serial0/0/0
 ip address 172.16.0.2 255.255.255.252
 service-policy output WAN
dial-peer voice 100 voip
 max-conn 30
 session target ipv4:10.0.0.10
 codec g711ulaw
"""
_WIRELESS = """class-map match-all RTP
 match access-group 101
policy-map AIR
 class RTP
  set dscp ef
  set cos 6
interface GigabitEthernet0/3.20
 encapsulation dot1Q 20
 service-policy output AIR
access-list 101 permit udp any any range 16384 32767
"""
_PLANS = """class-map match-all RTP
 match access-group 101
class-map match-all SIG
 match access-group 102
policy-map OFFICE
 class RTP
  set dscp ef
 class SIG
  set dscp cs3
policy-map LAB
 class RTP
  set dscp cs3
 class SIG
  set dscp cs2
interface GigabitEthernet0/0
 service-policy input OFFICE
interface GigabitEthernet0/1
 service-policy input LAB
access-list 101 permit udp any any range 16384 32767
access-list 102 permit tcp any any eq 5061
"""
_TRUSTED = (
    _PLANS.replace("LAB", "SERVERS-TRUSTED")
    .replace(
        "  set dscp cs3\n class SIG\n  set dscp cs2", "  set dscp ef\n class SIG\n  set dscp cs3"
    )
    .replace("policy-map SERVERS", " class class-default\n  set dscp default\npolicy-map SERVERS")
)
_NEIGHBORS = """
set firewall family inet filter A-V4 term ONE from protocol icmp
set firewall family inet6 filter A-V6 term ONE from next-header icmp6
set firewall family inet filter A-V4 term ONE then policer P
set firewall family inet6 filter A-V6 term ONE then accept
set firewall policer P if-exceeding bandwidth-limit 1m
set firewall policer P then discard
set interfaces ge-0/0/0 unit 0 family inet filter input A-V4
set interfaces ge-0/0/0 unit 0 family inet6 filter input A-V6
"""
_ICMP = "protocol icmp\nset firewall family inet6 filter A-V6 term ONE from next-header icmp6"
_ROOM = """
set switch-options voip interface ge-0/0/0.0 vlan VOICE
set switch-options voip interface ge-0/0/1.0 vlan VOICE
set switch-options voip interface ge-0/0/2.0 vlan PHONES
set interfaces ge-0/0/0 unit 0 family ethernet-switching vlan members VOICE
set interfaces ge-0/0/1 unit 0 family ethernet-switching vlan members VOICE
"""
_GUARDED = """
set interfaces lo0 unit 0 family inet filter input GUARD
set policy-options prefix-list IN apply-path "protocols bgp group A neighbor <*>"
set policy-options prefix-list EX apply-path "protocols bgp group B neighbor <*>"
set firewall family inet filter GUARD term IN from source-prefix-list IN
set firewall family inet filter GUARD term IN then accept
set firewall family inet filter GUARD term EX from source-prefix-list EX
set firewall family inet filter GUARD term EX then accept
set protocols bgp group A neighbor 192.0.2.1
set protocols bgp group B neighbor 192.0.2.9
"""
_GROUPS = """
set protocols igmp interface ge-0/0/1.0 static group 239.9.0.1
set firewall family inet filter IN term TV from destination-address 232.0.0.0/8
set firewall family inet filter IN term TV then forwarding-class video
set firewall family inet filter IN term TIME from destination-address 239.9.0.1/32
set firewall family inet filter IN term TIME then accept
"""
_LABELS = """
set interfaces xe-0/0/0 description "Core link 1"
set interfaces xe-0/0/0 unit 0 family mpls
set interfaces xe-0/0/1 description "Core link 2"
set interfaces xe-0/0/1 unit 0 family mpls
set interfaces xe-0/0/2 description "Core link 3"
set interfaces xe-0/0/2 unit 0 family inet address 192.0.2.5/31
set class-of-service interfaces xe-0/0/0 unit 0 classifiers dscp D
set class-of-service interfaces xe-0/0/0 unit 0 classifiers exp E
set class-of-service interfaces xe-0/0/1 unit 0 classifiers dscp D
set class-of-service interfaces xe-0/0/1 unit 0 classifiers exp E
set class-of-service interfaces xe-0/0/2 unit 0 classifiers dscp D
"""
_TUNNEL = """class-map match-any MGMT
 match dscp cs2
policy-map WAN
 class MGMT
  bandwidth percent 5
interface Tunnel2
 ip address 10.254.2.2 255.255.255.252
 tunnel source GigabitEthernet0/1
 tunnel destination 203.0.113.2
 tunnel tos 64
interface GigabitEthernet0/1
 ip address 198.51.100.2 255.255.255.252
 service-policy output WAN
"""
_FLOOD = "set firewall policer FLOOD-5M-BURST if-exceeding bandwidth-limit 50m\n"

NEAR = [
    Near("QOS610", "scavenger has no class on one line", _BACKUP, "cs1", "cs3"),
    Near("QOS601", "a queue is given 0 %", _QUEUES, "percent 0", "percent 5"),
    Near("QOS601", "a class is reserved", _RESERVED, "reserved", "gold", "junos-mx"),
    Near("QOS601", "a part of a device", _QUEUES.replace("percent 0", "percent 5").replace(
        "class EF\n", "class GOLD\n"), "class GOLD\n", "class EF\n"),
    Near("QOS901", "a remark says only a part", _PART, "only the first rooms", "desks"),
    Near("QOS613", "the router opens its sessions", _PASSIVE, "transport connection-mode active",
         "description x"),
    Near("QOS931", "a port without a PC", _PHONES, "access vlan 20", "access vlan 10", "ios-12"),
    Near("QOS912", "calls within the LAN", _CALLS, "10.0.0.10", "10.9.0.10"),
    Near("QOS606", "EF is 6 on a wireless LAN", _WIRELESS, "set cos 6", "set cos 3"),
    Near("QOS924", "two plans of marks", _PLANS, "set dscp cs2", "set dscp cs3"),
    Near("QOS925", "a trusted port", _TRUSTED, "SERVERS-TRUSTED", "SERVERS"),
    Near("QOS943", "IPv6 needs ICMP", _NEIGHBORS, _ICMP, _ICMP.replace("icmp6", "icmp")
         .replace("icmp", "udp"), "junos-mx"),
    Near("QOS952", "a room with phones alone", _ROOM, "ge-0/0/1 unit 0 family ethernet-switching "
         "vlan members VOICE", "ge-0/0/1 unit 0 family ethernet-switching vlan members DATA",
         "junos-ex", infos=True),
    Near("QOS948", "a list for each group", _GUARDED, "source-prefix-list EX", "protocol tcp",
         "junos-mx"),
    Near("QOS947", "another term has the joined group", _GROUPS, "239.9.0.1/32", "239.8.0.1/32",
         "junos-mx", infos=True),
    Near("QOS944", "a port without labels", _LABELS, "family inet address 192.0.2.5/31",
         "family mpls", "junos-mx"),
    Near("QOS909", "a tunnel of one service", _TUNNEL, "tunnel tos 64", "tunnel tos 0"),
    Near("QOS942", "a figure of the burst", _FLOOD, "FLOOD-5M-BURST", "FLOOD-5M", "junos-mx"),
]  # fmt: skip


@pytest.mark.parametrize("near", NEAR, ids=lambda one: f"{one.code} {one.why}")
def test_a_sound_design_is_left_alone(near: Near) -> None:
    assert near.old in near.text
    changed = near.text.replace(near.old, near.new)
    assert near.code not in _loud(near.text, near.platform, infos=near.infos)
    assert near.code in _loud(changed, near.platform, infos=near.infos)


def _loud(text: str, platform: str, *, infos: bool = False) -> set[str]:
    found = lint(text, platform)
    return {one.code for one in found if infos or one.severity is not Severity.INFO}


_CARRIER = """class-map match-any A
 match dscp af41
class-map match-any B
 match dscp af31
class-map match-any C
 match dscp af21
class-map match-any D
 match dscp af11
policy-map CARRIER
 description the carrier has AF11 as it is
 class A
  bandwidth percent 10
  set dscp cs4
 class B
  bandwidth percent 10
  set dscp cs3
 class C
  bandwidth percent 10
  set dscp cs2
 class D
  bandwidth percent 10
interface Serial0/0
 service-policy output CARRIER
"""


def test_a_description_that_names_the_code_point_settles_it() -> None:
    assert "QOS926" not in _loud(_CARRIER, "ios-xe")
    silent = _CARRIER.replace("AF11 as it is", "classes of its own")
    assert "QOS926" in _loud(silent, "ios-xe")
