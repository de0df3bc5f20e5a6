"""What the ledger says of Linux itself: once a script, beside the values of the config."""

from __future__ import annotations

import json
from pathlib import Path

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


def test_what_joined_packets_change_for_meters_stands_in_the_ledger_once() -> None:
    found = entries(CLASSES.format("police 1000000 8000", "input", "input"))["Linux > offloads"]
    assert found.fidelity is Fidelity.APPROX
    for word in ("gro", "gso", "tso", "64 KB", "2.5"):
        assert word in found.note


CELLS = """
class-map match-all V
 match ip dscp ef
policy-map P
 class V
  bandwidth percent 10
interface ATM1/0.1 point-to-point
 pvc 1/100
  vbr-nrt 2000 2000
  encapsulation aal5mux ip
  service-policy output P
"""


def test_classes_have_single_packets_but_where_cells_are_counted() -> None:
    # tests/engines/tc/test_tc_joined_packets.py has what the kernel does.
    assert "Linux > offloads" not in entries(
        CLASSES.format("bandwidth percent 10", *2 * ["output"])
    )
    found = [path for path in entries(CELLS) if path.startswith("Linux > offloads")]
    assert found == ["Linux > offloads, where cells are counted"]


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
