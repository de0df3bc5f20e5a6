"""What the scenario of a config says, and what the ledger says of it."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings

from qosc.amounts import Burst, BurstUnit, Depth, DepthUnit, Rate, RateBase
from qosc.datapath import with_defaults
from qosc.fields import WIDTHS, Field
from qosc.ir import (
    Algorithm,
    Attachment,
    Device,
    FairQueue,
    Interval,
    Mark,
    Meter,
    Opaque,
    Outcome,
    Policer,
    Policy,
    Port,
    PortKind,
    Priority,
    QueueLimit,
    Reference,
    RefKind,
    Rule,
    RuleList,
    Shaper,
    Test,
    TrafficClass,
    Verdict,
    Wred,
)
from qosc.ir.leaves import leaves, qos_ports
from qosc.ledger import Fidelity, Ledger
from qosc.profiles import profile
from qosc.simulator import simulate
from qosc.simulator.match import compile_match
from qosc.targets.sim.match import lower_match
from tests.laws.packets.packet_oracle import holds
from tests.targets import tc_strategies as some
from tests.targets.sim_kit import backlogged, default, fates, lowered, on_port, only, scenarios

PATIENT = settings(
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


# Every leaf, whatever the model


@PATIENT
@given(some.devices())
def test_any_model_gives_scenarios_that_load_and_a_full_ledger(device: Device) -> None:
    complete = with_defaults(device, profile("ios-12"))
    artefact = lowered(device)
    want = [leaf.path for port in qos_ports(complete) for leaf in leaves(complete, port)]
    assert [entry.path for entry in artefact.ledger[: len(want)]] == want
    assert all(" > traffic > class " in entry.path for entry in artefact.ledger[len(want) :])
    assert len(scenarios(artefact)) == 1
    assert lowered(device).files == artefact.files


@PATIENT
@given(some.access_lists(), some.predicates, some.packets())
def test_a_match_holds_where_the_predicate_does(lists, predicate, packet) -> None:
    device = Device(access_lists=lists)
    leaf_ledger = Ledger([])
    match = lower_match(device, predicate, "none", leaf_ledger.at("nowhere"))
    fields = [*WIDTHS, Field.INPUT_INTERFACE]
    values = {field: packet.get(field) for field in fields if packet.get(field) is not None}
    got = compile_match(match)(values, int(packet.values[Field.LENGTH]))
    if not packet.version and Field.LENGTH in _tested((predicate, lists)):
        return  # a simulated packet is always IP and has a length
    assert got == holds(device, predicate, packet)


def _tested(model: object) -> set[Field]:
    return {Field(word) for word in re.findall(r"Field\.\w+: '([\w-]+)'", repr(model))}


# The published testbeds


PREC = Test(Field.PRECEDENCE, (Interval(5, 5),))


def test_rates_and_depths_are_resolved_to_plain_numbers() -> None:
    gold = TrafficClass(
        "gold",
        PREC,
        guarantee=Rate(250_000, RateBase.PERCENT),
        limits=(QueueLimit(Depth(20_000, DepthUnit.MICROSECONDS)),),
    )
    voice = TrafficClass("voice", PREC, priority=Priority(2, Rate(100_000, RateBase.PERCENT)))
    made = only(lowered(on_port(gold, voice, default(guarantee=Rate(1000)))))
    first, second, _ = made.ports[0].output[0].classes
    assert first.queue.guarantee_bps == 500_000  # 25 % of 2 Mbit/s
    assert first.queue.limits[0].bytes == 1250  # 20 ms at the 500 kbit/s
    # 10 %, and 200 ms of it: the default of the platform.
    assert second.queue.priority.model_dump() == {
        "level": 2,
        "rate_bps": 200_000,
        "burst_bytes": 5000,
    }


def test_shaping_sums_its_bursts_and_peak_raises_the_rate() -> None:
    bursts = {"committed": Burst(8000, BurstUnit.BITS), "excess": Burst(4000, BurstUnit.BITS)}
    average = default(shaper=Shaper(Rate(400_000), **bursts))
    peak = default(shaper=Shaper(Rate(400_000), peak=True, **bursts))
    shapes = [
        only(lowered(on_port(each))).ports[0].output[0].classes[0].queue.shape
        for each in (average, peak)
    ]
    assert [(s.rate_bps, s.burst_bytes) for s in shapes] == [(400_000, 1500), (600_000, 1500)]


def test_what_is_left_is_shared_by_ratio_or_percent() -> None:
    def weights(*rates: Rate | None) -> list[int | None]:
        classes = [
            TrafficClass(f"c{i}", PREC, excess=rate, guarantee=None if rate else Rate(1000))
            for i, rate in enumerate(rates)
        ]
        made = only(lowered(on_port(*classes, default(limits=(QueueLimit(Depth(5)),)))))
        return [each.queue.excess_weight for each in made.ports[0].output[0].classes]

    ratio = [Rate(n, RateBase.RATIO) for n in (4, 2)]
    assert weights(*ratio) == [4, 2, 1]
    percent = [Rate(n, RateBase.REMAINING) for n in (600_000, 300_000)]
    assert weights(*percent) == [600_000, 300_000, 100_000]


def test_input_policies_police_and_mark_but_do_not_queue() -> None:
    police = Policer(
        Meter(Algorithm.SINGLE_BUCKET, Rate(64_000), Burst(2000)),
        Outcome(Verdict.TRANSMIT),
        Outcome(Verdict.DROP),
    )
    gold = TrafficClass(
        "gold", PREC, marks=(Mark(Field.DSCP, 46),), policers=(police,), guarantee=Rate(1000)
    )
    artefact = lowered(on_port(gold, default(), side="input"))
    made = only(artefact)
    assert fates(artefact, "class gold > guarantee") == {Fidelity.UNSUPPORTED}
    assert made.ports[0].input[0].classes[0].set == {Field.DSCP: 46}
    assert "Not in this scenario: an input policy has no queues" in artefact.files[0].text


def test_what_cannot_be_said_is_a_loss_with_a_comment() -> None:
    pps = Policer(
        Meter(Algorithm.SINGLE_BUCKET, Rate(100, RateBase.PPS), Burst(10)),
        Outcome(Verdict.TRANSMIT),
        Outcome(Verdict.DROP),
    )
    gold = TrafficClass("gold", Opaque("protocol", "http"), policers=(pps,))
    artefact = lowered(on_port(gold, default(guarantee=Rate(1000))))
    lost = {entry.path.rpartition(" > ")[2] for entry in artefact.losses}
    assert {"match", "cir", "cbs", "conform", "exceed", "algorithm"} <= lost
    assert all(f"#   {entry.path}" in artefact.files[0].text for entry in artefact.losses)
    assert only(artefact).ports[0].output[0].classes[0].match.any == ()


def test_packets_for_the_router_itself_are_not_simulated() -> None:
    device = on_port(default(guarantee=Rate(1000)))
    plane = Port(
        "control-plane",
        PortKind.CONTROL_PLANE,
        input=(Attachment(Reference(RefKind.POLICY_MAP, "p")),),
    )
    device = Device(ports={**device.ports, plane.name: plane}, policies=device.policies)
    artefact = lowered(device)
    assert {e.fidelity for e in artefact.ledger if e.path.startswith("control-plane")} == {
        Fidelity.UNSUPPORTED
    }
    assert len(scenarios(artefact)) == 1


def test_a_scenario_for_each_output_port_with_every_input_port() -> None:
    stage = Attachment(Reference(RefKind.POLICY_MAP, "p"))
    rules = RuleList("rate-limit", (Rule(PREC, marks=(Mark(Field.PRECEDENCE, 3),)),))
    ports = [
        Port("Ethernet0", input=(rules,)),
        Port("Ethernet1", input=(rules,)),
        Port("Serial0", output=(stage,)),
        Port("Serial1", output=(stage,), input=(rules,)),
    ]
    policy = Policy("p", (default(guarantee=Rate(64_000)),))
    made = lowered(Device(ports={p.name: p for p in ports}, policies={"p": policy}))
    assert [each.name for each in made.files] == ["serial0.yaml", "serial1.yaml"]
    first, second = scenarios(made)
    assert [port.port for port in first.ports] == ["Ethernet0", "Ethernet1", "Serial1", "Serial0"]
    assert [port.port for port in second.ports] == ["Ethernet0", "Ethernet1", "Serial1"]


def test_traffic_takes_the_way_through_the_marks_where_there_is_no_other() -> None:
    # Only what the input rule marks has qos-group 7; no host can send that.
    rule = Rule(Test(Field.DST_PORT, (Interval(99, 99),)), marks=(Mark(Field.QOS_GROUP, 7),))
    stage = Attachment(Reference(RefKind.POLICY_MAP, "p"))
    gold = TrafficClass("gold", Test(Field.QOS_GROUP, (Interval(7, 7),)), guarantee=Rate(64_000))
    device = Device(
        ports={
            "Ethernet0": Port("Ethernet0", input=(RuleList("rate-limit", (rule,)),)),
            "Serial0": Port("Serial0", output=(stage,)),
        },
        policies={"p": Policy("p", (gold, default(guarantee=Rate(64_000))))},
    )
    made = only(lowered(device))
    assert made.traffic[0].header[Field.DST_PORT] == 99
    result = simulate(backlogged(made))
    assert result.of_class("gold")["arrived_packets"] >= result.flow("gold")["sent_packets"] - 2


def test_wred_and_fair_queue_are_carried_with_the_platform_s_figures() -> None:
    # The recorded defaults of precedence 0 and 5: 20..40 and 31..40 packets, 1/10, weight 2**-9.
    red = default(wred=Wred(Field.PRECEDENCE), guarantee=Rate(1000))
    fair = TrafficClass("fair", PREC, fair_queue=FairQueue(32), limits=(QueueLimit(Depth(64)),))
    artefact = lowered(on_port(fair, red))
    first, second = only(artefact).ports[0].output[0].classes
    assert artefact.losses == ()
    assert first.queue.flow_queues.model_dump() == {
        "flows": 32,
        "limit_packets": 16,
        "weights": "precedence",
    }
    drop = second.queue.early_drop
    assert drop.weight_exponent == 9
    found = {
        value: (each.min_packets, each.max_packets, each.denominator)
        for each in drop.curves
        for value in each.match.where[Field.PRECEDENCE]
    }
    assert len(found) == 8
    assert found[0] == (20, 40, 10)
    assert found[5] == (31, 40, 10)


@pytest.mark.parametrize(("limit", "each"), [(4, 1), (7, 1), (8, 2), (64, 16)])
def test_a_flow_of_a_class_holds_a_quarter_of_its_limit(limit: int, each: int) -> None:
    fair = TrafficClass("a", PREC, fair_queue=FairQueue(32), limits=(QueueLimit(Depth(limit)),))
    found = only(lowered(on_port(fair, default()))).ports[0].output[0].classes[0]
    assert found.queue.flow_queues.limit_packets == each


def test_fair_queue_on_an_interface_divides_its_queue_by_flow() -> None:
    port = Port("Serial0", bandwidth=Rate(256_000), fair_queue=FairQueue(64))
    artefact = lowered(Device(ports={"Serial0": port}))
    (made,) = only(artefact).ports[0].output
    assert made.classes[0].queue.flow_queues.flows == 64
    assert made.classes[0].queue.flow_queues.limit_packets == 64
    assert artefact.losses == ()


HOSTILE = ["$(reboot)", "a'b\"c", "x\ny: z", "\0", "\ud800", "é" * 500, "", "# no", "- {}", "!!x"]


def test_hostile_names_stay_names() -> None:
    classes = [
        TrafficClass(name, Test(Field.DSCP, (Interval(i, i),)), guarantee=Rate(10_000))
        for i, name in enumerate(HOSTILE)
    ]
    policy = Policy("p\n- evil", (*classes, default(guarantee=Rate(1000))))
    port = Port(
        "Serial0\nschema: x",
        bandwidth=Rate(10**6),
        output=(Attachment(Reference(RefKind.POLICY_MAP, "p\n- evil")),),
    )
    device = Device(
        hostname="h\nduration_ms: 0", ports={port.name: port}, policies={"p\n- evil": policy}
    )
    artefact = lowered(device)
    made = only(artefact)
    names = [each.name for each in made.ports[0].output[0].classes]
    assert len(set(names)) == len(HOSTILE) + 1
    assert names[0] == "$(reboot)"
    assert all(char.isalnum() or char in "-." for char in artefact.files[0].name)
    result = simulate(made)
    assert len(result.classes) >= len(HOSTILE)
    result.to_text().encode()


@pytest.mark.parametrize("value", [0, -1, 10**30])
def test_absurd_numbers_are_losses_or_kept_in_bounds(value: int) -> None:
    meter = Meter(Algorithm.CAR, Rate(value), Burst(value), Burst(value))
    marking = Outcome(Verdict.TRANSMIT, (Mark(Field.DSCP, value),))
    police = Policer(meter, marking, Outcome(Verdict.DROP))
    gold = TrafficClass(
        "gold",
        PREC,
        policers=(police,),
        guarantee=Rate(value),
        limits=(QueueLimit(Depth(value)),),
        shaper=Shaper(Rate(value), committed=Burst(value), excess=Burst(value)),
    )
    voice = TrafficClass("voice", PREC, priority=Priority(value, Rate(value), Burst(value)))
    device = on_port(gold, voice, default(), mtu=value, tx_ring=Depth(value))
    artefact = lowered(device)
    assert only(artefact)
    assert fates(artefact, "meter > cir") == {Fidelity.UNSUPPORTED}
