"""Order, turns and drop profiles: what the tree and its queues make of them."""

from itertools import pairwise

import pytest
from hypothesis import given, settings

from qosc.amounts import PPM, Burst, BurstUnit, Depth, DepthUnit, Rate
from qosc.fields import Field
from qosc.ir import (
    Anything,
    Attachment,
    Device,
    DropCurve,
    Policy,
    Port,
    Priority,
    QueueLimit,
    Reference,
    RefKind,
    TrafficClass,
    Wred,
)
from qosc.ledger import Fidelity
from qosc.profiles import profile
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.lower.queueing.drop_points import fit
from qosc.targets.tc.model import Fifo, Handle, Htb, HtbClass, Prio, Red
from qosc.targets.tc.options import TcOptions
from tests.targets import tc_strategies as some


def compiled(*classes: TrafficClass, bandwidth: int = 2_000_000):
    """The nodes for a port whose output policy has these classes, and the ledger by path ending."""
    where = Attachment(Reference(RefKind.POLICY_MAP, "p"))
    port = Port("Serial0", bandwidth=Rate(bandwidth), output=(where,))
    device = Device(ports={"Serial0": port}, policies={"p": Policy("p", classes)})
    (plan,), ledger = lower(device, (port,), TcOptions(profile("ios-12")))
    found = {entry.path.partition("policy-map p > ")[2]: entry for entry in ledger}
    return [command.node for command in plan.commands], found


def of(kind, nodes):
    return [node for node in nodes if isinstance(node, kind)]


def listed(*levels: int):
    return [
        TrafficClass(
            f"q{level}",
            Anything(),
            priority=Priority(level),
            limits=(QueueLimit(Depth(20 * level)),),
        )
        for level in levels
    ]


def test_a_priority_list_is_served_in_strict_order_and_keeps_its_limits():
    nodes, ledger = compiled(*listed(1, 2, 4, 3))
    (bands,) = of(Prio, nodes)
    (held,) = of(HtbClass, nodes)
    assert (held.rate, held.ceil, bands.parent) == (2_000_000, 2_000_000, held.classid)
    # What no filter has seen goes to the last class, which is the third level.
    assert (bands.bands, bands.default) == (4, 2)
    limits = {fifo.parent: fifo.limit for fifo in of(Fifo, nodes)}
    assert limits == {Handle(bands.handle.major, band): 20 * band for band in (1, 2, 3, 4)}
    assert len({fifo.handle for fifo in of(Fifo, nodes)} | {bands.handle, Handle(1)}) == 6
    # The root must find the packet's class in no other way than by its default.
    (root,) = of(Htb, nodes)
    assert root.default == held.classid.minor
    rest = {e.fidelity for e in ledger.values() if not e.path.endswith("> bandwidth")}
    assert rest == {Fidelity.EXACT}


def test_a_limit_of_0_is_none():
    one, two = listed(1, 2)
    nodes, _ = compiled(
        TrafficClass("a", Anything(), priority=Priority(1), limits=(QueueLimit(Depth(0)),)), two
    )
    assert [fifo.limit for fifo in of(Fifo, nodes)] == [1_000_000, 40]
    assert one.limits != two.limits


def test_two_classes_of_one_level_are_not_put_in_an_order():
    nodes, _ = compiled(*listed(1, 2), TrafficClass("again", Anything(), priority=Priority(2)))
    assert not of(Prio, nodes)
    assert [node.prio for node in of(HtbClass, nodes)][1:] == [0, 1, 1]


def turning(*counts: int):
    return [TrafficClass(f"q{n}", Anything(), quantum=Burst(n)) for n in counts]


def test_turns_are_in_proportion_to_the_byte_counts():
    nodes, ledger = compiled(*turning(1500, 3000, 4500))
    quanta = [node.quantum for node in of(HtbClass, nodes)][1:]
    assert quanta == [1514, 3028, 4542]
    note = ledger["class q3000 > quantum"].note
    # A turn of 3000 bytes ends up to 1499 bytes late: 49.97 %.
    assert "1499 bytes or 50.0 % above" in note


def test_turns_of_packets_are_in_proportion_too():
    classes = [
        TrafficClass(f"q{n}", Anything(), quantum=Burst(n, BurstUnit.PACKETS)) for n in (2, 5)
    ]
    nodes, _ = compiled(*classes)
    first, second = [node.quantum for node in of(HtbClass, nodes)][1:]
    assert second * 2 == first * 5


