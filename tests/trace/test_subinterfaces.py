"""The input policy of an interface, and packets of its subinterfaces.

Cisco 10000 Series Router Quality of Service Configuration Guide, VLAN QoS Inheritance: with a
policy on the interface alone all of its subinterfaces are subject to it; with policies on both,
those with one of their own are subject to that. Cisco document 10104, "Applying QoS Features to
Ethernet Subinterfaces": with policers on both only that of the subinterface is active.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diff.running import compared
from tests.trace.test_trace_command import Qosc, qosc

__all__ = ["qosc"]

TEXT = """\
version 15.4
class-map match-all EF
 match ip dscp ef
policy-map MAIN
 class EF
  set dscp cs1
policy-map SUB
 class class-default
  set dscp af21
interface GigabitEthernet0/2
 service-policy input MAIN
interface GigabitEthernet0/2.10
 encapsulation dot1Q 10
 service-policy input SUB
interface GigabitEthernet0/2.20
 encapsulation dot1Q 20
 ip address 10.0.0.1 255.255.255.0
"""


@pytest.mark.parametrize(("port", "dscp"), [("Gi0/2", 8), ("Gi0/2.10", 18), ("Gi0/2.20", 8)])
def test_a_subinterface_has_its_own_input_policy_or_that_of_its_interface(
    qosc: Qosc, port: str, dscp: int
) -> None:
    (way,) = qosc.ways(TEXT, "--in", port, "ip4 dscp ef")
    assert way["dscp_out"] == [dscp]


def test_another_policy_on_the_interface_changes_what_has_none_of_its_own(tmp_path: Path) -> None:
    _, device = compared(tmp_path, TEXT, TEXT.replace("set dscp cs1", "set dscp cs3"))
    (change,) = device["changes"]
    ways = [way["inputs"] for way in change["ways"]]
    assert ways == [["GigabitEthernet0/2", "GigabitEthernet0/2.20"]]
    assert change["differences"][0]["new"] == "24 (cs3)"


def test_a_policy_of_its_own_takes_the_place_of_the_inherited_one(tmp_path: Path) -> None:
    _, device = compared(tmp_path, TEXT, TEXT + " service-policy input SUB\n")
    assert {one["differences"][0]["old"] for one in device["changes"]} == {
        "8 (cs1)",
        "as it came",
    }
    for change in device["changes"]:
        assert [way["inputs"] for way in change["ways"]] == [["GigabitEthernet0/2.20"]]
