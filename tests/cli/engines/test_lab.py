"""`qosc lab run`: a folder of experiments beside what is expected of them."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from qosc.cli import main

CONFIG = """
class-map match-all gold
 match ip dscp ef
policy-map out
 class gold
  bandwidth 600
 class class-default
  bandwidth 300
interface Serial0/0
 bandwidth 1000
 service-policy output out
"""
TRAFFIC = """
schema: qosc/traffic/1
duration_ms: 3000
measure: {warm_up_ms: 1000}
traffic:
  - {name: gold, kind: cbr, from: sender, to: receiver, packet_bytes: 500, rate_bps: 900000,
     header: {dscp: 46}}
  - {name: rest, kind: cbr, from: sender, to: receiver, packet_bytes: 500, rate_bps: 900000}
"""
HEAD = """
schema: qosc/expected/1
experiments:
  - name: two
    config: router.cfg
    traffic: traffic.yaml
"""


@dataclass(frozen=True)
class Found:
    """What the command printed, and its exit status."""

    exit_code: int
    output: str


def lab(folder: Path, *options: str) -> Found:
    return call("lab", "run", str(folder), *options)


def call(*arguments: str) -> Found:
    """What a command of the program prints, and its exit status."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as stop:
        main(list(arguments))
    return Found(int(stop.value.code or 0), out.getvalue() + err.getvalue())


def run(folder: Path, expected: str, *options: str, config: str = CONFIG) -> Found:
    (folder / "router.cfg").write_text(config, encoding="utf-8")
    (folder / "traffic.yaml").write_text(TRAFFIC, encoding="utf-8")
    (folder / "expected.yaml").write_text(expected, encoding="utf-8")
    return lab(folder, *options)


def expect(line: str) -> str:
    return f"{HEAD}    expect:\n      - {line}\n"


# 600 and 300 of 1000 kbit/s, and the rest in proportion: two thirds to gold.
TWO_THIRDS = (
    "{flow: gold, figure: throughput_bps, share_of: [gold, rest], is: 0.667, within_percent: 5, "
    "basis: theory}"
)


def test_a_figure_in_its_range_is_met(tmp_path: Path) -> None:
    found = run(tmp_path, expect(TWO_THIRDS))
    assert found.exit_code == 0, found.output
    assert "1 expectation: 1 met." in found.output
    assert "share of throughput_bps  gold  0.667 ±5 %" in found.output


def test_a_figure_outside_its_range_is_missed_and_says_by_how_much(tmp_path: Path) -> None:
    found = run(tmp_path, expect(TWO_THIRDS.replace("0.667", "0.5")))
    assert found.exit_code == 1
    assert "(+33.5 %) missed" in found.output


@pytest.mark.parametrize(
    ("bound", "status"),
    [("at_least: 0.6", 0), ("at_least: 0.7", 1), ("at_most: 0.7", 0), ("at_most: 0.6", 1)],
)
def test_bounds(tmp_path: Path, bound: str, status: int) -> None:
    line = TWO_THIRDS.replace("is: 0.667, within_percent: 5", bound)
    assert run(tmp_path, expect(line)).exit_code == status


def test_figures_of_classes_and_below_a_key(tmp_path: Path) -> None:
    lines = (
        "{class: gold, figure: share, is: 0.667, within_percent: 5}\n"
        "      - {flow: gold, figure: delay.mean_us, at_least: 1000}"
    )
    assert "2 met" in run(tmp_path, expect(lines)).output


def test_a_figure_that_the_flow_does_not_have_is_refused_before_the_run(tmp_path: Path) -> None:
    found = run(tmp_path, expect("{flow: gold, figure: rtt.mean_us, at_most: 1}"))
    assert found.exit_code == 2
    assert "there is no figure 'rtt.mean_us' of the flow 'gold'" in found.output


