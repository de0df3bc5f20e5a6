"""Ports of a Catalyst that name a device and no mark, and policies of VLANs that none looks at."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint

HEAD = "hostname access-1\nmls qos\n"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("", True),
        (" mls qos trust cos\n", False),
        (" mls qos trust dscp\n", False),
        (" service-policy input AUTOQOS\n", False),
        (" auto qos voip cisco-phone\n", False),
        (" shutdown\n", False),
    ],
)
def test_a_device_without_a_mark_to_trust_is_one_finding(more: str, told: bool) -> None:
    text = (
        f"{HEAD}interface FastEthernet0/1\n switchport mode access\n"
        f" mls qos trust device cisco-phone\n{more}"
    )
    found = lint(text, "cat3750")
    assert [one.primary.line for one in found if one.code == "QOS517"] == ([5] if told else [])
    assert not told or "QOS011" not in {one.code for one in found}


@pytest.mark.parametrize(
    ("head", "port", "told"),
    [
        (HEAD, "", True),
        (HEAD, " mls qos vlan-based\n", False),
        ("hostname access-1\n", "", False),
    ],
)
def test_a_policy_of_a_vlan_that_no_port_looks_at_is_told(head: str, port: str, told: bool) -> None:
    text = (
        f"{head}policy-map P\n class class-default\n  set dscp af11\n"
        f"interface FastEthernet0/1\n switchport mode access\n{port}"
        "interface Vlan10\n ip address 192.0.2.1 255.255.255.0\n service-policy input P\n"
    )
    found = [one.primary.line for one in lint(text, "cat3750") if one.code == "QOS518"]
    assert found == ([10] if told else [])


SWITCH = (
    f"{HEAD}policy-map P\n class class-default\n  set dscp af11\n"
    "interface FastEthernet0/1\n switchport mode access\n switchport access vlan {first}\n"
    "interface FastEthernet0/2\n switchport mode {mode}\n switchport access vlan 20\n"
    "{allowed} mls qos vlan-based\n"
    "interface Vlan10\n ip address 192.0.2.1 255.255.255.0\n service-policy input P\n"
)


@pytest.mark.parametrize(
    ("first", "mode", "allowed", "told"),
    [
        (10, "access", "", True),  # the port with the line is of VLAN 20
        (10, "trunk", "", False),  # and now of all
        (10, "trunk", " switchport trunk allowed vlan 5,9-12\n", False),
        (10, "trunk", " switchport trunk allowed vlan 5,20-30\n", True),
        (10, "access", " switchport voice vlan 10\n", False),
        (30, "access", "", False),  # no port of the VLAN is in the text
    ],
)
def test_the_ports_of_the_vlan_say_whether_its_policy_is_looked_at(
    first: int, mode: str, allowed: str, told: bool
) -> None:
    text = SWITCH.format(first=first, mode=mode, allowed=allowed)
    found = [one.message for one in lint(text, "cat3750") if one.code == "QOS518"]
    assert bool(found) is told


def test_a_port_that_goes_by_its_vlans_policy_trusts_nobody_alone() -> None:
    text = SWITCH.format(first=30, mode="access", allowed=" mls qos trust device cisco-phone\n")
    lone = [one.code for one in lint(text, "cat3750") if one.code == "QOS517"]
    assert lone == ["QOS517"]  # its VLAN, 20, has no policy
    text = text.replace("Vlan10", "Vlan20")
    assert "QOS517" not in {one.code for one in lint(text, "cat3750")}


def test_marks_stay_where_the_switch_rewrites_none() -> None:
    text = f"{HEAD}interface FastEthernet0/1\n mls qos trust device cisco-phone\n"
    (found,) = (one for one in lint(text, "cat3750") if one.code == "QOS517")
    assert found.notes[0] == "its packets are marked 0"
    text = text.replace(HEAD, f"{HEAD}no mls qos rewrite ip dscp\n")
    (found,) = (one for one in lint(text, "cat3750") if one.code == "QOS517")
    assert found.notes[0] == "its packets are queued as DSCP 0"


@pytest.mark.parametrize(
    ("lines", "told"),
    [(" wrr-queue bandwidth 5 255\n", True), (" ip address 192.0.2.1 255.255.255.0\n", False)],
)
def test_two_queues_are_enough_to_go_by_marks_that_are_all_reset(lines: str, told: bool) -> None:
    """A port of type 2q2t has two (Catalyst 6500 configuration guide, PFC QoS: queues by CoS)."""
    found = lint(f"{HEAD}interface GigabitEthernet1/1\n{lines}", "cat6500")
    assert ("QOS511" in {one.code for one in found}) is told
