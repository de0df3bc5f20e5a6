"""Units and subinterfaces in one piece with their port: what packets meet on their way out.

Expected figures are worked out by hand from the configs, or are Juniper's own ("Class of Service
User Guide", Hierarchical Schedulers and Traffic Control Profiles).
"""

from __future__ import annotations

import re

import pytest

from qosc import api
from qosc.ledger import Entry, Fidelity
from qosc.scenario import Measure, Scenario, load
from qosc.simulator import simulate
from qosc.targets.base import OutputFile

ONE_PORT = """
set interfaces ge-0/0/1 unit 0 family inet address 10.0.0.1/24
set class-of-service schedulers a transmit-rate percent 95
set class-of-service schedulers n transmit-rate percent 5
set class-of-service scheduler-maps m forwarding-class best-effort scheduler a
set class-of-service scheduler-maps m forwarding-class network-control scheduler n
set class-of-service classifiers dscp D import default
set class-of-service interfaces ge-0/0/1 scheduler-map m
set class-of-service interfaces ge-0/0/1 unit 0 classifiers dscp D
"""
QUEUES = """
set class-of-service schedulers a transmit-rate percent 95
set class-of-service schedulers n transmit-rate percent 5
set class-of-service scheduler-maps M forwarding-class best-effort scheduler a
set class-of-service scheduler-maps M forwarding-class network-control scheduler n
"""
INGRESS = """
set interfaces ge-9/0/0 unit 0 family inet address 10.9.0.1/24
set class-of-service interfaces ge-9/0/0 unit 0 classifiers dscp default
"""
TWO_UNITS = f"""{QUEUES}{INGRESS}
set interfaces ge-0/0/0 hierarchical-scheduler
set interfaces ge-0/0/0 vlan-tagging
set interfaces ge-0/0/0 unit 10 vlan-id 10
set interfaces ge-0/0/0 unit 20 vlan-id 20
set class-of-service traffic-control-profiles PORT shaping-rate 50m
set class-of-service traffic-control-profiles T shaping-rate 100m
set class-of-service traffic-control-profiles T scheduler-map M
set class-of-service interfaces ge-0/0/0 output-traffic-control-profile PORT
set class-of-service interfaces ge-0/0/0 unit 10 output-traffic-control-profile T
set class-of-service interfaces ge-0/0/0 unit 20 output-traffic-control-profile T
"""
FOUR_LEVELS = f"""{QUEUES}{INGRESS}
set interfaces interface-set S interface ge-1/0/0 unit 1
set interfaces interface-set S interface ge-1/0/0 unit 2
set interfaces ge-1/0/0 hierarchical-scheduler
set interfaces ge-1/0/0 vlan-tagging
set interfaces ge-1/0/0 unit 1 vlan-id 1
set interfaces ge-1/0/0 unit 2 vlan-id 2
set class-of-service traffic-control-profiles port shaping-rate 100m
set class-of-service traffic-control-profiles set shaping-rate 60m guaranteed-rate 40m
set class-of-service traffic-control-profiles unit shaping-rate 50m
set class-of-service traffic-control-profiles unit guaranteed-rate 30m
set class-of-service traffic-control-profiles unit scheduler-map M
set class-of-service interfaces ge-1/0/0 output-traffic-control-profile port
set class-of-service interfaces interface-set S output-traffic-control-profile set
set class-of-service interfaces ge-1/0/0 unit 1 output-traffic-control-profile unit
"""


def _config(text: str) -> api.Config:
    return api.loads(text.lstrip(), name="r1.set" if "set " in text else "r1.cfg")


def _entries(text: str, target: str, interface: str | None = None) -> tuple[Entry, ...]:
    return api.compile(_config(text), target=target, interface=interface, allow_loss=True).ledger


def _script(text: str, interface: str | None = None) -> str:
    made = api.compile(_config(text), interface=interface, allow_loss=True)
    return made.files[0].text


def _scenario(file: OutputFile) -> Scenario:
    found = load(file.text, file.name)
    assert isinstance(found, Scenario)
    return found