def test_a_deviation_that_the_ledger_explains_is_no_failure(tmp_path: Path) -> None:
    line = TWO_THIRDS.replace("0.667", "0.5").replace(
        "{flow", "{explained_by: {sim: guarantee}, flow"
    )
    found = run(tmp_path, expect(line))
    assert found.exit_code == 0
    assert "explained" in found.output
    # A value that is carried exactly explains nothing.
    assert run(tmp_path, expect(line.replace("guarantee", "match"))).exit_code == 1


def test_an_order_between_experiments(tmp_path: Path) -> None:
    (tmp_path / "little.yaml").write_text(TRAFFIC.replace("900000", "100000"), encoding="utf-8")
    second = HEAD.split("experiments:\n")[1].replace("two", "little").replace("traffic.", "little.")
    order = "orders:\n  - {flow: gold, figure: throughput_bps, falls: [two, little]}\n"
    assert run(tmp_path, HEAD + second + order).exit_code == 0
    wrong = run(tmp_path, HEAD + second + order.replace("[two, little]", "[little, two]"))
    assert wrong.exit_code == 1
    assert "between experiments" in wrong.output
    # One of the two alone has nothing to be compared with.
    assert run(tmp_path, HEAD + second + order, "--only", "two").exit_code == 1


def test_json_holds_every_cell(tmp_path: Path) -> None:
    found = run(tmp_path, expect(TWO_THIRDS), "--format", "json")
    document = json.loads(found.output)
    assert document["schema"] == "qosc/lab/1"
    (row,) = document["rows"]
    cell = row["engines"]["sim"]
    assert cell["verdict"] == "met"
    assert cell["value"] == pytest.approx(0.667, rel=0.05)
    assert cell["deviation"] == pytest.approx(cell["value"] / 0.667 - 1)


@pytest.mark.parametrize(
    ("expected", "place", "words"),
    [
        (expect("{flow: gold, figure: share}"), "8:9", "write one of is, at_least and at_most"),
        (expect("{figure: share, at_least: 1}"), "8:9", "write one of flow and class"),
        (expect("{flow: g, figure: s, at_leest: 1}"), "8:", "at_leest"),
        (HEAD.replace("config:", "cfg:"), "5:5", "cfg"),
        (HEAD + "orders:\n  - {flow: a, figure: b, falls: [two, three]}\n", "2:1", "'three'"),
        ("schema: [", "2:1", "not YAML"),
    ],
)
def test_faults_are_shown_at_their_place(
    tmp_path: Path, expected: str, place: str, words: str
) -> None:
    found = run(tmp_path, expected)
    assert found.exit_code == 2
    assert f"expected.yaml:{place}" in found.output
    assert words in found.output


def test_a_missing_file_and_a_missing_experiment_are_usage_errors(tmp_path: Path) -> None:
    assert run(tmp_path, HEAD.replace("router.cfg", "none.cfg")).exit_code == 2
    assert run(tmp_path, HEAD, "--only", "three").exit_code == 2
    assert "did you mean 'two'?" in run(tmp_path, HEAD, "--only", "twoo").output
    assert "did you mean 'two'?" in run(tmp_path, HEAD, "--only", "twoo").output
    assert lab(tmp_path / "none").exit_code == 2


def test_a_config_that_would_lose_something_is_refused(tmp_path: Path) -> None:
    loses = CONFIG.replace("match ip dscp ef", "match protocol no-such-thing")
    found = run(tmp_path, HEAD, config=loses)
    assert found.exit_code == 2
    assert "allow_loss" in found.output


def test_a_run_that_takes_too_long_has_no_result(tmp_path: Path) -> None:
    found = run(tmp_path, expect(TWO_THIRDS), "--timeout", "0.001")
    assert found.exit_code == 1
    assert "no result: timed out" in found.output
    assert "two failed on sim: the simulator took more than 0.001 s" in found.output
    # What is not run any more does not disturb the next.
    assert run(tmp_path, expect(TWO_THIRDS), "--timeout", "60").exit_code == 0
    assert run(tmp_path, expect(TWO_THIRDS), "--timeout", "0").exit_code == 2
