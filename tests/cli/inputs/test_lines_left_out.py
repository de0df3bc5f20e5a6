"""Lines on QoS that never came into the model: a translation says so."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import qosc
from qosc.cli import main

CONFIG = """\
class-map match-all PHONE
 match ip dscp ef
policy-map LAN
 class PHONE
  set dscp ef
  police flow mask full-flow 320000 8000
interface FastEthernet0/1
 service-policy input LAN
"""
LOST = "police flow mask full-flow 320000 8000"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def command(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return command


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_a_policer_outside_the_model_stops_a_compile_until_it_is_allowed(
    target: str, tmp_path: Path, run: Run
) -> None:
    config, out = tmp_path / "lan.cfg", tmp_path / "out"
    config.write_text(CONFIG)
    given = ["compile", str(config), "-t", target, "-o", str(out)]
    code, _, err = run(*given)
    assert code == 1
    assert f"line 6  {LOST}" in err
    assert "1 line on QoS is not in the model, so nothing was written" in err
    assert not out.exists()
    assert run(*given, "--allow-loss")[0] == 0
    comments = [line for line in out.read_text().splitlines() if line.startswith("#")]
    assert any(line.endswith(f"left out: line 6: {LOST}") for line in comments)


def test_the_model_itself_holds_such_lines(tmp_path: Path, run: Run) -> None:
    config = tmp_path / "lan.cfg"
    config.write_text(CONFIG)
    code, out, _ = run("compile", str(config), "-t", "ir")
    assert code == 0
    assert [line["text"] for line in json.loads(out)["residue"]] == [LOST]


def test_the_ledger_for_programs_lists_them(tmp_path: Path, run: Run) -> None:
    config = tmp_path / "lan.cfg"
    config.write_text(CONFIG)
    given = ["compile", str(config), "-t", "tc", "--ledger", "json", "--allow-loss"]
    ledger = json.loads(run(*given)[2])
    assert [line["text"] for line in ledger["left_out"]] == [LOST]


def test_from_python_nothing_is_made_of_half_a_config_unless_asked() -> None:
    config = qosc.loads(CONFIG)
    refused = qosc.compile(config)
    assert [line.text for line in refused.left_out] == [LOST]
    assert refused.files == ()
    assert qosc.compile(config, allow_loss=True).files


def test_a_config_of_which_nothing_can_be_carried_is_no_empty_success(
    tmp_path: Path, run: Run
) -> None:
    config = tmp_path / "cp.cfg"
    config.write_text(
        CONFIG.replace(LOST, "").replace("interface FastEthernet0/1", "control-plane")
    )
    given = ["compile", str(config), "-t", "sim", "--allow-loss"]
    code, out, err = run(*given)
    assert (code, out) == (1, "")
    assert "nothing is left of the config" in err


def test_a_line_cannot_leave_its_comment() -> None:
    config = qosc.loads(CONFIG.replace(LOST, "police 320000 8000 \x0b$(touch x)\x85touch x"))
    for target in ("tc", "sim"):
        text = qosc.compile(config, target=target, allow_loss=True).files[0].text
        places = [line for line in text.splitlines() if "touch x" in line]
        assert places
        assert all(line.startswith("#") for line in places)
