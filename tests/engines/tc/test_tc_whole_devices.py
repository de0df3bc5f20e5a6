"""Whole devices of IOS XR and of Catalyst, each with one script for all ports, in a real kernel.

Marked packets go from each port to the other and back; what the manual says becomes of each is
written here. The generator of `tests/generator` makes those of IOS and JunOS (test_tc_generated).
"""

from __future__ import annotations

import pytest

from tests.bulk import Probe, Trial, Wanted, judge, run
from tests.engines.calm import in_time
from tests.wire import Packet

pytestmark = pytest.mark.engine

OWN = 5
"""Devices of IOS XR, and of Catalyst."""
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


def test_devices_of_xr_and_of_catalyst(linux: None) -> None:
    assert tried([xr(0), catalyst(1)]) > 0


@pytest.mark.deep
def test_ten_devices_of_xr_and_of_catalyst(linux: None) -> None:
    assert tried([*map(xr, range(OWN)), *map(catalyst, range(OWN))]) > 0