def _shapers(entries: tuple[Entry, ...], port: str) -> list[str]:
    inside = [one for one in entries if one.path.startswith(f"{port} > ")]
    return [one.asked for one in inside if one.path.endswith("shaper > rate")]


def _beside(entries: tuple[Entry, ...], port: str) -> list[tuple[str, Fidelity]]:
    return [
        (one.asked, one.fidelity) for one in entries if one.path.startswith(f"{port} > beside > ")
    ]


@pytest.mark.parametrize("name", ["ge-0/0/1", "ge-0/0/1.0", "GE-0/0/1.0"])
def test_a_port_and_its_untagged_unit_are_one_port_under_either_name(name: str) -> None:
    (port,) = api.qos_ports(_config(ONE_PORT), name)
    assert port.name == "ge-0/0/1"
    assert [stage.feature for stage in port.input] == ["classifiers dscp D"]
    assert [stage.policy.name for stage in port.output] == ["scheduler-map m"]


def test_a_script_has_one_interface_for_a_port_and_its_untagged_unit() -> None:
    script = _script(ONE_PORT)
    assert len(re.findall(r"^apply_\d+\(\)", script, re.MULTILINE)) == 1
    # DSCP 48 gets on the way in the mark that the queue of network-control has on the way out.
    (chain,) = re.findall(r"ingress .* ip_tos 0xc0/0xfc action goto chain (\d+)", script)
    (mark,) = re.findall(rf"ingress chain {chain} .* skbedit mark (\w+)", script)
    (queue,) = re.findall(r"network-control.*\n.* class add .* classid (1:\w+) ", script)
    egress = re.findall(
        r"egress .* match mark (\w+) 0xff0000 action skbedit priority (\S+)", script
    )
    assert (mark, queue) in egress


def test_rules_speak_of_the_config_as_it_is_written() -> None:
    config = _config(ONE_PORT)
    assert "ge-0/0/1.0" in config.complete_device.ports
    assert "ge-0/0/1.0" not in config.joined_device.ports


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
@pytest.mark.parametrize("unit", ["ge-0/0/0.10", "ge-0/0/0.20"])
def test_a_unit_below_a_shaped_port_has_the_shaper_of_the_port(target: str, unit: str) -> None:
    entries = _entries(TWO_UNITS, target, unit)
    assert _shapers(entries, unit) == ["50 Mbit/s", "100 Mbit/s"]
    other = "ge-0/0/0.20" if unit.endswith("10") else "ge-0/0/0.10"
    assert _beside(entries, unit) == [(f"shares its shapers with {other}", Fidelity.APPROX)]


def test_the_script_of_a_unit_below_a_shaped_port_has_the_shaper() -> None:
    rates = re.findall(r"classid 1:[12]0 htb rate (\d+)bit", _script(TWO_UNITS, "ge-0/0/0.10"))
    assert rates == ["50000000", "50000000"]


def test_a_unit_below_a_shaped_port_sends_no_more_than_the_port() -> None:
    config = _config(TWO_UNITS)
    made = api.compile(config, target="sim", interface="ge-0/0/0.10", allow_loss=True)
    (scenario,) = (_scenario(file) for file in made.files)
    sent = sum(flow["throughput_bps"] for flow in simulate(scenario).flows)
    assert 30_000_000 < sent <= 50_500_000


def test_a_port_profile_above_units_with_queues_has_no_default_queues() -> None:
    policies = {
        stage.policy.name: _config(TWO_UNITS).joined_device.policies[stage.policy.name]
        for stage in _config(TWO_UNITS).joined_device.ports["ge-0/0/0"].output
    }
    (only,) = policies.values()
    assert [str(found.shaper.rate) for found in only.classes if found.shaper] == ["50 Mbit/s"]
    inside = _config(TWO_UNITS).joined_device.policies[only.classes[0].child.name]
    assert [(found.name, bool(found.child)) for found in inside.classes] == [
        ("ge-0/0/0.10", True),
        ("ge-0/0/0.20", True),
        ("no unit", False),
    ]


