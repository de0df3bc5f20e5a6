"""Policies and filters that drop the routing protocols of the same device."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint
from tests.rules.recall.recall import Mistake, judge

COPP = """access-list 110 permit tcp any any eq 22
class-map match-all SSH
 match access-group 110
policy-map COPP
 class SSH
  police 64000
 class class-default
  police 8000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
router {}
control-plane
 service-policy input COPP
"""
OSPF = COPP.format("ospf 1")
PERMIT = {
    "bgp 65000": "tcp any any eq bgp",
    "ospf 1": "ospf any any",
    "eigrp 1": "eigrp any any",
    "rip": "udp any any eq rip",
}
# The list of the class is one of IPv6.
BGP6 = (
    COPP.format("bgp 65000\n neighbor 2001:db8::2 remote-as 65001")
    .replace("access-list 110 permit", "ipv6 access-list L6\n permit")
    .replace("access-group 110", "access-group name L6")
)

MISTAKES = {
    f"{router} in the default class": Mistake(
        "QOS316", 8, COPP.format(router), "permit tcp any any eq 22", f"permit {entry}"
    )
    for router, entry in PERMIT.items()
} | {
    "OSPF in a default class that drops": Mistake(
        "QOS316",
        7,
        OSPF.replace("police 8000 conform-action transmit exceed-action drop", "drop"),
        "router ospf 1",
        "router isis",
    ),
    "BGP over IPv6 alone": Mistake(
        "QOS316",
        9,
        BGP6,
        "permit tcp any any eq 22",
        "permit tcp any any eq bgp",
    ),
    "OSPF where the rate is enough": Mistake("QOS316", 8, OSPF, "police 8000", "police 640000"),
    "OSPF where nothing is dropped": Mistake(
        "QOS316", 8, OSPF, "exceed-action drop", "exceed-action transmit"
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_is_found_at_its_line_and_the_mend_settles_it(name: str) -> None:
    judge(MISTAKES[name])


def test_protocols_in_one_class_are_one_finding() -> None:
    text = COPP.format("ospf 1\nrouter bgp 65000")
    (found,) = [one for one in lint(text, "ios-15") if one.code == "QOS316"]
    assert (
        found.message == "class class-default of policy-map COPP polices OSPF and BGP to 8 kbit/s"
    )
