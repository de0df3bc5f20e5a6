"""Lines of Catalyst switches as running configs, guides and notes write them."""

from __future__ import annotations

import pytest

import qosc
from qosc.amounts import Rate
from qosc.api import check
from qosc.frontends import load
from qosc.frontends.detection.switch import switch_platform
from qosc.ir import Device, Policy, SupportState
from qosc.render.shows.model import show_port
from qosc.render.style import Style
from qosc.source import SourceText

PORT = "GigabitEthernet0/1"


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def output(found: Device) -> Policy:
    (stage,) = found.ports[PORT].output
    return found.policies[stage.policy.name]


def states(text: str) -> list[tuple[str, SupportState]]:
    return [(item.text.strip(), item.state) for item in device(text).residue]


@pytest.mark.parametrize(
    "line",
    [
        "mls qos srr-queue input bandwidth 90 10",
        "mls qos srr-queue input buffers 67 33",
        "mls qos srr-queue input threshold 1 8 16",
        "no mls qos srr-queue input cos-map",
        "mls qos srr-queue input priority-queue 2 bandwidth 30",
        "mls qos srr-queue input cos-map queue 1 threshold 3 0",
        "mls qos srr-queue input dscp-map queue 2 40 41",
    ],
)
def test_queues_at_the_input_are_known(line: str) -> None:
    assert states(line + "\n") == [(line, SupportState.RECOGNISED)]


@pytest.mark.parametrize(
    "line",
    [
        "mls qos srr-queue input dscp-map queue2 threshold 1 2",
        "mls qos srr-queue input bandwith 90 10",
    ],
)
def test_a_slip_in_a_queue_at_the_input_is_found(line: str) -> None:
    assert states(line + "\n") == [(line, SupportState.UNKNOWN)]


@pytest.mark.parametrize("remark", ["← the phone's", "<- the phone's", "<!-the phone's-!>"])
def test_a_remark_behind_an_arrow_is_no_part_of_the_line(remark: str) -> None:
    found = device(f"interface {PORT}\n mls qos trust cos    {remark}\n")
    assert not found.residue
    assert found.ports[PORT].input


@pytest.mark.parametrize(
    ("written", "rate"),
    [
        ("bandwidth 5 mbps", 5_000_000),
        ("bandwidth 5000000", 5_000_000),
        ("bandwidth 5m", 5_000_000),
    ],
)
def test_a_transmit_queue_takes_a_rate_with_a_unit(written: str, rate: int) -> None:
    found = device(f"interface {PORT}\n tx-queue 3\n   {written}\n   priority high\n")
    queue = next(one for one in output(found).classes if one.name == "tx-queue 3")
    assert queue.guarantee == Rate(rate)


def test_a_3550_maps_dscps_to_thresholds_and_not_to_queues() -> None:
    lines = "wrr-queue bandwidth 1 2 3 4", "wrr-queue dscp-map 2 46 47"
    found = device(f"interface {PORT}\n {lines[0]}\n {lines[1]}\n")
    assert [item.text.strip() for item in found.residue] == [lines[1]]
    plain = device(f"interface {PORT}\n {lines[0]}\n")
    assert [one.match for one in output(found).classes] == [
        one.match for one in output(plain).classes
    ]


def test_two_thresholds_of_a_third_queue_are_of_a_3550() -> None:
    found = switch_platform(f"interface {PORT}\n wrr-queue threshold 3 60 100\n")
    assert found is not None
    assert found[0] == "cat3550"


def test_show_says_from_what_fill_a_code_point_is_dropped() -> None:
    text = (
        "mls qos\nmls qos queue-set output 1 threshold 4 20 50 67 200\n"
        "mls qos srr-queue output dscp-map queue 4 threshold 1 8\n"
        "mls qos srr-queue output dscp-map queue 4 threshold 3 9 10\n"
        f"interface {PORT}\n mls qos trust dscp\n srr-queue bandwidth share 1 1 1 1\n"
    )
    config = qosc.loads(text)
    found = config.complete_device
    shown = " ".join(
        "\n".join(show_port(found, found.ports[PORT], config.profile, Style(room=1000))).split()
    )
    assert "dropped when 10% full" in shown


def test_a_4500_is_told_its_own_command_for_the_map() -> None:
    text = (
        "qos dbl\npolicy-map P\n class class-default\n"
        "  police 128 kbps 8000 byte conform-action transmit exceed-action policed-dscp-transmit\n"
        f"interface {PORT}\n service-policy input P\n"
    )
    (found,) = [each for each in check(qosc.loads(text)) if each.code == "QOS513"]
    assert found.help is not None
    assert "qos map dscp policed" in found.help


def test_what_holds_for_the_whole_switch_may_stand_behind_an_interface() -> None:
    text = (
        f"interface {PORT}\nmls qos trust dscp\nsrr-queue bandwidth share 1 2 3 4\n"
        "mls qos srr-queue output dscp-map queue 1 threshold 3 63\n"
        "mls qos queue-set output 1 buffers 10 20 30 40\n"
    )
    found = device(text)
    assert not found.residue
    first = next(one for one in output(found).classes if one.name == "queue 1")
    assert "63" in str(first.match)
    assert first.limits


def test_dbl_in_a_class_tells_a_4500_whose_queues_have_no_depth_of_ios() -> None:
    config = qosc.loads(
        "class-map match-all V\n match qos-group 46\npolicy-map P\n class V\n  priority\n"
        " class class-default\n  dbl\n"
        f"interface {PORT}\n service-policy output P\n"
    )
    assert config.device.platform == "cat4500"
    assert not any(one.limits for one in config.complete_device.policies["P"].classes)
