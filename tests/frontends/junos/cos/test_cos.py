"""Class of service of JunOS; the facts are from Juniper's class of service guide."""

from __future__ import annotations

from qosc.amounts import Burst, Depth, DepthUnit, Rate, RateBase
from qosc.datapath import with_defaults
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    AllOf,
    Attachment,
    Device,
    Interval,
    Mark,
    Named,
    Policy,
    Predicate,
    Rule,
    RuleList,
    Shaper,
    SupportState,
    Test,
    TrafficClass,
)
from qosc.profiles import profile
from qosc.source import SourceText

C = "set class-of-service "
IF = C + "interfaces ge-0/0/0 "
IFACE = "set interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/24\n"


def device(text: str) -> Device:
    return load(SourceText("r1.conf", IFACE + text))


def stages(text: str, direction: str = "input") -> list[RuleList]:
    port = device(text).ports["ge-0/0/0.0"]
    found = port.input if direction == "input" else port.output
    return [stage for stage in found if isinstance(stage, RuleList)]


def points(*codes: int) -> Predicate:
    return AllOf(
        (
            Test(Field.VERSION, (Interval(4, 4),)),
            Test(Field.DSCP, tuple(Interval(code, code) for code in codes)),
        )
    )


def into(name: str, queue: int, loss: str, level: int) -> tuple[Mark, ...]:
    return (
        Mark(Field.FORWARDING_CLASS, queue, name=name),
        Mark(Field.LOSS_PRIORITY, level, name=loss),
    )


def test_a_classifier_marks_class_and_loss_priority_and_the_rest_is_best_effort() -> None:
    (stage,) = stages(
        C
        + "forwarding-classes class gold queue-num 5\n"
        + C
        + "code-point-aliases dscp mine 000111\n"
        + C
        + "classifiers dscp D forwarding-class gold loss-priority high "
        "code-points [ ef 001010 mine ]\n" + IF + "unit 0 classifiers dscp D\n"
    )
    assert stage.feature == "classifiers dscp D"
    assert stage.rules == (
        Rule(points(7, 10, 46), marks=into("gold", 5, "high", 3)),
        Rule(Test(Field.VERSION, (Interval(4, 4),)), marks=into("best-effort", 0, "low", 0)),
    )


def chosen(text: str, code: int) -> str:
    """The class of the first rule of the only classifier that has the code point."""
    (stage,) = stages(text)
    for rule in stage.rules:
        tests = rule.match.operands if isinstance(rule.match, AllOf) else (rule.match,)
        if isinstance(rule.match, Test) and rule.match.field is Field.VERSION:
            return rule.marks[0].name
        for test in tests:
            if (
                isinstance(test, Test)
                and test.field is not Field.VERSION
                and Interval(code, code) in test.values
            ):
                return rule.marks[0].name
    return "no rule"


def test_the_default_dscp_classifier() -> None:
    text = IF + "unit 0 classifiers dscp default\n"
    assert chosen(text, 46) == "expedited-forwarding"
    assert chosen(text, 14) == "assured-forwarding"
    assert chosen(text, 18) == "best-effort"
    assert chosen(text, 48) == "network-control"


def test_import_takes_a_table_over_and_changes_entries() -> None:
    text = (
        C
        + "classifiers dscp D import default\n"
        + C
        + "classifiers dscp D forwarding-class network-control loss-priority low "
        "code-points ef\n" + IF + "unit 0 classifiers dscp D\n"
    )
    assert chosen(text, 46) == "network-control"
    assert chosen(text, 10) == "assured-forwarding"


def test_a_class_of_the_config_takes_a_default_queue_over() -> None:
    text = C + "forwarding-classes queue 1 voice\n" + IF + "unit 0 classifiers dscp default\n"
    assert chosen(text, 46) == "voice"


def test_aliases_of_three_bits_differ_from_those_of_dscp() -> None:
    text = (
        C + "classifiers exp E forwarding-class expedited-forwarding loss-priority low "
        "code-points ef\n" + IF + "unit 0 classifiers exp E\n"
    )
    assert chosen(text, 2) == "expedited-forwarding"


