"""Accepted findings stay away, new ones do not; the file and git both say what was there before."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import jsonschema
import pytest

from qosc.cli import main
from qosc.cli.checks.baseline_form import json_schema

A = "interface Serial0/0\n service-policy output A\n"
B = "interface Serial0/1\n service-policy output B\n"


class Program:
    """`qosc` in a folder of its own."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str, status: int = 0) -> str:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        told = self._capsys.readouterr()
        assert ended.value.code == status, told
        return told.out + told.err


@pytest.fixture
def qosc(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Program:
    monkeypatch.chdir(tmp_path)
    return Program(capsys)


def test_what_is_accepted_is_not_told_and_what_is_new_is(qosc: Program, tmp_path: Path) -> None:
    config = tmp_path / "r.cfg"
    config.write_text(f"hostname R1\n{A}")
    qosc("check", "r.cfg", status=1)
    assert "accepted" in qosc("baseline", "write", "r.cfg")
    jsonschema.validate(json.loads((tmp_path / "qosc-baseline.json").read_text()), json_schema())
    told = qosc("check", "r.cfg", "--baseline", "qosc-baseline.json")
    assert told.startswith("Nothing new in 1 file")
    # Lines above, the file's name and blanks in the line make no finding a new one.
    moved = A.replace("service-policy output", "service-policy  output")
    (tmp_path / "other.cfg").write_text(f"hostname R1\n!\n!\n{moved}{B}")
    concise = ("check", "other.cfg", "--format", "concise", "--baseline", "qosc-baseline.json")
    (line,) = qosc(*concise, status=1).splitlines()
    assert "policy-map B" in line


def test_a_second_finding_of_the_same_line_is_new(qosc: Program, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(
        "hostname R1\naccess-list 1 permit any\ninterface Ethernet0\n"
        " rate-limit input 8000000 1500000 3000000 conform-action transmit exceed-action transmit\n"
        "interface Ethernet1\n"
        " rate-limit input 8000000 1500000 3000000 conform-action transmit exceed-action transmit\n"
    )
    every = json.loads(qosc("check", "r.cfg", "--select", "QOS301", "--format", "json"))
    assert len(every["diagnostics"]) == 2
    text = (tmp_path / "r.cfg").read_text()
    (tmp_path / "r.cfg").write_text(text.rpartition("interface Ethernet1")[0])
    qosc("baseline", "write", "r.cfg")
    (tmp_path / "r.cfg").write_text(text)
    again = ("check", "r.cfg", "--select", "QOS301", "--baseline", "qosc-baseline.json")
    left = json.loads(qosc(*again, "--format", "json"))
    assert (len(left["diagnostics"]), left["accepted"]) == (1, 1)


def test_another_device_is_not_accepted(qosc: Program, tmp_path: Path) -> None:
    (tmp_path / "r1.cfg").write_text(f"hostname R1\n{A}")
    (tmp_path / "r2.cfg").write_text(f"hostname R2\n{A}")
    qosc("baseline", "write", "r1.cfg")
    told = qosc("check", ".", "--format", "concise", "--baseline", "qosc-baseline.json", status=1)
    assert {line.partition(":")[0] for line in told.splitlines()} == {"./r2.cfg"}


def test_an_entry_that_nothing_needs_is_told(qosc: Program, tmp_path: Path) -> None:
    (tmp_path / "r1.cfg").write_text(f"hostname R1\n{A}")
    (tmp_path / "r2.cfg").write_text(f"hostname R2\n{A}")
    qosc("baseline", "write", ".")
    (tmp_path / "r1.cfg").write_text("hostname R1\n" + B.replace(" service", " no service"))
    told = qosc("check", "r1.cfg", "--baseline", "qosc-baseline.json")
    assert "found no more: QOS002 of R1: service-policy output A" in told
    assert "R2" not in told, "r2.cfg was not checked"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "cannot read"),
        ("{", "is no baseline"),
        ("[]", "is no baseline"),
        ('{"schema": "qosc/baseline/2", "findings": []}', "schema"),
        ('{"schema": "qosc/baseline/1", "findings": [{"device": "R1"}]}', "findings.0.rule"),
        ("[" * 100_000, "is no baseline"),
    ],
)
def test_another_file_is_refused(qosc: Program, tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "r.cfg").write_text(A)
    (tmp_path / "b.json").write_text(text)
    assert words in qosc("check", "r.cfg", "--baseline", "b.json", status=2)


