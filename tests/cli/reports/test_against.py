"""`check --against`: what is as it was costs nothing, and a baseline beside it stays whole."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from qosc.cli import main
from qosc.cli.checks import accepting

A = "interface Serial0/0\n service-policy output A\n"
B = "interface Serial0/1\n service-policy output B\n"


class Program:
    """`qosc` in a repository with two committed configs, R1 and R2."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys

    def git(self, *words: str) -> None:
        who = ("-c", "user.name=t", "-c", "user.email=t@example.net", "-c", "core.autocrlf=false")
        subprocess.run(["git", *who, *words], cwd=self.folder, check=True, capture_output=True)

    def __call__(self, *words: str, status: int = 0) -> str:
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        told = self._capsys.readouterr()
        assert ended.value.code == status, told
        return told.out + told.err


@pytest.fixture
def qosc(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Program:
    (tmp_path / "in here").mkdir()
    (tmp_path / "in here" / "r1.cfg").write_text(f"hostname R1\n{A}")
    (tmp_path / "r2.cfg").write_text(f"hostname R2\n{A}")
    monkeypatch.chdir(tmp_path)
    made = Program(tmp_path, capsys)
    made.git("init", "-q")
    made.git("add", ".")
    made.git("commit", "-q", "-m", "first")
    return made


def test_only_what_has_changed_is_read_at_the_revision(
    qosc: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    real = accepting.read_revision

    def noted(path: str, most: int) -> object:
        read.append(path)
        return real(path, most)

    monkeypatch.setattr(accepting, "read_revision", noted)
    assert qosc("check", "--against", "HEAD", ".").startswith("Nothing new in 2 files")
    assert read == []
    with Path("r2.cfg").open("a") as file:
        file.write(B)
    told = qosc("check", "--against", "HEAD", "--format", "concise", ".", status=1)
    (line,) = told.splitlines()
    assert "policy-map B" in line
    assert read == ["HEAD:./r2.cfg"]


def test_what_git_thinks_of_the_index_does_not_count(qosc: Program) -> None:
    """A file that git is told not to look at has changed all the same."""
    qosc.git("update-index", "--assume-unchanged", "r2.cfg")
    Path("r2.cfg").write_text(f"hostname R2\n{A}{B}")
    assert "policy-map B" in qosc("check", "--against", "HEAD", "r2.cfg", status=1)


def test_from_another_folder_and_by_a_link(
    qosc: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path / "in here")
    (tmp_path / "new.cfg").write_text(f"hostname R3\n{B}")
    told = qosc("check", "--against", "HEAD", "--format", "concise", "..", status=1)
    (line,) = told.splitlines()
    assert line.startswith("../new.cfg:3")
    elsewhere = tmp_path.parent / f"{tmp_path.name}-link"
    elsewhere.symlink_to(tmp_path)
    monkeypatch.chdir(elsewhere)
    qosc("check", "--against", "HEAD", str(elsewhere / "r2.cfg"), os.path.join("in here", "r1.cfg"))
    elsewhere.unlink()


def test_an_entry_of_a_baseline_that_is_in_the_revision_too_is_of_use(qosc: Program) -> None:
    qosc("baseline", "write", ".")
    both = ("check", "--against", "HEAD", "--baseline", "qosc-baseline.json", ".")
    assert "found no more" not in qosc(*both)
    assert qosc(*both).startswith("Nothing new")
    Path("r2.cfg").write_text("hostname R2\npolicy-map A\n class class-default\n  fair-queue\n" + A)
    assert "found no more: QOS002 of R2" in qosc(*both, "--select", "QOS002")


def test_a_repository_without_a_commit_has_nothing_before(
    qosc: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = tmp_path / "fresh"
    bare.mkdir()
    monkeypatch.chdir(bare)
    qosc.folder = bare
    qosc.git("init", "-q")
    Path("r.cfg").write_text(A)
    assert "policy-map A" in qosc("check", "--against", "HEAD", "r.cfg", status=1)
    assert "no revision 'main~3'" in qosc("check", "--against", "main~3", "r.cfg", status=2)
