"""Packets that leave by a unit or subinterface without queues, on a port that has some.

Cisco, QoS: Policing and Shaping Configuration Guide, Hierarchical Queueing for Ethernet: a policy
of the main interface holds all of its subinterfaces. Juniper, Class of Service User Guide,
Hierarchical Schedulers: what leaves by a unit without a traffic-control-profile is of the port.
"""

from __future__ import annotations

import pytest

import qosc

IOS = """\
version 15.2
class-map V
 match dscp ef
policy-map P
 class V
  priority percent 10
policy-map IN
 class V
  set dscp af41
interface GigabitEthernet0/0
 bandwidth 20000
 service-policy output P
interface GigabitEthernet0/0.10
 encapsulation dot1q 10
 ip address 10.0.0.1 255.255.255.0
interface GigabitEthernet0/0.20
 encapsulation dot1q 20
 bandwidth 1000
 service-policy input IN
interface GigabitEthernet0/1
 ip address 10.0.2.1 255.255.255.0
"""
JUNOS = """\
set version 20.2R3
set interfaces ge-1/0/0 hierarchical-scheduler
set interfaces ge-1/0/0 vlan-tagging
set interfaces ge-1/0/0 unit 10 vlan-id 10
set interfaces ge-1/0/0 unit 20 vlan-id 20
set interfaces ge-1/0/0 unit 30 vlan-id 30
set class-of-service traffic-control-profiles P shaping-rate 800m
set class-of-service traffic-control-profiles U shaping-rate 200m
set class-of-service traffic-control-profiles U guaranteed-rate 100m
set class-of-service interfaces ge-1/0/0 output-traffic-control-profile P
set class-of-service interfaces ge-1/0/0 unit 10 output-traffic-control-profile U
set class-of-service interfaces ge-1/0/0 unit 20 output-traffic-control-profile U
"""


def told(text: str, packet: str, entered: str, left: str, platform: str | None = None) -> str:
    config = qosc.loads(text, platform=platform)
    return " ".join(str(qosc.trace_packet(config, packet, entered=entered, left=left)).split())


@pytest.mark.parametrize("left", ["GigabitEthernet0/0.10", "GigabitEthernet0/0.20"])
def test_a_subinterface_sends_through_the_queues_of_its_interface(left: str) -> None:
    words = told(IOS, "udp 10.0.2.2 > 10.0.0.9:53 dscp ef", "GigabitEthernet0/1", left)
    # 10 % of the 20 Mbit/s of the interface, whatever the subinterface says of itself.
    assert "queue of class V of policy-map P: strict priority (LLQ) up to 10% = 2 Mbit/s" in words
    assert "no policy divides it" not in words


def test_a_policer_of_a_subinterface_comes_before_the_queues_of_its_interface() -> None:
    text = IOS.replace(
        " encapsulation dot1q 10\n", " encapsulation dot1q 10\n service-policy output POL\n"
    ).replace("policy-map IN", "policy-map POL\n class V\n  police 64000\npolicy-map IN")
    words = told(
        text, "udp 10.0.2.2 > 10.0.0.9:53 dscp ef", "GigabitEthernet0/1", "GigabitEthernet0/0.10"
    )
    assert "police 64 kbit/s" in words
    assert "queue of class V of policy-map P: strict priority" in words
    assert "not followed" not in words


def test_a_unit_without_a_profile_sends_below_the_shaper_of_its_port() -> None:
    words = told(JUNOS, "udp 10.0.0.2 > 10.0.3.9:53", "ge-1/0/0.10", "ge-1/0/0.30", "junos-mx")
    assert "class no unit of units of ge-1/0/0 takes what is left" in words
    assert "traffic-control-profile P: shaping-rate 800 Mbit/s" in words


def test_a_unit_with_a_profile_sends_through_its_own() -> None:
    words = told(JUNOS, "udp 10.0.0.2 > 10.0.1.9:53", "ge-1/0/0.30", "ge-1/0/0.10", "junos-mx")
    assert "shaping-rate 200 Mbit/s" in words
    assert "shaping-rate 800 Mbit/s" in words
