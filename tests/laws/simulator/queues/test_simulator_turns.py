"""Service in turns (custom queueing), and by rank (JunOS schedulers)."""

from __future__ import annotations

from collections import deque
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.simulator.packet import Packet
from qosc.simulator.scheduler import Leaf, Limits, Scheduler
from qosc.simulator.stats import ClassCount, Flow
from tests.laws.simulator.scenario_kit import Json, cbr, klass, policy, run, scenario

LINK = 2_000_000
MS = 20_500


def backlogged(queues: list[Json], sizes: list[int], ms: int = MS) -> list[int]:
    """Bit/s that each class gets, of `ms` less 500, where all always have something to send."""
    classes = [klass(f"c{i}", i, {"limits": [{"packets": 50}], **q}) for i, q in enumerate(queues)]
    rest = {"quantum_bytes": 1} if any("quantum_bytes" in q for q in queues) else {}
    traffic = [cbr(f"s{i}", LINK, i, size, start_us=i) for i, size in enumerate(sizes)]
    result = run(
        traffic,
        out=policy(*classes, klass("rest", None, rest), excess="equal"),
        ms=ms,
        warm_up_ms=500,
        access={"rate_bps": 10**9},
    )
    return [result.of_class(f"c{i}")["throughput_bps"] for i in range(len(queues))]


@settings(max_examples=15, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(1, 9000), st.sampled_from((64, 528, 1000, 1500))),
        min_size=2,
        max_size=4,
    )
)
def test_a_turn_is_as_many_whole_packets_as_fill_the_byte_count(
    classes: list[tuple[int, int]],
) -> None:
    # A turn of Q bytes in packets of L is ceil(Q / L) packets, the overshoot below one packet.
    turns = [-(-quantum // size) * size for quantum, size in classes]
    got = backlogged(
        [{"quantum_bytes": q} for q, _ in classes], [size for _, size in classes], 5500
    )
    for rate, turn in zip(got, turns, strict=True):
        # The measured time begins and ends within a round.
        assert abs(rate - Fraction(LINK * turn, sum(turns))) <= 8 * (turn + 1500) / 5


def test_what_a_turn_sends_too_much_is_not_paid_back() -> None:
    # 1500 bytes each: two packets of 1000 against one of 1500. With a deficit it would be 1 to 1.
    large, exact = backlogged([{"quantum_bytes": 1500}] * 2, [1000, 1500])
    assert large / exact == pytest.approx(4 / 3, rel=0.002)


def test_strict_levels_are_emptied_in_their_order() -> None:
    # priority-list: high and medium take all that they ask for, normal has the rest, low nothing.
    classes = [
        klass(name, n, {"priority": {"level": n + 1}, "limits": [{"packets": 20}]})
        for n, name in enumerate(("high", "medium", "low"))
    ]
    classes[2]["queue"]["priority"]["level"] = 4
    normal = klass("normal", None, {"priority": {"level": 3}, "limits": [{"packets": 20}]})
    traffic = [
        cbr("h", 600_000, 0),
        cbr("m", 900_000, 1, start_us=3),
        cbr("l", LINK, 2),
        cbr("n", LINK, 7, start_us=5),
    ]
    result = run(traffic, out=policy(*classes, normal), ms=MS, warm_up_ms=500)
    assert result.flow("h")["loss"] == result.flow("m")["loss"] == 0
    assert result.of_class("normal")["throughput_bps"] == pytest.approx(500_000, rel=0.005)
    assert result.of_class("low")["sent_packets"] == 0
    # The highest waits for no more than the packet on the wire: 2 ms, and its own 2 ms.
    assert result.of_class("high")["wait"]["max_us"] <= 4000


def test_a_priority_class_goes_before_the_turns() -> None:
    # queue 0 of a queue-list is emptied first; the others share what it leaves 1 to 3.
    system = klass("system", 0, {"priority": {}})
    one, three = (klass(f"q{n}", n, {"quantum_bytes": n * 1000}) for n in (1, 3))
    rest = klass("rest", None, {"quantum_bytes": 1500})
    traffic = [cbr("s", 400_000, 0), cbr("a", LINK, 1), cbr("b", LINK, 3, start_us=9)]
    result = run(traffic, out=policy(system, one, three, rest), ms=MS, warm_up_ms=500)
    rates = [result.of_class(name)["throughput_bps"] for name in ("system", "q1", "q3")]
    assert rates == [pytest.approx(rate, rel=0.005) for rate in (400_000, 400_000, 1_200_000)]


def leaf() -> Leaf:
    return Leaf(
        0, 1, 0, None, limits=Limits([]), bounds=(), count=ClassCount("p", "output", "p", "c", "")
    )


def packet(length: int) -> Packet:
    return Packet(Flow("f", "cbr"), None, length, 0, (), print)  # type: ignore[arg-type]


class Turns:
    """Round robin by byte count, written down once more: one queue at a time, until it is done."""

    def __init__(self, quanta: list[int]) -> None:
        self.quanta = quanta
        self.queues: list[deque[int]] = [deque() for _ in quanta]
        self.at, self.left = 0, quanta[0]

    def send(self) -> tuple[int, int]:
        while self.left <= 0 or not self.queues[self.at]:
            self.at = (self.at + 1) % len(self.quanta)
            self.left = self.quanta[self.at]
        length = self.queues[self.at].popleft()
        self.left -= length
        if not self.queues[self.at]:
            self.left = 0
        return self.at, length


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.integers(1, 3000), min_size=1, max_size=4),
    st.lists(
        st.one_of(st.none(), st.tuples(st.integers(0, 3), st.sampled_from((40, 700, 1500)))),
        max_size=60,
    ),
)
def test_turns_are_those_of_a_plain_round_robin(
    quanta: list[int], steps: list[tuple[int, int] | None]
) -> None:
    nodes = [leaf() for _ in quanta]
    for node, quantum in zip(nodes, quanta, strict=True):
        node.quantum = quantum
    scheduler, model = Scheduler(list(nodes), 0), Turns(quanta)
    for now, step in enumerate([*steps, *[None] * len(steps)]):
        if step is not None:
            index = step[0] % len(quanta)
            scheduler.put(nodes[index], packet(step[1]), now)
            model.queues[index].append(step[1])
        elif scheduler.backlog:
            scheduler.peek(now)  # asked twice, as by a port that had to wait
            found = scheduler.peek(now)
            assert found is not None
            sent = scheduler.take(found, now)
            assert (found.order, sent.length) == model.send()


