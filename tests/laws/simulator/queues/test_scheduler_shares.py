"""Schedulers: guarantees, shares of the excess, priority, shaping, hierarchy."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.simulator.packet import Packet
from qosc.simulator.scheduler import Leaf, Limits, Scheduler
from qosc.simulator.stats import ClassCount
from tests.laws.simulator.scenario_kit import cbr, klass, policy, run

LINK = 2_000_000


def backlogged(queues: list[dict], sizes: list[int], *, excess: str, ms: int = 20_000) -> list[int]:
    """The bytes that each class sent in `ms`, all classes being backlogged from 500 ms on."""
    classes = [klass(f"c{i}", i, queue) for i, queue in enumerate(queues)]
    traffic = [cbr(f"s{i}", LINK, i, size, start_us=i) for i, size in enumerate(sizes)]
    result = run(
        traffic,
        out=policy(*classes, klass("rest", None, {}), excess=excess),
        ms=ms,
        warm_up_ms=500,
        access={"rate_bps": 1_000_000_000},
    )
    return [result.of_class(f"c{i}")["sent_bytes"] for i in range(len(queues))]


def queue(guarantee: int, **more: object) -> dict:
    return {"guarantee_bps": guarantee, "limits": [{"packets": 50}], **more}


@pytest.mark.parametrize("excess", ["proportional", "equal"])
def test_a_guarantee_and_a_share_of_the_excess_for_all_eight(excess: str) -> None:
    # 800 + 7 * 100 = 1500 of 2000 kbit/s are promised: 500 are left.
    # Proportional: 800 + 500 * 8/15 = 1066.7 and 100 + 500 * 1/15 = 133.3 kbit/s.
    # Equal: 800 + 62.5 = 862.5 and 162.5 kbit/s.
    guarantees = [800_000] + [100_000] * 7
    want = {
        "proportional": [Fraction(3_200_000, 3)] + [Fraction(400_000, 3)] * 7,
        "equal": [Fraction(862_500)] + [Fraction(162_500)] * 7,
    }[excess]
    ms = 20_000
    sent = backlogged([queue(g) for g in guarantees], [528] * 8, excess=excess, ms=ms)
    for got, rate in zip(sent, want, strict=True):
        # Off by a packet or two over the whole run, not by a percentage of it.
        assert abs(got - rate * (ms - 500) / 8000) <= 3 * 528


@settings(max_examples=12, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(1, 40).map(lambda n: n * 10_000),
            st.integers(1, 9),
            st.sampled_from((100, 528, 1000, 1500)),
        ),
        min_size=2,
        max_size=4,
    )
)
def test_any_guarantees_weights_and_sizes_share_as_promised(
    classes: list[tuple[int, int, int]],
) -> None:
    queues = [queue(guarantee, excess_weight=weight) for guarantee, weight, _ in classes]
    sizes = [size for _, _, size in classes]
    ms = 20_000
    sent = backlogged(queues, sizes, excess="equal", ms=ms)
    left = LINK - sum(guarantee for guarantee, _, _ in classes)
    weights = sum(weight for _, weight, _ in classes)
    for got, (guarantee, weight, _) in zip(sent, classes, strict=True):
        rate = guarantee + Fraction(left * weight, weights)
        assert abs(got - rate * (ms - 500) / 8000) <= 5 * max(sizes)


@pytest.mark.parametrize("size", [64, 1500])
def test_packet_size_does_not_buy_a_larger_share(size: int) -> None:
    small, large = backlogged([queue(100_000), queue(100_000)], [size, 1000], excess="equal")
    assert abs(small - large) <= 3 * 1500


def test_guarantees_that_do_not_fit_shrink_in_proportion() -> None:
    # 3 + 1 Mbit/s are promised on 2 Mbit/s: 1.5 and 0.5 are what there is.
    ms = 20_000
    sent = backlogged([queue(3_000_000), queue(1_000_000)], [500, 500], excess="equal", ms=ms)
    assert abs(sent[0] - 1_500_000 * (ms - 500) // 8000) <= 5 * 500
    assert abs(sent[1] - 500_000 * (ms - 500) // 8000) <= 5 * 500


def test_overload_does_not_starve_who_comes_late() -> None:
    # For 10 s two classes with more promised than there is; then a third asks for its 100 kbit/s.
    classes = [
        klass("c0", 0, queue(3_000_000)),
        klass("c1", 1, queue(1_000_000)),
        klass("late", 2, queue(1_000_000)),
        klass("rest", None, {}),
    ]
    traffic = [cbr("s0", LINK), cbr("s1", LINK, 1), cbr("s2", 100_000, 2, start_us=10_000_000)]
    result = run(traffic, out=policy(*classes), ms=15_000, warm_up_ms=10_000)
    assert result.flow("s2")["loss"] == 0
    assert result.flow("s2")["delay"]["max_us"] < 20_000


def test_when_an_overload_ends_its_arrears_do_not_starve_the_others() -> None:
    # For 10 s 3 + 1 Mbit/s are promised on 2. Then the first class stops; from then on the second
    # has 1 Mbit/s and half of the rest, and the one without a guarantee the other half. Arrears of
    # 10 s would give the second all of the link for 5 s.
    classes = [
        klass("c0", 0, queue(3_000_000)),
        klass("c1", 1, queue(1_000_000)),
        klass("extra", 2, queue(0)),
        klass("rest", None, {}),
    ]
    traffic = [cbr("s0", LINK, stop_us=10_000_000), cbr("s1", LINK, 1), cbr("s2", LINK, 2)]
    result = run(traffic, out=policy(*classes, excess="equal"), ms=12_500, warm_up_ms=10_500)
    assert result.of_class("c1")["throughput_bps"] == pytest.approx(1_500_000, rel=0.02)
    assert result.of_class("extra")["throughput_bps"] == pytest.approx(500_000, rel=0.05)


@pytest.mark.parametrize("more_ms", [50, 100, 150])
def test_what_is_left_of_arrears_does_not_hang_on_when_an_overload_ends(more_ms: int) -> None:
    # As above; the second class is sure of 1 Mbit/s and has half of it, so that it is behind by
    # another 100 ms every 200 ms. All but 100 ms is forgiven at each moment: it has the whole link
    # for 100 ms more, and then its share.
    def caught_up(end_ms: int) -> int:
        classes = [
            klass("c0", 0, queue(3_000_000)),
            klass("c1", 1, queue(1_000_000)),
            klass("extra", 2, queue(0)),
            klass("rest", None, {}),
        ]
        traffic = [cbr("s0", LINK, stop_us=end_ms * 1000), cbr("s1", LINK, 1), cbr("s2", LINK, 2)]
        # The queue of the first is empty after 50 packets of 500 bytes.
        result = run(
            traffic, out=policy(*classes, excess="equal"), ms=end_ms + 500, warm_up_ms=end_ms
        )
        return result.of_class("c1")["sent_bytes"]

    assert abs(caught_up(2_000 + more_ms) - caught_up(2_000)) <= 2 * 500


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 30).map(lambda n: n * 10_000),
            st.integers(1, 9),
            st.sampled_from((100, 528, 1500)),
        ),
        min_size=2,
        max_size=6,
    )
)
def test_at_every_moment_service_is_within_a_round_of_the_promise(
    classes: list[tuple[int, int, int]],
) -> None:
    """From the start of a busy period on, no class is further off than a packet of each class."""
    nodes = [
        Leaf(
            guarantee,
            weight,
            0,
            None,
            limits=Limits([]),
            bounds=(),
            count=ClassCount("", "", "", "", ""),
        )
        for guarantee, weight, _ in classes
    ]
    scheduler = Scheduler(list(nodes), 0)
    for node, (_, _, size) in zip(nodes, classes, strict=True):
        for _ in range(400):
            scheduler.put(node, Packet(None, None, size, 0, (), None), 0)
    left = LINK - sum(guarantee for guarantee, _, _ in classes)
    weights = sum(weight for _, weight, _ in classes)
    rates = [guarantee + Fraction(left * weight, weights) for guarantee, weight, _ in classes]
    one_round = sum(size for _, _, size in classes) + max(size for _, _, size in classes)
    served, now = [0] * len(nodes), Fraction(0)
    while all(node.backlog for node in nodes):
        leaf = scheduler.peek(int(now))
        assert leaf is not None
        packet = scheduler.take(leaf, int(now))
        served[leaf.order] += packet.length
        now += Fraction(packet.length * 8_000_000_000, LINK)
        for got, rate in zip(served, rates, strict=True):
            assert abs(got - rate * now / 8_000_000_000) <= one_round


def test_an_idle_class_earns_no_credit() -> None:
    # The second class is silent for 10 s and then backlogged: from then on it gets its half.
    classes = [klass("c0", 0, queue(0, excess_weight=1)), klass("c1", 1, queue(0, excess_weight=1))]
    traffic = [cbr("s0", LINK), cbr("s1", LINK, 1, start_us=10_000_000)]
    result = run(
        traffic, out=policy(*classes, klass("rest", None, {})), ms=11_000, warm_up_ms=10_000
    )
    first, second = (result.of_class(name)["sent_bytes"] for name in ("c0", "c1"))
    assert abs(first - second) <= 3 * 500


def test_the_link_never_idles_while_a_packet_waits() -> None:
    # Offered a little more than the link carries, in classes of unlike sizes: all of it is used.
    classes = [klass("c0", 0, queue(500_000)), klass("c1", 1, queue(0)), klass("rest", None, {})]
    traffic = [cbr("s0", 900_000, 0, 333), cbr("s1", 800_000, 1, 1499), cbr("s2", 400_000, 2)]
    result = run(traffic, out=policy(*classes), ms=20_000, warm_up_ms=1000)
    total = sum(each["sent_bytes"] for each in result.classes if each["port"] == "r out")
    assert total * 8000 >= LINK * 19_000 - 2 * 1500 * 8000


def test_a_class_with_no_share_at_all_takes_what_others_leave() -> None:
    classes = [klass("c0", 0, queue(1_000_000)), klass("none", 1, queue(0, excess_weight=0))]
    traffic = [cbr("s0", 1_500_000), cbr("s1", 2_000_000, 1)]
    result = run(traffic, out=policy(*classes, klass("rest", None, {})), ms=20_000, warm_up_ms=1000)
    assert result.flow("s0")["loss"] == 0
    assert abs(result.of_class("none")["throughput_bps"] - 500_000) < 2_000


# Priority


def priority(rate: int | None = None, burst: int | None = None, level: int = 1) -> dict:
    bound = {} if rate is None else {"rate_bps": rate, "burst_bytes": burst}
    return {"priority": {"level": level, **bound}, "limits": [{"packets": 64}]}


def test_priority_waits_for_one_packet_and_its_own_burst() -> None:
    # The bound of a strict priority class: (L_max of the lower classes + own burst) / C.
    # A burst of 4 packets of 200 bytes comes at once (four sources in step) each 20 ms.
    voice = [
        {**cbr(f"v{i}", 80_000, 5, 200), "rate_bps": None, "interval_us": 20_000} for i in range(4)
    ]
    for source in voice:
        del source["rate_bps"]
    result = run(
        [*voice, cbr("bulk", 3_000_000, 0, 1500)],
        out=policy(
            klass("voice", 5, priority()), klass("rest", None, {"limits": [{"packets": 20}]})
        ),
        access={"rate_bps": 10_000_000_000},
        ms=30_000,
    )
    wait = result.of_class("voice")["wait"]
    bound_us = (1500 + 4 * 200) * 8 / LINK * 1e6
    assert wait["max_us"] <= bound_us
    assert wait["max_us"] > 0.9 * bound_us  # and the bound is tight
    assert result.of_class("voice")["dropped_packets"] == 0


def test_the_lower_level_goes_first() -> None:
    result = run(
        [cbr("low", 1_500_000, 4), cbr("high", 1_500_000, 5, start_us=3), cbr("bulk", LINK)],
        out=policy(
            klass("two", 4, priority(level=2)),
            klass("one", 5, priority(level=1)),
            klass("rest", None, {"limits": [{"packets": 20}]}),
        ),
        ms=10_000,
        warm_up_ms=1000,
    )
    assert result.flow("high")["loss"] == 0
    assert abs(result.of_class("two")["throughput_bps"] - 500_000) < 5_000
    assert result.of_class("rest")["sent_packets"] == 0


def test_classes_of_one_level_share_one_queue() -> None:
    # Equal arrivals of both, offered 1.5 times the link: what is sent is first come, first served.
    result = run(
        [cbr("x", 1_500_000, 4), cbr("y", 1_500_000, 5, start_us=3)],
        out=policy(klass("x", 4, priority()), klass("y", 5, priority()), klass("rest", None, {})),
        ms=10_000,
        warm_up_ms=2000,
    )
    x, y = (result.of_class(name)["sent_packets"] for name in "xy")
    assert abs(x - y) <= 2


def test_the_bound_of_priority_holds_only_under_congestion() -> None:
    classes = (
        klass("voice", 5, priority(500_000, 5_000)),
        klass("rest", None, {"limits": [{"packets": 9}]}),
    )
    alone = run([cbr("v", 1_500_000, 5)], out=policy(*classes), ms=10_000)
    assert alone.flow("v")["loss"] == 0
    busy = run(
        [cbr("v", 1_500_000, 5), cbr("bulk", LINK)],
        out=policy(*classes),
        ms=21_000,
        warm_up_ms=1000,
    )
    # rate * t + burst over 20 s, less than 1 % above the rate.
    assert busy.of_class("voice")["sent_bytes"] <= 500_000 * 20 // 8 + 5_000 + 1500
    assert busy.of_class("voice")["sent_bytes"] >= 500_000 * 20 // 8 * 0.99
    assert busy.of_class("voice")["drops"]["priority"]["packets"] > 0


# Shaping and hierarchy


def test_a_shaped_class_keeps_its_envelope_and_uses_it() -> None:
    shaped = {"shape": {"rate_bps": 400_000, "burst_bytes": 3_000}, "limits": [{"packets": 40}]}
    out = policy(klass("c", 1, shaped), klass("rest", None, {}))
    result = run([cbr("s", 1_000_000, 1)], out=out, ms=10_000)
    sent = result.of_class("c")["sent_bytes"]
    assert sent <= 400_000 * 10 // 8 + 3_000
    assert sent >= 400_000 * 10 // 8 - 1_000


def test_a_packet_longer_than_the_shaper_s_bucket_still_leaves() -> None:
    shaped = {"shape": {"rate_bps": 400_000, "burst_bytes": 100}}
    out = policy(klass("c", 1, shaped), klass("rest", None, {}))
    result = run([cbr("s", 200_000, 1)], out=out, ms=10_000)
    assert result.flow("s")["received_packets"] >= 498


def test_children_divide_what_their_parent_is_given() -> None:
    # The parent is shaped to 1 Mbit/s; inside, 600 and 200 kbit/s are promised and 200 left,
    # proportionally: 750 and 250. The sibling of the parent gets the other 1 Mbit/s.
    child = {
        "kind": "policy",
        "classes": [
            klass("inner1", 1, queue(600_000)),
            klass("inner2", 2, queue(200_000)),
            klass("inner", None, queue(0)),
        ],
    }
    parent = {
        "name": "parent",
        "match": {"where": {"precedence": [1, 2]}},
        "queue": {"shape": {"rate_bps": 1_000_000, "burst_bytes": 4_000}, "excess_weight": 1},
        "child": child,
    }
    out = policy(parent, klass("other", None, queue(0, excess_weight=1)))
    traffic = [cbr("s1", LINK, 1), cbr("s2", LINK, 2, start_us=5), cbr("s3", LINK, start_us=9)]
    result = run(traffic, out=out, ms=21_000, warm_up_ms=1000)
    rates = [result.of_class(name)["throughput_bps"] for name in ("inner1", "inner2", "other")]
    assert rates == [pytest.approx(want, rel=0.005) for want in (750_000, 250_000, 1_000_000)]


def test_a_class_without_a_queue_uses_that_of_the_last_class() -> None:
    marked = {"name": "marked", "match": {"where": {"precedence": 3}}, "set": {"precedence": 1}}
    rest = klass("rest", None, {"limits": [{"packets": 5}]})
    result = run([cbr("s", 3_000_000, 3)], out=policy(marked, rest), ms=2000)
    assert (
        result.of_class("marked")["marked_packets"] == result.of_class("marked")["arrived_packets"]
    )
    assert result.of_class("rest")["queue_max_packets"] == 5
    assert result.of_class("rest")["drops"]["queue"]["packets"] > 0
