"""Recorded depths that routers of one platform differ in, and recorded tables.

Where a platform's routers differ, the profile has one value and a range, and what was printed lies
in the range. `test_recorded_outputs.py` has the outputs that agree with the one value.
"""

from __future__ import annotations

import pytest

import qosc
from qosc.amounts import PPM, Depth, DepthUnit
from qosc.datapath import link_rate
from qosc.datapath.doubts import depth_range
from qosc.datapath.queues.fair import flows_limit, flows_of
from qosc.datapath.queues.wred import fill_wred
from qosc.fields import Field
from qosc.ir import Device, DropCurve, FairQueue, Port, Wred
from qosc.ledger import Fidelity
from qosc.profiles import profile
from qosc.profiles.switches import STRICT, switch_facts
from tests.rules.linting import complete

GENIE = "genieparser, ShowPolicyMapInterface, "
CHILD = (
    "class-map v\n match dscp ef\nclass-map d\n match dscp af21\n"
    "policy-map C\n class v\n  priority percent 10\n class d\n  bandwidth remaining percent 20\n"
    "policy-map P\n class class-default\n  shape average {}\n  service-policy C\n"
    "interface GigabitEthernet0/0/0\n service-policy output P\n"
)
FLAT = (
    "class-map d\n match dscp af21\npolicy-map P\n class d\n  bandwidth {}\n"
    "interface GigabitEthernet4\n service-policy output P\n"
)
SPANS = [
    (GENIE + "golden_output24, the shaper", CHILD.format(99_872_000), "P", 0, 68),
    (GENIE + "golden_output24, a class below it", CHILD.format(99_872_000), "C", 1, 64),
    ("a branch router's policy, the shaper", CHILD.format(42_500_000), "P", 0, 64),
    ("a branch router's policy, a class", CHILD.format(42_500_000), "C", 1, 64),
    (GENIE + "golden_output21, band-policy", FLAT.format(110_000), "P", 0, 64),
    (GENIE + "golden_output21, test-cir", FLAT.format(600_000), "P", 0, 64),
    # Cisco's chapter on queue depth: half of 208 packets with an ESP40.
    ("IOS XE 16, queue depth, ESP40", CHILD.format(50_000_000), "P", 0, 104),
]


@pytest.mark.parametrize(("source", "config", "name", "number", "printed"), SPANS)
def test_a_depth_that_was_printed_is_in_the_range(
    source: str, config: str, name: str, number: int, printed: int
) -> None:
    (limit,) = complete(config, "ios-xe").policies[name].classes[number].limits
    ends = depth_range(limit.depth, profile("ios-xe"))
    assert ends is not None, source
    assert ends[0].value <= printed <= ends[1].value, source


def test_a_priority_queue_and_a_slow_one_have_no_range() -> None:
    policies = complete(CHILD.format(8_000_000), "ios-xe").policies
    depths = [c.limits[0].depth for name in "CP" for c in policies[name].classes]
    assert [depth.value for depth in depths] == [512, 64, 64, 64]
    assert [depth_range(depth, profile("ios-xe")) for depth in depths] == [None] * 4


def test_a_queue_of_ncs_5500_holds_a_tenth_of_that_of_a_crs() -> None:
    # xrdocs.io, NCS 5500, show qos interface: TailDrop Threshold 4864 bytes / 10 ms (default) for a
    # shaper of 4 Mbit/s, whose 10 ms are 5000: the hardware counts in blocks of 256 bytes.
    body, printed = "shape average 4 mbps", 4_864
    text = (
        "class-map match-any d\n match dscp af21\n end-class-map\npolicy-map P\n class d\n"
        f"  {body}\n !\n class class-default\n !\n end-policy-map\n"
        "interface HundredGigE0/0/0/0\n service-policy output P\n"
    )
    (limit,) = complete(text, "ios-xr").policies["P"].classes[0].limits
    assert limit.depth.unit is DepthUnit.BYTES
    ends = depth_range(limit.depth, profile("ios-xr"))
    assert ends is not None
    assert ends[0].value * 10 == ends[1].value == limit.depth.value
    assert 0 <= ends[0].value - printed <= 256


