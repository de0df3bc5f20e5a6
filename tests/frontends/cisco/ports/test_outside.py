"""Lines on QoS in sections that are not in the model: told, and never put on another port."""

from __future__ import annotations

import pytest

import qosc
from qosc.frontends import load
from qosc.ir import Device, SupportState
from qosc.source import SourceText

POLICY = "policy-map P\n class class-default\n  police 1000000\n"


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def told(found: Device) -> dict[str, str]:
    return {residue.text.strip(): residue.reason for residue in found.residue}


@pytest.mark.parametrize(
    "section",
    [
        "service-group 1\n description x\n service-policy output P\n",
        "dynamic-template\n type ppp X\n  service-policy output P\n",
        "dynamic-template type service X\n service-policy output P\n",
    ],
)
def test_a_section_behind_an_interface_is_no_part_of_it(section: str) -> None:
    found = device(f"{POLICY}interface GigabitEthernet0/0/0\n mtu 1500\n!\n{section}")
    assert not found.ports["GigabitEthernet0/0/0"].output
    assert "service-policy output P" in told(found)
    assert all(one.state is SupportState.RECOGNISED for one in found.residue)
    assert section.partition("\n")[0] in told(found)


def test_the_group_of_a_service_instance() -> None:
    found = device("interface Gi0/0/1\n service instance 1 ethernet\n  group 1\n")
    assert "may send together" in told(found)["group 1"]


def test_a_group_of_queues_of_a_gigabit_switch_router() -> None:
    lines = [
        "cos-queue-group oc3",
        " precedence 0 queue 1",
        " queue 1 5",
        " queue 0 10",
        " random-detect-label 0 500 1250 1",
        " exponential-weighting-constant 12",
    ]
    found = device("\n".join(lines))
    assert found.coverage.recognised == len(lines)
    assert found.coverage.unknown == 0


@pytest.mark.parametrize("name", ["<interface>", "[WAN]", "GigabitEthernet X"])
def test_a_name_that_is_to_be_filled_in(name: str) -> None:
    found = device(f"{POLICY}interface {name}\n description x\n service-policy output P\n")
    assert (
        told(found)["service-policy output P"] == f"`interface {name}` before it names no interface"
    )


def test_a_head_that_is_not_there_at_all() -> None:
    found = device("hostname x\n!\nservice-policy output P\n")
    assert "not in the text" in told(found)["service-policy output P"]


def test_a_policer_of_an_me3400_that_classes_share() -> None:
    text = (
        "policer aggregate A cir 2100000 bc 50000 conform-action set-dscp-transmit af31 "
        "exceed-action drop\n"
        "policy-map P\n class class-default\n  police aggregate A\n"
        "interface FastEthernet0/1\n service-policy input P\n"
    )
    (policer,) = device(text).policies["P"].classes[0].policers
    assert (policer.meter.cir.value, policer.shared) == (2_100_000, "aggregate-policer A")


def test_what_nbar_knows_of_rtp() -> None:
    words = ("audio", "video", 'payload-type "0, 4-0x10"', "radio")
    lines = "".join(f" match protocol rtp {word}\n" for word in words)
    found = device(f"class-map match-any C\n{lines}{POLICY}")
    assert [one.text.split()[-1] for one in found.residue] == ["radio"]
    assert found.residue[0].state is SupportState.UNKNOWN


def test_a_list_that_only_an_idle_map_class_names_is_used() -> None:
    text = (
        "queue-list 3 protocol ip 1\nqueue-list 4 protocol ip 1\n"
        "map-class frame-relay M\n frame-relay custom-queue-list 3\n"
        "interface Serial0\n ip address 10.0.0.1 255.0.0.0\n"
    )
    found = [one for one in qosc.check(qosc.loads(text)) if one.code == "QOS005"]
    assert [one.message for one in found] == ["queue-list 4 is used on no interface"]
