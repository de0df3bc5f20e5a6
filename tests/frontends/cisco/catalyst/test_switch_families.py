"""Catalyst switches by family: thresholds, buffers, trust, and what holds for all ports."""

from __future__ import annotations

import pytest

from qosc.amounts import PPM, Depth, DepthUnit, Rate, RateBase
from qosc.fields import Field
from qosc.frontends import load
from qosc.frontends.detection.dialect import detect
from qosc.ir import (
    Anything,
    Device,
    DropCurve,
    Interval,
    Mark,
    Policy,
    Priority,
    RuleList,
    Shaper,
    SupportState,
    Test,
    TrafficClass,
)
from qosc.source import SourceText

PORT = "GigabitEthernet0/1"


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def port(*lines: str, before: str = "") -> Device:
    return device(before + f"interface {PORT}\n" + "".join(f" {line}\n" for line in lines))


def output(found: Device, name: str = PORT) -> Policy:
    (stage,) = found.ports[name].output
    return found.policies[stage.policy.name]


def queue(policy: Policy, name: str) -> TrafficClass:
    return next(found for found in policy.classes if found.name == name)


def marks(found: Device, name: str = PORT) -> list[int]:
    (stage,) = found.ports[name].input
    assert isinstance(stage, RuleList)
    return [mark.value for rule in stage.rules for mark in rule.marks]


def share(ppm: int, by: str = "") -> Depth:
    return Depth(ppm, DepthUnit.SHARE, by)


SET = "mls qos queue-set output 1 buffers 10 20 30 40\n"


def test_a_queue_holds_its_maximum_threshold_of_what_it_is_allotted() -> None:
    lines = SET + "mls qos queue-set output 1 threshold 3 40 60 100 200\n"
    lines += "mls qos srr-queue output dscp-map queue 3 threshold 2 24\n"
    lines += "mls qos srr-queue output dscp-map queue 3 threshold 3 26\n"
    found = queue(output(port("srr-queue bandwidth share 1 2 3 4", before=lines)), "queue 3")
    (limit,) = found.limits
    assert (limit.depth, limit.reserved) == (share(600_000), share(300_000))
    assert found.wred is not None
    assert found.wred.field is Field.DSCP
    # Thresholds 1 and 2 are 40 and 60 of the 200 percent; threshold 3 is the full queue.
    rest = tuple(value for value in range(16, 32) if value not in (24, 26))
    assert found.wred.curves == (
        DropCurve(rest, None, None, points=((200_000, PPM),)),
        DropCurve((24,), None, None, points=((300_000, PPM),)),
    )


def test_one_threshold_for_all_code_points_is_the_depth_of_the_queue() -> None:
    found = queue(output(port("srr-queue bandwidth share 1 2 3 4", before=SET)), "queue 3")
    # 30 percent of the buffer, of which the default threshold is 100 percent.
    assert [limit.depth for limit in found.limits] == [share(300_000)]
    assert found.wred is None


def test_a_queue_set_that_a_port_does_not_use_is_not_its_own() -> None:
    lines = "mls qos queue-set output 2 buffers 40 20 20 20\n"
    plain = output(port("srr-queue bandwidth share 1 2 3 4", before=lines))
    chosen = output(port("srr-queue bandwidth share 1 2 3 4", "queue-set 2", before=lines))
    depths = [found.limits[0].depth for found in plain.classes]
    # The defaults of the other set: 25 percent, of which the default threshold is 100 percent.
    assert [(depth.value, depth.default_by) for depth in depths[:1]] == [(250_000, "cat3750")]
    assert queue(chosen, "queue 1").limits[0].depth == share(400_000)


@pytest.mark.parametrize(
    "line",
    [
        "mls qos queue-set output 1 buffers 10 20 30 30",
        "mls qos queue-set output 1 buffers 10 20 30",
        "mls qos queue-set output 3 buffers 10 20 30 40",
        "mls qos queue-set output 1 threshold 5 40 60 100 200",
        "mls qos queue-set output 1 threshold 2 40 60 101 200",
        "mls qos srr-queue output dscp-map queue 5 threshold 1 8",
        "mls qos srr-queue output cos-map queue 1 threshold 1 8",
        "mls qos map dscp-cos 8 to 8",
        "mls qos map dscp-mutation M 64 to 8",
    ],
)
def test_what_a_switch_would_not_take(line: str) -> None:
    assert [residue.state for residue in device(line + "\n").residue] == [SupportState.UNKNOWN]


def test_a_shaping_weight_counts_from_the_line_and_not_from_the_limit() -> None:
    found = port("srr-queue bandwidth shape 4 0 0 0", "srr-queue bandwidth limit 50")
    inner = next(made for made in found.policies.values() if made.feature == "srr-queue")
    part = Rate(500_000, RateBase.PERCENT)
    assert (queue(inner, "queue 1").shaper, queue(inner, "queue 1").guarantee) == (
        Shaper(part),
        part,
    )


