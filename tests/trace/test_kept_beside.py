"""What trace says of ways that only differ in what the device keeps beside a packet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from qosc.cli import main

JUNOS = """\
class-of-service {
 traffic-control-profiles { U1 { shaping-rate 500m; } }
 interfaces { ge-0/0/0 { unit 1 { output-traffic-control-profile U1; } } }
}
interfaces {
 ge-0/0/0 {
  hierarchical-scheduler;
  vlan-tagging;
  unit 1 { vlan-id 1; family inet { address 10.0.1.1/24; } }
 }
}
"""
IOS = """\
class-map match-any GOLD
 match qos-group 3
policy-map OUT
 class GOLD
  bandwidth percent 40
 class class-default
  fair-queue
interface GigabitEthernet0/1
 service-policy output OUT
"""


def given(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, *options: str
) -> tuple[bool, list[list[str]]]:
    (folder / "r.conf").write_text(text)
    with pytest.raises(SystemExit) as ended:
        main(["trace", str(folder / "r.conf"), "dscp", "0", *options, "--format", "json"])
    assert ended.value.code == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found["decided"], [way["given"] for way in found["ways"]]


def test_each_way_names_the_forwarding_class_that_an_input_decides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    decided, ways = given(tmp_path, capsys, JUNOS, "--out", "ge-0/0/0.1")
    assert not decided
    assert ["where forwarding-class best-effort: --in decides"] in ways
    assert ["where forwarding-class network-control: --in decides"] in ways
    assert all(ways)
    assert len({str(each) for each in ways}) == len(ways)


def test_with_the_port_that_packets_come_in_by_it_is_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--in", "ge-0/0/0.1", "--out", "ge-0/0/0.1")
    decided, ways = given(tmp_path, capsys, JUNOS, *options)
    assert decided
    assert not any(ways)


def test_a_qos_group_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, ways = given(tmp_path, capsys, IOS, "--out", "Gi0/1")
    assert ways == [
        ["where qos-group 3: --in decides"],
        ["where not qos-group 3: --in decides"],
    ]
