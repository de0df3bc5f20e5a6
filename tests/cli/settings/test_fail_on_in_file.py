"""A fail-on of settings that their min-severity leaves out is refused, as in a command."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.cli import main

UNUSED = "class-map match-any A\n match dscp ef\n"


def ended(*words: str) -> object:
    with pytest.raises(SystemExit) as end:
        main(["check", "r1.cfg", *words])
    return end.value.code


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        ('fail-on = "info"\nmin-severity = "error"\n', 2),
        ('fail-on = "warning"\nmin-severity = "error"\n', 2),
        ('fail-on = "error"\nmin-severity = "error"\n', 0),
        ('fail-on = "never"\nmin-severity = "error"\n', 0),
        ('min-severity = "error"\n', 0),
    ],
)
def test_what_is_never_met_is_refused(
    settings: str,
    status: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("r1.cfg").write_text(UNUSED)
    Path("qosc.toml").write_text(settings)
    assert ended() == status
    told = capsys.readouterr().err
    assert ("is never met: min-severity error leaves it out" in told) == (status == 2)
    assert ("qosc.toml" in told) == (status == 2)


def test_a_run_that_shows_less_is_no_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("r1.cfg").write_text(UNUSED)
    Path("qosc.toml").write_text('fail-on = "info"\n')
    assert ended("--min-severity", "error") == 0
    capsys.readouterr()
