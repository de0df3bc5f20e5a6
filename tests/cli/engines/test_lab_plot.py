"""`qosc lab run --plot`: engines beside the paper, as parts of its figures."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from qosc.render.plots.picture import style_of
from tests.cli.engines.test_lab import expect, run

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '"a </text><script>x</script> $(reboot)"'


def line(row: str, value: float, more: str = "") -> str:
    paper = f"{{row: {row}, place: table I, is: {value}, unit: kbit/s{more}}}"
    return f"{{flow: gold, figure: throughput_bps, paper: {paper}}}"


def marks(text: str) -> list[float]:
    """Where the marks are, from 0 at the left edge of the axis to 1 at the right."""
    colour = style_of(0).colour
    root = ET.fromstring(text)  # noqa: S314 - ours
    found = [each for each in root.iter(f"{SVG}rect") if each.get("fill") == colour][1:]
    return [(float(each.get("x", "")) + 3.5 - 470) / (960 - 40 - 470) for each in found]


def test_a_mark_is_at_the_part_of_the_papers_figure(tmp_path: Path) -> None:
    # Two thirds of 1 Mbit/s come through, and a paper of 667 and of 66.7 kbit/s.
    lines = [line("one", 666.7), line("ten", 66.67), line("far", 1.5), line("naught", 0)]
    picture = tmp_path / "p.svg"
    found = run(tmp_path, expect("\n      - ".join(lines)), "--plot", str(picture))
    assert found.exit_code == 0, found.output
    text = picture.read_text(encoding="utf-8")
    at = marks(text)
    assert at == pytest.approx([0.5, 1.0], abs=0.01)
    assert "1 not drawn: the paper has 0" in text
    # What is beyond the axis has an arrow at its edge: two strokes.
    assert len(re.findall(r'<path d="M[0-9.]+ [0-9.]+L920 [0-9.]+L', text)) == 1


def test_several_runs_have_their_interval(tmp_path: Path) -> None:
    picture = tmp_path / "p.svg"
    lines = [line("one", 666.7)]
    found = run(tmp_path, expect("\n      - ".join(lines)), "--runs", "3", "--plot", str(picture))
    assert found.exit_code == 0, found.output
    whisker = re.findall(
        r'<path d="M([0-9.]+) [0-9.]+H([0-9.]+)" [^>]*stroke-width="1.5"',
        picture.read_text(encoding="utf-8"),
    )
    assert len(whisker) == 1
    assert 0 < float(whisker[0][1]) - float(whisker[0][0]) < 100


def test_names_are_texts_and_both_forms_can_be_written(tmp_path: Path) -> None:
    for form in ("svg", "pdf"):
        picture = tmp_path / f"p.{form}"
        found = run(tmp_path, expect(line(HOSTILE, 500)), "--plot", str(picture))
        assert found.exit_code == 0, found.output
        text = picture.read_text(encoding="utf-8")
        assert "<script>" not in text
        assert ("$(reboot)" in text) is (form == "svg")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("p.png", "--plot: the name ends in .svg or .pdf"),
        ("no/p.svg", "there is no folder"),
        ("traffic.svg", "it is the input"),
    ],
)
def test_what_cannot_be_written_is_told_before_the_run(
    tmp_path: Path, name: str, words: str
) -> None:
    (tmp_path / "traffic.svg").write_text("x", encoding="utf-8")
    found = run(tmp_path, expect(line("one", 500)), "--plot", str(tmp_path / name))
    assert found.exit_code == 2
    assert words in " ".join(found.output.split())
    assert "0.5" not in found.output
