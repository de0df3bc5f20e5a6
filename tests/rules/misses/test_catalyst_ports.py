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
