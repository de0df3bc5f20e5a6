"""The published testbeds as scenarios: what each class gets, and what the ledger says."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.ledger import Fidelity
from qosc.simulator import Result, simulate
from tests.targets.sim_kit import backlogged, compiled, fates, only, scenarios

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture(scope="module")
def wfq() -> str:
    return (EXAMPLES / "infn-fnal-wfq" / "router.cfg").read_text().replace(" 105", " 182")


@pytest.fixture(scope="module")
def pq() -> str:
    return (EXAMPLES / "infn-fnal-pq" / "router.cfg").read_text().replace(" 105", " 182")


def shares(result: Result) -> dict[str, float]:
    return {
        each["name"]: each["share"]
        for each in result.classes
        if each["side"] == "output" and each["policy"]
    }


def test_all_eight_classes_of_the_wfq_testbed_share_as_classic_ios(wfq: str) -> None:
    # 800 and seven times 100 kbit/s; the rest in proportion: 8/15 and 1/15 each.
    result = simulate(backlogged(only(compiled(wfq)), 20_000))
    found = shares(result)
    assert len(found) == 8
    assert found.pop("pre7") == pytest.approx(8 / 15, rel=0.01)
    assert list(found.values()) == [pytest.approx(1 / 15, rel=0.01)] * 7


def test_on_an_ethernet_link_the_figures_are_those_of_the_policy(wfq: str) -> None:
    # The same policy on a link of 2 Mbit/s whose overhead the router counts in full: 800 + 266.7
    # and 100 + 33.3 kbit/s, in bytes that the router counts. Equal sharing: 862.5 and 162.5.
    for platform, want in (("ios-12", (1_066_667, 133_333)), ("ios-xe", (862_500, 162_500))):
        made = only(compiled(wfq, platform))
        links = [
            link.model_copy(update={"linklayer": "ethernet", "overhead_bytes": 12})
            if link.linklayer == "atm"
            else link
            for link in made.links
        ]
        whole = backlogged(made.model_copy(update={"links": tuple(links)}), 20_000)
        result = simulate(whole)
        rates = [
            result.of_class(name)["throughput_bps"] * 540 // 528
            for name in ("pre7", "pre6", "pre5", "pre4", "pre3", "pre2", "pre1", "class-default")
        ]
        assert rates == [pytest.approx(want[0], rel=0.01)] + [pytest.approx(want[1], rel=0.01)] * 7


def test_every_source_of_the_made_up_traffic_reaches_its_class(wfq: str) -> None:
    result = simulate(only(compiled(wfq)))
    for flow in result.flows:
        if flow["kind"] == "cbr":
            name = flow["name"].partition(",")[0]
            assert result.of_class(name)["arrived_packets"] >= flow["sent_packets"] - 2
    sent = {flow["name"].partition(",")[0] for flow in result.flows if flow["kind"] == "cbr"}
    assert sent == set(shares(result))


def test_the_priority_queue_answers_before_wfq_and_long_before_fifo(wfq: str, pq: str) -> None:
    # All classes are backlogged, that of the ping, too.
    made = {"wfq": only(compiled(wfq)), "pq": only(compiled(pq))}
    *others, out = made["wfq"].ports
    fifo = out.model_copy(update={"output": ()})
    made["fifo"] = made["wfq"].model_copy(update={"ports": (*others, fifo)})
    rtt = {name: simulate(each).flow("ping")["rtt"] for name, each in made.items()}
    assert rtt["pq"]["samples"] >= 200
    assert rtt["pq"]["mean_us"] < rtt["wfq"]["mean_us"] / 4
    assert rtt["pq"]["max_us"] < rtt["wfq"]["min_us"]
    assert rtt["pq"]["mean_us"] < rtt["fifo"]["mean_us"] / 50
    # Six packets of the ring, one on the wire, one of the other class 7 traffic or two; and back.
    cells_us = 12 * 53 * 8 / 2
    assert rtt["pq"]["max_us"] < 9 * cells_us + 2 * 2000 + 1000


def test_the_missing_list_is_unknown_and_matches_nothing_unless_told() -> None:
    published = (EXAMPLES / "infn-fnal-wfq" / "router.cfg").read_text()
    artefact = compiled(published)
    assert fates(artefact, "> access-list 105") == {Fidelity.UNKNOWN}
    assert "no traffic for pre5" in artefact.files[0].text
    result = simulate(only(artefact))
    assert result.of_class("pre5")["arrived_packets"] == 0
    everything = simulate(only(compiled(published, undefined_access_list="all")))
    # What the classes before it leave goes to pre5, and nothing to those after it.
    assert everything.of_class("pre5")["arrived_packets"] > 0
    assert everything.of_class("pre4")["arrived_packets"] == 0


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*/*.cfg")), ids=lambda p: p.parent.name)
def test_nothing_of_the_published_configs_is_left_out(path: Path) -> None:
    artefact = compiled(path.read_text())
    assert artefact.ledger
    assert artefact.losses == ()
    for made in scenarios(artefact):
        assert simulate(made).flows


def test_each_entry_names_its_line(wfq: str) -> None:
    made = only(compiled(wfq))
    policy = made.ports[-1].output[0]
    line = policy.classes[1].origin.removeprefix("router.cfg:")
    assert wfq.splitlines()[int(line) - 1].strip() == "class pre6"


# One construct each
