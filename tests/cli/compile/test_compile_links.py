"""`qosc compile` of several configs."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.cli import main

CONFIG = "hostname {0}\ninterface Serial0/0\n bandwidth 512\n"
LINKS = """\
schema: qosc/links/1
links:
  - ends: [{node: a, port: Serial0/0}, {node: b, port: Serial0/0}]
"""


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main(["compile", *words])
    return int(ended.value.code or 0), *capsys.readouterr()


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in "ab":
        (tmp_path / f"{name}.cfg").write_text(CONFIG.format(name))
    (tmp_path / "links.yaml").write_text(LINKS)
    return tmp_path


def test_two_configs_and_their_links_are_one_scenario(files: Path, capsys) -> None:
    status, out, _ = run(capsys, "a.cfg", "b.cfg", "-t", "sim", "--links", "links.yaml")
    assert status == 0
    assert "schema: qosc/scenario/1" in out
    assert 'name: "a - b"' in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("a.cfg b.cfg -t sim", "nothing that says how they hang together"),
        ("a.cfg b.cfg -t tc --links links.yaml", "--links is for the targets sim and ns3"),
        ("a.cfg b.cfg -t sim --links links.yaml --interface Serial0/0", "whole routers"),
        ("- - -t sim --links links.yaml", "standard input is one config"),
        ("a.cfg b.cfg -t sim --links none.yaml", "none.yaml"),
    ],
)
def test_what_does_not_go_together_is_refused(files: Path, capsys, words: str, told: str) -> None:
    status, out, err = run(capsys, *words.split())
    assert (status, out) == (2, "")
    assert told in " ".join(err.split())


def test_a_wrong_name_is_told_with_its_line(files: Path, capsys) -> None:
    (files / "links.yaml").write_text(LINKS.replace("node: b", "node: bee"))
    status, _, err = run(capsys, "a.cfg", "b.cfg", "-t", "sim", "--links", "links.yaml")
    assert status == 2
    assert "links.yaml:3:" in err
    assert "there is no router 'bee'" in err


def test_an_unknown_key_is_told_with_what_was_meant(files: Path, capsys) -> None:
    (files / "links.yaml").write_text(LINKS.replace("ends:", "end:"))
    status, _, err = run(capsys, "a.cfg", "b.cfg", "-t", "sim", "--links", "links.yaml")
    assert status == 2
    assert "links.yaml:3:" in err
    assert "'ends'" in err


def test_traffic_of_ones_own_goes_from_host_to_host(files: Path, capsys) -> None:
    traffic = (
        "schema: qosc/traffic/1\ntraffic:\n  - {name: a, kind: ping, from: HOST, to: b host}\n"
    )
    (files / "own.yaml").write_text(traffic.replace("HOST", "a host"))
    words = ("a.cfg", "b.cfg", "-t", "sim", "--links", "links.yaml", "--traffic", "own.yaml")
    status, out, _ = run(capsys, *words)
    assert status == 0
    assert 'from: "a host"' in out
    (files / "own.yaml").write_text(traffic.replace("HOST", "a hots"))
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert "a hots" in err