def test_levels_are_the_order_of_the_tree():
    classes = [
        TrafficClass(f"q{level}", Anything(), guarantee=Rate(100_000), level=level)
        for level in (3, 1, 2)
    ]
    strict = TrafficClass("strict", Anything(), priority=Priority(1))
    nodes, ledger = compiled(strict, *classes, TrafficClass("none", Anything()))
    assert [node.prio for node in of(HtbClass, nodes)][1:] == [0, 3, 1, 2, 4]
    assert ledger["class q3 > level"].fidelity is Fidelity.APPROX


def dropping(points, limit: Depth, *, interpolated: bool = False):
    curve = DropCurve((), None, None, points=points, interpolated=interpolated)
    found = TrafficClass("q", Anything(), wred=Wred(None, (curve,)), limits=(QueueLimit(limit),))
    return compiled(found)


def test_a_profile_of_two_points_is_a_ramp():
    points = ((250_000, 0), (750_000, PPM))
    nodes, ledger = dropping(points, Depth(400_000, DepthUnit.BYTES), interpolated=True)
    (red,) = of(Red, nodes)
    assert (red.minimum, red.maximum, red.probability) == (100_000, 300_000, 999_999_999)
    # With p = 1 at the end Linux drops 2p / (1 + p): 58.58 % where the ramp has 41.42 %.
    assert "up to 17.1573 %" in ledger["class q > wred > curves[1] > points"].note


def test_a_profile_that_drops_at_a_full_queue_only_is_tail_drop():
    nodes, ledger = dropping(((PPM, PPM),), Depth(400_000, DepthUnit.BYTES))
    assert not of(Red, nodes)
    assert [fifo.limit for fifo in of(Fifo, nodes)] == [400_000]
    assert {e.fidelity for path, e in ledger.items() if "wred" in path} == {Fidelity.EXACT}


def test_a_step_is_off_the_ramp_by_what_the_ledger_says():
    # 0 up to 40 %, then 20 % to the end: the line from 0 to 20 % is at 8 % where the step is.
    found = fit(((400_000, 200_000),), interpolated=False)
    assert found is not None
    assert found.error == 120_000


def value_at(points, interpolated: bool, fill: float) -> float:
    """A drop profile in the plainest words."""
    if interpolated:
        points = [*([(0, 0)] if points[0][0] > 0 else []), *points]
        points = [*points, *([(PPM, PPM)] if points[-1][0] < PPM else [])]
        for (left, low), (right, high) in pairwise(points):
            if left <= fill < right:
                return low + (high - low) * (fill - left) / (right - left)
        return points[-1][1]
    return max([value for place, value in points if place <= fill], default=0)


@settings(deadline=None, max_examples=60)
@given(some.points, some.st.booleans(), some.parts)
def test_no_fill_differs_by_more_than_the_ledger_says(points, interpolated, fill):
    found = fit(points, interpolated)
    fill = min(fill, PPM - 1)
    wanted = value_at(points, interpolated, fill)
    if found is None:
        assert wanted == 0
        return
    span = found.end - found.start
    ramp = PPM if fill >= found.end else found.probability * max(fill - found.start, 0) / span
    assert abs(ramp - wanted) <= found.error + 2


def test_a_share_of_the_buffer_says_what_was_assumed():
    limit = Depth(250_000, DepthUnit.SHARE)
    nodes, ledger = compiled(
        TrafficClass("q", Anything(), guarantee=Rate(500_000), limits=(QueueLimit(limit),))
    )
    # A quarter of 100 ms of 2 Mbit/s.
    assert [(fifo.limit, fifo.in_bytes) for fifo in of(Fifo, nodes)] == [(6250, True)]
    entry = ledger["class q > limits[1] > depth"]
    assert entry.fidelity is Fidelity.UNKNOWN
    assert "100 ms" in entry.note


