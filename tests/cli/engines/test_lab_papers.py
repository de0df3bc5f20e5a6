"""`qosc lab run` with a paper's figures: beside the engines', and apart from what must hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.engines.test_lab import CONFIG, HEAD, TWO_THIRDS, Found, expect, run

# Gold gets 600 of 900 kbit/s of 1 Mbit/s: 667 kbit/s.
GOLD = "flow: gold, figure: throughput_bps"


def beside(figure: str, more: str = "") -> str:
    paper = f"{{row: a 1, place: table I, {figure}, unit: kbit/s, times: 1000}}"
    return expect(f"{{{GOLD}, paper: {paper}{more}}}")


def rows_of(found: Found) -> list[dict[str, Any]]:
    """The rows of the document, which warnings may follow."""
    document, _ = json.JSONDecoder().raw_decode(found.output)
    rows: list[dict[str, Any]] = document["rows"]
    return rows


def verdict(found: Found) -> str:
    (row,) = rows_of(found)
    return str(row["engines"]["sim"]["paper"]["verdict"])


@pytest.mark.parametrize(
    ("figure", "expected"),
    [
        ("is: 600", "reproduced"),
        ("is: 760", "reproduced"),
        ("is: 550", "contradicted"),
        ("is: 900", "contradicted"),
        ("is: 500, spread: [400, 700], spread_of: three runs", "reproduced"),
        ("is: 0", "contradicted"),
    ],
)
def test_a_figure_is_reproduced_within_15_percent_or_the_papers_spread(
    tmp_path: Path, figure: str, expected: str
) -> None:
    found = run(tmp_path, beside(figure), "--format", "json")
    assert found.exit_code == 0, found.output
    assert verdict(found) == expected


def test_the_table_has_the_papers_figure_the_engines_and_the_deviation(tmp_path: Path) -> None:
    found = run(tmp_path, beside("is: 600"))
    assert found.exit_code == 0
    assert "600 kbit/s" in found.output
    assert " % reproduced" in found.output
    assert "Figures of the paper: 1 reproduced." in found.output


def test_a_range_beside_a_paper_is_a_regression_bound_and_can_be_missed(tmp_path: Path) -> None:
    good = run(tmp_path, beside("is: 600", ", at_most: 700000, source: first run"))
    assert good.exit_code == 0
    assert "≤ 700000 (regression)" in good.output
    assert run(tmp_path, beside("is: 600", ", at_most: 600000, source: first run")).exit_code == 1


def test_a_slip_in_a_papers_figure_is_missed_where_its_verdict_is_stated(tmp_path: Path) -> None:
    stated = "is: 600, verdict: reproduced"
    assert run(tmp_path, beside(stated)).exit_code == 0
    found = run(tmp_path, beside(stated.replace("600", "6000")))
    assert found.exit_code == 1
    assert "contradicted missed: stated as reproduced" in found.output


SECOND = HEAD.split("experiments:\n")[1].replace("two", "little")
THIN = "    vary: {gold: {rate_bps: 100000}}\n"
PAPER = (
    "    expect:\n      - {flow: gold, figure: throughput_bps, "
    "paper: {row: a, place: fig. 1, is: %s}}\n"
)


def pair(falls: str, first: int, second: int) -> str:
    order = f"orders:\n  - {{{GOLD}, falls: {falls}, paper: fig. 1}}\n"
    return HEAD + PAPER % first + SECOND + THIN + PAPER % second + order


def verdicts(found: Found) -> list[str | None]:
    rows = rows_of(found)
    cells = [row["engines"]["sim"]["paper"] for row in rows]
    return [cell and cell["verdict"] for cell in cells]


def test_a_figure_in_the_papers_order_only_is_reproduced_partly(tmp_path: Path) -> None:
    found = run(tmp_path, pair("[two, little]", 1_000_000, 50_000), "--format", "json")
    assert verdicts(found) == ["partly", "partly", None]


def test_a_figure_in_no_order_of_the_paper_is_contradicted(tmp_path: Path) -> None:
    found = run(tmp_path, pair("[little, two]", 50_000, 1_000_000), "--format", "json")
    assert found.exit_code == 1
    assert verdicts(found) == ["contradicted", "contradicted", None]


def test_one_experiment_alone_is_not_called_contradicted_for_want_of_the_other(
    tmp_path: Path,
) -> None:
    text = pair("[two, little]", 1_000_000, 50_000).replace(
        "is: 1000000", "is: 1000000, verdict: partly"
    )
    found = run(tmp_path, text, "--only", "two", "--format", "json")
    assert found.exit_code == 0
    assert verdicts(found) == ["order not run"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f"{{{GOLD}, paper: {{row: a, is: 1}}}}", "place"),
        (f"{{{GOLD}, paper: {{row: a, place: b, is: 9, spread: [1, 2]}}}}", "between them"),
        (f"{{{GOLD}, paper: {{row: a, place: b, is: 9, times: 0}}}}", "greater than 0"),
        (f"{{{GOLD}, paper: {{row: a, place: b, is: 9, verdict: fine}}}}", "verdict"),
        (f"{{{GOLD}, basis: theory, paper: {{row: a, place: b, is: 9}}}}", "said of a range"),
        (f"{{{GOLD}, basis: regression, at_least: 1}}", "has a name"),
        (f"{{{GOLD}, basis: prediction, at_least: 1}}", "has a reason"),
        (f"{{{GOLD}, basis: guess, at_least: 1}}", "basis"),
    ],
)
def test_slips_in_what_a_paper_says_are_errors_at_their_line(
    tmp_path: Path, line: str, words: str
) -> None:
    found = run(tmp_path, expect(line))
    assert found.exit_code == 2
    assert "expected.yaml:8:" in found.output
    assert words in found.output


def test_a_range_of_unknown_basis_is_read_and_told(tmp_path: Path) -> None:
    unsaid = expect(TWO_THIRDS.replace(", basis: theory", ""))
    found = run(tmp_path, unsaid)
    assert found.exit_code == 0
    assert "warning[QOS697]" in found.output
    assert "1 expectation without a word on what the range is drawn round" in found.output
    said = run(tmp_path, "basis: theory\n" + unsaid.lstrip())
    assert said.exit_code == 0
    assert "QOS697" not in said.output


def ordered(more: str) -> str:
    """Two experiments and an order between them, which no paper shows by itself."""
    return (
        HEAD + SECOND + THIN + f"orders:\n  - {{{GOLD}, falls: [two, little]{more}, source: why}}\n"
    )


@pytest.mark.parametrize(
    ("more", "basis", "said"),
    [
        (", basis: prediction", "prediction", "two > little (prediction)"),
        (", basis: regression", "regression", "two > little (regression)"),
        (", basis: theory", "theory", "two > little"),
        (", paper: fig. 1", "paper", "two > little"),
    ],
)
def test_an_order_says_where_it_is_from(tmp_path: Path, more: str, basis: str, said: str) -> None:
    found = run(tmp_path, ordered(more), "--format", "json")
    assert found.exit_code == 0
    assert "QOS697" not in found.output
    assert [row["basis"] for row in rows_of(found)] == [basis]
    table = " ".join(run(tmp_path, ordered(more)).output.split())
    assert f"{said} 6" in table


def test_an_order_from_nowhere_is_read_and_told(tmp_path: Path) -> None:
    found = run(tmp_path, ordered(""))
    assert found.exit_code == 0
    assert "1 expectation without a word on what the range is drawn round" in found.output


def test_an_order_of_a_paper_is_of_nothing_else(tmp_path: Path) -> None:
    found = run(tmp_path, ordered(", paper: fig. 1, basis: theory"))
    assert found.exit_code == 2
    assert "an order that no paper shows" in found.output


def test_a_range_that_was_said_before_the_run_is_called_a_prediction(tmp_path: Path) -> None:
    said = expect(TWO_THIRDS.replace("basis: theory", "basis: prediction, source: the cause"))
    assert "(prediction)" in run(tmp_path, said).output


def test_sources_of_a_shared_traffic_file_are_varied_and_left_out(tmp_path: Path) -> None:
    text = expect(f"{{{GOLD}, basis: theory, is: 100000, within_percent: 5}}")
    found = run(tmp_path, text.replace("    expect", THIN + "    without: [rest]\n    expect"))
    assert found.exit_code == 0, found.output
    assert "1 met" in found.output


@pytest.mark.parametrize(
    ("change", "place", "words"),
    [
        ("without: [rset]", "7:15", "no source of traffic 'rset'; did you mean 'rest'?"),
        ("vary: {gol: {rate_bps: 1}}", "7:12", "'gol'; did you mean 'gold'?"),
        ("vary: {gold: {rate: 1}}", "7:", "'gold' cannot be varied so: rate: "),
        ("vary: {gold: {rate_bps: many}}", "7:", "rate_bps: "),
        ("without: [gold, rest]", "7:", "no traffic is left"),
        ('vary: {"$(reboot)\\e[2J": {}}', "7:", "$(reboot)"),
    ],
)
def test_a_change_of_traffic_that_cannot_be_is_an_error(
    tmp_path: Path, change: str, place: str, words: str
) -> None:
    text = expect(TWO_THIRDS).replace("    expect", f"    {change}\n    expect")
    found = run(tmp_path, text)
    assert found.exit_code == 2
    assert f"expected.yaml:{place}" in found.output.replace(str(tmp_path), "")
    assert words in found.output
    assert "\x1b" not in found.output


def test_an_order_that_an_engine_is_known_not_to_show_is_missed_where_it_does(
    tmp_path: Path,
) -> None:
    known = "paper: fig. 1, rows: [a], contradicted_by: [sim]"
    wrong = pair("[little, two]", 50_000, 1_000_000).replace("paper: fig. 1}\n", known + "}\n")
    found = run(tmp_path, wrong)
    assert found.exit_code == 0, found.output
    assert ": contradicted" in found.output
    right = pair("[two, little]", 1_000_000, 50_000).replace("paper: fig. 1}\n", known + "}\n")
    found = run(tmp_path, right)
    assert found.exit_code == 1
    assert "stated as contradicted" in found.output


LINKS = """
schema: qosc/links/1
links:
  - {ends: [{node: a, port: Serial0/0}, {node: b, port: Serial0/0}], delay_us: 50000}