def test_lower_levels_get_their_guarantee_first() -> None:
    # 0.5 + 1 + 1 Mbit/s are promised on 2: the last in rank is short of what is missing.
    queues = [
        {"guarantee_bps": rate, "level": level}
        for rate, level in ((500_000, 0), (1_000_000, 1), (1_000_000, 2))
    ]
    got = backlogged(queues, [500, 1000, 700])
    assert got == [pytest.approx(want, rel=0.005) for want in (500_000, 1_000_000, 500_000)]


def test_the_excess_goes_to_the_lowest_excess_level_by_weight() -> None:
    # 3 * 0.2 Mbit/s are promised; the other 1.4 go 1 to 3 to the classes of the first level.
    queues = [
        {"guarantee_bps": 200_000, "excess_weight": weight, "excess_level": level}
        for weight, level in ((1, 1), (3, 1), (9, 4))
    ]
    got = backlogged(queues, [500, 1000, 700])
    assert got == [pytest.approx(want, rel=0.005) for want in (550_000, 1_250_000, 200_000)]


def test_a_class_within_its_guarantee_waits_for_one_packet_only() -> None:
    # At level 0: behind a packet of 1500 bytes that is on the wire, 6 ms, and its own 0.8 ms.
    high = klass("high", 0, {"guarantee_bps": 500_000, "level": 0})
    low = klass("low", None, {"guarantee_bps": 1_500_000, "level": 1, "limits": [{"packets": 40}]})
    traffic = [cbr("x", 400_000, 0, 200), cbr("y", 2 * LINK, 1, 1500)]
    result = run(traffic, out=policy(high, low), ms=MS)
    assert result.of_class("high")["wait"]["max_us"] <= 6800
    assert result.of_class("high")["wait"]["max_us"] > 4000


@pytest.mark.parametrize("starved", [{"guarantee_bps": 500_000, "level": 1}, {}])
def test_who_was_starved_by_rank_has_no_arrears_and_no_handicap(starved: Json) -> None:
    # For 10 s the first rank takes it all. Then the old one has what it is promised and half of
    # the rest, and another, that comes late and is promised nothing, the other half.
    short = {"limits": [{"packets": 40}]}
    top = {"guarantee_bps": 3_000_000} if starved else {}
    classes = [
        klass("top", 0, {**short, **top}),
        klass("old", 1, {**short, **starved, "excess_level": 1}),
        klass("new", 2, {**short, "excess_level": 1}),
        klass("rest", None, {}),
    ]
    traffic = [
        cbr("t", 2 * LINK, 0, stop_us=10_000_000),
        cbr("o", LINK, 1),
        cbr("n", LINK, 2, start_us=10_000_000),
    ]
    result = run(traffic, out=policy(*classes, excess="equal"), ms=12_500, warm_up_ms=10_500)
    promised = starved.get("guarantee_bps", 0)
    for name, rate in (("old", (LINK + promised) / 2), ("new", (LINK - promised) / 2)):
        assert result.of_class(name)["throughput_bps"] == pytest.approx(rate, rel=0.02)


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ({"quantum_bytes": 100}, {}, "all classes"),
        ({"quantum_bytes": 100, "guarantee_bps": 5}, {"quantum_bytes": 9}, "no other share"),
        ({"priority": {}, "level": 2}, {}, "neither level"),
    ],
)
def test_shares_that_contradict_each_other_are_errors(
    first: Json, second: Json, words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        scenario([], out=policy(klass("a", 1, first), klass("b", None, second)))