@pytest.mark.parametrize("target", ["sim", "tc"])
def test_the_ledger_has_the_range(target: str) -> None:
    config = qosc.loads(CHILD.format(50_000_000), platform="ios-xe")
    entries = qosc.compile(config, target=target, allow_loss=True).ledger
    (found,) = [entry for entry in entries if entry.path.endswith("class d > limits[1] > depth")]
    assert found.fidelity is Fidelity.UNKNOWN
    assert "64 packets to 208 packets by router" in found.note


@pytest.mark.parametrize(
    ("interface", "kbps", "queues", "available"),
    # show interfaces: Output queue 0/1000/64/0, Conversations of at most so many, and the
    # Available Bandwidth of a port that nothing reserves.
    [
        ("Serial0/0", 1544, 256, 1158),
        ("Serial1/0", 1544, 256, 1158),
        ("BRI0/0", 64, 16, 48),
        ("Async1", 56, 16, 42),
    ],
)
def test_weighted_fair_queueing_of_an_interface(
    interface: str, kbps: int, queues: int, available: int
) -> None:
    text = f"interface {interface}\n bandwidth {kbps}\n fair-queue\n"
    device = complete(text, "ios-12")
    (port,) = device.ports.values()
    rate = link_rate(device, port, profile("ios-12"))
    assert rate == kbps * 1000
    fair = flows_of(port.fair_queue or FairQueue(), rate)
    assert (fair.flows, fair.threshold, flows_limit(port)) == (
        queues,
        Depth(64),
        Depth(1000),
    )
    reserved = profile("ios-12").max_reserved
    assert reserved is not None
    assert kbps * reserved.value // PPM == available


@pytest.mark.parametrize(
    ("limit", "printed"),
    # Fair-queue: per-flow queue limit, golden_output24 and 28 and a branch router's policy.
    [(64, 16), (512, 128), (4096, 1024)],
)
def test_the_flows_of_a_class(limit: int, printed: int) -> None:
    text = (
        "policy-map P\n class class-default\n  bandwidth percent 50\n"
        f"  queue-limit {limit} packets\n  fair-queue\n"
        "interface FastEthernet0/0\n service-policy output P\n"
    )
    config = qosc.loads(text, platform="ios-xe")
    files = qosc.compile(config, target="sim", allow_loss=True).files
    assert f"flow_queues: {{limit_packets: {printed}}}" in files[0].text


def test_the_speed_of_a_serial_and_of_an_isdn_port_is_that_of_show_interfaces() -> None:
    for name, kbps in (("Serial0/0", 1544), ("BRI0/0", 64)):
        device = Device(ports={name: Port(name)})
        assert link_rate(device, device.ports[name], profile("ios-12")) == kbps * 1000


def minimums(wred: Wred) -> dict[int, tuple[int, int]]:
    return {
        value: (curve.minimum.value, curve.maximum.value)
        for curve in wred.curves
        for value in curve.values
        if curve.minimum is not None and curve.maximum is not None
    }


def test_early_detection_of_an_interface_before_hqf() -> None:
    # show queueing random-detect, FastEthernet0/0: Exp-weight-constant 9 and this table.
    found = fill_wred(Wred(Field.PRECEDENCE), None, profile("ios-12"))
    assert found.exponent == 9
    assert minimums(found) == {
        p: (low, 40) for p, low in enumerate((20, 22, 24, 26, 28, 31, 33, 35))
    }


