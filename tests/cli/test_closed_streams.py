"""What is made for a closed standard output (`>&-`) is lost, and that is no clean end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

TEXT = """\
policy-map p
 class class-default
  shape average 1000000
interface GigabitEthernet0/0
 service-policy output p
"""


def _run(folder: Path, line: str) -> subprocess.CompletedProcess[str]:
    (folder / "r.cfg").write_text(TEXT)
    return subprocess.run(
        ["sh", "-c", f'"$0" -m qosc {line}', sys.executable],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("target", ["tc", "sim", "ir"])
def test_an_artefact_for_a_closed_standard_output_is_refused(tmp_path: Path, target: str) -> None:
    loss = "" if target == "ir" else "--allow-loss"
    done = _run(tmp_path, f"compile -t {target} {loss} r.cfg >&-")
    assert done.returncode == 2
    assert "Error: standard output is closed; name a file with --output" in done.stderr


def test_what_goes_to_a_file_does_not_need_a_standard_output(tmp_path: Path) -> None:
    done = _run(tmp_path, "compile -t tc --allow-loss r.cfg -o q.sh >&-")
    assert done.returncode == 0, done.stderr
    assert "tc class add" in (tmp_path / "q.sh").read_text()


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("show r.cfg", "nothing could be shown"),
        ("show --format json r.cfg", "nothing could be shown"),
        ("anonymise r.cfg", "name a file with --output"),
    ],
)
def test_a_text_for_a_closed_standard_output_is_refused(
    tmp_path: Path, line: str, instead: str
) -> None:
    done = _run(tmp_path, f"{line} >&-")
    assert done.returncode == 2
    assert f"Error: standard output is closed; {instead}" in done.stderr


def test_all_streams_may_be_closed(tmp_path: Path) -> None:
    assert _run(tmp_path, "compile -t tc --allow-loss r.cfg <&- >&- 2>&-").returncode == 2
