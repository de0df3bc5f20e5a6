"""Packets that leave by a port whose circuits have policies: which circuit is theirs is asked."""

from __future__ import annotations

import qosc

TEXT = (
    "class-map match-all V\n match dscp ef\npolicy-map P\n class V\n  priority 48\n"
    "map-class frame-relay MC\n frame-relay cir 64000\n service-policy output P\n"
    "interface Serial0/0\n encapsulation frame-relay\n frame-relay traffic-shaping\n"
    "interface Serial0/0.1 point-to-point\n frame-relay interface-dlci 100\n  class MC\n"
    "interface Serial0/0.2 point-to-point\n bandwidth 64\n"
)
PACKET = "udp 10.0.0.1:5060 > 192.0.2.7:16400 dscp ef len 200"


def traced(port: str) -> str:
    return qosc.trace_packet(qosc.loads(TEXT), PACKET, left=port).text


def test_a_subinterface_does_not_pass_for_its_circuit() -> None:
    text = " ".join(traced("Serial0/0.1").split())
    assert "Serial0/0.1 dlci 100" in text
    assert "what the circuit that they leave by does" in text


def test_the_circuit_itself_is_followed() -> None:
    text = " ".join(traced("Serial0/0.1 dlci 100").split())
    assert "queue of class V of policy-map P" in text
    assert "what the circuit" not in text


def test_a_port_without_circuits_is_decided() -> None:
    assert "circuit" not in traced("Serial0/0.2")