@pytest.mark.parametrize(
    ("limit", "own", "printed"),
    # golden_output6, Ethernet0/0/1: both classes of byte-based WRED. The config gave the others.
    [
        (
            62_500,
            {2},
            {0: 15_625, 1: 17_578, 3: 21_484, 4: 23_437, 5: 25_390, 6: 27_343, 7: 29_296},
        ),
        (562_500, {4, 6}, {0: 140_625, 1: 158_203, 2: 175_781, 3: 193_359, 5: 228_515, 7: 263_671}),
    ],
)
def test_early_detection_by_bytes(limit: int, own: set[int], printed: dict[int, int]) -> None:
    given = tuple(
        DropCurve((p,), Depth(100, DepthUnit.BYTES), Depth(200, DepthUnit.BYTES))
        for p in sorted(own)
    )
    wred = fill_wred(
        Wred(Field.PRECEDENCE, given), Depth(limit, DepthUnit.BYTES), profile("ios-15")
    )
    found = {p: ends for p, ends in minimums(wred).items() if p not in own}
    assert found == {p: (low, limit // 2) for p, low in printed.items()}


# show mls qos maps dscp-output-q of a Catalyst 3750, published in notes on QoS: queue and threshold
# of DSCP 10 * d1 + d2.
DSCP_OUTPUT_Q = """\
0 : 02-01 02-01 02-01 02-01 02-01 02-01 02-01 02-01 02-01 02-01
1 : 02-01 02-01 02-01 02-01 02-01 02-01 03-01 03-01 03-01 03-01
2 : 03-01 03-01 03-01 03-01 03-01 03-01 03-01 03-01 03-01 03-01
3 : 03-01 03-01 04-01 04-01 04-01 04-01 04-01 04-01 04-01 04-01
4 : 01-01 01-01 01-01 01-01 01-01 01-01 01-01 01-01 04-01 04-01
5 : 04-01 04-01 04-01 04-01 04-01 04-01 04-01 04-01 04-01 04-01
6 : 04-01 04-01 04-01 04-01
"""


def test_the_queues_of_a_catalyst_3750() -> None:
    facts = switch_facts("cat3750")
    words = [word for line in DSCP_OUTPUT_Q.splitlines() for word in line.split(" : ")[1].split()]
    assert facts.dscp_queue is not None
    assert facts.dscp_queue.value == tuple((int(w[:2]), int(w[3:])) for w in words)
    # show mls qos interface queueing of a port without a line on it (serverfault.com, "shape
    # everything down to 50 Mbps").
    assert facts.shape is not None
    assert (facts.shape.value, facts.share.value) == ((25, 0, 0, 0), (25, 25, 25, 25))


def test_the_queues_of_a_catalyst_6500() -> None:
    # Field Manual: Catalyst Switch Configuration, tables 13-5 and 13-6: CoS of each threshold.
    printed = {
        "2q2t": {(1, 1): {0, 1}, (1, 2): {2, 3}, (2, 1): {4, 5}, (2, 2): {6, 7}},
        "1p2q2t": {(1, 1): {0, 1}, (1, 2): {2, 3}, (2, 1): {4}, (2, 2): {6, 7}, (STRICT, 1): {5}},
        "1p3q1t": {(1, 1): {0, 1}, (2, 1): {2, 3, 4}, (3, 1): {6, 7}, (STRICT, 1): {5}},
    }
    weights = {"2q2t": (4, 255), "1p2q2t": (4, 255), "1p3q1t": (100, 150, 200)}
    kinds = {kind.name: kind for kind in switch_facts("cat6500").port_types}
    for name, wanted in printed.items():
        places = kinds[name].queues.value or ()
        found = {place: {c for c in range(8) if places[c] == place} for place in places}
        assert (found, kinds[name].weights.value) == (wanted, weights[name])


def test_the_queues_of_a_catalyst_3550() -> None:
    # Software Configuration Guide, table 20-2.
    facts = switch_facts("cat3550")
    places = facts.port_types[0].queues.value or ()
    assert [place[0] for place in places] == [1, 1, 2, 2, 3, 3, 4, 4]
    assert facts.share.value == (1, 1, 1, 1)
