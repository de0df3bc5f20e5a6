"""Statements of JunOS that a vendor's page allows in part: told for information, and no more."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import lint

_HOST = "set class-of-service host-outbound-traffic forwarding-class best-effort\n"
_BGP = "set protocols bgp group A neighbor 192.0.2.1\n"
_OSPF = "set protocols ospf area 0 interface ge-0/0/0.0\n"
_GROUPS = """
set protocols igmp interface ge-0/0/1.0 static group 232.1.1.1
set firewall family inet filter F term TV from {side}-address 232.9.0.0/16
set firewall family inet filter F term TV then forwarding-class video
"""
_TUNNELS = """
set interfaces gr-0/0/0 unit 1 description "to branch 1"
set interfaces gr-0/0/0 unit 1 copy-tos-to-outer-ip-header
set interfaces gr-0/0/0 unit 2 description "to branch 2"
set interfaces gr-0/0/0 unit 2 copy-tos-to-outer-ip-header
set interfaces gr-0/0/0 unit 3 description "to branch 3"
"""


@pytest.mark.parametrize(
    ("code", "text", "severity"),
    [
        # Default Routing Engine Protocol Queue Assignments: BGP in queue 0, OSPF in queue 3.
        pytest.param("QOS948", _HOST + _BGP, Severity.INFO, id="bgp-alone"),
        pytest.param("QOS948", _HOST + _BGP + _OSPF, Severity.WARNING, id="ospf-too"),
        # Hosts join groups that no config has; a group is never a source.
        pytest.param("QOS947", _GROUPS.format(side="destination"), Severity.INFO, id="joined"),
        pytest.param("QOS947", _GROUPS.format(side="source"), Severity.WARNING, id="source"),
        # Understanding the ToS Value of a Tunnel Packet: transit packets have their ToS copied.
        pytest.param("QOS944", _TUNNELS, Severity.INFO, id="tos-of-a-tunnel"),
    ],
)
def test_the_severity_is_what_the_page_carries(code: str, text: str, severity: Severity) -> None:
    found = lint(f"set version 20.2R3\n{text}", "junos-mx", select=(code,))
    assert [one.severity for one in found if one.code == code] == [severity]


def test_a_list_that_denies_only_takes_packets_on_ncs() -> None:
    text = """
ipv4 access-list CALLS
 10 deny udp any any range 16384 32767
!
class-map match-any VOICE
 match access-group ipv4 CALLS
 end-class-map
!
policy-map IN
 class VOICE
  set dscp ef
 !
 class class-default
 !
 end-policy-map
!
interface TenGigE0/0/0/1
 service-policy input IN
!
"""
    told = {
        platform: [one.primary.line for one in lint(text, platform) if one.code == "QOS604"]
        for platform in ("ios-xr", "ios-xr-ncs")
    }
    assert told == {"ios-xr": [6], "ios-xr-ncs": []}
