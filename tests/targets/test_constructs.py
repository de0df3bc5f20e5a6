"""The small configs of `examples/constructs`: the simulator shows what arithmetic expects."""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from qosc.cli import main
from scripts.figures.agreement import replaced

ROOT = Path(__file__).parents[2]


def test_the_simulator_is_in_every_range() -> None:
    out = StringIO()
    with redirect_stdout(out), pytest.raises(SystemExit) as stop:
        main(["lab", "run", str(ROOT / "examples" / "constructs"), "--format", "json"])
    rows = json.loads(out.getvalue())["rows"]
    told = [(r["experiment"], r["figure"], r["engines"]["sim"]["verdict"]) for r in rows]
    asked = [row for row in told if row[2] != "-"]
    assert {row[2] for row in asked} == {"met"}, asked
    assert {row[0] for row in told} == {row[0] for row in asked}
    assert stop.value.code in (None, 0)
    assert len(rows) >= 30


def test_the_page_of_agreement_has_a_figure_of_every_engine_for_every_construct() -> None:
    page = (ROOT / "docs" / "agreement.md").read_text(encoding="utf-8")
    head = next(line for line in page.splitlines() if line.startswith("| construct"))
    assert [cell.strip() for cell in head.split("|")[-4:-1]] == ["sim", "ns3", "linux"]
    folder = ROOT / "examples" / "constructs"
    constructs = {path.stem for path in (*folder.glob("*.cfg"), *folder.glob("*.conf"))}
    rows = [line.split("|") for line in page.splitlines() if line.startswith("| ")]
    found = {row[1].strip() for row in rows if row[1].strip() in constructs}
    assert found == constructs
    assert "**" not in page


def test_rows_measured_anew_keep_the_numbers_of_the_notes_on_the_page() -> None:
    page = "head\n| a | 1 | x [1] |\n| b | 2 | y [2] |\n| c | 3 | z |\n\n[1] one.\n[2] two.\n"
    made = "head\n| b | 5 | y [1] |\n| c | 6 | z [2] |\n\n[1] two.\n[2] three.\n"
    assert replaced(made, ["b", "c"], page) == (
        "head\n| a | 1 | x [1] |\n| b | 5 | y [2] |\n| c | 6 | z [3] |\n\n"
        "[1] one.\n[2] two.\n[3] three.\n"
    )