def test_weights_without_effect_are_kept_apart() -> None:
    found = output(
        port(
            "srr-queue bandwidth share 10 20 30 40",
            "srr-queue bandwidth shape 8 0 9 0",
            "priority-queue out",
        )
    )
    assert queue(found, "queue 1").overridden == Rate(8, RateBase.RATIO)
    assert queue(found, "queue 3").overridden == Rate(30, RateBase.RATIO)
    assert queue(found, "queue 2").overridden is None


def test_all_ports_of_a_3750_have_its_queues_when_qos_is_on() -> None:
    ports = "interface FastEthernet0/1\ninterface FastEthernet0/2\n priority-queue out\n"
    found = device("mls qos\nmls qos srr-queue output dscp-map queue 1 threshold 3 46\n" + ports)
    assert queue(output(found, "FastEthernet0/1"), "queue 1").shaper is not None
    assert queue(output(found, "FastEthernet0/2"), "queue 1").priority == Priority()
    off = device("mls qos srr-queue output dscp-map queue 1 threshold 3 46\n" + ports)
    assert off.ports["FastEthernet0/1"].output == ()


def test_a_port_that_trusts_nothing_resets_the_marks_when_qos_is_on() -> None:
    text = f"interface {PORT}\ninterface Vlan1\n"
    assert marks(device("mls qos\n" + text)) == [0]
    assert device("mls qos\n" + text).ports["Vlan1"].input == ()
    assert device(text).ports[PORT].input == ()
    assert device("mls qos\nno mls qos\n" + text).ports[PORT].input == ()


def test_a_port_that_overrides_gives_all_packets_its_own_cos() -> None:
    found = port("mls qos cos 5", "mls qos cos override", before="mls qos\n")
    assert marks(found) == [40]


def test_a_mutation_map_changes_the_dscps_of_a_port_that_trusts_them() -> None:
    found = port(
        "mls qos trust dscp",
        "mls qos dscp-mutation EDGE",
        before="mls qos map dscp-mutation EDGE 10 12 to 14\n",
    )
    (stage,) = found.ports[PORT].input
    assert isinstance(stage, RuleList)
    assert [(rule.match, rule.marks) for rule in stage.rules] == [
        (Test(Field.DSCP, (Interval(10, 10),)), (Mark(Field.DSCP, 14),)),
        (Test(Field.DSCP, (Interval(12, 12),)), (Mark(Field.DSCP, 14),)),
        (Anything(), ()),
    ]


def test_a_mutation_map_that_is_not_there_is_reported() -> None:
    found = port("mls qos trust dscp", "mls qos dscp-mutation EDGE")
    assert [residue.reason for residue in found.residue] == [
        "there is no dscp-mutation map `EDGE` in this text"
    ]


def test_queues_are_without_effect_while_qos_is_off() -> None:
    found = port("mls qos trust cos", "srr-queue bandwidth share 1 2 3 4", before="no mls qos\n")
    assert (found.ports[PORT].input, found.ports[PORT].output) == ((), ())
    assert {residue.reason for residue in found.residue} == {
        "without effect: QoS is off for the whole switch"
    }


WRR = (
    "wrr-queue bandwidth 20 30",
    "wrr-queue cos-map 1 1 0 1",
    "wrr-queue cos-map 1 2 2 3",
    "wrr-queue cos-map 2 1 4 5 6 7",
)


def test_early_drop_of_a_6500_is_by_threshold_of_the_queue() -> None:
    found = output(
        port(
            *WRR,
            "wrr-queue queue-limit 70 30",
            "wrr-queue random-detect min-threshold 1 40 70",
            "wrr-queue random-detect max-threshold 1 70 100",
        )
    )
    low = queue(found, "queue 1")
    assert [limit.depth for limit in low.limits] == [share(700_000)]
    assert low.wred is not None
    assert low.wred.field is Field.PRECEDENCE
    assert low.wred.curves == (
        DropCurve((0, 1), None, None, points=((400_000, 0), (700_000, PPM)), interpolated=True),
        DropCurve((2, 3), None, None, points=((700_000, 0), (PPM, PPM)), interpolated=True),
    )
    assert queue(found, "queue 2").wred is None


def test_tail_drop_of_a_6500_is_at_a_step() -> None:
    found = queue(output(port(*WRR, "wrr-queue threshold 1 80 100")), "queue 1")
    assert found.wred is not None
    assert found.wred.curves == (DropCurve((0, 1), None, None, points=((800_000, PPM),)),)


def test_early_drop_can_be_turned_off() -> None:
    found = output(
        port(*WRR, "wrr-queue random-detect min-threshold 1 40 70", "no wrr-queue random-detect 1")
    )
    assert queue(found, "queue 1").wred is None


def test_the_strict_queue_of_a_1p2q2t_port_has_cos_5_by_default() -> None:
    found = output(
        port("wrr-queue bandwidth 5 255", "wrr-queue random-detect min-threshold 1 40 70")
    )
    assert queue(found, "priority queue").match == Test(Field.PRECEDENCE, (Interval(5, 5),))


def test_a_changed_dscp_to_cos_map_moves_dscps_to_other_queues() -> None:
    found = output(port(*WRR, before="mls qos map dscp-cos 8 to 5\n"))
    assert queue(found, "queue 2").match == Test(Field.DSCP, (Interval(8, 8), Interval(32, 63)))


