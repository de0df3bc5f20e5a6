"""Catalyst switches: weighted and shaped round robin, trust, and the maps between code points."""

from __future__ import annotations

import pytest

from qosc.amounts import Rate, RateBase
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    AnyOf,
    Anything,
    Device,
    Interval,
    Mark,
    Policy,
    Predicate,
    Priority,
    RuleList,
    Shaper,
    SupportState,
    Test,
)
from qosc.source import SourceText

PORT = "GigabitEthernet3/1"


def device(*lines: str, before: tuple[str, ...] = ()) -> Device:
    text = "".join(f"{line}\n" for line in before) + f"interface {PORT}\n"
    return load(SourceText("t.cfg", text + "".join(f" {line}\n" for line in lines)))


def clean(found: Device) -> Device:
    assert found.residue == (), found.residue
    return found


def output(found: Device) -> Policy:
    (stage,) = found.ports[PORT].output
    return found.policies[stage.policy.name]


def values(policy: Policy, field: Field = Field.PRECEDENCE) -> dict[str, set[int]]:
    """The code points of each class."""
    return {found.name: points(found.match, field) for found in policy.classes}


def points(match: Predicate, field: Field) -> set[int]:
    if isinstance(match, AnyOf):
        return set().union(*(points(part, field) for part in match.operands))
    if not isinstance(match, Test):
        return set()
    assert match.field is field
    return {
        n
        for span in match.values
        if isinstance(span, Interval)
        for n in range(span.low, span.high + 1)
    }


def weights(policy: Policy) -> dict[str, Rate | None]:
    return {found.name: found.excess for found in policy.classes}


def ratio(value: int) -> Rate:
    return Rate(value, RateBase.RATIO)


def test_two_queues_of_a_catalyst_6500_as_a_slide_shows_them() -> None:
    policy = output(
        clean(
            device(
                "description to bo12kgp (GARR-G)",
                "no ip address",
                "speed nonegotiate",
                "wrr-queue bandwidth 99 1 99% of capacity allocated to queue 1 and 1% to queue 2",
                "wrr-queue cos-map 1 1 0 // prec 0 traffic (BE) goes into queue 1,1",
                "wrr-queue cos-map 2 1 1 2 3 4 5 6 7 // prec 1 traffic (LBE) goes into queue 2,1",
                "switchport",
            )
        )
    )
    assert policy.feature == "wrr-queue"
    assert values(policy) == {"queue 2": {1, 2, 3, 4, 5, 6, 7}, "queue 1": {0}}
    assert weights(policy) == {"queue 2": ratio(1), "queue 1": ratio(99)}


def test_the_queue_of_cos_0_also_has_the_packets_without_a_mark() -> None:
    policy = output(
        clean(
            device(
                "wrr-queue bandwidth 5 255",
                "wrr-queue cos-map 1 1 0 1 2 3",
                "wrr-queue cos-map 2 1 4 5 6 7",
            )
        )
    )
    last = policy.classes[-1]
    assert last.match == AnyOf((Test(Field.PRECEDENCE, (Interval(0, 3),)), Anything()))


def test_the_strict_queue_of_a_catalyst_6500() -> None:
    policy = output(
        clean(
            device(
                "wrr-queue bandwidth 20 30 50",
                "wrr-queue cos-map 1 1 0 1",
                "wrr-queue cos-map 1 2 2",
                "wrr-queue cos-map 2 1 3",
                "wrr-queue cos-map 2 2 6 7",
                "priority-queue cos-map 1 4 5",
            )
        )
    )
    assert values(policy) == {"priority queue": {4, 5}, "queue 2": {3, 6, 7}, "queue 1": {0, 1, 2}}
    assert [found.priority for found in policy.classes] == [Priority(1), None, None]
    assert weights(policy) == {"priority queue": None, "queue 2": ratio(30), "queue 1": ratio(20)}


def test_maps_of_four_queues_name_no_threshold() -> None:
    policy = output(
        clean(
            device(
                "wrr-queue bandwidth 1 2 3 4",
                "wrr-queue cos-map 3 4",
                "wrr-queue cos-map 4 5 6 7",
                "priority-queue out",
            )
        )
    )
    assert values(policy) == {
        "queue 2": {2, 3},
        "queue 3": {4},
        "queue 4": {5, 6, 7},
        "queue 1": {0, 1},
    }
    by_name = {found.name: found for found in policy.classes}
    assert (by_name["queue 4"].priority, by_name["queue 4"].excess) == (Priority(1), None)
    assert by_name["queue 3"].excess == ratio(3)


