"""What the ledger says of Linux itself: once a script, beside the values of the config."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import qosc
from qosc.ledger import Entry, Excuse, Fidelity
from tests.judged.black_box import run

CLASSES = """
class-map match-all V
 match ip dscp ef
policy-map P
 class V
  {}
interface GigabitEthernet0/0
 service-policy {} P
interface GigabitEthernet0/1
 service-policy {} P
"""


def entries(text: str) -> dict[str, Entry]:
    """The entries that are of no port, by path."""
    made = qosc.compile(qosc.loads(text, name="a.cfg"), target="tc")
    return {each.path: each for each in made.ledger if each.path.startswith("Linux > ")}


@pytest.mark.parametrize(
    ("line", "side"), [("police 1000000 8000", "input"), ("bandwidth percent 10", "output")]
)
def test_what_joined_packets_change_stands_in_the_ledger_once(line: str, side: str) -> None:
    found = entries(CLASSES.format(line, side, side))["Linux > offloads"]
    assert found.fidelity is Fidelity.APPROX
    for word in ("gro", "gso", "tso", "64 KB", "16.3", "2.5"):
        assert word in found.note


def test_marks_alone_are_the_same_for_joined_packets() -> None:
    found = entries(CLASSES.format("set ip dscp af11", "input", "input"))
    assert "Linux > offloads" not in found
    assert found["Linux > protocol 137"].excuses == {Excuse.MPLS_IN_IP}


def test_a_script_without_filters_on_ip_says_nothing_of_protocol_137() -> None:
    text = "interface FastEthernet0/0\n hold-queue 100 out\n"
    assert not entries(text)


def test_the_rows_are_told_and_change_no_status(tmp_path: Path) -> None:
    path = tmp_path / "a.cfg"
    path.write_text(CLASSES.format("police 1000000 8000", "input", "input"))
    status, _, err = run("compile", "-t", "tc", "--ledger", "json", str(path))
    assert status == 0
    rows = {row["path"]: row for row in json.loads(err)["entries"]}
    assert rows["Linux > offloads"]["fidelity"] == "approx"
