"""Early drop and flow queues against their definitions."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.fields import Field
from qosc.scenario import EarlyDrop, FlowQueues
from qosc.simulator.droppers import DROP, MARK, PASS, Early, FlowStore, flow_store
from qosc.simulator.packet import Headers
from tests.laws.simulator.scenario_kit import cbr, klass, policy, run


def packet(dscp: int = 0, ecn: int = 0, port: int = 1, length: int = 1000) -> SimpleNamespace:
    values = {Field.DSCP: dscp, Field.ECN: ecn, Field.SRC_PORT: port}
    return SimpleNamespace(header=TABLE.header(values), length=length)


TABLE = Headers()


def early(exponent: int = 0, *, ecn: bool = False, **curve: object) -> Early:
    model = EarlyDrop.model_validate(
        {
            "weight_exponent": exponent,
            "ecn": ecn,
            "curves": [{"min_packets": 20, "max_packets": 40, "denominator": 10, **curve}],
        }
    )
    return Early(model, Random(1))  # noqa: S311


@pytest.mark.parametrize(
    ("depth", "want"), [(0, 0), (19, 0), (20, 0), (25, 0.025), (30, 0.05), (39, 0.095), (40, 1)]
)
def test_the_probability_is_a_straight_line_to_one_in_denominator(depth: int, want: float) -> None:
    # With weight 2**0 the average is the depth itself. (25 - 20) / (40 - 20) / 10 = 0.025.
    red = early()
    drops = sum(red.fate(packet(), depth, 0) == DROP for _ in range(40_000)) / 40_000
    assert drops == pytest.approx(want, abs=0.004)


def test_the_average_moves_by_its_weight() -> None:
    # Weight 1/4, depth 40 from an average of 0: 10, 17.5, 23.1, 27.3, 30.5, ... 40 * (1 - 0.75**n).
    # It is below 20 for the first two packets, and at 40 never; after 20 packets it is above 39.8.
    red = early(2, denominator=1)
    fates = [red.fate(packet(), 40, 0) for _ in range(2)]
    assert fates == [PASS, PASS]
    later = [[early(2, denominator=1).fate(packet(), 40, 0) for _ in range(3)][2]]
    assert later in ([PASS], [DROP])
    for _ in range(60):
        last = red.fate(packet(), 40, 0)
    assert last == DROP
    # From an average of 40 an empty queue is not trusted at once: 30, 22.5, 16.9.
    assert [red.fate(packet(), 0, 0) for _ in range(8)][3:] == [PASS] * 5


def test_ecn_marks_those_that_can_take_it_but_not_above_the_maximum() -> None:
    red = early(ecn=True, denominator=1)
    fates = {red.fate(packet(ecn=1), 39, 0) for _ in range(200)}
    assert fates == {PASS, MARK}
    assert {red.fate(packet(ecn=0), 39, 0) for _ in range(200)} == {PASS, DROP}
    assert red.fate(packet(ecn=1), 40, 0) == DROP
    # A mark of another router stands: no further marking is required, says Cisco.
    assert {red.fate(packet(ecn=3), 39, 0) for _ in range(200)} == {PASS, MARK}


def test_each_packet_has_the_curve_of_its_precedence() -> None:
    model = EarlyDrop.model_validate(
        {
            "weight_exponent": 0,
            "curves": [
                {"match": {"where": {"precedence": 1}}, "min_packets": 5, "max_packets": 5},
                {"min_bytes": 9000, "max_bytes": 9000},
            ],
        }
    )
    red = Early(model, Random(1))  # noqa: S311
    low, other = packet(dscp=8), packet(dscp=16)
    assert [red.fate(low, n, 0) for n in (4, 5)] == [PASS, DROP]
    assert [red.fate(other, 99, n) for n in (8999, 9000)] == [PASS, DROP]


def test_early_drop_keeps_a_queue_short_that_tail_drop_lets_fill() -> None:
    curves = [{"min_packets": 5, "max_packets": 30, "denominator": 10}]
    waits = []
    for more in ({}, {"early_drop": {"weight_exponent": 5, "curves": curves}}):
        rest = klass("rest", None, {"limits": [{"packets": 60}], **more})
        result = run(
            [{"name": "t", "kind": "tcp", "flows": 8}],
            out=policy(rest),
            ms=60_000,
            warm_up_ms=10_000,
            link={"delay_us": 5000},
        )
        waits.append(result.of_class("rest")["wait"]["mean_us"])
        assert result.flow("t")["throughput_bps"] > 1_950_000
    assert result.of_class("rest")["drops"]["early"]["packets"] > 0
    assert waits[1] < waits[0] / 2


# Flow queues


@settings(max_examples=60)
@given(
    st.lists(st.tuples(st.integers(1, 5), st.sampled_from((40, 576, 1500))), max_size=80),
    st.sampled_from(("equal", "precedence")),
    st.data(),
)
def test_flow_queues_lose_nothing_and_keep_the_order_of_a_flow(
    arrivals: list[tuple[int, int]], weights: str, data: st.DataObject
) -> None:
    model = FlowQueues.model_validate({"flows": 65_536, "weights": weights})
    store, taken, put = flow_store(model, 4), [], []
    for number, (port, length) in enumerate(arrivals):
        each = packet(dscp=8 * port, port=port, length=length)
        each.number = number
        store.append(each)
        put.append(each)
        for _ in range(data.draw(st.integers(0, 2))):
            if len(store):
                head = store[0]
                assert store.popleft() is head
                taken.append(head)
    while len(store):
        taken.append(store.popleft())
    assert sorted(each.number for each in taken) == list(range(len(put)))
    for port in range(1, 6):
        own = [each.number for each in taken if each.header.values[Field.SRC_PORT] == port]
        assert own == sorted(own)


@pytest.mark.parametrize(("weights", "want"), [("equal", [1, 1, 1]), ("precedence", [1, 4, 6])])
def test_backlogged_flows_share_in_parts(weights: str, want: list[int]) -> None:
    # Precedence 0, 3 and 5 have 1, 4 and 6 parts.
    queue = {
        "limits": [{"packets": 90}],
        "flow_queues": {"flows": 4096, "limit_packets": 30, "weights": weights},
    }
    traffic = [
        cbr(f"s{precedence}", 2_000_000, precedence, size, start_us=precedence)
        for precedence, size in ((0, 500), (3, 1000), (5, 1500))
    ]
    result = run(traffic, out=policy(klass("all", None, queue)), ms=61_000, warm_up_ms=1000)
    rates = [result.flow(f"s{precedence}")["throughput_bps"] for precedence in (0, 3, 5)]
    parts = sum(want)
    assert rates == [pytest.approx(2_000_000 * part / parts, rel=0.01) for part in want]


def weighted(extra: int = 0) -> FlowStore:
    return flow_store(FlowQueues(flows=65_536, weights="precedence"), extra)


def put(store: FlowStore, port: int, precedence: int, *lengths: int) -> None:
    for length in lengths:
        store.append(packet(dscp=8 * precedence, port=port, length=length))  # type: ignore[arg-type]


def taken(store: FlowStore, count: int) -> list[int]:
    return [int(store.popleft().header.values[Field.SRC_PORT]) for _ in range(count)]


def test_packets_of_weighted_flows_leave_by_finish_number() -> None:
    # Worked out by hand, in thousands. Weights of 32384 / (precedence + 1), whole numbers: 32384 of
    # flow 1, 8096 of 2 (precedence 3), 5397 of 3 (precedence 5). Numbers: flow 1 has 32384, 64768,
    # 80960; flow 2 8096, 16192, 24288; flow 3 8095.5, 16191.
    store = weighted()
    put(store, 1, 0, 1000, 1000, 500)
    put(store, 2, 3, 1000, 1000, 1000)
    put(store, 3, 5, 1500, 1500)
    assert taken(store, 4) == [3, 2, 3, 2]
    # The last had 16192: flow 4 comes with 16192 + 40 x 32.384 = 17487.4, and flow 3, of which none
    # waits, with 16192 + 8095.5 = 24287.5.
    put(store, 4, 0, 40)
    put(store, 3, 5, 1500)
    assert taken(store, 6) == [4, 3, 2, 1, 1, 1]


@pytest.mark.parametrize(("extra", "first"), [(0, 2), (4, 3)])
def test_finish_numbers_count_the_header_of_the_link(extra: int, first: int) -> None:
    # 999 x 8096 = 8 087 904 is below 1500 x 5397 = 8 095 500; with 4 bytes more 8 120 288 is above
    # 8 117 088.
    store = weighted(extra)
    put(store, 2, 3, 999)
    put(store, 3, 5, 1500)
    assert taken(store, 1) == [first]


def test_a_thin_flow_does_not_wait_for_a_fat_one() -> None:
    fair = klass("all", None, {"limits": [{"packets": 60}], "flow_queues": {"limit_packets": 30}})
    plain = klass("all", None, {"limits": [{"packets": 60}]})
    traffic = [cbr("fat", 4_000_000, size=1500), cbr("thin", 50_000, 1, 100)]
    with_it, without = (
        run(traffic, out=policy(each), ms=20_000, warm_up_ms=2000).flow("thin")
        for each in (fair, plain)
    )
    assert with_it["loss"] == 0
    assert with_it["delay"]["max_us"] < 25_000
    assert without["delay"]["mean_us"] > 100_000


def test_a_flow_holds_no_more_than_its_limit() -> None:
    fair = klass("all", None, {"flow_queues": {"limit_packets": 7}})
    result = run([cbr("s", 4_000_000)], out=policy(fair), ms=3000)
    assert result.of_class("all")["queue_max_packets"] == 7
    assert result.of_class("all")["drops"].keys() == {"flow"}
