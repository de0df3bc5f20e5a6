"""Figures of several flows together: the paper's line for all traffic."""

from __future__ import annotations

from pathlib import Path

import pytest

from .test_lab import CONFIG, lab

COUNT = "figure: completion.finished"
CLIENTS = """\
schema: qosc/traffic/1
duration_ms: 10000
traffic:
  - {name: short, kind: request-response, from: sender, to: receiver, request_bytes: 100,
     response_bytes: 100, think_us: 99000, flows: 1}
  - {name: long, kind: request-response, from: sender, to: receiver, request_bytes: 100,
     response_bytes: 100, think_us: 999000, flows: 3}
"""


def run(folder: Path, *lines: str) -> tuple[int, str]:
    (folder / "router.cfg").write_text(CONFIG, encoding="utf-8")
    (folder / "traffic.yaml").write_text(CLIENTS, encoding="utf-8")
    asked = "".join(f"      - {line}\n" for line in lines)
    (folder / "expected.yaml").write_text(
        "schema: qosc/expected/1\nbasis: theory\nexperiments:\n"
        f"  - name: one\n    config: router.cfg\n    traffic: traffic.yaml\n    expect:\n{asked}",
        encoding="utf-8",
    )
    found = lab(folder)
    return found.exit_code, found.output


def test_counts_are_added(tmp_path: Path) -> None:
    # One client asks each 0.1 s and a bit, three ask each second and a bit, for ten seconds.
    status, said = run(
        tmp_path,
        f"{{flow: long, over: [short, long], {COUNT}, at_least: 115, at_most: 130}}",
        f"{{flow: short, {COUNT}, at_least: 85, at_most: 100}}",
        f"{{flow: long, {COUNT}, at_least: 27, at_most: 30}}",
    )
    assert status == 0, said
    assert "short, long" in said


def test_a_mean_is_over_connections_and_not_over_flows(tmp_path: Path) -> None:
    """Both flows have the same times, so that only a sum of means would leave the range."""
    one = "{flow: short, figure: completion.connections.mean_us, at_least: 1000, at_most: 90000}"
    status, said = run(
        tmp_path,
        one,
        one.replace("short,", "short, over: [short, long],").replace("{flow", "{flow"),
    )
    assert status == 0, said


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("over: [short], figure: completion.finished", "the one of `flow`"),
        ("over: [long, long], figure: completion.finished", "twice"),
        ("over: [long, shrt], figure: completion.finished", "'short'"),
        ("over: [short, long], figure: throughput_bps", "several flows"),
    ],
)
def test_what_cannot_be_told_is_refused(tmp_path: Path, line: str, reason: str) -> None:
    status, said = run(tmp_path, f"{{flow: long, {line}, at_least: 1}}")
    assert status == 2
    assert reason in said


def test_a_mean_of_unlike_flows_is_weighted() -> None:
    """The arithmetic of a table of 2000: (3 x 1.00288 + 30 x 16.85668) / 33 = 15.41543 s."""
    from qosc.lab.together import together

    table = {
        "completion.connections.mean_us": {"terminal": 1.00288, "ftp": 16.85668},
        "completion.connections.count": {"terminal": 3.0, "ftp": 30.0},
    }
    found = together(
        "completion.connections.mean_us", ("terminal", "ftp"), lambda key, flow: table[key][flow]
    )
    assert found == pytest.approx(15.41543, abs=1e-5)


ORDER = "{flow: long, over: [short, long], figure: completion.finished, falls: [one, less]%s}"


def run_order(folder: Path, order: str) -> tuple[int, str]:
    (folder / "router.cfg").write_text(CONFIG, encoding="utf-8")
    (folder / "traffic.yaml").write_text(CLIENTS, encoding="utf-8")
    paper = "paper: {row: a, place: table 1, is: 1000, verdict: partly}"
    expect = f"expect: [{{flow: long, over: [short, long], {COUNT}, {paper}}}]"
    one = f"{{name: one, config: router.cfg, traffic: traffic.yaml, {expect}}}"
    less = one.replace("name: one", "name: less, vary: {short: {think_us: 999000}}")
    (folder / "expected.yaml").write_text(
        f"schema: qosc/expected/1\nexperiments: [{one}, {less}]\norders: [{order}]\n",
        encoding="utf-8",
    )
    found = lab(folder)
    return found.exit_code, found.output


def test_an_order_of_several_flows_together_makes_their_figures_partly(tmp_path: Path) -> None:
    # 87 to 90 and 27 to 30 requests, against 36 to 40 of four clients with the longer pause; the
    # paper's 1000 are far from both.
    status, said = run_order(tmp_path, ORDER % ", paper: table 1")
    assert status == 0, said
    assert said.count("% partly") == 2


def test_an_order_of_one_flow_says_nothing_of_several_together(tmp_path: Path) -> None:
    alone = "{flow: short, figure: completion.finished, falls: [one, less], paper: table 1}"
    status, said = run_order(tmp_path, alone)
    assert status == 1, said
    assert said.count("contradicted missed: stated as partly") == 2


def test_a_flow_of_an_order_that_is_not_there_is_told(tmp_path: Path) -> None:
    wrong = (ORDER % ", paper: table 1").replace("[short, long]", "[shrot, long]")
    status, said = run_order(tmp_path, wrong)
    assert status == 2
    assert "did you mean 'short'?" in said
