"""A closed standard output (`>&-`): what is made for it is lost, and that is no clean end.

A command that answers by its exit status (check, diff, verify, lab run) answers by it here, too.
"""

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
        ("show --graph svg r.cfg", "nothing could be shown"),
        ("anonymise r.cfg", "name a file with --output"),
        ("trace r.cfg --out Gi0/0 dscp ef", "nothing could be shown"),
        ("traffic import iperf.sh", "name a file with --output"),
        ("simulate s.yaml", "nothing could be shown"),
        ("rules", "nothing could be shown"),
        ("explain QOS101", "nothing could be shown"),
        ("schema scenario", "nothing could be shown"),
        ("example", "nothing could be shown"),
        ("demo", "nothing could be shown"),
        ("verify --collector", "nothing could be shown"),
        ("check --show-settings r.cfg", "nothing could be shown"),
        ("check --fail-on never r.cfg", "nothing could be shown"),
        ("diff --exit-zero r.cfg r.cfg", "nothing could be shown"),
    ],
)
def test_a_text_for_a_closed_standard_output_is_refused(
    tmp_path: Path, line: str, instead: str
) -> None:
    done = _run(tmp_path, f"{line} >&-")
    assert done.returncode == 2
    assert f"Error: standard output is closed; {instead}" in done.stderr


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("check r.cfg", 0),
        ("check undefined.cfg", 1),
        ("check --format json undefined.cfg", 1),
        ("check --fail-on never --output json=found.json undefined.cfg", 0),
        ("diff r.cfg r.cfg", 0),
        ("diff r.cfg undefined.cfg", 1),
        ("diff --format json r.cfg undefined.cfg", 1),
        ("diff --exit-zero --write-expect meant.json r.cfg undefined.cfg", 0),
        ("verify r.cfg", 0),
        ("verify undefined.cfg", 1),
        ("baseline write undefined.cfg", 0),
        ("anonymise -o other.cfg r.cfg", 0),
    ],
)
def test_a_verdict_is_the_status_wherever_the_text_goes(
    tmp_path: Path, line: str, status: int
) -> None:
    (tmp_path / "undefined.cfg").write_text(TEXT.replace("output p", "output q"))
    closed = _run(tmp_path, f"{line} >&-")
    thrown = _run(tmp_path, f"{line} >/dev/null")
    assert (closed.returncode, closed.stderr) == (status, thrown.stderr)
    assert thrown.returncode == status


def test_all_streams_may_be_closed(tmp_path: Path) -> None:
    assert _run(tmp_path, "compile -t tc --allow-loss r.cfg <&- >&- 2>&-").returncode == 2
