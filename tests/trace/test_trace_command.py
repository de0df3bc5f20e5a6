"""`qosc trace`: the ways of packets, each step with its line of the config."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from qosc.cli import main

BRANCH = """\
version 15.4
ip access-list extended SIP
 permit udp any any range 5060 5061
 permit tcp any any eq 5060
class-map match-any VOICE
 match ip dscp ef
 match access-group name SIP
class-map match-all WEB
 match protocol http
policy-map FROM-LAN
 class VOICE
  police cir 500000 bc 15000 conform-action set-dscp-transmit ef exceed-action set-dscp-transmit 0
 class class-default
  set dscp default
policy-map QUEUES
 class VOICE
  priority 512
 class WEB
  bandwidth percent 30
 class class-default
  fair-queue
policy-map WAN
 class class-default
  shape average 2000000
  service-policy QUEUES
interface GigabitEthernet0/0
 service-policy input FROM-LAN
interface GigabitEthernet0/1
 service-policy output WAN
"""
SIP = "udp 10.0.0.1:40000 > 192.0.2.7:5060 dscp cs3"
JUNOS = """\
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input IN; } } } }
    ge-0/0/1 { unit 0 { family inet { address 10.0.2.1/30; } } }
}
firewall { family inet { filter IN {
    term bulk { from { destination-port 873; } then { loss-priority high; next term; } }
    term gold { from { dscp af11; } then { forwarding-class gold; accept; } }
    term rest { then { discard; } }
} } }
class-of-service {
    forwarding-classes { class best-effort queue-num 0; class gold queue-num 1; }
    interfaces { ge-0/0/1 { scheduler-map OUT; } }
    scheduler-maps { OUT { forwarding-class gold scheduler gold; } }
    schedulers { gold { transmit-rate percent 50; } }
}
"""


class Qosc:
    """The command on a config, in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._path, self._capsys = folder / "r.cfg", capsys

    def __call__(self, text: str, *arguments: str, status: int = 0) -> str:
        self._path.write_text(text)
        with pytest.raises(SystemExit) as ended:
            main(["trace", str(self._path), *arguments])
        told = self._capsys.readouterr()
        assert ended.value.code == status, told.err
        return told.err if status else told.out

    def ways(self, text: str, *arguments: str) -> list[dict[str, Any]]:
        found = json.loads(self(text, *arguments, "--format", "json"))
        jsonschema.validate(found, schema(self._capsys))
        return list(found["ways"])


