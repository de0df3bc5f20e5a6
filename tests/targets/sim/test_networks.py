"""Several configs in one scenario, joined by links."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from qosc.ledger import Fidelity
from qosc.networks import compile_network
from qosc.scenario import Scenario, load
from qosc.scenario.links import Links, load_links
from qosc.scenario.loading import load_overlay
from qosc.simulator import Result, simulate
from qosc.targets.base import Artefact, UnknownNameError

EXAMPLE = Path(__file__).parents[3] / "examples" / "two-routers"
PLAIN = "hostname {0}\ninterface Serial0/0\n bandwidth 512\ninterface Ethernet0/0\n mtu 1500\n"
LINKS = """\
schema: qosc/links/1
links:
  - {ends: [{node: a, port: se0/0}, {node: b, port: Serial0/0}], rate_bps: 256_000, delay_us: 5000}
"""


def links(text: str) -> Links:
    found = load_links(text, "links.yaml")
    assert isinstance(found, Links), found
    return found


def plain(*names: str) -> list[qosc.api.Config]:
    return [qosc.loads(PLAIN.format(name), name=f"{name}.cfg") for name in names]


def scenario(artefact: Artefact) -> Scenario:
    (file,) = (each for each in artefact.files if each.name.endswith(".yaml"))
    found = load(file.text, file.name)
    assert isinstance(found, Scenario), found
    return found


@pytest.fixture(scope="module")
def offices() -> tuple[Artefact, Scenario, Result]:
    configs = [qosc.load(EXAMPLE / name) for name in ("west.cfg", "east.cfg")]
    made = compile_network(configs, links((EXAMPLE / "links.yaml").read_text()))
    found = scenario(made)
    return made, found, simulate(found)


def test_two_routers_are_one_scenario_with_traffic_in_both_directions(offices) -> None:
    _, found, _ = offices
    assert {node.name for node in found.nodes} == {"west", "east", "phone", "server"}
    line = next(link for link in found.links if link.name == "west - east")
    assert (line.rate_bps, line.delay_us) == (1_024_000, 8_000)
    ways = {(each.source, each.to) for each in found.traffic}
    assert ways == {("phone", "server"), ("server", "phone")}


def test_each_class_of_both_routers_is_served_as_its_config_says(offices) -> None:
    _, _, result = offices
    for port in ("west Serial0/0", "east Serial0/0"):
        voice = result.of_class("VOICE", port=port)
        assert voice["drops"] == {}
        assert voice["sent_packets"] > 1000
    # The shaper of the way back, 512 kbit/s with 4 bytes of a frame's own in 1000.
    back = result.of_class("class-default", port="east Serial0/0")
    assert back["dropped_packets"] > 0
    assert back["throughput_bps"] <= 512_000
    # The policer of the west marks what is above 300 kbit/s down, into the default class.
    orders = result.of_class("ORDERS", port="west Serial0/0")
    assert 0 < orders["throughput_bps"] <= 1.02 * 300_000


def test_the_delay_is_that_of_all_links_there_and_back(offices) -> None:
    _, _, result = offices
    # 1 + 8 + 1 ms in each direction, and no packet is sent in no time.
    assert result.flow("west to east: ping")["rtt"]["min_us"] > 20_000


def test_the_ledger_is_that_of_both_routers(offices) -> None:
    made, _, _ = offices
    assert {entry.path.partition(" > ")[0] for entry in made.ledger} == {"west", "east"}
    assert all(entry.fidelity is not Fidelity.UNSUPPORTED for entry in made.ledger)


def test_routers_without_qos_are_a_baseline_with_a_host_each() -> None:
    made = compile_network(plain("a", "b"), links(LINKS))
    found = scenario(made)
    assert [node.name for node in found.nodes if node.kind == "host"] == ["a host", "b host"]
    line = next(link for link in found.links if link.name == "a - b")
    assert (line.rate_bps, line.delay_us) == (256_000, 5_000)
    assert simulate(found).flow("a to b: ping")["received_packets"] > 0


def test_three_routers_in_a_row_reach_each_other() -> None:
    text = LINKS + "  - {ends: [{node: b, port: Ethernet0/0}, {node: c, port: Ethernet0/0}]}\n"
    found = scenario(compile_network(plain("a", "b", "c"), links(text)))
    assert len([node for node in found.nodes if node.kind == "router"]) == 3
    assert {each.name.partition(":")[0] for each in found.traffic} == {
        "a to b",
        "b to a",
        "b to c",
        "c to b",
    }


def test_a_program_for_ns3_is_made_of_the_same_scenario() -> None:
    made = compile_network(plain("a", "b"), links(LINKS), target="ns3")
    names = {file.name for file in made.files}
    assert {"network.cc", "network.yaml"} <= names


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        (
            LINKS.replace("node: b", "node: bb"),
            "there is no router 'bb'; did you mean 'b'?",
            ("links", 0, "ends", 1, "node"),
        ),
        (
            LINKS.replace("port: Serial0/0", "port: Serial0/1"),
            "there is no port 'Serial0/1'; did you mean 'Serial0/0'?",
            ("links", 0, "ends", 1, "port"),
        ),
        (
            LINKS + "hosts: [{name: h, at: {node: a, port: Serial0/0}}]\n",
            "the port 'Serial0/0' of 'a' is named twice",
            ("hosts", 0, "at", "port"),
        ),
        (
            LINKS + "hosts: [{name: a, at: {node: a, port: Ethernet0/0}}]\n",
            "there is a node 'a' already",
            ("hosts", 0, "name"),
        ),
        (
            LINKS + "routers: {x: a.cgf}\n",
            "there is no config 'a.cgf'; did you mean 'a.cfg'?",
            ("routers", "x"),
        ),
    ],
)
def test_names_that_lead_nowhere_are_told_at_their_place(text, message, place) -> None:
    with pytest.raises(UnknownNameError) as found:
        compile_network(plain("a", "b"), links(text))
    assert str(found.value) == message
    assert found.value.place == place


def test_two_configs_of_one_name_need_names_from_the_document() -> None:
    configs = [qosc.loads(PLAIN.format("a"), name=name) for name in ("x.cfg", "y.cfg")]
    with pytest.raises(UnknownNameError, match="two routers are called 'a'; give each a name"):
        compile_network(configs, links(LINKS))
    named = links(LINKS + "routers: {a: x.cfg, b: y.cfg}\n")
    assert {"a", "b"} <= {node.name for node in scenario(compile_network(configs, named)).nodes}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("schema: qosc/links/1\nlinks: []\n", "links"),
        (LINKS.replace("delay_us", "delay_ms"), "delay_us"),
        (LINKS.replace("node: b", "node: a"), "from one router to another"),
        (LINKS.replace("256_000", "fast"), "rate_bps"),
        ("links: [", ""),
    ],
)
def test_a_document_that_is_wrong_is_told_with_its_place(text: str, words: str) -> None:
    found = load_links(text, "links.yaml")
    assert isinstance(found, tuple)
    assert all(each.primary.path == "links.yaml" and each.primary.line >= 1 for each in found)
    assert any(words in f"{each.message} {each.help}" for each in found)


ATM = """\
hostname {0}
interface FastEthernet0/0
 ip address {1} 255.255.255.0
