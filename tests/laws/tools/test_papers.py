"""The lists of the papers' rows, the experiments and docs/papers.md fit together."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from qosc.lab.expected import Expected, load_expected
from scripts.figures import papers

ROOT = Path(papers.ROOT)
LISTED = papers.read_lists()
EXAMPLES = tuple((ROOT / "examples").glob("*/expected.yaml"))
PARTS = papers.parts_of(papers.PAGE.read_text(encoding="utf-8"))


def expected_of(folder: str) -> Expected:
    path = ROOT / "examples" / folder / "expected.yaml"
    found = load_expected(path.read_text(encoding="utf-8"), str(path))
    assert isinstance(found, Expected), found
    return found


def named_by(folder: str) -> set[str]:
    """The rows that the experiments of a folder have figures of."""
    document = expected_of(folder)
    figures = {e.paper.row for s in document.experiments for e in s.expect if e.paper is not None}
    return figures | {row for order in document.orders for row in order.rows}


@pytest.mark.parametrize("paper", LISTED)
def test_each_row_is_measured_or_absent_with_a_reason(paper: str) -> None:
    document = LISTED[paper]
    measured = set().union(*(named_by(folder) for folder in document["folders"]))
    listed = {row["row"] for row in document["rows"]}
    absent = {row["row"] for row in document["rows"] if row.get("absent")}
    assert measured | absent == listed
    assert not measured & absent


def numbers(text: str) -> set[float]:
    return {
        float(n) for n in re.findall(r"[0-9]+(?:[.][0-9]+)?", re.sub(r"(?<=\d) (?=\d)", "", text))
    }


@pytest.mark.parametrize("paper", LISTED)
def test_list_and_experiments_give_a_row_the_same_figures(paper: str) -> None:
    rows = {row["row"]: row for row in LISTED[paper]["rows"]}
    for folder in LISTED[paper]["folders"]:
        for setup in expected_of(folder).experiments:
            for each in (one.paper for one in setup.expect if one.paper is not None):
                row = rows[each.row]
                printed = numbers(
                    " ".join(row[key] for key in ("paper", "what", "note") if key in row)
                )
                if "almost the same" not in row["paper"]:
                    assert float(each.value) in printed, (setup.name, each.row)


@pytest.mark.parametrize("paper", LISTED)
def test_the_page_has_each_row_of_the_list_once(paper: str) -> None:
    on_page = [line for line in PARTS[paper] if line.startswith(f"| {paper} ")]
    cells = [line.split(" | ") for line in on_page]
    assert [(c[0].removeprefix("| "), *c[1:4]) for c in cells] == [
        (row["row"], row["place"], row["what"], row["paper"]) for row in LISTED[paper]["rows"]
    ]


def test_the_page_counts_what_is_on_it() -> None:
    page = papers.PAGE.read_text(encoding="utf-8")
    for line in papers.counts(PARTS):
        assert line in page.splitlines()


def test_the_copied_configs_are_the_printed_ones() -> None:
    for name in ("pq", "wfq"):
        copy = (ROOT / "examples" / "infn-fnal" / f"infn-{name}.cfg").read_text(encoding="utf-8")
        printed = ROOT / "examples" / f"infn-fnal-{name}" / "router.cfg"
        assert copy == "hostname infn\n" + printed.read_text(encoding="utf-8")


@pytest.mark.parametrize("folder", sorted(p.parent.name for p in EXAMPLES))
def test_each_expectation_says_where_it_is_from_and_what_we_foretold_is_no_theory(
    folder: str,
) -> None:
    document = expected_of(folder)
    ranges = [each for setup in document.experiments for each in setup.expect if not each.bare]
    for each in (*ranges, *document.orders):
        basis = document.basis_of(each)
        assert basis is not None, each
        assert basis == "prediction" or not each.source.startswith("said before"), each


def figure(verdict: str, value: float = 1.0) -> dict[str, Any]:
    cell = {"verdict": "beside the paper", "why": "", "value": value}
    cell["paper"] = {"value": value, "deviation": 0.5, "verdict": verdict}
    return {
        "experiment": "a",
        "paper": {"row": "9 a", "unit": "Mbit/s"},
        "shows": [],
        "engines": {"sim": cell},
    }


BOTH = {"row": "9 a", "place": "p", "what": "w", "paper": "1"}


def test_the_worst_figure_decides_for_a_row() -> None:
    told = {**BOTH, "cause": "c", "experiment": "e"}
    assert papers.status(told, [figure("reproduced"), figure("partly")]) == "partly"
    assert papers.status(told, [figure("contradicted"), figure("reproduced")]) == "contradicted"


def test_a_figure_that_a_parameter_was_set_for_is_not_reproduced() -> None:
    row = {**BOTH, "fitted": "set so", "cause": "c", "experiment": "e"}
    assert papers.status(row, [figure("reproduced")]) == "fitted"
    assert papers.status(row, [figure("contradicted")]) == "contradicted"


def test_a_figure_of_several_runs_says_in_how_many_of_them_it_is_so() -> None:
    several = figure("reproduced", 880)
    several["paper"] = {"row": "9 a", "unit": "kbit/s", "times": 1000}
    cell = several["engines"]["sim"]
    cell["runs"] = {"count": 10, "values": [], "ci95_half_width": 2100.0, "alike": 8}
    assert papers.shown(several, "sim") == "880 ±2.1 kbit/s (+50 %, reproduced in 8 of 10 runs)"
    cell["runs"]["alike"] = 10
    assert papers.shown(several, "sim") == "880 ±2.1 kbit/s (+50 %)"


@pytest.mark.parametrize(
    ("figure", "words", "said"),
    [
        ("rtt.max_us", "208318 > 133770", "208.3 > 133.8 ms"),
        (
            "completion.time.max_us",
            "4.96e+06 > 391095: contradicted",
            "4.96 > 0.3911 s: contradicted",
        ),
        ("goodput_bps", "8.38e+07 > 29200", "83.8 > 0.0292 Mbit/s"),
        ("loss", "0.655709 > 0.317887", "65.57 > 31.79 %"),
        ("out_of_sequence_packets", "3382 > 20", "3382 > 20"),
        ("rtt.max_us", "not run", "not run"),
    ],
)
def test_an_order_has_its_unit(figure: str, words: str, said: str) -> None:
    assert papers.with_unit(words, figure) == said


VARIED: dict[str, Any] = {
    "paper": "9",
    "varied": {
        "columns": [{"title": "wait", "of": "t", "figure": "delay.mean_us", "from": "one"}],
        "rows": [
            {"unsaid": "window", "set": "8 kB", "from": {"one": "small"}},
            {"unsaid": "window", "set": "64 kB", "from": {}},
        ],
    },
}


def measured(experiment: str) -> dict[str, Any]:
    cell = {"value": 12_345.0, "runs": {"ci95_half_width": 500.0}}
    row = {"experiment": experiment, "of": "t", "figure": "delay.mean_us"}
    return {**row, "engines": {"sim": cell}}


def test_what_a_paper_leaves_unsaid_is_a_table_of_what_was_measured_with_other_values() -> None:
    lines = list(papers.influence(VARIED, [measured("small")]))
    assert "| window | 8 kB | 12.35 ±0.5 ms |" in lines
    assert "| window | 64 kB | - |" in lines


def test_a_variation_that_was_not_measured_is_an_error() -> None:
    with pytest.raises(papers.WrongListError, match="nothing is measured of"):
        list(papers.influence(VARIED, [measured("large")]))


def test_a_mistyped_key_of_a_variation_is_an_error() -> None:
    columns, rows = VARIED["varied"]["columns"], VARIED["varied"]["rows"]
    papers.check_keys(VARIED)
    for wrong in (
        {"columns": [{**columns[0], "tilte": "wait"}], "rows": rows},
        {"columns": columns, "rows": [{"unsaid": "window", "from": {"one": "small"}}]},
        {"columns": columns, "rows": [{**rows[0], "from": {"oen": "small"}}]},
    ):
        with pytest.raises(papers.WrongListError, match="wrong or missing"):
            papers.check_keys({"paper": "9", "varied": wrong})


def test_the_page_says_how_many_runs_and_which_seeds() -> None:
    runs = {"start_jitter_ms": 1000, "first_and_last_seed": {"a": [1, 10]}}
    told = papers.repeated([{"runs": runs}])
    assert told.startswith("Means of 10 runs of each experiment (seeds 1 to 10)")
    assert "up to 1000 ms later" in told
    assert papers.repeated([{}]) == "One run."


@pytest.mark.parametrize(
    ("row", "figures", "words"),
    [
        (BOTH, [], "neither measured nor absent"),
        ({**BOTH, "absent": "why"}, [figure("reproduced")], "is measured, and called absent"),
        (BOTH, [figure("contradicted")], "without a cause and an experiment"),
    ],
)
def test_a_list_that_does_not_fit_is_an_error(
    row: dict[str, str], figures: list[dict[str, Any]], words: str
) -> None:
    with pytest.raises(papers.WrongListError, match=words):
        papers.status(row, figures)


def test_a_row_that_no_list_has_is_an_error() -> None:
    document = {"paper": "9", "title": "t", "authors": "a", "folders": [], "rows": []}
    with pytest.raises(papers.WrongListError, match="no row of paper 9"):
        list(papers.part(document, [figure("reproduced")]))


def test_a_mistyped_key_and_a_row_listed_twice_are_errors(tmp_path: Path) -> None:
    head = "paper: '9'\nrows:\n"
    (tmp_path / "9.yaml").write_text(head + "  - {row: a, abssent: b}\n", encoding="utf-8")
    with pytest.raises(papers.WrongListError, match="abssent"):
        papers.read_lists(tmp_path)
    (tmp_path / "9.yaml").write_text(head + "  - {row: a}\n  - {row: a}\n", encoding="utf-8")
    with pytest.raises(papers.WrongListError, match="listed twice"):
        papers.read_lists(tmp_path)
