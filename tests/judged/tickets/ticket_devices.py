"""Configs that tickets are for: IOS XE with a shaped subinterface, IOS XR, NX-OS, IOS 12 with CAR
and a priority list, JunOS with classifiers and a traffic-control profile.
"""

from __future__ import annotations

XE = """\
version 16.9
hostname wan
ip access-list extended PHONES
 10 permit udp 10.1.0.0 0.0.255.255 any range 16384 32767
ip access-list extended BUSINESS
 10 permit tcp any any eq 1521
 20 permit tcp any eq 1521 any
class-map match-any VOICE
 match access-group name PHONES
 match dscp ef
class-map match-all SQL
 match access-group name BUSINESS
 match not dscp cs1
class-map match-any EF
 match dscp ef
class-map match-any BUSY
 match dscp af31 af32
class-map match-any SCAVENGER
 match dscp cs1
policy-map MARK
 class VOICE
  set dscp ef
 class SQL
  police cir 2000000 bc 62500 pir 4000000 be 125000
   conform-action set-dscp-transmit af31
   exceed-action set-dscp-transmit af32
   violate-action drop
 class class-default
  set dscp default
policy-map QUEUES
 class EF
  priority level 1
  police cir 1000000 bc 31250
 class BUSY
  bandwidth remaining ratio 40
  random-detect dscp-based
  queue-limit 200 packets
 class SCAVENGER
  bandwidth remaining ratio 1
 class class-default
  bandwidth remaining ratio 9
policy-map SITE
 class class-default
  shape average 20000000
  service-policy QUEUES
interface GigabitEthernet0/0/0
 service-policy input MARK
interface GigabitEthernet0/0/1.10
 encapsulation dot1Q 10
 service-policy output SITE
"""
XR = """\
!! IOS XR Configuration 6.1.3
hostname pe1
ipv4 access-list MGMT
 10 permit tcp any any eq 22
 20 permit udp any any eq 161
!
class-map match-any GOLD
 match dscp af31 af32
 end-class-map
!
class-map match-any MGMT
 match access-group ipv4 MGMT
 end-class-map
!
class-map match-any RT
 match dscp ef
 end-class-map
!
policy-map IN
 class RT
  police rate 10 mbps burst 125000 bytes
   conform-action transmit
   exceed-action drop
  !
 !
 class MGMT
  set dscp cs2
 !
 class class-default
  set dscp default
 !
 end-policy-map
!
policy-map OUT
 class RT
  priority level 1
  police rate percent 10
  !
 !
 class GOLD
  bandwidth remaining percent 60
  queue-limit 400 packets
 !
 class class-default
  bandwidth remaining percent 40
 !
 end-policy-map
!
interface GigabitEthernet0/0/0/0
 service-policy input IN
!
interface GigabitEthernet0/0/0/1
 service-policy output OUT
!
end
"""
NEXUS = """\
feature lldp
vdc leaf id 1
ip access-list STORAGE
  10 permit tcp any any eq 3260
class-map type qos match-any ISCSI
  match access-group name STORAGE
class-map type qos match-any MARKED
  match dscp 26
policy-map type qos IN
  class ISCSI
    set qos-group 3
    set dscp 26
  class MARKED
    set qos-group 3
  class class-default
    police cir 100 mbps bc 200 ms conform transmit violate drop
interface Ethernet1/1
  service-policy type qos input IN
interface Ethernet1/2
"""
CAR = """\
version 12.2
hostname old
access-list 101 permit tcp any any eq www
access-list 102 permit udp any any eq domain
interface FastEthernet0/0
 rate-limit input access-group 101 1000000 187500 375000 conform-action set-prec-transmit 3 exceed-action drop
 rate-limit input 8000000 1500000 3000000 conform-action transmit exceed-action drop
interface Serial0/0
 bandwidth 1544
 priority-group 1
priority-list 1 protocol ip high list 102
priority-list 1 protocol ip medium tcp telnet
priority-list 1 default normal
"""  # noqa: E501
_EDGE = "set firewall family inet filter EDGE term"
_QUEUES = "set class-of-service"
_RULES = f"{_QUEUES} rewrite-rules dscp OUT forwarding-class"
JUNOS = f"""\
set system host-name pe
set policy-options prefix-list CALLS 10.1.0.0/16
{_EDGE} calls from prefix-list CALLS
{_EDGE} calls from protocol udp
{_EDGE} calls then forwarding-class expedited-forwarding
{_EDGE} calls then loss-priority low
{_EDGE} calls then accept
{_EDGE} limited from source-address 10.9.0.0/16
{_EDGE} limited then policer TWO
{_EDGE} rest then accept
set firewall policer TWO if-exceeding bandwidth-limit 2m
set firewall policer TWO if-exceeding burst-size-limit 62500
set firewall policer TWO then loss-priority high
set interfaces ge-0/0/0 unit 0 family inet filter input EDGE
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.1/30
{_QUEUES} classifiers dscp IN forwarding-class assured-forwarding loss-priority low code-points af31
{_QUEUES} classifiers dscp IN forwarding-class best-effort loss-priority low code-points be
{_QUEUES} interfaces ge-0/0/0 unit 0 classifiers dscp IN
{_QUEUES} interfaces ge-0/0/1 output-traffic-control-profile LINE
{_QUEUES} interfaces ge-0/0/1 unit 0 rewrite-rules dscp OUT
{_QUEUES} traffic-control-profiles LINE shaping-rate 20m
{_QUEUES} traffic-control-profiles LINE scheduler-map THREE
{_RULES} expedited-forwarding loss-priority low code-point ef
{_RULES} assured-forwarding loss-priority low code-point af31
{_RULES} best-effort loss-priority low code-point be
{_RULES} best-effort loss-priority high code-point cs1
{_QUEUES} scheduler-maps THREE forwarding-class expedited-forwarding scheduler CALLS
{_QUEUES} scheduler-maps THREE forwarding-class assured-forwarding scheduler BUSY
{_QUEUES} scheduler-maps THREE forwarding-class best-effort scheduler REST
{_QUEUES} schedulers CALLS transmit-rate 2m
{_QUEUES} schedulers CALLS priority high
{_QUEUES} schedulers BUSY transmit-rate percent 40
{_QUEUES} schedulers REST transmit-rate remainder
"""