interface ATM1/0.108 point-to-point
 ip address 192.168.190.{2} 255.255.255.252
 {3}
 pvc 4/108
  vbr-nrt 2000 2000 1
"""
PVC = """\
schema: qosc/links/1
links:
  - {ends: [{node: a, port: "ATM1/0.108 pvc 4/108"}, {node: b, port: "ATM1/0.108 pvc 4/108"}]}
hosts:
  - {name: s, at: {node: a, port: FastEthernet0/0}, address: 10.1.0.1}
  - {name: r, at: {node: b, port: FastEthernet0/0}, address: 10.2.0.1}
"""
ABOVE = """\
schema: qosc/traffic/1
duration_ms: 5000
measure: {warm_up_ms: 1000}
traffic:
  - {name: u, kind: cbr, from: s, to: r, packet_bytes: 1000, rate_bps: 1500000}
"""
CAR = "rate-limit {0} 642000 8000 8000 conform-action transmit exceed-action drop"


@pytest.mark.parametrize(
    ("sends", "receives"), [("", CAR.format("input")), (CAR.format("output"), "")]
)
def test_a_circuit_is_metered_by_the_rate_limit_of_its_subinterface(
    sends: str, receives: str
) -> None:
    configs = [
        qosc.loads(ATM.format("a", "10.1.0.254", 1, sends), name="a.cfg"),
        qosc.loads(ATM.format("b", "10.2.0.254", 2, receives), name="b.cfg"),
    ]
    made = compile_network(configs, links(PVC), overlay=load_overlay(ABOVE, "above.yaml"))
    result = simulate(scenario(made))
    # 642 kbit/s with 12 bytes of AAL5 and LLC/SNAP around the 1000 of each packet.
    assert result.flow("u")["throughput_bps"] == pytest.approx(642_000 * 1000 / 1012, rel=0.02)
    assert result.flow("u")["loss"] > 0.5