def test_a_rewrite_rule_asks_for_class_and_loss_priority() -> None:
    (stage,) = stages(
        C + "rewrite-rules dscp R forwarding-class best-effort loss-priority high "
        "code-point cs1\n" + IF + "unit 0 rewrite-rules dscp R\n",
        "output",
    )
    (rule,) = stage.rules
    assert rule.marks == (Mark(Field.DSCP, 8),)
    assert rule.match == AllOf(
        (
            Test(Field.VERSION, (Interval(4, 4),)),
            Test(Field.FORWARDING_CLASS, (Named("best-effort"), Named(""))),
            Test(Field.LOSS_PRIORITY, (Named("high"),)),
        )
    )


def test_classifiers_come_before_the_input_filter_and_rewrites_after_the_output_filter() -> None:
    text = (
        "set firewall family inet filter F term A then accept\n"
        "set interfaces ge-0/0/0 unit 0 family inet filter input F output F\n"
        + IF
        + "unit 0 classifiers dscp default\n"
        + IF
        + "unit 0 rewrite-rules dscp default\n"
    )
    assert [s.feature for s in stages(text)] == ["classifiers dscp default", "filter inet F"]
    assert [s.feature for s in stages(text, "output")] == [
        "filter inet F",
        "rewrite-rules dscp default",
    ]


def policy(text: str, name: str = "scheduler-map M") -> Policy:
    return device(IF + "scheduler-map M\n" + text).policies[name]


def scheduled(*lines: str) -> TrafficClass:
    text = C + "scheduler-maps M forwarding-class best-effort scheduler S\n"
    return policy(text + "".join(f"{C}schedulers S {line}\n" for line in lines)).classes[-1]


def test_a_scheduler_map_is_a_policy_of_the_interface() -> None:
    found = device(
        IF + "scheduler-map M\n" + C + "scheduler-maps M forwarding-class best-effort "
        "scheduler S\n" + C + "schedulers S transmit-rate percent 40\n"
    )
    (stage,) = found.ports["ge-0/0/0"].output
    assert isinstance(stage, Attachment)
    assert stage.policy.name == "scheduler-map M"
    control, rest = found.policies["scheduler-map M"].classes
    assert rest.match == Test(Field.FORWARDING_CLASS, (Named("best-effort"), Named("")))
    assert rest.guarantee == Rate(400_000, RateBase.PERCENT)
    assert (control.name, control.guarantee) == ("network-control", None)


def test_classes_of_one_queue_are_scheduled_together() -> None:
    found = policy(
        C
        + "forwarding-classes class a queue-num 2\n"
        + C
        + "forwarding-classes class b queue-num 2\n"
        + C
        + "scheduler-maps M forwarding-class a scheduler S\n"
        + C
        + "schedulers S priority low\n"
    )
    assert found.classes[0].match == Test(Field.FORWARDING_CLASS, (Named("a"), Named("b")))


def test_rates_and_exact() -> None:
    found = scheduled("transmit-rate 2m", "transmit-rate exact")
    assert found.guarantee == Rate(2_000_000)
    assert found.shaper == Shaper(Rate(2_000_000), by_guarantee=True)
    found = scheduled("transmit-rate 2m", "shaping-rate 3m", "shaping-rate burst-size 4k")
    assert found.shaper == Shaper(Rate(3_000_000), committed=Burst(4_000))


def test_remainder_is_what_the_others_leave() -> None:
    text = (
        C
        + "scheduler-maps M forwarding-class expedited-forwarding scheduler A\n"
        + C
        + "scheduler-maps M forwarding-class best-effort scheduler B\n"
        + C
        + "schedulers A transmit-rate percent 30\n"
        + C
        + "schedulers A buffer-size percent 10\n"
        + C
        + "schedulers B transmit-rate remainder\n"
        + C
        + "schedulers B buffer-size remainder\n"
    )
    found = policy(text).classes[-1]
    assert found.guarantee == Rate(700_000, RateBase.PERCENT)
    assert [limit.depth for limit in found.limits] == [Depth(900_000, DepthUnit.SHARE)]


def test_priorities() -> None:
    names = ("strict-high", "high", "medium-high", "medium-low", "low")
    assert [scheduled(f"priority {name}").level for name in names] == [None, 1, 2, 2, 6]
    strict = scheduled("priority strict-high").priority
    assert strict is not None
    assert strict.rate is None
    bounded = scheduled("priority strict-high", "transmit-rate 1m", "transmit-rate rate-limit")
    assert bounded.priority is not None
    assert bounded.priority.rate == Rate(1_000_000)
    assert scheduled("transmit-rate percent 10").level is None


def test_buffers() -> None:
    assert scheduled("buffer-size percent 5").limits[0].depth == Depth(50_000, DepthUnit.SHARE)
    timed = scheduled("buffer-size temporal 20k").limits[0].depth
    assert timed == Depth(20_000, DepthUnit.MICROSECONDS)


