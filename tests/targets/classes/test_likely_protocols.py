"""Protocols that NBAR knows: what back ends take them for, and what they say of it."""

from __future__ import annotations

import pytest

import qosc
from qosc.api import verify_script
from qosc.fields import Field
from qosc.ledger import Fidelity
from qosc.packets import Packet
from qosc.scenario import Overlay, Scenario, load
from qosc.simulator import simulate
from tests.laws.packets.packet_oracle import build
from tests.targets.test_tc_behaviour import matched

ROUTING = """\
class-map match-any routing
 match protocol bgp
 match protocol ospf
 match protocol rip
class-map match-all payload
 match protocol bittorrent
class-map match-all page
 match protocol http url "*.gif"
policy-map out
 class routing
  set dscp cs6
  bandwidth percent 10
 class payload
  bandwidth percent 5
 class page
  bandwidth percent 5
interface Serial0/0
 bandwidth 512
 service-policy output out
"""


def segment(protocol: int, source: int, destination: int, version: int = 4) -> Packet:
    return build(
        {
            Field.VERSION: version,
            Field.PROTOCOL: protocol,
            Field.SRC_PORT: source,
            Field.DST_PORT: destination,
        }
    )


@pytest.mark.parametrize(
    ("packet", "taken"),
    [
        (segment(6, 50_000, 179), True),
        (segment(6, 179, 50_000), True),
        (segment(6, 179, 50_000, version=6), True),
        (segment(17, 50_000, 179), False),
        (segment(17, 520, 520), True),
        (segment(6, 50_000, 180), False),
        (build({Field.VERSION: 4, Field.PROTOCOL: 89}), True),
        (build({Field.VERSION: 4, Field.PROTOCOL: 88}), False),
    ],
)
@pytest.mark.parametrize("negated", [False, True])
def test_filters_take_a_protocol_by_number_or_port_in_both_directions(
    packet: Packet, taken: bool, negated: bool
) -> None:
    text = ROUTING + "class-map match-all other\n match not class-map routing\n"
    device = qosc.loads(text, platform="ios-15").device
    match = device.class_maps["other" if negated else "routing"].match
    assert matched(device, match, packet) is (taken ^ negated)


@pytest.mark.parametrize("target", ["tc", "sim", "ns3"])
def test_the_ledger_says_what_a_protocol_is_taken_for(target: str) -> None:
    artefact = qosc.compile(qosc.loads(ROUTING), target=target, allow_loss=True)
    found = {entry.asked: entry for entry in artefact.ledger if entry.asked.startswith("protocol ")}
    bgp = found["protocol bgp"]
    assert bgp.fidelity is Fidelity.APPROX
    assert bgp.note.startswith("by its known ports or protocol number: NBAR also looks into")
    assert bgp.got == "tcp and (source port 179 or port 179)"
    assert found["protocol ospf"].got == "ospf"
    # A port alone says too little of what only the payload tells.
    losses = {entry.asked for entry in artefact.losses}
    assert losses == {"protocol bittorrent", 'protocol http url "*.gif"'}


def test_the_script_does_what_the_ledger_says_and_no_less() -> None:
    config = qosc.loads(ROUTING)
    artefact = qosc.compile(config, allow_loss=True)
    script = artefact.files[0].text
    assert verify_script(config, script, artefact.ledger).differences == ()
    other = script.replace("dst_port 179", "dst_port 178")
    assert other != script
    (difference, *_) = verify_script(config, other, artefact.ledger).differences
    assert "179" in str(difference) or "178" in str(difference)


def test_simulated_packets_of_a_protocol_reach_its_class() -> None:
    flows = [("there", 6, 179, True), ("voice", 17, 16_384, False), ("ospf", 89, 0, True)]
    overlay = Overlay.model_validate(
        {
            "schema": "qosc/traffic/1",
            "duration_ms": 1000,
            "measure": {"warm_up_ms": 0},
            "traffic": [
                {
                    "name": name,
                    "kind": "cbr",
                    "from": "sender",
                    "to": "receiver",
                    "packet_bytes": 100,
                    "rate_bps": 80_000,
                    "header": {"protocol": protocol, "dst-port": port},
                }
                for name, protocol, port, _ in flows
            ],
        }
    )
    artefact = qosc.compile(qosc.loads(ROUTING), target="sim", allow_loss=True, overlay=overlay)
    made = load(artefact.files[0].text, "made.yaml")
    assert isinstance(made, Scenario)
    result = simulate(made)
    sent = sum(result.flow(name)["sent_packets"] for name, *_, takes in flows if takes)
    assert sent > 100
    assert result.of_class("routing")["arrived_packets"] == pytest.approx(sent, abs=2)
    assert result.of_class("payload")["arrived_packets"] == 0


def test_made_up_traffic_reaches_a_class_that_is_known_by_its_ports() -> None:
    text = qosc.compile(qosc.loads(ROUTING), target="sim", allow_loss=True).files[0].text
    made = load(text, "made.yaml")
    assert isinstance(made, Scenario)
    result = simulate(made)
    assert result.of_class("routing")["arrived_packets"] > 0
    assert "no traffic for payload" in text
