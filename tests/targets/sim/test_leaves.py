"""Leaves of other dialects than MQC: what the scenario and the ledger say of them."""

from __future__ import annotations

from qosc.amounts import Burst, Depth, DepthUnit, Rate
from qosc.datapath import with_defaults
from qosc.fields import Field
from qosc.ir import (
    Algorithm,
    AllOf,
    Anything,
    Attachment,
    Device,
    DropCurve,
    Interval,
    Mark,
    Meter,
    Named,
    Outcome,
    Policer,
    Policy,
    Port,
    Priority,
    QueueLimit,
    Reference,
    RefKind,
    Rule,
    RuleList,
    Test,
    TrafficClass,
    Verdict,
    Wred,
)
from qosc.ir.leaves import qos_ports
from qosc.ledger import Fidelity
from qosc.profiles import profile
from qosc.scenario import Scenario, load
from qosc.simulator import simulate
from qosc.targets.base import Artefact
from qosc.targets.sim import TARGET
from qosc.targets.sim.options import SimOptions
from tests.targets.sim_kit import backlogged, compiled

EXACT, UNSUPPORTED = Fidelity.EXACT, Fidelity.UNSUPPORTED


def lowered(*ports: Port, policies: tuple[Policy, ...] = ()) -> Artefact:
    known = profile("ios-12")
    device = Device(
        ports={port.name: port for port in ports},
        policies={policy.name: policy for policy in policies},
    )
    device = with_defaults(device, known)
    return TARGET.compile(device, qos_ports(device), SimOptions(known))


def only(artefact: Artefact) -> Scenario:
    (file,) = artefact.files
    found = load(file.text, file.name)
    assert isinstance(found, Scenario), found
    return found


def fate(artefact: Artefact, end: str) -> tuple[Fidelity, str]:
    (entry,) = (entry for entry in artefact.ledger if entry.path.endswith(end))
    return entry.fidelity, entry.got


def attach(name: str) -> tuple[Attachment, ...]:
    return (Attachment(Reference(RefKind.POLICY_MAP, name)),)


def is_class(name: str) -> Test:
    return Test(Field.FORWARDING_CLASS, (Named(name),))


def dscp(value: int) -> Test:
    return Test(Field.DSCP, (Interval(value, value),))


def gold_router(**more: bool) -> Artefact:
    """Packets of DSCP 46 are put into `gold` on input, and queued by it on output."""
    marks = (
        Mark(Field.FORWARDING_CLASS, 1, name="gold"),
        Mark(Field.LOSS_PRIORITY, 3, name="high"),
    )
    rules = (Rule(dscp(46), None, marks), Rule(dscp(0)))
    lan = Port("ge-0/0/0", bandwidth=Rate(100_000_000), input=(RuleList("filter", rules, **more),))
    wan = Port("ge-0/0/1", bandwidth=Rate(2_000_000), output=attach("map"))
    high = Test(Field.LOSS_PRIORITY, (Interval(2, 3),))
    policy = Policy(
        "map",
        (
            TrafficClass("gold", AllOf((is_class("gold"), high)), guarantee=Rate(500_000)),
            TrafficClass("rest", Anything()),
        ),
    )
    return lowered(lan, wan, policies=(policy,))


def test_a_forwarding_class_goes_from_input_to_output() -> None:
    artefact = gold_router()
    rest = [one for one in artefact.ledger if not one.path.endswith("bandwidth")]
    assert {entry.fidelity for entry in rest} <= {EXACT, Fidelity.ENVELOPE}
    made = only(artefact)
    assert {source.name.partition(",")[0] for source in made.traffic} == {"gold", "rest", "ping"}
    result = simulate(backlogged(made))
    for name in ("gold", "rest"):
        # What is in flight at an end of the window may differ.
        arrived = result.of_class(name)["arrived_packets"]
        assert abs(arrived - result.flow(name)["sent_packets"]) <= 2 < arrived


def test_the_senders_of_a_filter_send_what_it_lets_through() -> None:
    artefact = gold_router(otherwise_drop=True)
    assert fate(artefact, "otherwise-drop") == (EXACT, "drop what no rule takes")
    made = only(artefact)
    stage = next(port for port in made.ports if port.input).input[0]
    assert stage.kind == "rules"
    assert stage.otherwise == "drop"
    result = simulate(backlogged(made))
    assert result.of_class("(no rule)", "input")["arrived_packets"] == 0
    assert result.of_class("rest")["arrived_packets"] > 100


