"""How long a packet waits for the turns of other flows: what the ledger says of it is true."""

from __future__ import annotations

import pytest

import qosc
from qosc.configs import loads
from tests.laws.simulator.scenario_kit import cbr, run

_LINE = 256_000
_SMALL = 60
_PACKET = 1500


@pytest.mark.parametrize("precedence", [0, 3, 7])
def test_a_lone_packet_waits_for_one_turn_of_a_greedy_flow(precedence: int) -> None:
    queue = {"flow_queues": {"flows": 256, "weights": "precedence"}}
    rest = {"name": "all", "match": {"where": {}}, "queue": queue}
    greedy = cbr("greedy", 2 * _LINE, precedence, _PACKET)
    # Apart by no part of a packet's time, so that it finds the other's turn at any point.
    lone = {
        "name": "lone",
        "kind": "cbr",
        "packet_bytes": _SMALL,
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
    turn = 8 * _PACKET * (precedence + 1) * 10**6 // _LINE
    own = 8 * _SMALL * 10**6 // _LINE
    packet = 8 * _PACKET * 10**6 // _LINE
    # The bound of the ledger: a turn, the packet on the wire, its own.
    assert delay["max_us"] <= turn + packet + own + 1000
    if precedence == 7:
        # By finish numbers (its own 60 bytes of weight 1 against 1500/8 of the other) it would go
        # behind the packet on the wire and at most one more: the turns do make it wait longer.
        assert delay["max_us"] > 3 * packet


def test_the_ledger_says_how_long_a_packet_may_wait() -> None:
    config = loads(
        "version 12.0\ninterface Serial0\n bandwidth 256\n fair-queue\n", platform="ios-12"
    )
    notes = [entry.note for entry in qosc.compile(config, target="sim", allow_loss=True).ledger]
    assert any("12000 bytes of one of precedence 7" in note for note in notes)
