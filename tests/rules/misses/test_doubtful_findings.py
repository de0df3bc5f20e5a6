"""Findings that were false or said too much: each with a text where the rule is right beside it."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import lint

LO0 = """interfaces {
    lo0 {
        unit 0 { family inet { filter { input A; } } }
        unit 1 { family inet { filter { input B; } } }
    }
}
routing-instances {
    RED {
        instance-type vrf;
        interface lo0.1;
        /* protocols { */
        protocols { ospf { area 0 { interface ge-0/0/1; } } }
    }
    BLUE {
        instance-type vrf;
        protocols { rip { group g { neighbor ge-0/0/2; } } }
    }
}
protocols { bgp { group g { neighbor 192.0.2.1; } } }
firewall {
    family inet {
        filter A { term a { from { protocol icmp; } then accept; } }
        filter B { term b { from { protocol icmp; } then accept; } }
    }
}
"""
SET = """set interfaces lo0 unit 0 family inet filter input A
set interfaces lo0 unit 1 family inet filter input B
set routing-instances RED interface lo0.1
set routing-instances RED protocols ospf area 0 interface ge-0/0/1
set routing-instances BLUE protocols rip group g neighbor ge-0/0/2
set protocols bgp group g neighbor 192.0.2.1
set firewall family inet filter A term a from protocol icmp
set firewall family inet filter A term a then accept
set firewall family inet filter B term b from protocol icmp
set firewall family inet filter B term b then accept
"""


@pytest.mark.parametrize("text", [LO0, SET])
def test_a_filter_of_lo0_sees_the_protocols_of_its_routing_instance(text: str) -> None:
    found = [one.message for one in lint(text, "junos-mx") if one.code == "QOS317"]
    assert sorted(found) == [
        "filter A on lo0.0 accepts no packet of BGP and RIP of this router",
        "filter B on lo0.1 accepts no packet of OSPF of this router",
    ]


COPP = """class-map type control-plane match-any C
policy-map {}COPP
 class C
  police cir 36000 bc 1280000 conform-action transmit exceed-action drop
"""


@pytest.mark.parametrize(("kind", "told"), [("type control-plane ", False), ("", True)])
def test_a_long_burst_is_meant_in_a_policy_for_the_control_plane(kind: str, told: bool) -> None:
    """NX-OS writes such policies with seconds of burst, and attaches them by a line of its own."""
    found = lint(COPP.format(kind), "nxos" if kind else "ios-15")
    assert ("QOS318" in {one.code for one in found}) is told


EF_BEHIND = """access-list 110 permit udp any any range 16384 32767{}
class-map match-all RTP
 match access-group 110
class-map match-all EF
 match dscp ef
policy-map P
 class RTP
  {}
 class EF
  bandwidth percent 5
interface Serial0/0
 bandwidth 2000
 service-policy output P
"""


@pytest.mark.parametrize(
    ("dscp", "action", "told"),
    [
        ("", "priority percent 20", False),
        ("", "bandwidth percent 20", True),
        (" dscp af41", "priority percent 20", True),
    ],
)
def test_ef_behind_a_priority_class_for_the_ports_of_voice(
    dscp: str, action: str, told: bool
) -> None:
    found = lint(EF_BEHIND.format(dscp, action), "ios-15")
    assert ("QOS451" in {one.code for one in found}) is told


def test_unequal_lists_of_a_drop_profile_are_a_warning() -> None:
    """No public source records what a commit says of them."""
    text = """class-of-service {
    drop-profiles {
        early { interpolate { fill-level [ 30 60 90 ]; drop-probability [ 10 90 ]; } }
    }
}
"""
    (found,) = lint(text, "junos-mx")
    assert (found.code, found.severity) == ("QOS017", Severity.WARNING)
    assert "commit" not in found.message


PARTED = """class-map match-all WEB
 match dscp af21
policy-map LAN
 class WEB
  police 8000000 250000 conform-action transmit exceed-action set-dscp-transmit {}
policy-map WAN
 class WEB
  bandwidth percent 30
 class class-default
  fair-queue
interface FastEthernet0/0
 service-policy input LAN
interface Serial0/0
 bandwidth 10000
 service-policy output WAN
"""


def test_a_mark_that_no_class_matches_is_not_said_to_be_for_one() -> None:
    (found,) = (one for one in lint(PARTED.format("af22"), "ios-15") if one.code == "QOS306")
    assert "in no class of policy-map WAN, those within the rate in class WEB" in found.notes[0]
    assert found.primary_label == "no class matches this mark"


SCHEDULER = """set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24
set class-of-service interfaces ge-0/0/0 scheduler-map M
set class-of-service scheduler-maps M forwarding-class best-effort scheduler S
set class-of-service schedulers S {}
"""
FILTER = """set firewall family inet filter F term a {}
set firewall family inet filter F term a then accept
set interfaces ge-0/0/0 unit 0 family inet filter input F
"""


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (SCHEDULER.format("transmit-rate percent 120"), 4, "`percent 120`"),
        (SCHEDULER.format("transmit-rate 10x"), 4, "`10x`"),
        (SCHEDULER.format("buffer-size percent 130"), 4, "`percent 130`"),
        (SCHEDULER.format("excess-rate percent 120"), 4, "`percent 120`"),
        (SCHEDULER.format("priority medium"), 4, "`priority medium`"),
        (FILTER.format("from dscp 64"), 1, "`64`"),
        (FILTER.format("from protocol 300"), 1, "`300`"),
        (FILTER.format("from destination-port 70000"), 1, "`70000`"),
    ],
)
def test_a_value_that_junos_lacks_is_told_with_the_value(text: str, line: int, said: str) -> None:
    found = [one for one in lint(text, "junos-mx") if one.code == "QOS010"]
    assert [one.primary.line for one in found] == [line]
    assert found[0].severity is Severity.WARNING
    assert said in found[0].message
    assert "QOS011" not in {one.code for one in lint(text, "junos-mx")}