def policer(rate: int, shared: str) -> Policer:
    meter = Meter(Algorithm.SINGLE_BUCKET, Rate(rate), Burst(15_000))
    return Policer(meter, Outcome(Verdict.TRANSMIT), Outcome(Verdict.DROP), shared=shared)


def test_policers_of_one_name_share_their_meter() -> None:
    rules = tuple(Rule(dscp(n), policer(1_000_000, "m")) for n in (1, 2))
    artefact = lowered(Port("ge-0", bandwidth=Rate(10_000_000), input=(RuleList("filter", rules),)))
    stage = only(artefact).ports[0].input[0]
    assert stage.kind == "rules"
    assert [rule.police and rule.police.shared for rule in stage.rules] == ["m", "m"]
    assert fate(artefact, "rules[2] > policer > shared")[0] is EXACT


def test_one_name_for_two_meters_is_told_and_still_loads() -> None:
    rules = tuple(Rule(dscp(n), policer(n * 1_000_000, "m")) for n in (1, 2))
    artefact = lowered(Port("ge-0", bandwidth=Rate(10_000_000), input=(RuleList("filter", rules),)))
    stage = only(artefact).ports[0].input[0]
    assert stage.kind == "rules"
    assert [rule.police and rule.police.shared for rule in stage.rules] == ["m", ""]
    assert fate(artefact, "rules[2] > policer > shared") == (UNSUPPORTED, "not shared")


def test_a_mark_without_a_value_is_told() -> None:
    marks = (Mark(Field.FORWARDING_CLASS, 1), Mark(Field.LOSS_PRIORITY, 9, name="huge"))
    rule = Rule(dscp(1), None, marks)
    artefact = lowered(
        Port("ge-0", bandwidth=Rate(10_000_000), input=(RuleList("filter", (rule,)),))
    )
    assert fate(artefact, "marks[1]") == (UNSUPPORTED, "not written")
    assert fate(artefact, "marks[2]") == (UNSUPPORTED, "not written")
    stage = only(artefact).ports[0].input[0]
    assert stage.kind == "rules"
    assert not stage.rules[0].set


def queues(*classes: TrafficClass) -> Artefact:
    wan = Port("Serial0", bandwidth=Rate(2_000_000), output=attach("map"))
    return lowered(wan, policies=(Policy("map", classes),))


def test_byte_counts_are_turns() -> None:
    artefact = queues(
        TrafficClass("system", dscp(48), priority=Priority(1)),
        TrafficClass("queue 1", dscp(1), quantum=Burst(4500)),
        TrafficClass("queue 2", Anything(), quantum=Burst(1500)),
    )
    classes = only(artefact).ports[0].output[0].classes
    assert [each.queue.quantum_bytes for each in classes] == [None, 4500, 1500]
    assert fate(artefact, "class queue 1 > quantum") == (Fidelity.UNKNOWN, "4500 bytes")
    result = simulate(backlogged(only(artefact)))
    # Packets of 528 bytes: turns of nine and of three.
    one, two = (result.of_class(f"queue {n}")["sent_packets"] for n in (1, 2))
    assert abs(one - 3 * two) <= 9


def test_a_byte_count_beside_a_guarantee_is_told() -> None:
    artefact = queues(
        TrafficClass("one", dscp(1), quantum=Burst(4500), limits=(QueueLimit(Depth(9)),)),
        TrafficClass("two", Anything(), guarantee=Rate(64_000)),
    )
    assert fate(artefact, "class one > quantum") == (UNSUPPORTED, "served by weight")
    assert only(artefact).ports[0].output[0].classes[0].queue is not None


def test_ranks_are_carried() -> None:
    artefact = queues(
        TrafficClass("high", dscp(1), guarantee=Rate(500_000), level=1, excess_level=4),
        TrafficClass("low", Anything(), guarantee=Rate(500_000)),
    )
    high, low = (each.queue for each in only(artefact).ports[0].output[0].classes)
    assert (high.level, high.excess_level) == (1, 4)
    assert (low.level, low.excess_level) == (2, 5)
    assert fate(artefact, "class high > excess-level") == (Fidelity.ENVELOPE, "rank 4")


