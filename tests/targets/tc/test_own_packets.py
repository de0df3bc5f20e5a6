"""What a router does to the packets that are for itself is not done to those that pass."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc
from qosc.api import verify_script
from qosc.cli import main
from qosc.ledger import Fidelity

COPP = """class-map match-all SSH
 match ip dscp 16
policy-map COPP
 class SSH
  police 64000 8000 conform-action transmit exceed-action drop
"""
PLANE = f"{COPP}control-plane\n service-policy input COPP\n"
WAN = "interface GigabitEthernet0/0\n service-policy input COPP\n"
LOOPBACK = """interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input F; } } } }
    lo0 { unit 0 { family inet { filter { input F; } } } }
}
firewall {
    policer P { if-exceeding { bandwidth-limit 1m; burst-size-limit 15k; } then discard; }
    family inet { filter F { term a { then { policer P; accept; } } } }
}
"""


def test_a_control_plane_alone_makes_no_script() -> None:
    config = qosc.loads(PLANE, platform="ios-15")
    artefact = qosc.compile(config, allow_loss=True)
    assert artefact.files == ()
    assert artefact.losses
    assert all("packets to the router itself" in entry.note for entry in artefact.ledger)


def test_nothing_is_verified_where_nothing_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "plane.cfg"
    config.write_text(PLANE)
    with pytest.raises(SystemExit) as ended:
        main(["verify", str(config), "-t", "tc"])
    assert ended.value.code == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert "nothing is left of the config" in err


def test_a_script_has_the_interfaces_and_says_that_it_lacks_the_control_plane() -> None:
    config = qosc.loads(PLANE + WAN, platform="ios-15")
    assert qosc.compile(config).files == ()
    artefact = qosc.compile(config, allow_loss=True)
    lines = artefact.files[0].text.splitlines()
    named = [line for line in lines if "control-plane" in line]
    assert len(named) == 1
    assert named[0].startswith("# NOT IN THIS SCRIPT: control-plane: ")
    assert sum(" filter add " in line for line in lines) > 0
    fates = {entry.fidelity for entry in artefact.ledger if entry.path.startswith("control-plane")}
    assert fates == {Fidelity.UNSUPPORTED}
    assert verify_script(config, artefact.files[0].text, artefact.ledger).differences == ()


def test_lo0_of_junos_is_no_port_either_and_its_part_of_a_shared_meter_is_told() -> None:
    config = qosc.loads(LOOPBACK, platform="junos-mx")
    artefact = qosc.compile(config, allow_loss=True)
    text = artefact.files[0].text
    assert "apply_1" in text
    assert "apply_2" not in text
    (entry,) = [e for e in artefact.ledger if e.path.endswith("shared") and "ge-0/0/0" in e.path]
    assert entry.fidelity is Fidelity.APPROX
    assert "what lo0.0 takes from the same meter is missing" in entry.note


def test_the_meter_is_told_of_when_only_the_other_port_is_compiled() -> None:
    config = qosc.loads(LOOPBACK, platform="junos-mx")
    artefact = qosc.compile(config, interface="ge-0/0/0.0")
    (entry,) = [e for e in artefact.ledger if e.path.endswith("shared")]
    assert entry.fidelity is Fidelity.APPROX
    assert artefact.files


def test_the_words_on_a_port_cannot_leave_their_comment() -> None:
    text = LOOPBACK.replace("lo0 { unit 0", 'lo0 { unit "0\ntouch x"')
    artefact = qosc.compile(qosc.loads(text, platform="junos-mx"), allow_loss=True)
    places = [line for line in artefact.files[0].text.splitlines() if "touch x" in line]
    assert all(line.startswith("#") for line in places)
