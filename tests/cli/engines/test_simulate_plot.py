"""`qosc simulate --plot`, and what it shows of its progress."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner

from qosc.cli import progress
from qosc.cli.commands.simulate import command
from qosc.render.plots import drawn
from qosc.render.plots.over_time import over_time
from qosc.scenario import dump
from qosc.simulator import simulate
from tests.laws.simulator.scenario_kit import cbr, klass, policy, scenario

HOSTILE = '</text><script>alert("x")</script>&amp;\x1b[31m\u202e\x00]]>'
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def made(tmp_path: Path) -> Path:
    out = policy(klass("voice & <video>", 5, {"priority": {}}), klass("rest", None, {}))
    traffic = [cbr("calls", 300_000, 5), cbr("bulk", 2_500_000)]
    path = tmp_path / "s.yaml"
    path.write_text(dump(scenario(traffic, out=out, ms=2000)), encoding="utf-8")
    return path


def draw(path: Path, *options: str) -> str:
    target = path.with_suffix(".svg")
    found = CliRunner().invoke(
        command, [str(path), "--plot", str(target), *options], standalone_mode=False
    )
    assert found.exception is None, found.output
    return target.read_text(encoding="utf-8")


def test_the_picture_has_a_line_for_each_source_and_queue(made: Path) -> None:
    text = draw(made)
    assert text == draw(made)
    root = ET.fromstring(text)  # noqa: S314 - ours
    words = [each.text for each in root.iter(f"{SVG}text")]
    for name in (
        "calls",
        "bulk",
        "r out: voice & <video>",
        "r out: rest",
        "throughput, Mbit/s",
        "packets waiting",
    ):
        assert name in words
    # 0.3 and 2 - 0.3 Mbit/s on a scale to 2: 36 and 204 of the 240 pixels of a panel.
    bottom = 74 + 240
    drawn = [each.get("d", "") for each in root.iter(f"{SVG}path") if each.get("fill") == "none"]
    curves = [[float(level) for level in re.findall(r"V([0-9.]+)", each)] for each in drawn]
    rates = [levels for levels in curves if len(levels) > 1 and max(levels) <= bottom]
    means = [bottom - sum(each) / len(each) for each in rates]
    assert means == pytest.approx([36, 204], abs=3)


def test_names_are_texts_and_nothing_else() -> None:
    found = scenario([cbr("s", 1_000_000)], ms=500)
    measure = found.measure.model_copy(update={"interval_ms": 100})
    traffic = (found.traffic[0].model_copy(update={"name": HOSTILE}),)
    found = found.model_copy(update={"measure": measure, "traffic": traffic, "name": HOSTILE})
    text = drawn(over_time(simulate(found)), ".svg")
    root = ET.fromstring(text)  # noqa: S314 - ours
    assert not list(root.iter(f"{SVG}script"))
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", text)
    assert any("<script>" in (each.text or "") for each in root.iter(f"{SVG}text"))


def test_nothing_to_draw_is_a_picture_too() -> None:
    text = drawn(over_time(simulate(scenario([], ms=100))), ".svg")
    assert ET.fromstring(text).tag == f"{SVG}svg"  # noqa: S314 - ours


def test_a_file_that_cannot_be_written_is_an_error(made: Path, tmp_path: Path) -> None:
    found = CliRunner().invoke(command, [str(made), "--plot", str(tmp_path / "no" / "x.svg")])
    assert found.exit_code == 2
    assert "cannot write" in found.stderr


def test_no_progress_without_a_terminal(made: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from qosc.cli import main; main()", "simulate", str(made)],
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""


def test_progress_waits_a_moment_and_wipes_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    stream = io.StringIO()
    shown = progress.Progress(stream, 60_000)
    for second, percent in ((0.5, 10), (1.1, 20), (1.15, 21), (1.3, 25)):
        now[0] = second
        shown(percent)
    assert stream.getvalue() == "\r 20 % of 60 s\r 25 % of 60 s"
    shown.close()
    assert stream.getvalue().endswith("\r" + " " * len(" 25 % of 60 s") + "\r")
    assert "\x1b" not in stream.getvalue()
    quick = io.StringIO()
    progress.Progress(quick, 10).close()
    assert quick.getvalue() == ""
