"""Lists of rules by group and severity, the rules of the site, and what a shell completes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qosc.cli import main

SITE = (
    '[[require]]\ncode = "SITE001"\ntext = "no \\u001b[31m"\nhelp = "ask ops"\n'
    'interfaces = ["*"]\noutput-policy = "P"\n'
)


def told(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    found = capsys.readouterr()
    assert ended.value.code == status, found
    return found.out + found.err


def test_rules_are_filtered(capsys: pytest.CaptureFixture[str]) -> None:
    every = json.loads(told(capsys, "rules", "--isolated", "--format", "json"))
    some = told(capsys, "rules", "--isolated", "qos4", "undefined-class-map").splitlines()
    wanted = [one["code"] for one in every if one["code"][:4] == "QOS4" or one["code"] == "QOS001"]
    assert [line.split()[0] for line in some] == wanted
    errors = told(capsys, "rules", "--isolated", "--severity", "error").splitlines()
    assert [line.split()[0] for line in errors] == [
        one["code"] for one in every if one["severity"] == "error"
    ]
    for word in ("QOS9999", ""):
        assert "no rule called" in told(capsys, "rules", "--isolated", word, status=2)


def test_a_group_is_explained_by_its_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "explain", "QOS4") == told(capsys, "rules", "--isolated", "QOS4")
    assert told(capsys, "explain", "QOS401").startswith("# QOS401 ")
    assert "no rule called ''" in told(capsys, "explain", "", status=2)


def test_rules_of_the_site_are_listed_and_explained(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "qosc.toml").write_text(SITE)
    monkeypatch.chdir(tmp_path)
    line = told(capsys, "rules", "SITE")
    assert line.startswith("SITE001  error")
    page = told(capsys, "explain", "site001")
    assert "ask ops" in page
    assert "\x1b" not in line + page
    assert "no rule called" in told(capsys, "rules", "SITE", "--isolated", status=2)


@pytest.mark.parametrize(
    ("words", "begun", "found"),
    [
        (("explain",), "QOS45", "QOS451"),
        (("check", "r.cfg", "--select"), "undefined-c", "undefined-class-map"),
        (("check", "r.cfg", "--ignore"), "QOS1,QOS45", "QOS1,QOS451"),
        (("show", "r.cfg", "--interface"), "gig", "GigabitEthernet0/0"),
        (("show", "no.cfg", "--interface"), "gig", ""),
        (("check", "r.cfg"), "--base", "--baseline"),
        ((), "base", "baseline"),
    ],
)
def test_a_shell_completes(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: tuple[str, ...],
    begun: str,
    found: str,
) -> None:
    (tmp_path / "r.cfg").write_text("interface GigabitEthernet0/0\n shutdown\n")
    monkeypatch.chdir(tmp_path)
    line = " ".join(("qosc", *words, begun))
    monkeypatch.setenv("_QOSC_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split()) - 1))
    said = told(capsys).split()
    assert f"plain,{found}" in said if found else not said
