"""What holds for every scenario: nothing is lost from the books, no queue is passed over.

The arrivals are drawn; what comes out is held against laws, and against a fluid server.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.fields import Field
from qosc.simulator import simulate
from qosc.simulator.build import Network
from qosc.simulator.packet import Packet
from tests.laws.simulator.scenario_kit import Json, klass, policy, scenario

LINK = 2_000_000
SIZES = st.sampled_from((40, 64, 200, 576, 1000, 1500))
QUICK = settings(max_examples=25, deadline=None)
KINDS = st.sampled_from(
    ("cbr", "poisson", "on-off", "tcp", "short-tcp", "request-response", "ping")
)


@st.composite
def sources(draw: st.DrawFn) -> list[Json]:
    """Up to five sources of any kind."""
    found = []
    for number in range(draw(st.integers(1, 5))):
        kind = draw(KINDS)
        each: Json = {
            "name": f"s{number}",
            "kind": kind,
            "header": {"precedence": draw(st.integers(0, 7))},
        }
        if kind in ("cbr", "poisson", "on-off"):
            each |= {"packet_bytes": draw(SIZES), "rate_bps": draw(st.integers(8000, 2_500_000))}
        if kind == "on-off":
            each |= {key: draw(st.integers(1, 300_000)) for key in ("on_us", "off_us")}
        if kind == "short-tcp":
            each |= {"size_bytes": draw(st.integers(1, 60_000)), "interval_us": 200_000}
        if kind == "request-response":
            each |= {"request_bytes": 300, "response_bytes": draw(st.integers(1, 30_000))}
        if kind == "ping":
            each |= {"interval_us": 30_000}
        found.append(each)
    return found


@st.composite
def queues(draw: st.DrawFn) -> Json:
    """A queue of any sort."""
    found: Json = {"limits": [{"packets": draw(st.integers(1, 60))}]}
    sort = draw(st.sampled_from(("priority", "bounded", "guarantee", "weight", "shaped", "early")))
    if sort == "priority":
        found["priority"] = {"level": draw(st.integers(1, 2))}
    elif sort == "bounded":
        found["priority"] = {"rate_bps": 300_000, "burst_bytes": 3000}
    elif sort == "weight":
        found["excess_weight"] = draw(st.integers(1, 9))
    else:
        found["guarantee_bps"] = draw(st.integers(1, 1_500_000))
    if sort == "shaped":
        found["shape"] = {"rate_bps": draw(st.integers(200_000, 900_000)), "burst_bytes": 2000}
    if sort == "early":
        found["early_drop"] = {
            "weight_exponent": 4,
            "ecn": draw(st.booleans()),
            "curves": [{"min_packets": 3, "max_packets": 20}],
        }
        found["flow_queues"] = {"flows": 16}
    return found


@st.composite
def outputs(draw: st.DrawFn) -> Json:
    """A port with classes of any sort, one of them divided."""
    inner = policy(klass("in", 3, draw(queues())), klass("in rest", None, draw(queues())))
    divided = klass("divided", None, {"guarantee_bps": 400_000})
    return policy(
        klass("one", 5, draw(queues())),
        klass("two", 2, draw(queues())),
        {**divided, "match": {"where": {"precedence": [3, 4]}}, "child": inner["output"][0]},
        klass("rest", None, draw(queues())),
    )


@QUICK
@given(sources(), outputs(), st.integers(0, 3), st.integers(0, 99))
def test_what_is_sent_is_delivered_or_dropped_or_on_its_way(
    traffic: list[Json], out: Json, ring: int, seed: int
) -> None:
    made = scenario(
        traffic, out={**out, "tx_ring_packets": ring}, ms=700, seed=seed, link={"loss_ppm": 2000}
    )
    network = Network(made)
    network.loop.run(700_000_000)
    for flow in network.flows:
        dropped = sum(count[0] for count in flow.drops.values())
        assert flow.sent_packets == flow.received_packets + dropped + flow.in_flight, flow.name
        assert flow.in_flight >= 0
    # What a class took and neither dropped nor sent is in its queue, in the ring or on the wire.
    port = network._out["r", 1]
    held = {count: store.held(network.loop.now)[0] for count, store in port.stores()}
    left = 0
    for count, waiting in held.items():
        dropped = sum(number for number, _ in count.drops.values())
        rest = count.arrived_packets - dropped - count.sent_packets - waiting
        assert 0 <= rest <= ring + 1, count.name
        left += rest
    assert left <= ring + 1
    assert simulate(made) == simulate(made)


Arrival = tuple[int, int, int]
"""When (us), which class, how many bytes."""
ARRIVALS = st.lists(st.tuples(st.integers(0, 60_000), st.integers(0, 2), SIZES), max_size=60)


def sent_by(out: Json, arrivals: list[Arrival]) -> list[tuple[int, int, Arrival]]:
    """(start, end, packet) in ns of each packet on the link, in order."""
    network = Network(scenario([], out=out, ms=1000))
    flow = network._flow("x", "cbr")
    path = network._path("a", "b")
    headers = [
        network._headers.header({Field.DSCP: number << 3, Field.ECN: 0}) for number in range(3)
    ]
    done: list[tuple[int, int, Arrival]] = []

    def send(arrival: Arrival) -> None:
        _, number, size = arrival
        path[1].send(Packet(flow, headers[number], size, network.loop.now, path, at_end, arrival))

    def at_end(packet: Packet) -> None:
        end = network.loop.now
        done.append((end - packet.length * 4000, end, packet.data))

    for arrival in sorted(arrivals, key=lambda each: each[0]):
        network.loop.at(arrival[0] * 1000, send, arrival)
    path[1].receive = at_end
    network.loop.run(10**10)
    return done


PLENTY = {"limits": [{"packets": 1000}]}
PLANS = {
    "fair": policy(
        *(
            klass(f"c{n}", n if n < 2 else None, {**PLENTY, "excess_weight": n + 1})
            for n in range(3)
        )
    ),
    "guarantees": policy(
        *(
            klass(f"c{n}", n if n < 2 else None, {**PLENTY, "guarantee_bps": 300_000 * (n + 1)})
            for n in range(3)
        )
    ),
    "priority": policy(
        klass("c0", 0, {**PLENTY, "priority": {}}),
        klass("c1", 1, {**PLENTY, "guarantee_bps": 500_000}),
        klass("c2", None, {**PLENTY, "guarantee_bps": 500_000}),
    ),
    "turns": policy(
        *(klass(f"c{n}", n if n < 2 else None, {**PLENTY, "quantum_bytes": 1500}) for n in range(3))
    ),
    "fifo": {"limit": {"packets": 1000}},
}


@pytest.mark.parametrize("plan", PLANS)
@QUICK
@given(ARRIVALS)
def test_the_link_never_rests_while_a_packet_waits(plan: str, arrivals: list[Arrival]) -> None:
    done = sent_by(PLANS[plan], arrivals)
    assert sorted(each for _, _, each in done) == sorted(arrivals)
    free = 0
    for number, (start, end, (when, _, _)) in enumerate(done):
        assert start >= max(when * 1000, free)
        if start > free:
            # The link rested: all that had come before was sent, and it took the first that came.
            assert sum(1 for each, _, _ in arrivals if each * 1000 < start) == number
            assert start == when * 1000
        free = end


@pytest.mark.parametrize("plan", PLANS)
@QUICK
@given(ARRIVALS)
def test_each_queue_keeps_its_order(plan: str, arrivals: list[Arrival]) -> None:
    done = sent_by(PLANS[plan], arrivals)
    for number in range(3):
        times = [when for _, _, (when, which, _) in done if which == number]
        assert times == sorted(times)


@QUICK
@given(ARRIVALS)
def test_priority_waits_for_its_own_and_one_packet_on_the_wire(arrivals: list[Arrival]) -> None:
    done = sent_by(PLANS["priority"], arrivals)
    own = 0
    for start, _, (when, which, size) in done:
        if which:
            continue
        # It starts behind those of its class, and behind the packet that was on the wire.
        blocked = [e for s, e, (_, other, _) in done if other and s <= when * 1000 < e]
        own = max(own, when * 1000, *blocked)
        assert start <= own
        own += size * 4000


def fluid(weights: list[int], queued: list[list[int]], until: int) -> list[Fraction]:
    """Bits that a fluid server (GPS) has served of each class after `until` ns, all queued at 0."""
    left = [Fraction(sum(sizes) * 8) for sizes in queued]
    served = [Fraction(0)] * len(left)
    now = Fraction(0)
    while now < until and any(left):
        active = [n for n, bits in enumerate(left) if bits]
        whole = sum(weights[n] for n in active)
        rate = {n: Fraction(LINK * weights[n], whole * 10**9) for n in active}
        step = min(until - now, *(left[n] / rate[n] for n in active))
        for n in active:
            served[n] += step * rate[n]
            left[n] -= step * rate[n]
        now += step
    return served


@QUICK
@given(st.lists(st.lists(SIZES, min_size=30, max_size=60), min_size=3, max_size=3))
def test_fair_queueing_is_near_the_fluid_server(queued: list[list[int]]) -> None:
    # Goyal, Vin and Cheng: while two classes are backlogged their services, each over its weight,
    # differ by no more than a packet of each over its weight. Against the fluid server: a class is
    # ahead or behind by at most a packet of each class.
    arrivals = [(0, number, size) for number, sizes in enumerate(queued) for size in sizes]
    done = sent_by(PLANS["fair"], arrivals)
    most = sum(max(sizes) for sizes in queued) * 8
    served = [0, 0, 0]
    for _, end, (_, number, size) in done:
        served[number] += size * 8
        ideal = fluid([1, 2, 3], queued, end)
        for mine, theirs in zip(served, ideal, strict=True):
            assert abs(mine - theirs) <= most
