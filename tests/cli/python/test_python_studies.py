"""Own traffic, several routers and ambiguous classes from Python (docs/python.md)."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from qosc.reports import ScenarioError
from qosc.simulator.results import AmbiguousClassError

ROOT = Path(__file__).parents[3]
EDGE = ROOT / "examples" / "wan-edge"
OFFICES = ROOT / "examples" / "two-routers"
TRAFFIC = """\
schema: qosc/traffic/1
duration_ms: 200
traffic:
  - {name: call, kind: cbr, from: sender, to: receiver, header: {dscp: 46},
     packet_bytes: 200, rate_bps: 80000}
"""
PORT = "GigabitEthernet0/0/0"


@pytest.fixture(scope="module")
def config() -> qosc.Config:
    return qosc.load(EDGE / "fixed.cfg")


@pytest.fixture(scope="module")
def scenario(config: qosc.Config) -> str:
    made = qosc.compile(config, target="sim", overlay=qosc.load_traffic(TRAFFIC))
    (file,) = made.files
    return file.text


def test_a_class_of_a_name_that_several_have_is_not_guessed(scenario: str) -> None:
    result = qosc.simulate(scenario)
    with pytest.raises(AmbiguousClassError, match="WAN-EDGE > class-default") as caught:
        result.of_class("class-default")
    assert isinstance(caught.value, LookupError)
    assert len(caught.value.rows) == 2
    inner = result.of_class("class-default > class-default")
    outer = result.of_class("WAN-EDGE > class-default")
    # The call is in VOICE, which is inside the outer one.
    assert inner["arrived_packets"] == 0
    assert outer["arrived_packets"] == result.of_class("VOICE")["arrived_packets"] > 0
    assert result.of_class("class-default > VOICE") == result.of_class("VOICE")
    assert result.of_class("WAN-EDGE > class-default > WAN-QUEUES > VOICE")["name"] == "VOICE"


def test_a_port_is_named_with_its_node_or_alone(scenario: str) -> None:
    result = qosc.simulate(scenario)
    for port in (PORT, f"router {PORT}"):
        assert result.of_class("VOICE", port=port)["port"] == f"router {PORT}"
    with pytest.raises(KeyError, match="WAN-EDGE > class-default > WAN-QUEUES > VOICE"):
        result.of_class("VOIC")
    with pytest.raises(KeyError, match="of Gi9"):
        result.of_class("VOICE", port="Gi9")


def test_a_scenario_is_run_from_its_text_as_from_its_file(scenario: str, tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(scenario, encoding="utf-8")
    assert qosc.simulate(scenario) == qosc.simulate(path)
    # JSON is YAML, and has one line.
    with pytest.raises(ScenarioError, match="<text>:1:1"):
        qosc.simulate("{" + '"name": "x", ' * 100 + '"schema": 1}')
    with pytest.raises(FileNotFoundError):
        qosc.simulate("nowhere.yaml")


def test_bytes_that_are_no_text_are_told_as_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_bytes(b"\xff\xfe\x00\x80\xc3(\n")
    for read in (qosc.simulate, qosc.load_traffic, qosc.load_links):
        with pytest.raises(ScenarioError, match=r"s\.yaml"):
            read(path)


@pytest.mark.parametrize("nothing", ["", "  ", "\n"])
def test_an_empty_text_is_an_empty_document(nothing: str) -> None:
    for read in (qosc.simulate, qosc.load_traffic, qosc.load_links):
        with pytest.raises(ScenarioError, match="<text>:1:1: the document is empty"):
            read(nothing)
    with pytest.raises(ValueError, match=r"^qosc\.load takes a path"):
        qosc.load(nothing)


def test_traffic_that_was_not_read_is_refused_with_the_remedy(config: qosc.Config) -> None:
    for given in ("traffic.yaml", TRAFFIC, {"traffic": []}):
        for target in ("sim", "ns3"):
            with pytest.raises(TypeError, match="load_traffic"):
                qosc.compile(config, target=target, overlay=given)
    with pytest.raises(ScenarioError, match=r"<text>:2:14: .*") as caught:
        qosc.load_traffic(TRAFFIC.replace("200\n", "soon\n", 1))
    assert caught.value.findings
    with pytest.raises(TypeError, match="not int"):
        qosc.load_traffic(7)  # type: ignore[arg-type]


def test_several_routers_are_one_scenario_in_python_as_on_the_command_line() -> None:
    configs = [qosc.load(OFFICES / f"{name}.cfg") for name in ("west", "east")]
    links = qosc.load_links(OFFICES / "links.yaml")
    made = qosc.compile_network(configs, links)
    assert [file.name for file in made.files] == ["network.yaml"]
    assert "node: west" in made.files[0].text
    assert "node: east" in made.files[0].text
    with pytest.raises(TypeError, match="load_links"):
        qosc.compile_network(configs, OFFICES / "links.yaml")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"qosc\.load\(path\)"):
        qosc.compile_network(["west.cfg"], links)  # type: ignore[list-item]
    with pytest.raises(ScenarioError, match="schema"):
        qosc.load_links(TRAFFIC)


def test_an_artefact_of_several_ports_says_that_one_has_to_be_chosen() -> None:
    text = (EDGE / "fixed.cfg").read_text(encoding="utf-8")
    second = "interface GigabitEthernet0/0/1\n service-policy output WAN-EDGE\n"
    made = qosc.compile(qosc.loads(text + second), target="sim")
    assert len(made.files) == 2
    with pytest.raises(ValueError, match=r"2 scenarios.*interface="):
        qosc.simulate(made)