def test_a_port_profile_keeps_the_default_queues_for_units_without_their_own() -> None:
    text = TWO_UNITS.replace(
        "set class-of-service interfaces ge-0/0/0 unit 20 output-traffic-control-profile T",
        "set class-of-service interfaces ge-0/0/0 unit 20 forwarding-class network-control",
    )
    entries = _entries(text, "sim")
    assert [
        one for one in entries if one.path.startswith("ge-0/0/0 > ") and "default sched" in one.path
    ]


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
def test_port_and_set_and_unit_shape_one_inside_the_other(target: str) -> None:
    entries = _entries(FOUR_LEVELS, target, "ge-1/0/0.1")
    assert _shapers(entries, "ge-1/0/0.1") == ["100 Mbit/s", "60 Mbit/s", "50 Mbit/s"]
    lost = [one.asked for one in entries if one.fidelity is Fidelity.UNSUPPORTED]
    assert lost == ["30 Mbit/s"], "the guarantee of the unit among the units"
    assert not [one.path for one in entries if "class class-default" in one.path]


def test_plain_shaping_of_a_port_holds_a_unit_that_only_rewrites() -> None:
    text = """
set interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/24
set class-of-service interfaces ge-0/0/0 shaping-rate 50m
set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules dscp default
"""
    assert _shapers(_entries(text, "tc", "ge-0/0/0.0"), "ge-0/0/0") == ["50 Mbit/s"]
    assert "htb rate 50000000bit" in _script(text, "ge-0/0/0.0")


TAGGED = f"""{QUEUES}
set interfaces ge-0/0/0 vlan-tagging
set interfaces ge-0/0/0 unit 10 vlan-id 10
set interfaces ge-0/0/0 unit 20 vlan-id 20
set class-of-service interfaces ge-0/0/0 scheduler-map M
set class-of-service interfaces ge-0/0/0 unit 10 rewrite-rules dscp default
set class-of-service interfaces ge-0/0/0 unit 20 forwarding-class network-control
"""


def test_units_with_tags_go_on_through_the_queues_of_their_port() -> None:
    entries = _entries(TAGGED, "tc", "ge-0/0/0.10")
    assert {one.path.split(" > ")[0] for one in entries} >= {"ge-0/0/0", "ge-0/0/0.10"}
    assert _beside(entries, "ge-0/0/0.10") == [("goes on through ge-0/0/0", Fidelity.EXACT)]
    alone = _entries(TAGGED, "tc", "ge-0/0/0.10:only")
    assert _beside(alone, "ge-0/0/0.10") == [
        ("does not go on through ge-0/0/0", Fidelity.UNSUPPORTED)
    ]


def test_the_scenario_of_a_unit_has_its_rewriting_and_the_queues_of_its_port() -> None:
    made = api.compile(_config(TAGGED), target="sim", allow_loss=True)
    scenario = {file.name: _scenario(file) for file in made.files}["ge-0-0-0-10.yaml"]
    (port,) = [port for port in scenario.ports if port.port == "ge-0/0/0.10"]
    assert [stage.kind for stage in port.output] == ["rules", "policy"]
    shared = ("shares its shapers with ge-0/0/0", Fidelity.APPROX)
    assert shared in _beside(made.ledger, "ge-0/0/0.10")


def test_a_rule_that_asks_for_the_unit_finds_the_port() -> None:
    text = (
        ONE_PORT
        + """
set interfaces ge-0/0/2 unit 0 family inet filter output F
set firewall family inet filter F term a from interface ge-0/0/1.0
set firewall family inet filter F term a then discard
set firewall family inet filter F term b then accept
"""
    )
    made = api.compile(_config(text), target="sim", interface="ge-0/0/2", allow_loss=True)
    assert "ge-0/0/1.0" not in made.files[0].text.split("ports:")[1]
    assert "input-interface: ge-0/0/1" in made.files[0].text


SUBINTERFACES = """
policy-map PARENT
 class class-default
  shape average 20000000
policy-map VLAN
 class class-default
  shape average 30000000
interface GigabitEthernet0/1
 service-policy output PARENT
interface GigabitEthernet0/1.10
 encapsulation dot1Q 10
 service-policy output VLAN
interface GigabitEthernet0/1.20
 encapsulation dot1Q 20
 service-policy output VLAN
"""


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
def test_a_subinterface_has_the_shaper_of_its_interface(target: str) -> None:
    entries = _entries(SUBINTERFACES, target, "Gi0/1.10")
    assert _shapers(entries, "GigabitEthernet0/1.10") == ["20 Mbit/s", "30 Mbit/s"]


