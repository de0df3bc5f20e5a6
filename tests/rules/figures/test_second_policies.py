"""Two policies in one direction of a port: which one is in force, and what is said of the other."""

from __future__ import annotations

import pytest

import qosc
from qosc.diagnostics import Severity

POLICIES = (
    "class-map match-any EF\n match dscp ef\n"
    "policy-map A\n class EF\n  police 1000000 31250\n"
    "policy-map B\n class EF\n  police 2000000 62500\n"
)
IOS = (
    f"version 15.4\n{POLICIES}"
    "interface GigabitEthernet0/0\n service-policy output A\n service-policy output B\n"
)
XR = (
    "class-map match-any EF\n match dscp ef\n end-class-map\n"
    "policy-map A\n class EF\n  police rate 1 mbps\n end-policy-map\n"
    "policy-map B\n class EF\n  police rate 2 mbps\n end-policy-map\n"
    "interface TenGigE0/0/0/1\n service-policy input A\n service-policy input B\n"
)


def findings(text: str) -> dict[str, tuple[Severity, int]]:
    found = qosc.check(qosc.loads(text))
    return {one.code: (one.severity, one.primary.line) for one in found}


def test_ios_refuses_the_second_and_the_line_is_an_error() -> None:
    assert findings(IOS) == {"QOS016": (Severity.ERROR, 12)}


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_the_first_policy_is_compiled_and_nothing_of_it_is_lost(target: str) -> None:
    made = qosc.compile(qosc.loads(IOS), target=target)
    text = "".join(file.text for file in made.files)
    assert "1000000" in text
    assert "2000000" not in text
    assert not made.left_out


def test_a_policy_that_is_taken_off_first_makes_room() -> None:
    text = IOS.replace(" output B", " output B\n").replace(
        " service-policy output B", " no service-policy output A\n service-policy output B"
    )
    assert set(findings(text)) == {"QOS005"}
    assert "2000000" in qosc.compile(qosc.loads(text), target="sim").files[0].text


def test_nexus_has_one_policy_of_a_type_and_direction() -> None:
    """Cisco Nexus 7000 Series NX-OS QoS Configuration Guide, Attaching and Detaching a QoS Policy
    Action: one per interface per direction for each of the policy types qos and queuing.
    """
    text = (
        "feature bgp\nclass-map type qos match-any EF\n  match dscp 46\n"
        "policy-map type qos A\n  class EF\n    set qos-group 1\n"
        "policy-map type qos B\n  class EF\n    set qos-group 2\n"
        "interface Ethernet1/1\n  service-policy type qos input A\n"
        "  service-policy type qos input B\n"
    )
    config = qosc.loads(text)
    (attached,) = config.device.ports["Ethernet1/1"].input
    assert attached.policy.name == "A"
    assert findings(text)["QOS016"] == (Severity.ERROR, 12)


def test_where_no_source_tells_the_later_line_is_taken_with_a_warning() -> None:
    config = qosc.loads(XR)
    (attached,) = config.device.ports["TenGigE0/0/0/1"].input
    assert attached.policy.name == "B"
    found = findings(XR)
    assert found["QOS016"] == (Severity.WARNING, 13)
    assert "QOS005" not in found


def test_a_second_policer_of_a_class_is_told() -> None:
    text = IOS.replace("  police 1000000 31250\n", "  police 1000000 31250\n  police 3000000\n")
    assert findings(text.replace(" service-policy output B\n", ""))["QOS016"] == (
        Severity.WARNING,
        6,
    )
