"""Rules at the very edge of what they compare, and which of several places they name."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Diagnostic
from tests.rules.linting import lint

CLASSES = "class-map match-all V\n match dscp ef\nclass-map match-all D\n match dscp af21\n"


def found(code: str, text: str, platform: str = "ios-12") -> Diagnostic:
    (finding,) = [each for each in lint(text, platform) if each.code == code]
    return finding


def on_ports(policy: str, *kbps: int) -> str:
    """A policy P on serial links of so many kbit/s, which are named after them."""
    ports = [f"interface Serial{n}\n bandwidth {n}\n service-policy output P\n" for n in kbps]
    return f"{CLASSES}policy-map P\n{policy}{''.join(ports)}"


@pytest.mark.parametrize("links", [(256, 512), (512, 256)])
def test_a_shared_policy_with_too_much_priority_is_reported_where_there_is_least(
    links: tuple[int, int],
) -> None:
    finding = found("QOS401", on_ports(" class V\n  priority 800\n", *links))
    # Three quarters of 256 kbit/s.
    assert "; Serial256 has 192 kbit/s" in finding.message


@pytest.mark.parametrize("links", [(256, 512), (512, 256)])
def test_a_shared_policy_with_too_much_in_all_is_reported_where_there_is_least(
    links: tuple[int, int],
) -> None:
    text = on_ports(" class V\n  priority 100\n class D\n  bandwidth 700\n", *links)
    assert "; Serial256 has 192 kbit/s" in found("QOS402", text).message


def test_priority_that_takes_exactly_what_there_is_is_not_the_fault() -> None:
    text = on_ports(" class V\n  priority 750\n class D\n  bandwidth 8\n", 1000)
    codes = {each.code for each in lint(text)}
    assert "QOS402" in codes
    assert "QOS401" not in codes


def test_the_label_stands_at_the_class_with_which_the_sum_passes_the_limit() -> None:
    # 750 is just what may be reserved; the 8 after it are too much.
    text = on_ports(
        " class V\n  priority 350\n class D\n  bandwidth 400\n"
        " class class-default\n  bandwidth 8\n",
        1000,
    )
    finding = found("QOS402", text)
    assert text.splitlines()[finding.primary.line - 1] == "  bandwidth 8"


@pytest.mark.parametrize(("burst", "code"), [(3999, "QOS305"), (4000, "QOS303")])
def test_a_burst_of_a_2000th_of_the_rate_is_accepted_and_too_small_for_tcp(
    burst: int, code: str
) -> None:
    text = (
        f"interface Ethernet0/0\n rate-limit input 8000000 {burst} {burst} "
        "conform-action transmit exceed-action drop\n"
    )
    assert {each.code for each in lint(text)} & {"QOS303", "QOS305"} == {code}


@pytest.mark.parametrize(
    ("flows", "instead"), [(8, 16), (24, 32), (4095, 4096), (8192, 4096), (10_000, 4096)]
)
def test_flow_queues_that_a_router_refuses(flows: int, instead: int) -> None:
    text = on_ports(f" class class-default\n  fair-queue {flows}\n", 1000)
    finding = found("QOS411", text)
    assert f"{flows} flow queues is not a valid number" in finding.message
    assert finding.help == f"use {instead}"


@pytest.mark.parametrize("flows", [16, 4096])
def test_flow_queues_that_a_router_takes(flows: int) -> None:
    text = on_ports(f" class class-default\n  fair-queue {flows}\n", 1000)
    assert "QOS411" not in {each.code for each in lint(text)}


@pytest.mark.parametrize(("violate", "told"), [("transmit", True), ("drop", False)])
def test_a_policer_that_only_drops_what_violates_does_limit(violate: str, told: bool) -> None:
    police = "police cir 64000 bc 2000 be 4000 conform-action transmit exceed-action transmit"
    text = on_ports(f" class V\n  {police} violate-action {violate}\n", 1000)
    assert ("QOS301" in {each.code for each in lint(text)}) is told


@pytest.mark.parametrize(
    ("kind", "code", "told"),
    [
        ("ieee-802.1", "110", False),
        ("ieee-802.1", "111", False),
        ("ieee-802.1", "101", True),
        ("inet-precedence", "110", False),
        ("inet-precedence", "111", False),
        ("inet-precedence", "101", True),
        ("exp", "110", False),
        ("exp", "111", False),
        ("exp", "101", True),
        ("dscp", "110000", False),
        ("dscp", "111000", False),
        ("dscp", "101110", True),
    ],
)
def test_a_class_that_takes_a_code_point_of_network_control_is_one_for_it(
    kind: str, code: str, told: bool
) -> None:
    text = (
        f"class-of-service {{ classifiers {{ {kind} C {{ forwarding-class mine {{ loss-priority "
        f"low code-points {code}; }} }} }} forwarding-classes {{ class mine queue-num 5; }} "
        "schedulers { S { transmit-rate percent 50; } } scheduler-maps { M { forwarding-class mine "
        "scheduler S; forwarding-class best-effort scheduler S; } } interfaces { ge-0/0/0 { "
        f"scheduler-map M; unit 0 {{ classifiers {{ {kind} C; }} }} }} }} }} "
        "interfaces { ge-0/0/0 { unit 0 { family inet; } } }"
    )
    assert ("QOS432" in {each.code for each in lint(text, "junos-mx")}) is told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("AutoConf-4.0-Output-Policy", False),
        ("system-cpp-policy", False),
        ("copp-system-p-policy-strict", False),
        ("AutoConf-Output", True),
    ],
)
def test_policies_that_a_switch_brings_are_not_missing(name: str, told: bool) -> None:
    text = f"interface GigabitEthernet1/0/1\n service-policy output {name}\n"
    assert ("QOS002" in {each.code for each in lint(text, "cat9000")}) is told


@pytest.mark.parametrize(("value", "told"), [("default", False), ("af41", True)])
def test_marking_packets_as_plain_ones_is_not_a_mark_that_nothing_matches(
    value: str, told: bool
) -> None:
    text = (
        f"{CLASSES}class-map match-all PHONES\n match access-group 110\npolicy-map IN\n "
        f"class PHONES\n  set dscp ef\n class class-default\n  set dscp {value}\npolicy-map OUT\n "
        "class V\n  priority 128\n class D\n  bandwidth 512\naccess-list 110 permit udp any any\n"
        "interface FastEthernet0/0\n service-policy input IN\ninterface FastEthernet0/1\n "
        "service-policy output OUT\n"
    )
    assert any(each.name == "mark-never-matched" for each in lint(text)) is told