def test_a_subinterface_does_not_lose_a_policy_with_classes_without_a_word() -> None:
    text = (
        SUBINTERFACES.replace(
            "policy-map PARENT\n", "policy-map PARENT\n class V\n  bandwidth percent 10\n"
        )
        + "class-map V\n match dscp ef\n"
    )
    entries = _entries(text, "sim", "Gi0/1.10")
    assert ("does not go on through GigabitEthernet0/1", Fidelity.UNSUPPORTED) in _beside(
        entries, "GigabitEthernet0/1.10"
    )


def test_many_units_take_time_in_proportion() -> None:
    lines = [TWO_UNITS]
    for unit in range(100, 2100):
        lines.append(f"set interfaces ge-0/0/0 unit {unit} vlan-id {unit}")
        lines.append(
            f"set class-of-service interfaces ge-0/0/0 unit {unit} output-traffic-control-profile T"
        )
    device = _config("\n".join(lines)).joined_device
    last = device.ports["ge-0/0/0.2099"]
    assert [str(one) for one in last.beside] == [
        "shares its shapers with ge-0/0/0.10 and 2000 more"
    ]
    # One policy for all units, not one for each.
    units = [port for port in device.ports.values() if port.parent == "ge-0/0/0"]
    assert len({stage.policy.name for port in units for stage in port.output}) == 1


def _verified(config: api.Config) -> list[str]:
    made = api.compile(config, allow_loss=True)
    found = api.verify_script(config, made.files[0].text, made.ledger)
    return [one.message for one in found.differences]


@pytest.mark.parametrize(
    "text",
    [ONE_PORT, TWO_UNITS, FOUR_LEVELS, TAGGED, SUBINTERFACES],
    ids=["one port", "two units", "four levels", "tagged", "ios"],
)
def test_verify_reads_units_and_ports_by_itself_and_agrees(text: str) -> None:
    assert _verified(_config(text)) == []


def test_verify_misses_a_shaper_that_joining_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qosc.datapath.units._Joining._below", lambda self, unit, outer: unit)
    assert _verified(_config(FOUR_LEVELS)) == [
        "what leaves ge-1/0/0.1 is not held to 60 Mbit/s",
        "what leaves ge-1/0/0.1 is not held to 100 Mbit/s",
    ]


def test_verify_misses_a_classifier_that_joining_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("qosc.datapath.units._asked", lambda stages: ())
    assert _verified(_config(ONE_PORT)) == ["ge-0/0/1 lacks classifiers dscp D on input"]


def test_each_class_of_a_lone_port_with_its_classifier_on_the_unit_receives_packets() -> None:
    made = api.compile(_config(ONE_PORT), target="sim", allow_loss=True)
    (scenario,) = (_scenario(file) for file in made.files)
    short = scenario.model_copy(
        update={
            "duration_ms": 20,
            "measure": scenario.measure.model_copy(update={"warm_up_ms": 0}),
        }
    )
    result = simulate(short)
    for name in ("best-effort", "network-control"):
        assert result.of_class(name, port="router ge-0/0/1")["arrived_packets"] > 0
    assert not [one for one in made.losses if one.path.startswith("ge-0/0/1 > traffic > ")]


def test_packets_of_a_very_fast_port_arrive_before_the_run_ends() -> None:
    text = ONE_PORT + "set interfaces ge-0/0/1 speed 400g\n"
    made = api.compile(_config(text), target="sim", allow_loss=True)
    (scenario,) = (_scenario(file) for file in made.files)
    assert scenario.duration_ms < 5
    result = simulate(scenario.model_copy(update={"measure": Measure(warm_up_ms=0)}))
    for name in ("best-effort", "network-control"):
        assert result.of_class(name, port="router ge-0/0/1")["arrived_packets"] > 0
