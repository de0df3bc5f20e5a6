"""How a scenario is laid out for the guest. Needs no engine."""

from __future__ import annotations

import json
from typing import Any

import pytest

from qosc.lab.linux.plan import Script, experiment
from qosc.lab.linux.sources import LinuxError
from qosc.scenario import Scenario, load

BASE = """
schema: qosc/scenario/1
duration_ms: 1000
nodes:
  - {name: a, kind: host, address: 10.0.0.1}
  - {name: "$(reboot)", kind: router}
  - {name: b, kind: host, address: 10.0.0.2}
links:
  - ends: [{node: a, port: eth0}, {node: "$(reboot)", port: "in; reboot"}]
    rate_bps: 100000000
  - ends: [{node: "$(reboot)", port: "out\\nreboot"}, {node: b, port: eth0}]
    rate_bps: 2000000
    overhead_bytes: 16
    linklayer: atm
"""
QUEUES = """
ports:
  - node: "$(reboot)"
    port: "out\\nreboot"
    output:
      - {kind: policy, classes: [{name: all, match: {where: {}}, queue: {}}]}
"""
TCP = "  - {name: t%d, kind: tcp, from: a, to: b, flows: 3%s}\n"
UDP = "  - {name: u, kind: cbr, from: a, to: b, packet_bytes: %d, packets_per_s: 3%s}\n"


def scenario(*parts: str) -> Scenario:
    found = load("".join((BASE, *parts)), "s.yaml")
    assert isinstance(found, Scenario), found
    return found


def argvs(plan: dict[str, Any]) -> list[list[str]]:
    return [step["argv"] for step in plan["steps"]]


def test_no_name_of_the_scenario_becomes_one_of_the_guest() -> None:
    script = {"$(reboot)": Script("", ("out\nreboot",))}
    plan = experiment(scenario(QUEUES), script)
    assert "reboot" not in json.dumps({**plan, "name": ""})
    assert argvs(plan)[0] == ["@n1", "apply", "e1"]


def test_a_script_for_several_ports_is_told_which_is_which() -> None:
    script = {"$(reboot)": Script("", ("in; reboot", "out\nreboot", "not here"))}
    assert argvs(experiment(scenario(QUEUES), script))[0] == [
        "@n1",
        "apply",
        "in; reboot=e0",
        "out\nreboot=e1",
    ]


def test_queues_without_a_script_are_refused() -> None:
    with pytest.raises(LinuxError, match="no script sets up the port"):
        experiment(scenario(QUEUES), {})


def test_a_slow_link_has_its_rate_and_a_fast_one_is_left_alone() -> None:
    shaped = [argv for argv in argvs(experiment(scenario(), {})) if "tbf" in argv]
    # Both ends of the slow link; 16 bytes on IP are 2 on what Linux counts.
    assert [argv[argv.index("dev") + 1] for argv in shaped] == ["e1", "e0"]
    for argv in shaped:
        assert "2000000bit" in argv
        assert argv[argv.index("linklayer") + 1] == "atm"
        assert argv[argv.index("overhead") + 1] == "2"
        # 1516 bytes are 32 cells; a shorter bucket would never let them pass.
        assert int(argv[argv.index("burst") + 1].rstrip("b")) >= 32 * 53


def test_hosts_reach_each_other_by_every_address_in_use() -> None:
    plan = experiment(scenario("traffic:\n", UDP % (100, ", header: {dst4: 192.0.2.9}")), {})
    assert plan["nodes"][2]["addresses"] == ["10.0.0.2", "192.0.2.9"]
    routes = {(route["node"], route["to"]): route for route in plan["routes"]}
    assert routes["n0", "192.0.2.9/32"]["src"] == "10.0.0.1"
    assert routes["n1", "192.0.2.9/32"]["interface"] == "e1"
    assert routes["n2", "10.0.0.1/32"]["interface"] == "e0"


@pytest.mark.parametrize(
    ("rate", "interval"), [("rate_bps: 80000", 1e7), ("interval_us: 500", 5e5)]
)
def test_the_time_between_packets(rate: str, interval: float) -> None:
    text = (UDP % (100, "")).replace("packets_per_s: 3", rate)
    plan = experiment(scenario("traffic:\n", text), {})
    assert plan["sources"][0]["interval_ns"] == interval


def test_tcp_sources_that_would_collide_get_ports_of_their_own() -> None:
    plan = experiment(scenario("traffic:\n", TCP % (1, ""), TCP % (2, "")), {})
    assert [source["sport"] for source in plan["sources"]] == [10_000, 10_003]
    fixed = ", header: {src-port: 10001}"
    with pytest.raises(LinuxError, match="ports are those of another source"):
        experiment(scenario("traffic:\n", TCP % (1, ""), TCP % (2, fixed)), {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (UDP % (47, ""), "48 bytes long or more"),
        (UDP % (100, ", header: {ttl: 3}"), "does not set ttl"),
        (UDP % (100, ", header: {protocol: 6}"), "does not set protocol"),
    ],
)
def test_what_the_kernel_cannot_be_made_to_send_is_refused(text: str, message: str) -> None:
    with pytest.raises(LinuxError, match=message):
        experiment(scenario("traffic:\n", text), {})


def test_a_script_for_a_node_that_is_not_there() -> None:
    with pytest.raises(LinuxError, match="no node of the scenario"):
        experiment(scenario(), {"nobody": Script("", ("x",))})


def test_marks_are_sent_as_they_are_written() -> None:
    text = UDP % (100, ", header: {precedence: 5, ecn: 1}")
    assert experiment(scenario("traffic:\n", text), {})["sources"][0]["tos"] == 0xA1


APPLICATIONS = """
  - {name: s, kind: short-tcp, from: a, to: b, size_bytes: %d, interval_us: 10000%s}
  - {name: q, kind: request-response, from: a, to: b, request_bytes: 10, response_bytes: 99}
"""


def test_applications_have_ports_of_their_own() -> None:
    plan = experiment(
        scenario("traffic:", APPLICATIONS % (10_000, ""), TCP % (1, ", header: {dst-port: 9}")), {}
    )
    short, clients, bulk = plan["sources"]
    assert short["flows"] >= 100
    assert clients["sport"] >= short["sport"] + short["flows"]
    assert bulk["sport"] == 10_000


def test_what_applications_cannot_have_here_is_refused() -> None:
    with pytest.raises(LinuxError, match="8 bytes long or more"):
        experiment(scenario("traffic:", APPLICATIONS % (7, "")), {})
    with pytest.raises(LinuxError, match="cannot listen on the dst-port"):
        experiment(scenario("traffic:", APPLICATIONS % (99, ""), TCP % (1, "")), {})


def test_a_fifo_of_a_script_is_kept_below_the_rate_of_the_link() -> None:
    script = {"$(reboot)": Script("", ("out\nreboot",))}
    steps = experiment(scenario(), script)["steps"]
    (kept,) = [step for step in steps if "keep" in step]
    # A script that made no queue gets the scenario's own.
    queue = {"else": ["pfifo", "limit", "1000"]}
    assert kept["keep"] == {"dev": "e1", "parent": "7f00:1"} | queue
    assert kept["argv"][:7] == ["tc", "qdisc", "replace", "dev", "e1", "root", "handle"]
    # No limit of the scenario is put in place of the script's.
    assert not [step for step in steps if step["node"] == kept["node"] and "pfifo" in step["argv"]]