def schema(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    with pytest.raises(SystemExit):
        main(["schema", "trace"])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.fixture
def qosc(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Qosc:
    return Qosc(tmp_path, capsys)


def test_each_step_names_its_lines(qosc: Qosc) -> None:
    told = qosc(BRANCH, "--in", "Gi0/0", "--out", "Gi0/1", SIP)
    for line in (
        "1. input of GigabitEthernet0/0: policy-map FROM-LAN",
        "2. class VOICE of policy-map FROM-LAN matches: access-list SIP; permit",
        "line 7: match access-group name SIP",
        "line 3: permit udp any any range 5060 5061",
        "police 500 kbit/s, burst 15000 bytes",
        "This packet conforms",
        "4. set dscp 46 (ef)",
        "queue of class VOICE of policy-map QUEUES: strict priority (LLQ) up to 512 kbit/s",
        "inside class class-default of policy-map WAN: shaped to 2 Mbit/s",
        "line 23: class class-default",
    ):
        assert line in told
    assert "permit tcp" not in told  # the entry that does not match


def test_a_packet_that_exceeds_is_classified_anew_on_the_way_out(qosc: Qosc) -> None:
    """Voice by its DSCP alone: what exceeds leaves with DSCP 0, and is no longer voice."""
    packet = "udp 10.0.0.1:40000 > 192.0.2.7:16400 dscp ef"
    ways = qosc.ways(BRANCH, "--in", "Gi0/0", "--out", "Gi0/1", packet)
    found = [
        (way["steps"][2]["colour"], way["queue"][0]["class"], way["dscp_out"], way["given"])
        for way in ways
    ]
    assert found == [
        ("conforms", "VOICE", [46], []),
        ("exceeds", "WEB", [0], ["where protocol http matches"]),
        ("exceeds", "class-default", [0], ["where protocol http does not match"]),
    ]


def test_figures_are_those_at_the_place(qosc: Qosc) -> None:
    """30 % below a shaper of 2 Mbit/s is 600 kbit/s; class-default has what is left of it."""
    (web,) = qosc.ways(BRANCH, "--out", "Gi0/1", "class", "WEB")
    assert web["queue"][0]["guarantee"]["bits_per_second"] == 600_000
    assert web["queue"][1]["shaper"]["sends_bits_per_second"] == 2_000_000
    (rest,) = qosc.ways(BRANCH, "--out", "Gi0/1", "not", "matched")
    assert rest["queue"][0]["guaranteed_bits_per_second"] == 2_000_000 - 512_000 - 600_000


def test_what_is_not_said_is_anything(qosc: Qosc) -> None:
    """DSCP EF is voice in IPv4 alone (`match ip dscp`): the ways of both are told."""
    told = qosc(BRANCH, "--in", "Gi0/0", "dscp ef", "--summary")
    assert "The packets go 3 ways" in told
    ways = qosc.ways(BRANCH, "--in", "Gi0/0", "dscp ef")
    versions = [(way["witness"]["ip-version"], way["steps"][1]["name"]) for way in ways]
    assert versions == [(4, "VOICE"), (4, "VOICE"), (6, "class-default")]


def test_a_condition_outside_the_model_is_told_as_not_decided(qosc: Qosc) -> None:
    told = qosc(BRANCH, "--out", "Gi0/1", "tcp 10.0.0.1:4000 > 192.0.2.7:80")
    assert "where protocol http matches" in told
    assert "where protocol http does not match" in told
    document = json.loads(qosc(BRANCH, "--out", "Gi0/1", "tcp", "--format", "json"))
    assert document["decided"] is False


def test_terms_of_junos_go_on_with_next_term(qosc: Qosc) -> None:
    ways = qosc.ways(
        JUNOS, "--in", "ge-0/0/0", "--out", "ge-0/0/1", "tcp 10.0.0.1:9 > 10.0.9.9:873 dscp af11"
    )
    names = [
        step["name"]
        for step in ways[0]["steps"]
        if step.get("stage") == "filter inet IN" and step["kind"] == "rule"
    ]
    assert names == ["term 1", "term 2"]
    assert ways[0]["queue"][0]["class"] == "gold"
    (dropped,) = qosc.ways(JUNOS, "--in", "ge-0/0/0", "--out", "ge-0/0/1", "ip4 dscp ef dport 80")
    assert dropped["dropped"]
    assert dropped["steps"][-1]["why"] == "term 3 of filter inet IN"


def test_ports_classes_and_packets_that_are_not_there(qosc: Qosc) -> None:
    for arguments, words in (
        (("--out", "Gi0/9", "udp"), "has no interface 'Gi0/9'; there is GigabitEthernet0/0"),
        (("udp",), "name the interface of --in, of --out, or both"),
        (("--out", "Gi0/1", "class", "VIDEO"), "no packet is taken by class VIDEO here"),
        (("--out", "Gi0/1", "icmp dport 80"), "no packet is at once icmp, port 80"),
        (("--in", "Gi0/0", "qos-group 5"), "no packet that has just come in is qos-group 5"),
        (("--out", "Gi0/1", "dscp eff"), "PACKET: column 6: 'eff'"),
        (("--out", "Gi0/1", "udp", "--pcap", "x"), "exclude each other"),
        (("--out", "Gi0/1", "--pcap", "none.pcap"), "cannot read 'none.pcap'"),
    ):
        assert words in " ".join(qosc(BRANCH, *arguments, status=2).split())


def test_a_policy_that_is_not_defined_is_told(qosc: Qosc) -> None:
    text = "version 15.4\ninterface GigabitEthernet0/1\n service-policy output GONE\n"
    assert "policy-map GONE, which is not defined" in qosc(text, "--out", "Gi0/1", "udp")


def test_a_terminal_obeys_nothing_of_a_config(qosc: Qosc) -> None:
    text = BRANCH.replace("policy-map WAN", "policy-map W\x1b[31mN").replace(
        "output WAN", "output W\x1b[31mN"
    )
    for arguments in (("--color", "never"), ("--format", "json")):
        assert "\x1b" not in qosc(text, "--out", "Gi0/1", "udp", *arguments)
