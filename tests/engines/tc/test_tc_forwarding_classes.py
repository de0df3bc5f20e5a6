"""What is kept beside a packet, shared meters, implicit discard and strict order, in a real kernel:
two ports of one script, and flows that are told apart by their source port."""

from __future__ import annotations

from typing import Any

import pytest

from qosc.amounts import Burst, Depth, Rate
from qosc.fields import Field
from qosc.ir import (
    Algorithm,
    Anything,
    Attachment,
    Device,
    Interval,
    Mark,
    Meter,
    Named,
    Outcome,
    Policer,
    Policy,
    Port,
    Priority,
    QueueLimit,
    Reference,
    RefKind,
    Rule,
    RuleList,
    Test,
    TrafficClass,
    Verdict,
)
from qosc.lab.linux import uml
from qosc.profiles import profile
from qosc.targets.tc.compiling import compile as compile_tc
from qosc.targets.tc.options import TcOptions
from tests.engines.tc.test_tc_script import experiment, run, shell

pytestmark = pytest.mark.engine

CLASSES = ("voice", "bulk", "more", "")
"""The class of the flow from source port 1, 2, ..."""
BUCKET = 10_000
COUNT = 100


def in_class(name: str) -> Test:
    return Test(Field.FORWARDING_CLASS, (Named(name),))


def marking() -> RuleList:
    """The way in: a class by source port."""
    rules = tuple(
        Rule(
            Test(Field.SRC_PORT, (Interval(port, port),)),
            marks=(Mark(Field.FORWARDING_CLASS, 0, name=name),),
        )
        for port, name in enumerate(CLASSES, 1)
        if name
    )
    return RuleList("filter in", rules)


def script(*output: Any, bandwidth: int, **policies: Policy) -> str:
    ports = (Port("lan", input=(marking(),)), Port("wan", bandwidth=Rate(bandwidth), output=output))
    device = Device(ports={port.name: port for port in ports}, policies=policies)
    return compile_tc(device, ports, TcOptions(profile("ios-12"))).files[0].text


def discarding() -> str:
    """Two classes share a meter; what has no class is dropped."""
    meter = Meter(Algorithm.SINGLE_BUCKET, Rate(8_000), Burst(BUCKET))
    policer = Policer(meter, Outcome(Verdict.TRANSMIT), Outcome(Verdict.DROP), shared="both")
    rules = (
        Rule(in_class("voice")),
        Rule(in_class("bulk"), policer),
        Rule(in_class("more"), policer),
    )
    return script(RuleList("filter out", rules, otherwise_drop=True), bandwidth=100_000_000)


def ordering() -> str:
    """A priority list on a link of 1.1 Mbit/s."""
    classes = (
        TrafficClass("low", in_class("bulk"), priority=Priority(4), limits=(QueueLimit(Depth(5)),)),
        TrafficClass("high", Anything(), priority=Priority(1), limits=(QueueLimit(Depth(20)),)),
    )
    where = Attachment(Reference(RefKind.POLICY_MAP, "p"))
    return script(where, bandwidth=1_100_000, p=Policy("p", classes))


def crossing(name: str, ports: tuple[int, ...], size: int, interval_ns: int) -> dict[str, Any]:
    """Flows through the router, after its script has been applied."""
    made = experiment(
        name, run(f"@{name}", "apply", "lan=e0", "wan=e1"), shell("tc actions list action police")
    )
    made["nodes"] = [
        {"name": "host", "addresses": ["192.0.2.1"]},
        {"name": "far", "addresses": ["192.0.2.2"]},
        {"name": "router", "addresses": [], "forward": True},
    ]
    made["links"][1]["ends"][0]["node"] = "far"
    made["routes"] = [
        {"node": "host", "to": "192.0.2.2/32", "via": "10.0.0.1", "interface": "h0"},
        {"node": "router", "to": "192.0.2.2/32", "via": "10.0.1.2", "interface": "e1"},
    ]
    made["sources"] = [
        {
            "index": index,
            "kind": "cbr",
            "from": "host",
            "to": "far",
            "src": "192.0.2.1",
            "dst": "192.0.2.2",
            "sport": port,
            "dport": 9,
            "packet_bytes": size,
            "interval_ns": interval_ns,
            "count": COUNT,
        }
        for index, port in enumerate(ports)
    ]
    return {**made, "duration_us": COUNT * interval_ns // 1000 + 300_000}


@pytest.fixture(scope="module")
def runs(linux: None) -> dict[str, Any]:
    """Both scripts in one boot."""
    files = {"discard": discarding(), "order": ordering()}
    experiments = [
        crossing("discard", (1, 2, 3, 4), 100, 1_000_000),
        crossing("order", (1, 2), 500, 4_000_000),
    ]
    outcome = uml.run({"files": files, "experiments": experiments}, timeout=600)
    assert outcome.result is not None, (outcome.error, outcome.console)
    assert "error" not in outcome.result, outcome.result["error"]
    return {each["name"]: each for each in outcome.result["experiments"]}


def received(made: dict[str, Any], index: int) -> int:
    (tap,) = (part for part in made["processes"] if part["role"] == "tap")
    return tap["received"].get(str(index), {"all_packets": 0})["all_packets"]


@pytest.mark.parametrize("name", ["discard", "order"])
def test_the_kernel_takes_the_script(runs: dict[str, Any], name: str) -> None:
    applied = runs[name]["steps"][0]
    assert (applied["status"], applied["stderr"]) == (0, "")


def test_a_class_set_on_the_way_in_is_known_on_the_way_out(runs: dict[str, Any]) -> None:
    assert received(runs["discard"], 0) == COUNT


def test_what_no_rule_takes_is_dropped(runs: dict[str, Any]) -> None:
    assert received(runs["discard"], 3) == 0


def test_two_rules_with_one_meter_share_its_bucket(runs: dict[str, Any]) -> None:
    assert "ref 2 bind 2" in runs["discard"]["steps"][1]["stdout"]
    admitted = received(runs["discard"], 1) + received(runs["discard"], 2)
    # 8 kbit/s fill the bucket by 1000 bytes a second; a packet counts 114 on the way out.
    assert BUCKET // 114 <= admitted <= (BUCKET + 700) // 114


def test_a_priority_list_starves_what_comes_after(runs: dict[str, Any]) -> None:
    """The first queue takes 514 bytes in 4 ms, which is all but 7 % of the link."""
    assert received(runs["order"], 0) == COUNT
    assert received(runs["order"], 1) <= COUNT // 10 + 15