def test_a_scheduler_that_leaves_rate_and_buffer_out_has_the_default_of_its_queue() -> None:
    found = scheduled("priority low")
    assert found.guarantee == Rate(950_000, RateBase.PERCENT, "junos-mx")
    assert found.limits[0].depth == Depth(950_000, DepthUnit.SHARE, "junos-mx")


def test_no_queue_gets_a_depth_in_packets_from_the_profile() -> None:
    text = C + "scheduler-maps M forwarding-class assured-forwarding scheduler S\n"
    found = device(IF + "scheduler-map M\n" + text + C + "schedulers S transmit-rate percent 10\n")
    filled = with_defaults(found, profile("junos-mx")).policies["scheduler-map M"]
    assert {one.limits for one in filled.classes} == {()}


PROFILE = "drop-profile-map loss-priority {} protocol any drop-profile D"


def test_drop_profiles() -> None:
    steps = (
        C
        + "drop-profiles D fill-level 50 drop-probability 25\n"
        + (C + "drop-profiles D fill-level 75 drop-probability 60\n")
    )
    text = C + "scheduler-maps M forwarding-class best-effort scheduler S\n"
    high = C + "schedulers S " + PROFILE.format("high") + "\n"
    wred = policy(text + high + steps).classes[-1].wred
    assert wred is not None
    assert wred.field is Field.LOSS_PRIORITY
    (curve,) = wred.curves
    assert curve.values == (3,)
    assert (curve.points, curve.interpolated) == (((500_000, 250_000), (750_000, 600_000)), False)
    lines = (
        C
        + "drop-profiles D interpolate fill-level [ 50 75 ]\n"
        + (C + "drop-profiles D interpolate drop-probability [ 25 60 ]\n")
    )
    any_loss = C + "schedulers S " + PROFILE.format("any") + "\n"
    wred = policy(text + any_loss + lines).classes[-1].wred
    assert wred is not None
    assert wred.field is None
    assert wred.curves[0].interpolated
    assert wred.curves[0].points == (
        (0, 0),
        (500_000, 250_000),
        (750_000, 600_000),
        (1_000_000, 1_000_000),
    )


def test_a_traffic_control_profile_shapes_around_its_map() -> None:
    found = device(
        IF
        + "unit 0 output-traffic-control-profile T\n"
        + C
        + "traffic-control-profiles T shaping-rate 10m\n"
        + C
        + "traffic-control-profiles T guaranteed-rate 4m\n"
    )
    (outer,) = found.policies["traffic-control-profile T"].classes
    assert outer.shaper == Shaper(Rate(10_000_000))
    assert outer.guarantee == Rate(4_000_000)
    assert outer.child is not None
    # Without a map, the default one: 95 % and 5 %.
    inner = found.policies[outer.child.name]
    assert [(c.name, c.guarantee and c.guarantee.value) for c in inner.classes] == [
        ("network-control", 50_000),
        ("best-effort", 950_000),
    ]


def test_what_one_interface_says_wins_over_a_wildcard() -> None:
    text = (
        C
        + "interfaces ge-* unit * classifiers dscp default\n"
        + C
        + "interfaces ge-* unit * classifiers exp default\n"
        + IF
        + "unit 0 classifiers dscp D\n"
        + C
        + "classifiers dscp D forwarding-class best-effort loss-priority low code-points ef\n"
    )
    assert [stage.feature for stage in stages(text)] == [
        "classifiers exp default",
        "classifiers dscp D",
    ]


def test_a_wildcard_without_an_interface_is_reported() -> None:
    (residue,) = device(C + "interfaces xe-* scheduler-map M\n" + C + "scheduler-maps M\n").residue[
        :1
    ]
    assert residue.state is SupportState.RECOGNISED
    assert "no interface" in residue.reason


def test_in_an_excerpt_a_wildcard_stands_for_an_interface() -> None:
    text = C + "interfaces ge-* unit * classifiers dscp default\n" + C + "tri-color\n"
    found = load(SourceText("x", text))
    assert found.ports["ge-*.*"].input
    assert not found.complete


def test_a_fixed_class() -> None:
    (stage,) = stages(IF + "unit 0 forwarding-class network-control\n")
    assert stage.rules[0].marks == (Mark(Field.FORWARDING_CLASS, 3, name="network-control"),)
