"""`qosc` in an empty folder, whatever stands in the folders above."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from qosc.cli import main


class Told(NamedTuple):
    """What a run printed."""

    out: str
    err: str


Run = Callable[..., Told]


@pytest.fixture
def qosc(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    """Runs a command in `tmp_path`, which is the top of a repository, and looks at its status."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, status: int = 0) -> Told:
        with pytest.raises(SystemExit) as ended:
            main(list(arguments))
        told = capsys.readouterr()
        assert ended.value.code == status, told
        return Told(told.out, told.err)

    return run