def test_a_rank_beside_priority_is_told() -> None:
    artefact = queues(
        TrafficClass("strict", dscp(1), priority=Priority(), level=2, quantum=Burst(10)),
        TrafficClass("rest", Anything()),
    )
    assert fate(artefact, "class strict > level") == (Fidelity.APPROX, "priority")
    assert fate(artefact, "class strict > quantum")[0] is UNSUPPORTED


POINTS = ((0, 0), (500_000, 200_000), (1_000_000, 1_000_000))


def test_drop_profiles_by_loss_priority() -> None:
    wred = Wred(
        Field.LOSS_PRIORITY,
        (
            DropCurve((), None, None, points=POINTS),
            DropCurve((2, 3), None, None, points=POINTS[1:], interpolated=True),
        ),
        exponent=0,
    )
    limits = (QueueLimit(Depth(400_000, DepthUnit.SHARE)),)
    artefact = queues(TrafficClass("all", Anything(), wred=wred, limits=limits))
    early = only(artefact).ports[0].output[0].classes[0].queue.early_drop
    # 40 % of 100 ms at 2 Mbit/s are 10000 bytes. The curve for the others comes last.
    assert [curve.full_bytes for curve in early.curves] == [10_000, 10_000]
    first, others = early.curves
    assert first.match.where == {Field.LOSS_PRIORITY: (2, 3)}
    assert (first.points, first.interpolated) == (POINTS[1:], True)
    assert (others.match, others.points, others.interpolated) == (None, POINTS, False)
    assert fate(artefact, "curves[1] > points")[0] is Fidelity.UNKNOWN
    assert fate(artefact, "limits[1] > depth") == (Fidelity.UNKNOWN, "10000 bytes")


def test_points_that_are_no_curve_are_told() -> None:
    for field, values, points in (
        (Field.LOSS_PRIORITY, (9,), POINTS),
        (Field.DSCP, (64,), POINTS),
        (None, (), POINTS[::-1]),
        (Field.INPUT_INTERFACE, (1,), POINTS),
    ):
        wred = Wred(field, (DropCurve(values, None, None, points=points),), exponent=0)
        artefact = queues(TrafficClass("all", Anything(), wred=wred))
        assert only(artefact).ports[0].output[0].classes[0].queue.early_drop is None
        assert fate(artefact, "curves[1] > points") == (UNSUPPORTED, "tail drop")


def test_the_curve_for_the_others_does_not_hide_one_for_some() -> None:
    curves = (
        DropCurve((), Depth(20), Depth(40), 10),
        DropCurve((46,), Depth(30), Depth(50), 10),
    )
    artefact = queues(TrafficClass("all", Anything(), wred=Wred(Field.DSCP, curves, 9)))
    early = only(artefact).ports[0].output[0].classes[0].queue.early_drop
    assert [curve.min_packets for curve in early.curves] == [30, 20]


def test_a_share_of_the_buffer_holds_a_packet_at_least() -> None:
    limits = (QueueLimit(Depth(0, DepthUnit.SHARE)),)
    artefact = queues(TrafficClass("all", Anything(), limits=limits))
    (limit,) = only(artefact).ports[0].output[0].classes[0].queue.limits
    assert limit.bytes == 1500


def test_what_a_queue_of_a_switch_has_for_itself_is_told() -> None:
    """Catalyst 3750 command reference, `mls qos queue-set output threshold`: reserved is a share of
    the queue's own buffers that no other queue can use; the rest comes from a common pool.
    """
    text = (
        "mls qos\nmls qos queue-set output 1 threshold 2 100 100 50 200\n"
        "interface GigabitEthernet1/0/1\n srr-queue bandwidth share 10 20 30 40\n"
    )
    made = compiled(text, "cat3750")
    rows = [one for one in made.ledger if one.path.endswith(" > reserved")]
    assert len(rows) >= 4
    assert {one.fidelity for one in rows} == {Fidelity.UNKNOWN}
    assert all("common pool" in one.note and one.got == "nothing" for one in rows)
