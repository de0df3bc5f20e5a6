"""Whole devices of each platform, each with one script for all ports, in a real kernel.

Marked packets go from each port to the other and back; what the manual says becomes of each is
written here. The generator of `tests/generator` makes more of IOS and JunOS (test_tc_generated).
"""

from __future__ import annotations

import pytest

from tests.bulk import Probe, Trial, Wanted, judge, run
from tests.engines.calm import in_time
from tests.wire import Packet

pytestmark = pytest.mark.engine

XR = """class-map match-any VOICE
 match dscp {voice}
 end-class-map
class-map match-any DATA
 match dscp {data}
 end-class-map
class-map match-any GROUP
 match qos-group {group}
 end-class-map
class-map match-any MARKED
 match dscp {marked}
 end-class-map
policy-map IN
 class VOICE
  set qos-group {group}
 class DATA
  set dscp {marked}
 class class-default
  set dscp 0
 end-policy-map
policy-map OUT
 class GROUP
  priority level 1
  police rate percent 10
 class MARKED
  bandwidth percent 30
 class class-default
 end-policy-map
interface GigabitEthernet0/0/0/0
 ipv4 address 10.0.0.1 255.255.255.0
 service-policy input IN
 service-policy output OUT
!
interface GigabitEthernet0/0/0/1
 ipv4 address 10.0.1.1 255.255.255.0
 service-policy input IN
 service-policy output OUT
!
"""
IOS = """class-map match-any VOICE
 match dscp {voice}
class-map match-any DATA
 match precedence {data}
class-map match-any BLOCKED
 match access-group 101
class-map match-any GROUP
 match qos-group {group}
class-map match-any MARKED
 match dscp {marked}
policy-map IN
 class BLOCKED
  drop
 class VOICE
  set qos-group {group}
 class DATA
  set dscp {marked}
 class class-default
  set dscp 0
policy-map OUT
 class GROUP
  priority percent 10
 class MARKED
  bandwidth percent 30
 class class-default
  bandwidth percent 20
access-list 101 permit udp any any eq {port}
interface GigabitEthernet0/0
 ip address 10.0.0.1 255.255.255.0
 service-policy input IN
 service-policy output OUT
interface GigabitEthernet0/1
 ip address 10.0.1.1 255.255.255.0
 service-policy input IN
 service-policy output OUT
"""
JUNOS = """
set class-of-service classifiers dscp C forwarding-class expedited-forwarding loss-priority low \
code-points {voice:06b}
set class-of-service classifiers dscp C forwarding-class assured-forwarding loss-priority high \
code-points {data:06b}
set class-of-service classifiers dscp C forwarding-class best-effort loss-priority low \
code-points {rest:06b}
set class-of-service rewrite-rules dscp R forwarding-class assured-forwarding \
loss-priority high code-point {marked:06b}
set class-of-service schedulers ef priority strict-high
set class-of-service schedulers af transmit-rate percent 30
set class-of-service schedulers be transmit-rate percent 20
set class-of-service scheduler-maps m forwarding-class expedited-forwarding scheduler ef
set class-of-service scheduler-maps m forwarding-class assured-forwarding scheduler af
set class-of-service scheduler-maps m forwarding-class best-effort scheduler be
set firewall family inet filter F term block from protocol udp
set firewall family inet filter F term block from destination-port {port}
set firewall family inet filter F term block then discard
set firewall family inet filter F term rest then accept
"""
JUNOS_PORT = """\
set class-of-service interfaces {name} scheduler-map m
set class-of-service interfaces {name} unit 0 classifiers dscp C
set class-of-service interfaces {name} unit 0 rewrite-rules dscp R
set interfaces {name} unit 0 family inet address 10.0.{number}.1/24
set interfaces {name} unit 0 family inet filter input F
"""
CATALYST = """mls qos
mls qos srr-queue output dscp-map queue {queue} threshold 1 {dscp}
interface GigabitEthernet1/0/1
 mls qos trust dscp
 srr-queue bandwidth share 10 20 30 40
 srr-queue bandwidth shape 0 0 0 0
interface GigabitEthernet1/0/2
 mls qos trust dscp
 srr-queue bandwidth share 40 30 20 10
 srr-queue bandwidth shape 0 0 0 0
"""
QUEUES = ((0, 2), (16, 3), (32, 4), (40, 1), (48, 4))
"""The first DSCP of a run and its queue: Cisco, Catalyst 3750 Switch Software Configuration Guide,
Default DSCP Output Queue Threshold Map."""


def both_ways(one: str, two: str, packet: Packet, wanted: Wanted) -> tuple[Probe, Probe]:
    return Probe(packet, two, wanted, one), Probe(packet, one, wanted, two)


