"""What is written into packets, and what is dropped."""

from __future__ import annotations

from itertools import product

from tests.bulk.rows.row import PORT, Row
from tests.bulk.trial import Probe, Trial, Wanted
from tests.wire import Label, Packet

_LAN = "GigabitEthernet0/0"


def _marks() -> Row:
    """`set dscp` and `set precedence` keep ECN (RFC 3168, section 22); no other byte changes."""
    text = f"""
class-map match-any A
 match access-group name A
ip access-list extended A
 permit udp any any eq 1
class-map match-any B
 match access-group name B
ip access-list extended B
 permit udp any any eq 2
class-map match-any C
 match ip dscp 63
class-map match-any S
 match access-group name S
ipv6 access-list S
 permit udp any any eq 6
policy-map IN
 class A
  set dscp af33
 class B
  set ip dscp 0
 class S
  set dscp cs5
 class C
  drop
interface {_LAN}
 service-policy input IN
"""
    probes = []
    for port, dscp, ecn in product((1, 2, 3), (0, 1, 31, 46, 63), range(4)):
        wanted = Wanted(dropped=port == 3 and dscp == 63, dscp_out={1: 30, 2: 0}.get(port))
        for options in (b"", b"\1" * 8):
            packet = Packet(dscp=dscp, ecn=ecn, dst_port=port, ip_options=options)
            probes.append(Probe(packet, PORT, wanted, _LAN))
        packet = Packet(version=6, dscp=dscp, ecn=ecn, dst_port=3 + port)
        wanted = Wanted(dscp_out=40 if port == 3 else None)
        probes.append(Probe(packet, PORT, wanted, _LAN))
    probes += [
        Probe(p, PORT, Wanted(), _LAN)
        for p in (
            Packet(ethertype=0x0806),
            Packet(mpls=(Label(16, 7),), dst_port=1),
            Packet(ethertype=0x88CC),
        )
    ]
    covers = (
        "pedit ip dsfield set",
        "pedit ip6 traffic_class set",
        "csum ip4h",
        "gact",
        "pedit retain",
    )
    return Row("marks", covers, Trial("marks", text, tuple(probes), "ios-15"))


def _precedence() -> Row:
    """The three bits of the precedence are written (RFC 791); ECN stays."""
    text = f"""
class-map match-any A
 match ip dscp cs1 cs2
policy-map IN
 class A
  set precedence 5
interface {_LAN}
 service-policy input IN
"""
    probes = [
        Probe(
            Packet(dscp=dscp, ecn=ecn), PORT, Wanted(dscp_out=40 if dscp in (8, 16) else None), _LAN
        )
        for dscp, ecn in product((0, 7, 8, 16, 24), range(4))
    ]
    covers = ("pedit ip dsfield set", "pedit retain")
    return Row("set precedence", covers, Trial("set precedence", text, tuple(probes), "ios-15"))


def _policed() -> Row:
    """An idle meter: what conforms gets the conform action."""
    text = f"""
class-map match-any A
 match access-group name A
ip access-list extended A
 permit udp any any eq 1
class-map match-any T
 match access-group name T
ip access-list extended T
 permit udp any any eq 2
policy-map IN
 class A
  police cir 8000000 bc 20000 conform-action set-dscp-transmit af11 exceed-action drop
 class T
  police cir 8000000 bc 20000 pir 16000000 be 20000 conform-action set-dscp-transmit af21 \
exceed-action set-dscp-transmit af22 violate-action drop
interface {_LAN}
 service-policy input IN
 rate-limit output 8000000 8000 8000 conform-action set-prec-continue 2 exceed-action drop
"""
    probes = []
    for port, dscp, ecn in product((1, 2, 3), (0, 46), range(4)):
        wanted = Wanted(dscp_out={1: 10, 2: 18}.get(port))
        probes.append(Probe(Packet(dscp=dscp, ecn=ecn, dst_port=port), PORT, wanted, _LAN))
    for dscp, ecn in product((0, 7, 46), range(4)):
        wanted = Wanted(dscp_out=16 | dscp & 7)
        probes.append(Probe(Packet(dscp=dscp, ecn=ecn), _LAN, wanted))
    covers = ("police conform-exceed", "pedit ip dsfield set")
    return Row("policed", covers, Trial("policed", text, tuple(probes), "ios-15"))


ROWS = (_marks(), _precedence(), _policed())