def test_a_3550_has_equal_weights_and_its_fourth_queue_can_be_strict() -> None:
    text = f"mls qos min-reserve 1 100\ninterface {PORT}\n priority-queue out\n"
    found = output(device(text))
    assert queue(found, "queue 4").priority == Priority()
    assert queue(found, "queue 1").excess == Rate(1, RateBase.RATIO, "cat3550")
    assert queue(found, "queue 3").match == Test(Field.PRECEDENCE, (Interval(4, 5),))


def test_a_2950_has_one_scheduler_for_all_ports_which_goes_by_cos() -> None:
    text = "wrr-queue bandwidth 1 2 3 0\ninterface FastEthernet0/1\n mls qos trust cos\n!\n"
    found = output(device(text), "FastEthernet0/1")
    assert queue(found, "queue 4").priority == Priority()
    assert queue(found, "queue 4").match == Test(Field.COS, (Interval(6, 7),))
    assert queue(found, "queue 2").excess == Rate(2, RateBase.RATIO)


def test_a_2950_without_weights_serves_its_queues_in_order() -> None:
    text = "wrr-queue cos-map 4 5 6 7\ninterface FastEthernet0/1\n switchport mode access\n"
    found = output(device(text), "FastEthernet0/1")
    levels = {each.name: each.priority.level for each in found.classes if each.priority}
    assert levels == {"queue 1": 4, "queue 2": 3, "queue 3": 2, "queue 4": 1}
    assert queue(found, "queue 3").match == Test(Field.COS, (Interval(4, 4),))


TX = (
    "tx-queue 3",
    "  bandwidth percent 40",
    "  priority high",
    "  shape 5m",
    "tx-queue 1",
    "  bandwidth percent 30",
)


def test_of_eight_queues_for_all_ports_no_default_is_known() -> None:
    found = device(
        "version 17.12\nwrr-queue bandwidth 1 2 3 6 12 17 25 33\nwrr-queue cos-map 8 7\n"
        f"interface {PORT}\n switchport\n"
    )
    weights = {one.name: one.excess for one in output(found).classes}
    assert weights["queue 8"] == Rate(33, RateBase.RATIO)
    assert set(weights) <= {"queue 8", "class-default"}
    assert "the queue of CoS 0, 1, 2, 3, 4, 5, 6 depends" in found.residue[0].reason


def test_queues_of_which_nothing_is_known_are_no_policy() -> None:
    found = port("wrr-queue bandwidth 5 10 20 30 40 50 60 70")
    assert not found.ports[PORT].output
    assert found.coverage.recognised == 1


def test_transmit_queues_of_a_4500() -> None:
    found = output(port(*TX, before="qos\nqos map dscp 8 10 to tx-queue 3\n"))
    assert found.feature == "tx-queue"
    third = queue(found, "tx-queue 3")
    assert third.match == Test(Field.DSCP, (Interval(8, 8), Interval(10, 10), Interval(32, 47)))
    assert (third.guarantee, third.level) == (Rate(400_000, RateBase.PERCENT), 1)
    assert third.shaper == Shaper(Rate(5_000_000))
    # What is written leaves 30 percent to two queues.
    assert queue(found, "tx-queue 2").guarantee == Rate(150_000, RateBase.PERCENT, "cat4500")


def test_transmit_queues_of_another_switch_are_not_taken_for_those_of_a_4500() -> None:
    found = port("tx-queue 0", "  bandwidth percent 51", "tx-queue 1", "  bandwidth percent 49")
    assert found.ports[PORT].output == ()
    assert SupportState.RECOGNISED in [residue.state for residue in found.residue]


@pytest.mark.parametrize(
    ("text", "platform"),
    [
        ("interface Gi1/0/1\n srr-queue bandwidth share 1 2 3 4\n", "cat3750"),
        ("mls qos queue-set output 1 buffers 25 25 25 25\n", "cat3750"),
        ("interface Gi1/1\n wrr-queue cos-map 1 1 0 1\n", "cat6500"),
        ("interface Gi1/1\n rcv-queue cos-map 1 1 0 1\n", "cat6500"),
        ("interface Gi0/1\n wrr-queue bandwidth 1 2 3 4\n", "cat3550"),
        ("mls qos min-reserve 5 120\n", "cat3550"),
        ("wrr-queue bandwidth 1 2 3 4\ninterface Fa0/1\n switchport\n", "cat2950"),
        (
            "version 17.12\nwrr-queue cos-map 1 0\nwrr-queue cos-map 8 7\nint Gi1/1\n switchport\n",
            "ios-xe",
        ),
        ("qos dbl\n", "cat4500"),
        ("interface Gi2/1\n tx-queue 3\n   priority high\n", "cat4500"),
        ("interface Gi2/1\n mls qos trust dscp\n", "ios-15"),
    ],
)
def test_the_family_is_told_from_the_words_of_a_config(text: str, platform: str) -> None:
    assert detect(SourceText("t.cfg", text)).platform == platform
