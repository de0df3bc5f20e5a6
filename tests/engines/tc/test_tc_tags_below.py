"""Packets of VLANs on the device of their port, in a real kernel: the class and mark of each."""

from __future__ import annotations

import pytest

from tests.bulk import Probe, Trial, Wanted, judge, run
from tests.wire import Packet, Vlan

pytestmark = pytest.mark.engine

TEXT = """\
class-map match-any VOICE
 match dscp ef
policy-map OUT
 class VOICE
  priority percent 20
 class class-default
  bandwidth remaining percent 100
policy-map MARK
 class VOICE
  set dscp cs5
 class class-default
  set dscp default
policy-map GROUP
 class class-default
  set qos-group 1
interface GigabitEthernet0/0
 service-policy output OUT
interface GigabitEthernet0/0.100
 encapsulation dot1Q 100
interface GigabitEthernet0/1
 service-policy input MARK
interface GigabitEthernet0/1.100
 encapsulation dot1Q 100
interface GigabitEthernet0/2
 service-policy input GROUP
"""
MARKING, PLAIN = "GigabitEthernet0/1", "GigabitEthernet0/2"


def probe(wanted: Wanted, entry: str, dscp: int, version: int, vlan: Vlan | None) -> Probe:
    return Probe(Packet(version=version, dscp=dscp, vlan=vlan), "GigabitEthernet0/0", wanted, entry)


def test_packets_with_and_without_a_tag_are_treated_alike(linux: None) -> None:
    probes = tuple(
        each
        for vlan in (None, Vlan(100, 5))
        for version in (4, 6)
        for each in (
            probe(Wanted("voice"), PLAIN, 46, version, vlan),
            probe(Wanted("rest"), PLAIN, 10, version, vlan),
            probe(Wanted("rest", dscp_out=40), MARKING, 46, version, vlan),
            probe(Wanted("rest", dscp_out=0), MARKING, 10, version, vlan),
        )
    )
    trial = Trial("tags below", TEXT, probes, platform="ios-15", allow_loss=True)
    verdict = judge(run([trial], 200)[0])
    assert verdict.wrong == [], verdict.report()
    if verdict.untested:
        pytest.skip(f"the host held the guest up: {verdict.untested[0]}")
    assert verdict.sent == len(probes)
    assert verdict.leaves == {
        ("GigabitEthernet0/0", "voice"): (("d0", "1:10"),),
        ("GigabitEthernet0/0", "rest"): (("d0", "1:11"),),
    }
