"""`qosc lab run --runs`: other seeds and phases, and the mean of each figure with its interval."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from statistics import fmean, stdev

import pytest

from qosc.lab.compare import Cell, Row, Verdict
from qosc.lab.repeats import Runs, again, in_the_mean, quantile, with_runs
from qosc.scenario import Scenario
from qosc.simulator.applications import Completions
from qosc.simulator.results import Result
from tests.cli.engines.test_lab import CONFIG, HEAD, TRAFFIC, Found, expect, lab, run

# A queue that overflows now and then: by how much is drawn from the seed.
DRAWN = TRAFFIC.replace("kind: cbr", "kind: poisson").replace("900000", "600000")
LOSS = "{flow: gold, figure: delay.mean_us, at_most: 1000000, basis: theory}"
BESIDE = (
    "{flow: gold, figure: delay.mean_us, paper: {row: a, place: b, is: %s, unit: ms, "
    "verdict: reproduced}}"
)


def drawn(folder: Path, expected: str, *options: str) -> Found:
    (folder / "router.cfg").write_text(CONFIG, encoding="utf-8")
    (folder / "traffic.yaml").write_text(DRAWN, encoding="utf-8")
    (folder / "expected.yaml").write_text(expected, encoding="utf-8")
    return lab(folder, *options)


def test_t_is_that_of_the_printed_tables() -> None:
    # NIST/SEMATECH, Engineering Statistics Handbook, 1.3.6.7.2, column 0.975.
    table = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 9: 2.262, 10: 2.228, 19: 2.093}
    table |= {29: 2.045, 30: 2.042, 60: 2.000, 99: 1.984}
    assert {each: round(quantile(each), 3) for each in table} == table


def test_an_interval_by_hand() -> None:
    # 4, 6 and 8: mean 6, standard deviation 2, so 4.303 * 2 / sqrt(3).
    assert Runs(3, (4.0, 6.0, 8.0)).half_width == pytest.approx(4.9686, abs=1e-3)
    assert Runs(1, (4.0,)).half_width is None


def test_the_mean_and_the_interval_are_those_of_the_single_runs(tmp_path: Path) -> None:
    found = drawn(tmp_path, expect(LOSS), "--runs", "4", "--format", "json")
    assert found.exit_code == 0, found.output
    document = json.loads(found.output)
    assert document["runs"] == {
        "start_jitter_ms": 100,
        "first_and_last_seed": {"two": [1, 4]},
    }
    (cell,) = (row["engines"]["sim"] for row in document["rows"])
    values = cell["runs"]["values"]
    assert len(set(values)) == 4
    assert cell["value"] == pytest.approx(fmean(values))
    assert cell["runs"]["ci95_half_width"] == pytest.approx(3.1824 * stdev(values) / 2, rel=1e-4)


def test_the_same_seeds_give_the_same_bytes_and_each_run_is_one_by_itself(tmp_path: Path) -> None:
    first = drawn(tmp_path, expect(LOSS), "--runs", "2", "--format", "json")
    assert drawn(tmp_path, expect(LOSS), "--runs", "2", "--format", "json") == first
    # With no jitter of the start, the first run is the experiment as it is written.
    alone = json.loads(drawn(tmp_path, expect(LOSS), "--format", "json").output)
    both = json.loads(
        drawn(
            tmp_path, expect(LOSS), "--runs", "2", "--start-jitter", "0", "--format", "json"
        ).output
    )
    one = alone["rows"][0]["engines"]["sim"]["value"]
    assert both["rows"][0]["engines"]["sim"]["runs"]["values"][0] == one


def test_the_table_says_seeds_and_interval(tmp_path: Path) -> None:
    found = drawn(tmp_path, expect(LOSS), "--runs", "3")
    assert " ±" in found.output
    assert "Means of 3 runs (seeds 1 to 3; sources start up to 100 ms later)" in found.output


def test_a_status_that_not_all_runs_have_is_told(tmp_path: Path) -> None:
    whole = json.loads(drawn(tmp_path, expect(LOSS), "--runs", "4", "--format", "json").output)
    values = whole["rows"][0]["engines"]["sim"]["runs"]["values"]
    # 15 % of this figure end between the mean and the greatest of the four.
    edge = (fmean(values) + max(values)) / 2 / 1.15 / 1000
    found = drawn(tmp_path, expect(BESIDE % f"{edge:.6f}"), "--runs", "4")
    assert found.exit_code == 0, found.output
    assert "reproduced (so in " in found.output.replace("\n", " ")
    assert "of 4 runs" in " ".join(found.output.split())


def test_an_order_is_that_of_the_means_and_says_in_how_many_runs(tmp_path: Path) -> None:
    second = HEAD.split("experiments:\n")[1].replace("two", "little")
    order = "orders:\n  - {flow: gold, figure: throughput_bps, falls: [two, little]}\n"
    text = HEAD + second + "    vary: {gold: {rate_bps: 100000}}\n" + order
    found = drawn(tmp_path, text, "--runs", "3")
    assert found.exit_code == 0
    assert "so in 3 of 3 runs" in " ".join(found.output.split())


def test_csv_has_a_line_for_each_figure(tmp_path: Path) -> None:
    found = drawn(tmp_path, expect(BESIDE % 5), "--runs", "3", "--format", "csv")
    text = "\n".join(line for line in found.output.splitlines() if not line.startswith("qosc:"))
    (row,) = csv.DictReader(io.StringIO(text))
    assert (row["experiment"], row["of"], row["engine"], row["runs"]) == ("two", "gold", "sim", "3")
    assert float(row["least"]) < float(row["value"]) < float(row["most"])
    assert (row["paper_row"], row["paper_is"], row["paper_unit"]) == ("a", "5", "ms")


def test_what_csv_has_of_a_lab_is_no_formula(tmp_path: Path) -> None:
    expected = (
        expect(BESIDE % 5).replace("name: two", "name: '=two'").replace("row: a", "row: '@a'")
    )
    found = drawn(tmp_path, expected, "--format", "csv")
    assert "\n'=two,gold," in found.output
    assert ",'@a,b,5,ms," in found.output


def test_what_does_not_go_together_is_refused(tmp_path: Path) -> None:
    for options in (("--start-jitter", "5"), ("--runs", "2", "--engine", "linux"), ("--runs", "0")):
        assert run(tmp_path, expect(LOSS), *options).exit_code == 2


def scenario(**more: object) -> Scenario:
    return Scenario.model_validate(
        {
            "schema": "qosc/scenario/1",
            "duration_ms": 1000,
            "nodes": [
                {"name": "a", "kind": "host", "address": "10.0.0.1"},
                {"name": "b", "kind": "host", "address": "10.0.0.2"},
            ],
            "links": [
                {
                    "ends": [{"node": "a", "port": "x"}, {"node": "b", "port": "x"}],
                    "rate_bps": 1_000_000,
                }
            ],
            "traffic": [{"name": "p", "kind": "ping", "from": "a", "to": "b", **more}],
        }
    )


def test_a_source_that_stops_is_on_for_as_long_as_before() -> None:
    first = scenario(start_us=5000, stop_us=905_000)
    for number in range(5):
        (source,) = again(first, number, 50).traffic
        assert 5000 <= source.start_us < 55_000
        assert source.stop_us is not None
        assert source.stop_us - source.start_us == 900_000
    assert len({again(first, number, 50).traffic[0].start_us for number in range(5)}) > 1


def result(**figures: object) -> Result:
    return Result("s", "simulator", 1, 1000, ({"name": "a", **figures},), ())


def test_the_mean_of_what_one_run_lacks() -> None:
    early = {"early": {"packets": 4}}
    dropped = in_the_mean((result(drops={}), result(drops=early))).flow("a")["drops"]
    assert dropped == {"early": {"packets": 2}}
    times = {"mean_us": 5.0}
    assert in_the_mean((result(delay=None), result(delay=times))).flow("a")["delay"] is None


def order(why: str, verdict: Verdict, *, holds: bool) -> Row:
    cell = Cell(verdict, why=why, holds=holds)
    return Row("", "a", "share", "x > y", "", {"sim": cell})


def test_an_order_of_the_means_that_few_runs_show_does_not_hold() -> None:
    means = order("2 > 1", Verdict.MET, holds=True)
    runs = [[order("2 > 1", Verdict.MET, holds=number == 0)] for number in range(3)]
    (row,) = with_runs([means], runs)
    cell = row.cells["sim"]
    assert (cell.verdict, cell.holds) == (Verdict.MISSED, False)
    assert cell.runs == Runs(3, (), 2)
    # Where the document says that the engine does not show it, that is so.
    stated = order("2 > 1: stated as contradicted", Verdict.MISSED, holds=True)
    (row,) = with_runs([stated], runs)
    assert row.cells["sim"].verdict is Verdict.BESIDE
    # Two of three are enough.
    most = [[order("2 > 1", Verdict.MET, holds=number > 0)] for number in range(3)]
    assert with_runs([means], most)[0].cells["sim"].verdict is Verdict.MET


def test_a_client_that_seldom_gets_an_answer_counts_as_much_as_others() -> None:
    found = Completions(clients=True)
    for time, client in ((1000, 0), (2000, 0), (3000, 0), (9000, 1)):
        found.start()
        found.finish(time * 1000, client)
    figures = found.figures()
    # Over transactions 3750; over connections (2000 + 9000) / 2.
    assert figures["time"]["mean_us"] == 3750
    assert figures["connections"] == {"count": 2, "mean_us": 5500}
    assert Completions(clients=True).figures()["connections"] is None


def test_a_document_says_of_how_many_runs_its_verdicts_are(tmp_path: Path) -> None:
    text = expect(LOSS).replace("experiments:", "runs: 2\nstart_jitter_ms: 7\nexperiments:")
    document = json.loads(drawn(tmp_path, text, "--format", "json").output)
    assert document["runs"]["start_jitter_ms"] == 7
    assert document["rows"][0]["engines"]["sim"]["runs"]["count"] == 2
    assert "runs" not in json.loads(drawn(tmp_path, text, "--runs", "1", "--format", "json").output)
