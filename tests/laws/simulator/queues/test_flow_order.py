"""How long a packet waits behind other flows: by finish numbers, and what the ledger says of it."""

from __future__ import annotations

import pytest

import qosc
from qosc.configs import loads
from qosc.fields import Field
from qosc.simulator.droppers import queue_of
from tests.laws.simulator.scenario_kit import cbr, run

_LINE = 256_000
_PACKET = 1500


@pytest.mark.parametrize(
    ("precedence", "size", "packets"),
    # In thousands, above the number of the packet on the wire: the lone one has 32.384 for each
    # byte; those of the greedy flow stand 1500 x 32.384 / (precedence + 1) apart: 48576, 12144
    # (precedence 3) and 6072 (7, a weight of 4048).
    [
        (0, 60, 1),  # 1943: before the next of the greedy flow
        (3, 60, 1),
        (7, 60, 1),
        (7, 300, 2),  # 9715: behind that of 6072
        (7, 600, 4),  # 19430: behind those of 6072, 12144 and 18216
        (3, 600, 2),  # behind that of 12144
        (0, 600, 1),
    ],
)
def test_a_lone_packet_waits_for_lower_finish_numbers(
    precedence: int, size: int, packets: int
) -> None:
    queue = {"flow_queues": {"flows": 256, "weights": "precedence"}}
    rest = {"name": "all", "match": {"where": {}}, "queue": queue}
    greedy = cbr("greedy", 2 * _LINE, precedence, _PACKET)
    # Apart by no part of a packet's time, so that it finds the other's packets at any point.
    lone = {
        "name": "lone",
        "kind": "cbr",
        "packet_bytes": size,
        "interval_us": 701_003,
        "header": {"dst-port": 7},
    }
    result = run(
        [greedy, lone],
        out={"output": [{"kind": "policy", "classes": [rest]}]},
        link={"rate_bps": _LINE},
        ms=120_000,
        warm_up_ms=10_000,
    )
    delay = result.flow("lone")["delay"]
    own = 8 * size * 10**6 // _LINE
    packet = 8 * _PACKET * 10**6 // _LINE
    # The packet on the wire is found at any point of its way.
    assert (packets - 0.2) * packet < delay["max_us"] - own <= packets * packet + 1000
    assert delay["mean_us"] - own == pytest.approx((packets - 0.5) * packet, rel=0.1)


def test_the_ledger_says_in_what_order_flows_are_served() -> None:
    config = loads(
        "version 12.0\ninterface Serial0\n bandwidth 256\n fair-queue\n", platform="ios-12"
    )
    notes = [entry.note for entry in qosc.compile(config, target="sim", allow_loss=True).ledger]
    assert any("by finish number, with weights of 32384" in note for note in notes)


@pytest.mark.parametrize(
    ("line", "leaf"),
    [
        (" fair-queue 64 256 0\n", "threshold"),
        (" fair-queue\n", "fair-queue"),
        (" fair-queue\n hold-queue 200 out\n", "hold-queue-out"),
    ],
)
def test_which_packet_a_full_fair_queue_drops_is_told_as_unknown(line: str, leaf: str) -> None:
    config = loads(f"version 12.0\ninterface Serial0\n bandwidth 256\n{line}", platform="ios-12")
    ledger = qosc.compile(config, target="sim", allow_loss=True).ledger
    entry = next(entry for entry in ledger if entry.path.endswith(leaf))
    assert entry.fidelity == "unknown"
    assert "drops the packet that comes" in entry.note
    assert "highest finish number" in entry.note


def test_flows_of_equal_parts_drop_what_comes_to_a_full_flow() -> None:
    text = (
        "version 15.4\npolicy-map p\n class class-default\n  fair-queue\n"
        "interface Serial0\n bandwidth 256\n service-policy output p\n"
    )
    ledger = qosc.compile(loads(text, platform="ios-15"), target="sim", allow_loss=True).ledger
    assert not any("which one the router drops" in entry.note for entry in ledger)


def test_clients_of_adjacent_ports_do_not_share_queues_all_at_once() -> None:
    # Three clients with one mark, thirty with another, in 4096 queues: that one of the three shares
    # a queue with one of the thirty has a chance of 1 in 137, that two of them do one of 6000. With
    # a linear hash (a CRC alone) all three meet at once.
    met = []
    for dscp in range(1, 64):
        marked = [_queue(700, port, dscp) for port in range(10_000, 10_003)]
        others = {_queue(1024, port, 0) for port in range(10_000, 10_030)}
        met.append(sum(place in others for place in marked))
    assert max(met) <= 1
    assert sum(met) <= 5


def _queue(source: int, destination: int, dscp: int) -> int:
    """The queue of a flow between two hosts."""
    values: dict[Field, int | str] = {
        Field.SRC4: 0x850A1E01,
        Field.DST4: 0x850A3202,
        Field.PROTOCOL: 6,
        Field.SRC_PORT: source,
        Field.DST_PORT: destination,
        Field.DSCP: dscp,
    }
    return queue_of(values, 4096)