def test_no_baseline_is_written_where_not_all_was_read(qosc: Program, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(A)
    qosc("baseline", "write", "r.cfg", "absent.cfg", status=2)
    assert not (tmp_path / "qosc-baseline.json").exists()


def test_against_tells_what_a_change_brings(qosc: Program, tmp_path: Path) -> None:
    for words in (
        ["init", "-q", "-b", "main"],
        ["config", "user.email", "a@b"],
        ["config", "user.name", "a"],
    ):
        subprocess.run(["git", *words], check=True, cwd=tmp_path)
    (tmp_path / "old.cfg").write_text(A)
    subprocess.run(["git", "add", "."], check=True, cwd=tmp_path)
    subprocess.run(["git", "commit", "-q", "-m", "one"], check=True, cwd=tmp_path)
    assert qosc("check", ".", "--against", "HEAD").startswith("Nothing new in 1 file")
    (tmp_path / "old.cfg").write_text(f"!\n{A}{B}")
    (tmp_path / "new.cfg").write_text(A)
    told = qosc("check", ".", "--against", "HEAD", "--format", "concise", status=1)
    found = [line.partition(": ")[0] for line in told.splitlines()]
    assert found == ["./new.cfg:2:24", "./old.cfg:5:24"]
    # A line that is as it was can be at fault since another is gone.
    (tmp_path / "new.cfg").unlink()
    (tmp_path / "old.cfg").write_text(f"policy-map A\n class class-default\n  fair-queue\n{A}")
    subprocess.run(["git", "commit", "-q", "-a", "-m", "two"], check=True, cwd=tmp_path)
    (tmp_path / "old.cfg").write_text(A)
    assert "policy-map A" in qosc("check", "old.cfg", "--against", "HEAD", status=1)
    assert "no revision 'nix'" in qosc("check", "old.cfg", "--against", "nix", status=2)


def test_against_follows_a_file_that_was_renamed(
    qosc: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def git(*words: str) -> None:
        subprocess.run(["git", *words], check=True, cwd=tmp_path)

    git("init", "-q", "-b", "main")
    git("config", "user.email", "a@b")
    git("config", "user.name", "a")
    git("config", "diff.renames", "false")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "old.cfg").write_text(A + "!\n" * 20)
    git("add", ".")
    git("commit", "-q", "-m", "one")
    name = "new \N{LATIN SMALL LETTER E WITH ACUTE} $(x).cfg"
    git("mv", "in/old.cfg", name)
    assert qosc("check", ".", "--against", "HEAD").startswith("Nothing new in 1 file")
    assert qosc("check", str(tmp_path / name), "--against", "HEAD").startswith("Nothing new")
    (tmp_path / name).write_text(A + "!\n" * 20 + B)
    told = qosc("check", ".", "--against", "HEAD", "--format", "concise", status=1)
    assert [line.partition(": ")[0] for line in told.splitlines()] == [f"./{name}:24:24"]
    # What git does not know of yet is new.
    (tmp_path / "other.cfg").write_text(A)
    told = qosc("check", "other.cfg", "--against", "HEAD", "--format", "concise", status=1)
    assert "other.cfg:2:24" in told
    (tmp_path / "in").mkdir(exist_ok=True)
    monkeypatch.chdir(tmp_path / "in")
    (tmp_path / name).write_text(A + "!\n" * 20)
    assert qosc("check", f"../{name}", "--against", "HEAD").startswith("Nothing new")


def test_what_was_an_info_and_is_an_error_now_is_new(qosc: Program, tmp_path: Path) -> None:
    part = "hostname R\nclass-map match-all V\n match access-group 101\n"
    whole = (
        "class-map match-all W\n match access-group 102\naccess-list 102 permit udp any any\n"
        "policy-map P\n class V\n  priority 100\n class W\n  bandwidth 100\n"
        "interface Serial0\n service-policy output P\n"
    )
    (tmp_path / "s.cfg").write_text(part)
    qosc("baseline", "write", "s.cfg")
    with_file = ("check", "s.cfg", "--select", "QOS003", "--baseline", "qosc-baseline.json")
    qosc(*with_file, "--fail-on", "info")
    (tmp_path / "s.cfg").write_text(part + whole)
    assert "access-list 101" in qosc(*with_file, status=1)


def test_the_same_line_of_another_interface_is_new(qosc: Program, tmp_path: Path) -> None:
    policy = " service-policy output WAN\n"
    (tmp_path / "a.cfg").write_text(f"hostname A\ninterface Serial0\n{policy}interface Serial1\n")
    qosc("baseline", "write", "a.cfg")
    (tmp_path / "a.cfg").write_text(f"hostname A\ninterface Serial0\ninterface Serial1\n{policy}")
    told = qosc("check", "a.cfg", "--baseline", "qosc-baseline.json", status=1)
    assert "Serial1 output" in told


def test_a_file_without_a_name_of_its_own_is_known_from_the_folder_of_the_baseline(
    qosc: Program, tmp_path: Path
) -> None:
    (tmp_path / "configs").mkdir()
    (tmp_path / "configs" / "a.cfg").write_text(A)
    qosc("baseline", "write", ".")
    for path in ("configs/a.cfg", "./configs/../configs/a.cfg", str(tmp_path / "configs")):
        qosc("check", path, "--baseline", "qosc-baseline.json")


def test_a_report_says_of_all_results_or_of_none_what_suppresses_them(
    qosc: Program, tmp_path: Path
) -> None:
    (tmp_path / "a.cfg").write_text(A)
    qosc("baseline", "write", "a.cfg")
    (tmp_path / "a.cfg").write_text(A + B)
    told = qosc("check", ".", "--format", "sarif", "--baseline", "qosc-baseline.json", status=1)
    results = json.loads(told)["runs"][0]["results"]
    assert sorted(len(one["suppressions"]) for one in results) == [0, 1]


def test_an_empty_revision_is_refused(qosc: Program, tmp_path: Path) -> None:
    (tmp_path / "a.cfg").write_text(A)
    assert "needs a revision" in qosc("check", "a.cfg", "--against", "", status=2)


def test_what_stands_outside_of_a_repository_is_told(qosc: Program, tmp_path: Path) -> None:
    (tmp_path / "a.cfg").write_text(A)
    assert "not a git repository" in qosc("check", "a.cfg", "--against", "HEAD", status=2)


def test_against_compares_what_a_finding_says(qosc: Program, tmp_path: Path) -> None:
    text = (
        "class-map DATA\n match dscp af21\npolicy-map WAN\n class DATA\n  bandwidth 900\n"
        "interface Serial0\n bandwidth 800\n service-policy output WAN\n"
    )
    (tmp_path / "a.cfg").write_text(text)
    identity = ["-c", "user.name=me", "-c", "user.email=me@example.net"]
    for words in (["init", "-q"], ["add", "."], [*identity, "commit", "-q", "-m", "one"]):
        subprocess.run(["git", *words], check=True, cwd=tmp_path)
    qosc("check", "a.cfg", "--select", "QOS402", "--against", "HEAD")
    worse = "interface Serial1\n bandwidth 5\n service-policy output WAN\n"
    (tmp_path / "a.cfg").write_text(text + worse)
    qosc("check", "a.cfg", "--select", "QOS402", "--against", "HEAD", status=1)


def test_an_empty_choice_of_rules_is_refused_as_check_does(qosc: Program, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(A)
    for command in (("baseline", "write"), ("check",)):
        told = qosc(*command, "r.cfg", "--select", ",", status=2)
        assert "--select names no rule" in told
    assert not (tmp_path / "qosc-baseline.json").exists()