def test_what_all_types_of_a_port_agree_about_needs_no_line() -> None:
    # 2q2t and 1p2q2t differ in the queue of CoS 5 only.
    found = device("wrr-queue bandwidth 1 3", "wrr-queue cos-map 2 1 4 6 7")
    (residue,) = found.residue
    assert residue.state is SupportState.RECOGNISED
    assert residue.reason == "the queue of CoS 5 depends on the type of the port"
    assert values(output(found))["queue 1"] == {0, 1, 2, 3}


def test_a_map_that_no_source_gives_is_not_guessed() -> None:
    found = device("wrr-queue bandwidth 20 30 50", "wrr-queue cos-map 1 1 0 1 2 3")
    assert [residue.reason for residue in found.residue] == [
        "the queue of CoS 4, 5, 6, 7 depends on the type of the port"
    ]


def test_without_weights_there_is_no_policy() -> None:
    found = device("wrr-queue cos-map 1 1 0")
    assert found.ports[PORT].output == ()
    assert [residue.state for residue in found.residue] == [SupportState.RECOGNISED]


def test_shaped_round_robin_with_the_maps_of_the_reference() -> None:
    policy = output(clean(device("srr-queue bandwidth share 10 20 30 40", "priority-queue out")))
    assert policy.feature == "srr-queue"
    assert values(policy, Field.DSCP) == {
        "queue 1": set(range(40, 48)),
        "queue 3": set(range(16, 32)),
        "queue 4": set(range(32, 40)) | set(range(48, 64)),
        "queue 2": set(range(16)),
    }
    assert policy.classes[0].priority == Priority(1)
    assert weights(policy) == {
        "queue 1": None,
        "queue 3": ratio(30),
        "queue 4": ratio(40),
        "queue 2": ratio(20),
    }
    # All shaping weights are at their default: 25 for the first queue, which is strict here.
    assert [found.shaper for found in policy.classes] == [None] * 4


def test_a_shaping_weight_is_a_part_of_the_link() -> None:
    policy = output(clean(device("srr-queue bandwidth shape 8 0 0 4")))
    by_name = {found.name: found for found in policy.classes}
    assert by_name["queue 1"].shaper == Shaper(Rate(125_000, RateBase.PERCENT))
    assert by_name["queue 4"].shaper == Shaper(Rate(250_000, RateBase.PERCENT))
    assert by_name["queue 2"].excess == Rate(25, RateBase.RATIO, "cat3750")


def test_the_first_queue_is_shaped_to_a_25th_by_default() -> None:
    policy = output(clean(device("srr-queue bandwidth share 10 20 30 40")))
    by_name = {found.name: found for found in policy.classes}
    assert by_name["queue 1"].shaper == Shaper(Rate(40_000, RateBase.PERCENT, "cat3750"))
    assert by_name["queue 1"].excess is None


def test_maps_of_the_switch_move_code_points_to_other_queues() -> None:
    before = ("mls qos srr-queue output dscp-map queue 1 threshold 3 24 25 46",)
    policy = output(clean(device("priority-queue out", before=before)))
    found = values(policy, Field.DSCP)
    assert {24, 25, 46} <= found["queue 1"]
    assert not {24, 25} & found["queue 3"]


def test_where_only_the_map_of_cos_is_changed_the_queues_go_by_cos() -> None:
    before = ("mls qos srr-queue output cos-map queue 1 threshold 3 4 5",)
    policy = output(clean(device("priority-queue out", before=before)))
    assert values(policy, Field.COS) == {
        "queue 1": {4, 5},
        "queue 3": {2, 3},
        "queue 4": {6, 7},
        "queue 2": {0, 1},
    }


def test_where_both_maps_are_changed_the_queues_go_by_dscp_and_the_other_map_is_reported() -> None:
    cos = "mls qos srr-queue output cos-map queue 1 threshold 3 4 5"
    before = (cos, "mls qos srr-queue output dscp-map queue 1 threshold 3 46")
    found = device("priority-queue out", before=before)
    assert output(found).classes[0].match == Test(Field.DSCP, (Interval(40, 47),))
    assert [(residue.state, residue.text) for residue in found.residue] == [
        (SupportState.RECOGNISED, cos)
    ]