def xr(number: int) -> Trial:
    voice, data, marked = 46 - 2 * number, 26 - 2 * number, 50 + number
    text = XR.format(voice=voice, data=data, marked=marked, group=number + 1)
    ports = "GigabitEthernet0/0/0/0", "GigabitEthernet0/0/0/1"
    wanted = {
        voice: Wanted("group"),
        data: Wanted("marked", dscp_out=marked),
        63: Wanted("rest", dscp_out=0),
    }
    probes = [
        each
        for dscp, what in wanted.items()
        for version in (4, 6)
        for each in both_ways(*ports, Packet(version=version, dscp=dscp), what)
    ]
    return Trial(f"XR {number}", text, tuple(probes), "ios-xr", allow_loss=True)


def catalyst(number: int) -> Trial:
    moved, queue = 10 + 9 * number, number % 4 + 1
    text = CATALYST.format(queue=queue, dscp=moved)
    ports = "GigabitEthernet1/0/1", "GigabitEthernet1/0/2"
    probes = []
    for dscp in (moved, 0, 15, 16, 31, 32, 40, 47, 48, 63):
        own = queue if dscp == moved else max(row for row in QUEUES if row[0] <= dscp)[1]
        probes += both_ways(*ports, Packet(dscp=dscp), Wanted(own))
    return Trial(f"Catalyst {number}", text, tuple(probes), "cat3750", allow_loss=True)


def ios(number: int) -> Trial:
    voice, data, marked, port = 46 - 3 * number, number % 3 + 1, 56 + number, 5000 + number
    text = IOS.format(voice=voice, data=data, marked=marked, group=number + 1, port=port)
    ports = "GigabitEthernet0/0", "GigabitEthernet0/1"
    blocked = Packet(protocol=17, src_port=9, dst_port=port, dscp=voice)
    probes = [
        *both_ways(*ports, Packet(dscp=voice), Wanted("group", dscp_out=voice)),
        *both_ways(*ports, Packet(dscp=data << 3), Wanted("marked", dscp_out=marked)),
        *both_ways(*ports, Packet(dscp=(data << 3) + 6), Wanted("marked", dscp_out=marked)),
        *both_ways(*ports, Packet(dscp=63), Wanted("rest", dscp_out=0)),
        *both_ways(*ports, blocked, Wanted(dropped=True)),
    ]
    return Trial(f"IOS {number}", text, tuple(probes), "ios-15", allow_loss=True)


def junos(number: int) -> Trial:
    voice, data, rest, marked, port = 46 - number, 26 + number, number, 50 + number, 6000 + number
    names = "ge-0/0/0", "ge-0/0/1"
    text = JUNOS.format(voice=voice, data=data, rest=rest, marked=marked, port=port)
    text += "".join(JUNOS_PORT.format(name=each, number=n) for n, each in enumerate(names))
    ports = "ge-0/0/0.0", "ge-0/0/1.0"
    blocked = Packet(protocol=17, src_port=9, dst_port=port, dscp=voice)
    probes = [
        *both_ways(*ports, Packet(dscp=voice), Wanted("ef")),
        *both_ways(*ports, Packet(dscp=data), Wanted("af", dscp_out=marked)),
        *both_ways(*ports, Packet(dscp=rest), Wanted("be")),
        *both_ways(*ports, blocked, Wanted(dropped=True)),
    ]
    return Trial(f"JunOS {number}", text, tuple(probes), "junos-mx", allow_loss=True)


def tried(trials: list[Trial]) -> int:
    """How many packets were tested; what went wrong fails."""
    late = sent = tested = 0
    wrong = []
    for seen in run(trials, 500):
        if seen.late:
            late += 1
            continue
        verdict = judge(seen)
        sent += verdict.sent
        tested += verdict.sent - len(verdict.untested)
        if verdict.wrong:
            wrong.append(verdict.report(5))
    assert wrong == [], "\n".join(wrong[:3])
    in_time(len(trials) - late, len(trials))
    assert tested >= sent - sent // 50
    return tested


def test_a_device_of_each_platform(linux: None) -> None:
    assert tried([xr(0), catalyst(1), ios(0), junos(1)]) > 0


TWENTY = (
    *map(xr, range(4)),
    *map(catalyst, range(4)),
    *map(ios, range(6)),
    *map(junos, range(6)),
)


@pytest.mark.deep
@pytest.mark.parametrize("half", range(2))
def test_twenty_devices(linux: None, half: int) -> None:
    assert tried(list(TWENTY[half::2])) > 0
