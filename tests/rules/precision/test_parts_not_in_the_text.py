"""What a text does not hold may be what a line refers to, and no finding blames the line."""

from __future__ import annotations

import qosc
from tests.rules.linting import codes, lint

SETS_GROUP = """hostname R1
policy-map IN
 class class-default
  set qos-group 5
policy-map OUT
 class GOLD
  bandwidth percent 20
interface GigabitEthernet0/0
 service-policy input IN
interface GigabitEthernet0/1
 service-policy output OUT
"""
GOLD = "class-map GOLD\n match dscp af21\n"


def messages(text: str, code: str) -> list[str]:
    return [one.message for one in lint(text, "ios-15") if one.code == code]


def test_a_class_map_that_is_elsewhere_may_read_the_group() -> None:
    assert "QOS209" not in codes(SETS_GROUP, "ios-15")


def test_none_reads_it_where_each_is_in_the_text() -> None:
    assert "QOS209" in codes(SETS_GROUP + GOLD, "ios-15")


MAP = """
set class-of-service schedulers a transmit-rate percent 60
set class-of-service schedulers b transmit-rate percent 40
set class-of-service scheduler-maps M forwarding-class Q1 scheduler a
set class-of-service scheduler-maps M forwarding-class Q3 scheduler b
set class-of-service interfaces ge-0/0/1 scheduler-map M
set interfaces ge-0/0/1 unit 0 family inet address 10.0.0.1/24
"""
CLASSES = """
set class-of-service forwarding-classes class Q1 queue-num 1
set class-of-service forwarding-classes class Q3 queue-num 2
"""


def test_a_class_that_is_defined_elsewhere_may_be_of_network_control() -> None:
    assert "QOS432" not in codes(MAP, "junos-mx")
    assert "QOS432" in codes(CLASSES + MAP, "junos-mx")


def test_the_class_of_a_wireless_switch_has_no_match_line_of_its_own() -> None:
    text = (
        "hostname S\nclass-map match-any non-client-nrt-class\n"
        "policy-map port_child_policy\n class non-client-nrt-class\n"
        "  bandwidth remaining ratio 10\ninterface GigabitEthernet1/0/1\n"
    )
    assert codes(text, "cat9000") & {"QOS008", "QOS005"} == set()
    assert "QOS008" in codes(text.replace("non-client-nrt-class", "VOICE"), "cat9000")


def test_policies_of_autoqos_are_made_with_the_line_that_names_them() -> None:
    port = "interface GigabitEthernet1/0/5\n service-policy output {}\n"
    assert "QOS002" not in codes(port.format("AutoQos-4.0-Output-Policy"), "cat9000")
    assert "QOS002" in codes(port.format("Output-Policy"), "cat9000")


def test_the_name_of_a_policy_is_told_though_it_is_class() -> None:
    text = "hostname R\npolicy-map class\n class c1\n  bandwidth 14\n"
    (told,) = messages(text, "QOS001")
    assert told.startswith("policy-map class references")


def test_counters_below_a_config_are_no_lines_of_its_last_port() -> None:
    text = (
        "class-map C\nmatch ip dscp ef\npolicy-map P\nclass C\npriority percent 10\n"
        "interface s2/0\nservice-policy output P\n\nService-policy output: P\n\n"
        "Class-map: C (match-all)\n1009 packets, 104126 bytes\n"
    )
    assert "QOS010" not in codes(text, "ios-15")
    (stage,) = qosc.loads(text).device.ports["Serial2/0"].output
    assert "P" in str(stage)


def test_control_plane_policies_of_arista_are_told() -> None:
    text = "policy-map type copp copp-system-policy\n   class C\n      shape pps 2000\n"
    said = [one for one in qosc.check(qosc.loads(text)) if one.code == "QOS011"]
    assert any(one.primary.line == 1 and "not modelled" in one.message for one in said)