def test_a_limit_shapes_the_port_around_its_queues() -> None:
    found = clean(device("srr-queue bandwidth limit 80", "srr-queue bandwidth share 1 2 3 4"))
    outer = output(found)
    assert outer.classes[0].shaper == Shaper(Rate(800_000, RateBase.PERCENT))
    assert outer.classes[0].child is not None
    assert found.policies[outer.classes[0].child.name].feature == "srr-queue"


def rules(found: Device) -> RuleList:
    (stage,) = found.ports[PORT].input
    assert isinstance(stage, RuleList)
    return stage


def test_trust_in_cos_writes_the_dscp_of_the_map() -> None:
    found = rules(
        clean(
            device(
                "mls qos trust cos",
                "mls qos cos 2",
                before=("mls qos map cos-dscp 0 8 16 24 32 46 48 56",),
            )
        )
    )
    assert found.feature == "mls qos trust cos"
    marks = [rule.marks for rule in found.rules]
    assert marks[5] == (Mark(Field.DSCP, 46),)
    assert found.rules[5].match == Test(Field.COS, (Interval(5, 5),))
    # Frames without a tag have the CoS of the port.
    assert (found.rules[8].match, marks[8]) == (Anything(), (Mark(Field.DSCP, 16),))


def test_trust_in_precedence_writes_eight_times_its_value() -> None:
    found = rules(clean(device("mls qos trust ip-precedence")))
    assert [rule.marks[0].value for rule in found.rules] == [0, 8, 16, 24, 32, 40, 48, 56]


@pytest.mark.parametrize("line", ["mls qos trust dscp", "mls qos trust"])
def test_trust_in_dscp_leaves_it_alone(line: str) -> None:
    found = rules(clean(device(line)))
    assert [(rule.match, rule.marks) for rule in found.rules] == [(Anything(), ())]


@pytest.mark.parametrize(
    "line",
    [
        "rcv-queue cos-map 1 1 0 1",
        "wrr-queue queue-limit 80 10",
        "wrr-queue random-detect min-threshold 1 50 50 50 50 60 60 60 60",
        "wrr-queue threshold 1 50 100",
        "mls qos vlan-based",
        "mls qos cos 3",
        "mls qos trust device cisco-phone",
        "auto qos voip cisco-phone",
        "priority-queue out",
    ],
)
def test_what_a_port_can_say_and_is_not_in_the_model(line: str) -> None:
    (residue,) = device(line).residue
    assert residue.state is SupportState.RECOGNISED
    assert residue.reason


@pytest.mark.parametrize(
    "line",
    [
        "mls qos srr-queue input bandwidth 4 4",
        "mls qos srr-queue input cos-map queue 2 threshold 1 6",
        "auto qos srnd4",
    ],
)
def test_what_a_switch_can_say_and_is_not_in_the_model(line: str) -> None:
    (residue,) = load(SourceText("t.cfg", f"{line}\n")).residue
    assert residue.state is SupportState.RECOGNISED
    assert residue.reason


@pytest.mark.parametrize(
    "line",
    [
        "wrr-queue cos-map 1 1 8",
        "wrr-queue cos-map 9 1 1",
        "srr-queue bandwidth share 1 2 3",
        "srr-queue bandwidth share 1 2 3 256",
        "srr-queue bandwidth limit 91",
        "mls qos trust nothing",
        "mls qos cos 8",
        "priority-queue cos-map 1 8",
    ],
)
def test_what_a_port_would_not_take(line: str) -> None:
    found = device("wrr-queue bandwidth 1 2", line) if "wrr" in line else device(line)
    assert SupportState.UNKNOWN in [residue.state for residue in found.residue]


def test_lines_can_be_taken_back() -> None:
    found = device(
        "wrr-queue bandwidth 1 2", "no wrr-queue bandwidth", "mls qos trust cos", "no mls qos trust"
    )
    assert found.residue == ()
    assert (found.ports[PORT].input, found.ports[PORT].output) == ((), ())


def test_what_stands_below_a_transmit_queue_is_not_the_ports_own() -> None:
    found = device(
        "bandwidth 1000",
        "tx-queue 3",
        "  bandwidth 33000000",
        "  priority high",
        "  shape 33000000",
        "mtu 1400",
    )
    assert found.ports[PORT].bandwidth == Rate(1_000_000)
    assert found.ports[PORT].mtu == 1400
    queue = next(each for each in output(clean(found)).classes if each.name == "tx-queue 3")
    assert queue.guarantee == Rate(33_000_000)