@pytest.mark.parametrize("unit", [DepthUnit.BYTES, DepthUnit.PACKETS])
def test_only_what_early_drop_does_differently_is_approximate(unit: DepthUnit):
    size = 1 if unit is DepthUnit.PACKETS else 1500
    curve = DropCurve((), Depth(20 * size, unit), Depth(40 * size, unit), 10)
    _, ledger = compiled(TrafficClass("q", Anything(), wred=Wred(None, (curve,), 9, ecn=True)))
    fates = {
        path.rpartition(" > ")[2]: entry.fidelity
        for path, entry in ledger.items()
        if "wred" in path
    }
    thresholds = Fidelity.EXACT if unit is DepthUnit.BYTES else Fidelity.APPROX
    assert fates == {
        "minimum": thresholds,
        "maximum": thresholds,
        "denominator": Fidelity.APPROX,
        "exponent": Fidelity.APPROX,
        "ecn": Fidelity.EXACT,
    }


def weight_of(red: Red) -> int:
    """The weight that tc takes from the burst (iproute2 tc_red.c, tc_red_eval_ewma)."""
    burst = red.burst
    room = burst + 1 - red.minimum / red.avpkt
    return next(n for n in range(1, 32) if room <= (1 - (1 - 2**-n) ** burst) / 2**-n)


@pytest.mark.parametrize("high", [32_767, 32_768, 65_535, 65_536, 1_000_000, 400_000_000])
def test_the_kernel_can_keep_the_average_of_a_queue(high: int):
    # Linux include/net/red.h, red_check_params: the bits of a threshold and the weight are fewer
    # than 32 together. IOS takes weights up to 16.
    curve = DropCurve((), Depth(15_000, DepthUnit.BYTES), Depth(high, DepthUnit.BYTES), 10)
    limits = (QueueLimit(Depth(2 * high, DepthUnit.BYTES)),)
    nodes, _ = compiled(TrafficClass("q", Anything(), limits=limits, wred=Wred(None, (curve,), 16)))
    (red,) = of(Red, nodes)
    assert weight_of(red) == min(16, 31 - red.maximum.bit_length())


def test_a_weight_that_nobody_gives_is_said_to_be_assumed():
    curve = DropCurve((), Depth(30_000, DepthUnit.BYTES), Depth(60_000, DepthUnit.BYTES), 10)
    _, ledger = compiled(TrafficClass("q", Anything(), wred=Wred(None, (curve,))))
    for leaf in ("minimum", "maximum", "denominator"):
        entry = ledger[f"class q > wred > curves[1] > {leaf}"]
        assert entry.fidelity is Fidelity.UNKNOWN
        assert "2^-9 is taken" in entry.note


def test_a_profile_of_one_loss_priority_says_that_it_drops_the_others_too():
    curve = DropCurve((3,), Depth(20_000, DepthUnit.BYTES), Depth(60_000, DepthUnit.BYTES), 10)
    _, ledger = compiled(TrafficClass("q", Anything(), wred=Wred(Field.LOSS_PRIORITY, (curve,), 9)))
    for leaf in ("field", "curves[1] > values"):
        entry = ledger[f"class q > wred > {leaf}"]
        assert entry.fidelity is Fidelity.APPROX
        assert "have no curve" in entry.note


def test_a_drop_of_nearly_all_from_some_fill_on_has_no_slope():
    # 80 % from 90 % on: dropping all there is 20 % off, any ramp much more.
    found = fit(((500_000, 0), (900_000, 800_000)), interpolated=False)
    assert found is not None
    assert (found.start, found.end, found.probability) == (500_000, 900_000, 0)
    assert found.error == 200_000


def test_no_probability_is_below_what_tc_takes():
    """It wants the probability of a byte's step, with 31 bits of fraction, to be above 1."""
    nodes, _ = dropping(((500_000, 0), (900_000, 800_000)), Depth(40_000_000, DepthUnit.BYTES))
    (red,) = of(Red, nodes)
    assert red.probability * 2**31 > (red.maximum - red.minimum) * 10**9


def test_a_class_alone_in_its_order_takes_no_turns_and_no_error_of_them_is_told():
    # 1 to 90 000 cannot be kept between 1514 and 200 000 bytes a turn.
    far = {"q90000": 90_000_000_000, "q1": 1_000_000}

    def notes(levels):
        classes = [
            TrafficClass(name, Anything(), guarantee=Rate(far[name]), level=level)
            for name, level in zip(far, levels, strict=True)
        ]
        _, ledger = compiled(*classes, bandwidth=100_000_000_000)
        return [ledger[f"class {name} > guarantee"].note for name in far]

    assert all("off the ratio" in note for note in notes((1, 1)))
    assert not any("off the ratio" in note or "in turns" in note for note in notes((1, 2)))
