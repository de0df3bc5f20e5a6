"""Configs that between them use every construct that a tc script can have."""

from pathlib import Path

ROOT = Path(__file__).parents[3]

EVERYTHING = """
class-map match-any codes
 match ip dscp ef af41
 match ip precedence 5
class-map match-all short
 match packet length min 64 max 200
 match dscp af31
class-map match-all listed
 match not ip dscp ef
 match access-group name mixed
class-map match-all grouped
 match qos-group 5
class-map match-all sender
 match source-address mac 0011.2233.4455
class-map match-all resolution
 match protocol arp
class-map match-all voice
 match ip rtp 16384 16383
ip access-list extended mixed
 permit tcp any 10.0.0.0 0.255.0.255 established
 deny udp host 10.1.1.1 range 5 100 any gt 1023
 permit udp any lt 1024 any neq 53
 permit icmp any any echo
 permit ip any any fragments
 permit ospf any any
 permit 255 any any
 permit tcp any any eq 80 dscp af11
access-list 104 permit tcp any any range 0 65535
policy-map inner
 class codes
  bandwidth percent 20
  queue-limit 20
 class grouped
  bandwidth percent 10
  random-detect
 class class-default
  fair-queue 64
policy-map outer
 class codes
  priority 200
  set ip dscp cs5
 class short
  bandwidth 100
  police cir 64000 bc 8000 be 16000 conform-action set-dscp-transmit af11
   exceed-action set-dscp-transmit af12
   violate-action set-prec-transmit 0
  queue-limit 40
 class listed
  bandwidth 100
  random-detect dscp-based
  police cir 64000 pir 128000 conform-action transmit exceed-action set-dscp-transmit 0
   violate-action drop
 class grouped
  shape average 300000
  service-policy inner
 class sender
  set qos-group 7
  bandwidth 10
 class resolution
  bandwidth 8
 class voice
  bandwidth 10
 class class-default
  fair-queue
policy-map marker
 class codes
  set qos-group 5
 class short
  set precedence 3
  police 8000
 class class-default
  set dscp 0
interface GigabitEthernet0/0
 bandwidth 10000
 service-policy input marker
 rate-limit output access-group 104 64000 8000 16000 conform-action set-prec-continue 2
  exceed-action continue
 rate-limit output dscp 46 64000 8000 8000 conform-action transmit
  exceed-action set-dscp-transmit 8
 rate-limit output 1000000 16000 16000 conform-action transmit exceed-action drop
 service-policy output outer
"""

HOLES = """
access-list 101 deny ip host 10.0.0.1 any
access-list 101 permit tcp any any eq 80
access-list 101 deny tcp any any
access-list 101 permit ip any any precedence 5
access-list 102 deny udp any any
access-list 102 permit ip host 10.0.0.1 any
class-map a
 match access-group 101
class-map match-all b
 match not access-group 102
 match not ip dscp ef
policy-map p
 class a
  bandwidth 100
 class b
  set dscp 10
  bandwidth 50
 class class-default
  bandwidth 20
policy-map q
 class b
  set dscp 20
 class a
  set qos-group 3
interface Serial0
 bandwidth 2000
 service-policy input q
 rate-limit output access-group 101 64000 8000 8000 conform-action set-prec-continue 5
  exceed-action continue
 rate-limit output access-group 102 128000 8000 8000 conform-action set-prec-transmit 5
  exceed-action drop
 service-policy output p
"""

PORTS = """
ip access-list extended web
 permit tcp any range 1024 2047 10.1.2.0 0.0.0.255 eq 443
 permit udp 10.9.0.0 0.0.255.255 any range 5000 5999
 permit tcp any any syn
 permit icmp any host 10.1.1.1 echo-reply
ipv6 access-list six
 permit udp 2001:db8:1::/48 any eq 5060
 permit tcp any 2001:db8:2::/64 range 80 90
class-map match-any web
 match access-group name web
class-map match-any six
 match access-group name six
class-map match-any gold
 match dscp af41 af42
 match precedence 6
policy-map p
 class web
  bandwidth percent 30
  queue-limit 100
  set dscp af21
 class six
  bandwidth percent 20
  police 256000 16000 conform-action set-dscp-transmit af31 exceed-action drop
 class gold
  priority percent 10
 class class-default
  random-detect
interface GigabitEthernet0/1
 bandwidth 100000
 service-policy output p
"""