hosts:
  - {name: sender, at: {node: a, port: FastEthernet0/0}}
  - {name: receiver, at: {node: b, port: FastEthernet0/0}}
"""
LAN = "interface FastEthernet0/0\n ip address 10.0.0.1 255.255.255.0\n"


def network(folder: Path, line: str, more: str = "") -> Found:
    (folder / "b.cfg").write_text(f"hostname b\n{CONFIG}{LAN}", encoding="utf-8")
    (folder / "links.yaml").write_text(LINKS, encoding="utf-8")
    text = expect(line).replace(
        "    expect", f"    routers: [b.cfg]\n    links: links.yaml\n{more}    expect"
    )
    return run(folder, text, config=f"hostname a\n{CONFIG}{LAN}")


ON_SIM = "    engines: [sim]\n"


def test_several_routers_are_one_experiment(tmp_path: Path) -> None:
    far = "{flow: gold, figure: delay.min_us, basis: theory, at_least: 50000}"
    found = network(tmp_path, far, ON_SIM)
    assert found.exit_code == 0, found.output
    assert "1 met" in found.output


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("", "several routers run on sim and ns3"),
        (f"{ON_SIM}    interface: Serial0/0\n", "interface is for one router"),
    ],
)
def test_what_several_routers_cannot_have_is_an_error(
    tmp_path: Path, more: str, words: str
) -> None:
    found = network(tmp_path, TWO_THIRDS, more)
    assert found.exit_code == 2
    assert words in found.output


def test_a_router_outside_of_the_folder_is_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "lab"
    folder.mkdir()
    (tmp_path / "b.cfg").write_text("enable secret 5 hidden\n", encoding="utf-8")
    text = expect(TWO_THIRDS).replace(
        "    expect", f"    routers: [../b.cfg]\n    links: links.yaml\n{ON_SIM}    expect"
    )
    (folder / "links.yaml").write_text(LINKS, encoding="utf-8")
    found = run(folder, text)
    assert found.exit_code == 2
    assert "is outside of the folder" in found.output
    assert "hidden" not in found.output


@pytest.mark.parametrize("key", ["config", "traffic"])
def test_a_name_that_no_file_can_have_is_told(tmp_path: Path, key: str) -> None:
    """It ended with a traceback: `embedded null byte`."""
    named = expect(TWO_THIRDS).replace(
        f"{key}: {'router.cfg' if key == 'config' else 'traffic.yaml'}", f'{key}: "a\\0b"'
    )
    found = run(tmp_path, named)
    assert found.exit_code == 2
    assert "is the name of no file" in found.output
