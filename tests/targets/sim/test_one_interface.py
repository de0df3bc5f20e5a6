"""`--interface` of a scenario: the port to send through, and all that feeds it."""

from __future__ import annotations

import pytest

import qosc
from qosc.api import NoSuchPortError
from qosc.cli import main
from qosc.ledger import Fidelity
from qosc.scenario import Scenario, load
from qosc.simulator import simulate

CAR = """\
hostname R
policy-map OUT
 class class-default
  bandwidth percent 50
interface Serial0/0
 bandwidth 2000
 service-policy output OUT
interface FastEthernet0/0
 rate-limit input 1000000 8000 8000 conform-action transmit exceed-action drop
interface GigabitEthernet0/1
 ip address 10.0.0.1 255.255.255.0
"""
FILTER = """\
interfaces {
    ge-1/0/0 { unit 0 { family inet { filter { input alpha; } address 10.10.1.1/24; } } }
    ge-1/0/2 { speed 10m; unit 0 { family inet { address 10.10.2.1/24; } } }
}
firewall { family inet { filter alpha { term all { then { forwarding-class beta; accept; } } } } }
class-of-service {
    forwarding-classes { queue 0 best-effort; queue 1 beta; }
    interfaces { ge-1/0/2 { scheduler-map egress; } }
    scheduler-maps { egress { forwarding-class beta scheduler b;
                              forwarding-class best-effort scheduler b; } }
    schedulers { b { transmit-rate percent 50; } }
}
"""


def made(text: str, interface: str | None = None, **more: object) -> dict[str, str]:
    config = qosc.loads(text)
    artefact = qosc.compile(config, target="sim", interface=interface, allow_loss=True, **more)
    return {file.name: file.text for file in artefact.files}


@pytest.mark.parametrize(
    ("text", "interface", "name"),
    [(CAR, "Serial0/0", "serial0-0.yaml"), (FILTER, "ge-1/0/2:only", "ge-1-0-2.yaml")],
)
def test_a_chosen_port_has_the_scenario_that_it_has_among_all(
    text: str, interface: str, name: str
) -> None:
    assert made(text, interface)[name] == made(text)[name]


def test_the_policer_that_feeds_the_port_stays() -> None:
    (text,) = made(CAR, "Serial0/0").values()
    assert "cir_bps: 1000000" in text
    assert "port: FastEthernet0/0" in text


def test_the_filter_that_classifies_stays() -> None:
    (text,) = made(FILTER, "ge-1/0/2:only").values()
    assert 'feature: "filter inet alpha"' in text


def test_a_port_that_only_receives_is_chosen_with_its_own_scenario() -> None:
    (name,) = made(CAR, "fa0/0")
    assert name == "fastethernet0-0.yaml"


def test_traffic_for_all_ports_fits_a_chosen_one(tmp_path) -> None:
    (tmp_path / "router.cfg").write_text(CAR)
    traffic = tmp_path / "traffic.yaml"
    traffic.write_text(
        "schema: qosc/traffic/1\naddresses: {sender: 10.1.1.1}\ntraffic:\n"
        "  - {name: a, kind: cbr, from: sender, to: receiver, packet_bytes: 100, rate_bps: 8000}\n"
    )
    words = f"compile {tmp_path}/router.cfg -t sim --interface Serial0/0 --traffic {traffic}"
    with pytest.raises(SystemExit) as ended:
        main([*words.split(), "-o", str(tmp_path / "out.yaml"), "--allow-loss"])
    assert ended.value.code == 0
    assert '"10.1.1.1"' in (tmp_path / "out.yaml").read_text()


def test_a_port_without_qos_is_a_first_in_first_out_queue_of_40_packets() -> None:
    config = qosc.loads(CAR, platform="ios-12")
    artefact = qosc.compile(config, target="sim", interface="Gi0/1", allow_loss=True)
    (file,) = artefact.files
    scenario = load(file.text, file.name)
    assert isinstance(scenario, Scenario)
    port = next(each for each in scenario.ports if each.port == "GigabitEthernet0/1")
    assert port.output == ()
    assert port.limit.packets == 40  # Cisco: the default of hold-queue out
    (entry,) = (each for each in artefact.ledger if each.path.endswith("hold-queue-out"))
    assert entry.fidelity is Fidelity.UNKNOWN
    assert simulate(scenario).flows[0]["received_packets"] > 0


@pytest.mark.parametrize("target", ["sim", "ns3"])
def test_a_config_without_any_qos_has_a_baseline(target: str) -> None:
    config = qosc.loads("interface GigabitEthernet0/0\n ip address 10.0.0.1 255.255.255.0\n")
    assert qosc.compile(config, target=target, interface="gi0/0").files
    with pytest.raises(NoSuchPortError, match=r"--interface NAME .*GigabitEthernet0/0"):
        qosc.compile(config, target=target)
    with pytest.raises(NoSuchPortError, match="no interface has any QoS"):
        qosc.compile(config, target="tc", interface="gi0/0")


def test_a_name_that_no_port_has_is_told() -> None:
    with pytest.raises(NoSuchPortError, match="no interface 'Gi9/9'"):
        qosc.compile(qosc.loads(CAR), target="sim", interface="Gi9/9")
