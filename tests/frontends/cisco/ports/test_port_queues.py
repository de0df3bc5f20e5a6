"""Queueing and shaping by lines of an interface that are older than policy-maps."""

from __future__ import annotations

import pytest

from qosc.amounts import Burst, BurstUnit, Depth, Rate
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    AllOf,
    Anything,
    Device,
    DropCurve,
    FairQueue,
    Interval,
    Masked,
    Policy,
    Priority,
    QueueLimit,
    Reference,
    RefKind,
    Shaper,
    SupportState,
    Test,
    TrafficClass,
    Wred,
)
from qosc.source import SourceText


def device(*lines: str) -> Device:
    text = "interface Serial0/0\n" + "".join(f" {line}\n" for line in lines)
    return load(SourceText("t.cfg", text))


def policies(*lines: str) -> list[Policy]:
    """The policies at the output of the interface, in order."""
    found = device(*lines)
    assert found.residue == (), found.residue
    stages = found.ports["Serial0/0"].output
    return [found.policies[stage.policy.name] for stage in stages]


def rest(**parts: object) -> TrafficClass:
    return TrafficClass("class-default", Anything(), **parts)


def test_traffic_shape_rate_shapes_all_packets() -> None:
    (policy,) = policies("traffic-shape rate 128000 8000 16000 1000")
    assert policy.feature == "traffic-shape"
    shaper = Shaper(
        Rate(128_000), committed=Burst(8000, BurstUnit.BITS), excess=Burst(16_000, BurstUnit.BITS)
    )
    fair = FairQueue(threshold=Depth(64, default_by="ios"))
    assert policy.classes == (
        rest(shaper=shaper, limits=(QueueLimit(Depth(1000)),), fair_queue=fair),
    )


def test_what_waits_for_traffic_shape_waits_in_a_fair_queue() -> None:
    (policy,) = policies("traffic-shape group 101 64000")
    shaped, rest_of_it = policy.classes
    assert shaped.fair_queue == FairQueue(threshold=Depth(64, default_by="ios"))
    assert shaped.limits == (QueueLimit(Depth(1000, default_by="ios")),)
    assert rest_of_it.fair_queue is None


def test_traffic_shape_group_shapes_what_the_list_permits() -> None:
    (policy,) = policies("traffic-shape group 101 64000", "traffic-shape group 102 8000 8000")
    assert [(found.name, found.match, found.shaper) for found in policy.classes] == [
        ("group 101", Reference(RefKind.ACCESS_LIST, "101"), Shaper(Rate(64_000))),
        (
            "group 102",
            Reference(RefKind.ACCESS_LIST, "102"),
            Shaper(Rate(8000), committed=Burst(8000, BurstUnit.BITS)),
        ),
        ("class-default", Anything(), None),
    ]


def test_shapers_can_be_taken_back() -> None:
    assert policies("traffic-shape rate 64000", "no traffic-shape rate") == []
    assert policies("traffic-shape group 101 64000", "no traffic-shape group 101") == []


def rtp(low: int, high: int, rate: int) -> TrafficClass:
    match = AllOf(
        (
            Test(Field.VERSION, (Interval(4, 4),)),
            Test(Field.PROTOCOL, (Interval(17, 17),)),
            Test(Field.DST_PORT, (Interval(low, high),)),
            Test(Field.DST_PORT, (Masked(0, 1),)),
        )
    )
    return TrafficClass("rtp", match, priority=Priority(rate=Rate(rate)))


def test_ip_rtp_priority_is_a_bounded_priority_class_for_even_ports() -> None:
    (policy,) = policies("ip rtp priority 16384 16383 40")
    assert policy.feature == "ip rtp priority"
    assert policy.classes == (rtp(16_384, 32_767, 40_000), rest())


def test_ip_rtp_priority_goes_before_the_flows_of_the_fair_queue() -> None:
    """Cisco IOS QoS command reference, ip rtp priority: in conjunction with WFQ or CBWFQ."""
    found = device("ip rtp priority 16384 16383 40", "fair-queue 32 128 0")
    port = found.ports["Serial0/0"]
    (stage,) = port.output
    assert port.fair_queue is None
    last = found.policies[stage.policy.name].classes[-1]
    assert last.fair_queue == FairQueue(128, Depth(32), 0)
    found = device("ip rtp priority 16384 16383 40", "fair-queue", "service-policy output P")
    assert found.ports["Serial0/0"].fair_queue == FairQueue()


def test_ip_rtp_priority_goes_before_the_classes_of_a_policy() -> None:
    found = device("service-policy output P", "ip rtp priority 2000 10 40")
    (stage,) = found.ports["Serial0/0"].output
    policy = found.policies[stage.policy.name]
    assert policy.classes[1] == rest(child=Reference(RefKind.POLICY_MAP, "P"))


def test_no_ip_rtp_priority_leaves_the_policy_where_it_was() -> None:
    found = device("ip rtp priority 2000 10 40", "service-policy output P", "no ip rtp priority")
    (stage,) = found.ports["Serial0/0"].output
    assert stage.policy.name == "P"


def test_random_detect_on_an_interface_is_one_queue_with_early_drop() -> None:
    (policy,) = policies(
        "random-detect",
        "random-detect exponential-weighting-constant 8",
        "random-detect precedence 3 10 20 5",
    )
    curve = DropCurve((3,), Depth(10), Depth(20), 5)
    assert policy.classes == (rest(wred=Wred(Field.PRECEDENCE, (curve,), 8)),)
    assert policies("random-detect dscp-based")[0].classes == (rest(wred=Wred(Field.DSCP)),)
    assert policies("random-detect", "no random-detect") == []


def test_tx_queue_limit_counts_packets_below_the_scheduler() -> None:
    assert device("tx-queue-limit 1").ports["Serial0/0"].tx_ring == Depth(1)
    assert device("tx-queue-limit 1", "no tx-queue-limit").ports["Serial0/0"].tx_ring is None


@pytest.mark.parametrize(
    "line",
    [
        "traffic-shape adaptive 64000",
        "traffic-shape fecn-adapt",
        "ip rtp reserve 16384 100 64",
        "ip rtp header-compression",
        "random-detect flow",
        "random-detect flow count 64",
    ],
)
def test_what_is_understood_and_left_out(line: str) -> None:
    (residue,) = device(line).residue
    assert residue.state is SupportState.RECOGNISED


@pytest.mark.parametrize(
    "line",
    [
        "traffic-shape rate",
        "traffic-shape rate 7999",
        "traffic-shape group 101",
        "ip rtp priority 1999 10 64",
        "ip rtp priority 2000 16384 64",
        "ip rtp priority 2000 10 2001",
        "ip rtp priority 2000 10",
    ],
)
def test_what_a_router_would_not_take(line: str) -> None:
    found = device(line)
    assert [residue.state for residue in found.residue] == [SupportState.UNKNOWN]
    assert found.ports["Serial0/0"].output == ()
