"""Flow queues that a serial line of classic IOS has although its config says nothing of them.

Cisco, Building Cisco Remote Access Networks 2.1, fair-queue: "WFQ is used by default on serial
interfaces at E1 speeds (2.048 Mbps) and below. WFQ is disabled on serial interfaces using X.25 or
compressed PPP."
"""

from __future__ import annotations

import pytest

import qosc
from qosc.api import verify_script
from qosc.datapath.queues.fair import flow_queues_of
from qosc.ir import Port
from qosc.ledger import Fidelity

CAR = " rate-limit input 64000 8000 16000 conform-action transmit exceed-action drop\n"
CLASS = "class-map V\n match dscp ef\npolicy-map P\n class V\n  {}\n"
LISTED = "priority-list 1 protocol ip high\n"


def port(lines: str, name: str = "Serial0/0", before: str = "", platform: str = "ios-12") -> Port:
    text = f"{before}interface {name}\n{lines}{CAR}"
    return qosc.loads(text, platform=platform).complete_device.ports[name]


@pytest.mark.parametrize("lines", ["", " bandwidth 2048\n", " encapsulation ppp\n"])
def test_a_slow_serial_line_is_fair_between_flows(lines: str) -> None:
    found = port(lines).fair_queue
    assert found is not None
    assert found.default_by == "ios-12"
    # Recorded show interfaces: BW 1544 Kbit, Conversations 0/0/256.
    assert flow_queues_of(found, 1_544_000) == 256


@pytest.mark.parametrize(
    ("lines", "name", "before"),
    [
        (" bandwidth 2049\n", "Serial0/0", ""),
        (" no fair-queue\n", "Serial0/0", ""),
        (" encapsulation x25\n", "Serial0/0", ""),
        ("", "FastEthernet0/0", ""),
        (" bandwidth 64\n", "Tunnel0", ""),
        (" service-policy output P\n", "Serial0/0", CLASS.format("bandwidth 100")),
        (" service-policy output P\n", "Serial0/0", CLASS.format("priority 100")),
        (" priority-group 1\n", "Serial0/0", LISTED),
    ],
)
def test_other_ports_are_not(lines: str, name: str, before: str) -> None:
    assert port(lines, name, before).fair_queue is None


def test_a_policy_without_queues_leaves_them() -> None:
    before = CLASS.format("set dscp af41")
    assert port(" service-policy output P\n", before=before).fair_queue is not None


def test_a_later_line_brings_them_back() -> None:
    assert port(" no fair-queue\n fair-queue 32\n").fair_queue is not None


def test_no_source_says_so_of_later_releases() -> None:
    for platform in ("ios-15", "ios-xe"):
        assert port("", platform=platform).fair_queue is None


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
@pytest.mark.parametrize(
    ("lines", "platform", "told"),
    [
        ("", "ios-15", True),
        (" bandwidth 2049\n", "ios-15", False),
        (" no fair-queue\n", "ios-15", False),
        ("", "ios-12", False),
    ],
)
def test_the_ledger_says_that_it_is_not_known(
    target: str, lines: str, platform: str, told: bool
) -> None:
    text = f"interface Serial0/0\n{lines}{CAR}"
    made = qosc.compile(qosc.loads(text, platform=platform), target=target, allow_loss=True)
    rows = [one for one in made.ledger if one.path == "Serial0/0 > queue by default"]
    assert [one.fidelity for one in rows] == [Fidelity.UNKNOWN] * told


def test_a_script_serves_a_flow_by_its_precedence_before_hqf() -> None:
    """Weights are 32384 / (precedence + 1) before HQF: Cisco tech note 110850."""
    config = qosc.loads(f"version 12.2\ninterface Serial0/0\n bandwidth 512\n{CAR}")
    made = qosc.compile(config)
    script = made.files[0].text
    queues = [line for line in script.splitlines() if line.strip().startswith("tc qdisc add")]
    assert sum(" sfq " in line for line in queues) == 8
    (entry,) = [one for one in made.ledger if one.path.endswith("fair-queue")]
    assert entry.fidelity is Fidelity.APPROX
    assert "default of ios-12" in entry.note
    assert list(verify_script(config, script, made.ledger).differences) == []


def test_the_port_without_qos_that_a_scenario_is_compared_with_has_them() -> None:
    text = f"version 12.2\ninterface Serial0/0\n bandwidth 512\ninterface FastEthernet0/0\n{CAR}"
    made = qosc.compile(qosc.loads(text), target="sim", interface="Serial0/0", allow_loss=True)
    assert "flow_queues" in "".join(file.text for file in made.files)