HIERARCHY = """
class-map ef
 match dscp ef
class-map af
 match dscp af31 af32 af33
policy-map child
 class ef
  priority 512
 class af
  bandwidth 256
  random-detect dscp-based
 class class-default
  queue-limit 30
policy-map parent
 class class-default
  shape average 2000000 20000 20000
  service-policy child
interface Ethernet0/0
 service-policy output parent
"""

CIRCUIT = """
class-map match-any gold
 match ip precedence 5
 match ip precedence 6
policy-map w
 class gold
  bandwidth 600
 class class-default
  bandwidth 200
interface ATM0/0.1 point-to-point
 pvc 1/32
  vbr-nrt 2000 2000 1
  encapsulation aal5snap
  service-policy output w
"""

BANDS = """
priority-list 3 protocol ip high tcp telnet
priority-list 3 protocol ip medium list 120
priority-list 3 default low
priority-list 3 queue-limit 10 20 30 40
access-list 120 permit udp any any range 16384 32767
interface Serial1
 bandwidth 128
 priority-group 3
"""

TURNS = """
queue-list 2 protocol ip 1 list 121
queue-list 2 protocol ip 2 tcp www
queue-list 2 default 3
queue-list 2 queue 1 byte-count 3000
queue-list 2 queue 2 byte-count 6000 limit 40
access-list 121 permit icmp any any
interface Serial2
 bandwidth 256
 custom-queue-list 2
"""

PLAIN = """
interface Serial3
 bandwidth 64
 fair-queue 64 128 0
 hold-queue 75 out
interface Serial4
 bandwidth 64
 no fair-queue
 hold-queue 20 out
"""

JUNOS = """
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input in; } address 192.0.2.1/24; } } }
    ge-0/0/1 { unit 0 { family inet { filter { output out; } address 192.0.2.5/30; } } }
}
firewall {
    policer ten { if-exceeding { bandwidth-limit 10m; burst-size-limit 62500; } then discard; }
    policer soft {
        if-exceeding { bandwidth-limit 2m; burst-size-limit 30k; }
        then { loss-priority high; forwarding-class best-effort; }
    }
    family inet {
        filter in {
            term voice { from { dscp ef; protocol udp; }
                then { policer soft; forwarding-class expedited-forwarding; accept; } }
            term web { from { protocol tcp; destination-port [ 80 443 ]; }
                then { forwarding-class assured-forwarding; loss-priority high; accept; } }
            term bad { from { source-address { 10.0.0.0/8; 10.1.0.0/16 except; } } then discard; }
            term rest { then { policer ten; accept; } }
        }
        filter out {
            term late { from { forwarding-class assured-forwarding; } then accept; }
            term odd { from { packet-length 1000-1400; } then discard; }
            term rest { then accept; }
        }
    }
}
class-of-service {
    interfaces { ge-0/0/1 { scheduler-map m; } }
    scheduler-maps { m {
        forwarding-class best-effort scheduler be;
        forwarding-class assured-forwarding scheduler af;
        forwarding-class expedited-forwarding scheduler ef;
    } }
    schedulers {
        be { transmit-rate percent 20; buffer-size percent 20; priority low; }
        af { transmit-rate percent 40; buffer-size percent 40; priority medium-low; }
        ef { transmit-rate percent 10; priority strict-high; }
    }
}
"""

SHARED = """
mls qos aggregate-policer a 64000 8000 exceed-action drop
mls qos aggregate-policer b 128000 8000 exceed-action drop
class-map c
 match dscp ef
class-map d
 match dscp af11
policy-map p
 class c
  police aggregate a
 class d
  police aggregate a
policy-map q
 class d
  police aggregate b
 class c
  police aggregate b
interface GigabitEthernet0/1
 service-policy input p
interface GigabitEthernet0/2
 service-policy input q
"""

CONFIGS: dict[str, tuple[str, str | None]] = {
    "everything": (EVERYTHING, None),
    "everything ios-xe": (EVERYTHING, "ios-xe"),
    "holes": (HOLES, None),
    "ports": (PORTS, None),
    "ports ios-15": (PORTS, "ios-15"),
    "hierarchy": (HIERARCHY, None),
    "circuit": (CIRCUIT, None),
    "bands": (BANDS, None),
    "turns": (TURNS, None),
    "plain": (PLAIN, None),
    "junos": (JUNOS, None),
    "shared": (SHARED, None),
}

EXAMPLES = sorted((ROOT / "examples").glob("*/*.c[of][gn]*"))

TESTBEDS = [path for path in EXAMPLES if path.parent.name != "constructs"]
"""The examples whose classes a fault must change something for: the small configs of `constructs`
have filters that send packets where they would go anyway."""
