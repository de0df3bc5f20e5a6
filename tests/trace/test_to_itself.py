"""Packets to the device itself: by the control plane of IOS, and lo0 of JunOS."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qosc.cli import main

IOS = """\
version 15.4
hostname r1
class-map match-all BULK
 match ip dscp default
policy-map COPP
 class BULK
  police 64000 8000 conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 ipv6 address 2001:db8::1/64
control-plane
 service-policy input COPP
"""
JUNOS = """\
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.1/24
set interfaces lo0 unit 0 family inet filter input RE
set firewall family inet filter RE term A from protocol tcp
set firewall family inet filter RE term A then accept
set firewall family inet filter RE term B then discard
"""


def traced(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, packet: str, *ports: str
) -> dict[str, Any]:
    """The JSON of a trace."""
    (folder / "r.cfg").write_text(text)
    with pytest.raises(SystemExit) as ended:
        main(["trace", str(folder / "r.cfg"), packet, *ports, "--format", "json"])
    assert ended.value.code == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_way_to_the_control_plane_meets_its_input_policy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ports = ("--in", "Gi0/0", "--out", "control-plane")
    found = traced(tmp_path, capsys, IOS, "tcp any > 192.0.2.1:22 dscp 0", *ports)
    assert [way["dropped"] for way in found["ways"]] == [False, True]
    stage = found["ways"][0]["steps"][0]
    assert (stage["port"], stage["direction"]) == ("control-plane", "input")
    assert found["notes"] == []


def test_a_way_to_the_router_itself_has_no_queue_and_is_not_sent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r.cfg").write_text(IOS)
    with pytest.raises(SystemExit):
        main(["trace", str(tmp_path / "r.cfg"), "--out", "control-plane", "tcp dscp ef"])
    out = capsys.readouterr().out
    assert "Result: goes to the router itself; " in out
    assert "queue of the port" not in out


@pytest.mark.parametrize("out", ["lo0", "lo0.0"])
def test_lo0_stands_for_its_unit(
    out: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ports = ("--in", "ge-0/0/1.0", "--out", out)
    found = traced(tmp_path, capsys, JUNOS, "udp any > 192.0.2.1:53", *ports)
    assert [way["dropped"] for way in found["ways"]] == [True]


@pytest.mark.parametrize(
    ("text", "packet", "into", "plane"),
    [
        (IOS, "tcp any > 192.0.2.1:22", "Gi0/0", "control-plane"),
        (IOS, "ip6 any > 2001:db8::1", "Gi0/0", "control-plane"),
        (JUNOS, "tcp any > 192.0.2.1:22", "ge-0/0/1.0", "lo0.0"),
    ],
)
def test_an_address_of_the_device_is_told(
    text: str,
    packet: str,
    into: str,
    plane: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (note,) = traced(tmp_path, capsys, text, packet, "--in", into)["notes"]
    assert note.startswith("the destination is an address of the device")
    assert note.endswith(f"--out {plane} follows it")


@pytest.mark.parametrize(
    ("text", "packet"),
    [
        (IOS, "tcp any > 192.0.2.9:22"),
        (IOS, "tcp any > any:22"),
        (IOS, "tcp 192.0.2.1 > any"),
        (IOS.replace(" service-policy input COPP\n", ""), "tcp any > 192.0.2.1:22"),
    ],
)
def test_other_packets_have_no_such_note(
    text: str, packet: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert traced(tmp_path, capsys, text, packet, "--in", "Gi0/0")["notes"] == []


def test_a_translated_address_may_be_of_another_host(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = f"{IOS}ip nat inside source static 10.0.0.5 192.0.2.1\n"
    (note,) = traced(tmp_path, capsys, text, "tcp any > 192.0.2.1:22", "--in", "Gi0/0")["notes"]
    assert "packets to it may pass control-plane (`ip nat` in line 13 may send them on)" in note
