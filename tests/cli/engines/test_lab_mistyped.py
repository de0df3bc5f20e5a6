"""A mistyped `expected.yaml` is an error at its line, or told: it never passes in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.engines.test_lab import HEAD, TWO_THIRDS, expect, run

RATE = "flow: gold, figure: throughput_bps"
SECOND = HEAD.split("experiments:\n")[1].replace("two", "little")


def of_paper(figure: str, what: str = RATE) -> str:
    return f"{{{what}, paper: {{row: a 1, place: table I, {figure}}}}}"


@pytest.mark.parametrize(
    ("line", "at", "words"),
    [
        # A spread in which everything lies, and one of nobody knows what.
        (
            of_paper("is: 90, unit: Mbit/s, spread: [0.1, 100], spread_of: runs"),
            "spread: [",
            "wider than",
        ),
        (of_paper("is: 90, unit: Mbit/s, spread: [80, 100]"), "paper", "spread_of"),
        (of_paper("is: 90, unit: Mbit/s, spread_of: runs"), "paper", "said of a spread"),
        # A unit against its factor, and one of something else.
        (
            of_paper("is: 200, unit: Mbit/s, times: 1000"),
            "1000}}",
            "is 1000000 of the figure's own",
        ),
        (of_paper("is: 1, times: 1000"), "1000}}", "one unit is 1 of"),
        (
            of_paper("is: 5, unit: kbit/s", "flow: gold, figure: delay.mean_us"),
            "kbit/s",
            "is a time",
        ),
        (of_paper("is: 5, unit: s"), "s}}", "bit/s, kbit/s, Mbit/s, Gbit/s"),
        (of_paper("is: 5, unit: MBit/s"), "MBit/s", "'MBit/s' is no unit"),
        (of_paper("is: 5, unit: '%'", "flow: gold, figure: sent_packets"), "'%'", "is a count"),
        (of_paper("is: 5, unit: bit/s, over_s: 2"), "2}}", "for a figure in bytes"),
        # What no figure of this kind can be.
        (of_paper("is: 27, unit: ''", "flow: gold, figure: loss"), "27", "cannot be this"),
        (of_paper("is: -1, unit: Mbit/s"), "-1", "cannot be this"),
        # Ranges that everything is in, and ranges that nothing is in.
        ("{flow: gold, figure: loss, at_most: 100}", "100}", "can never fail"),
        ("{flow: gold, figure: loss, at_most: 1}", "1}", "can never fail"),
        ("{flow: gold, figure: throughput_bps, at_least: -1}", "-1", "can never fail"),
        ("{flow: gold, figure: throughput_bps, at_least: 0}", "0}", "can never fail"),
        ("{flow: gold, figure: loss, is: 0.5, within_percent: 100}", "100}", "can never fail"),
        ("{flow: gold, figure: throughput_bps, at_least: 500000, at_most: 100}", "{", "nothing is"),
        ("{flow: gold, figure: loss, at_least: 2}", "{", "cannot be met"),
        (
            TWO_THIRDS.replace("is: 0.667, within_percent: 5", "at_most: 1"),
            "1, basis",
            "can never fail",
        ),
    ],
)
def test_it_is_an_error_at_its_place(tmp_path: Path, line: str, at: str, words: str) -> None:
    found = run(tmp_path, expect(line))
    assert found.exit_code == 2, found.output
    assert words in found.output
    column = len("      - ") + line.index(at) + 1
    assert f"expected.yaml:8:{column}\n" in found.output


def test_an_experiment_is_not_below_itself(tmp_path: Path) -> None:
    order = "orders:\n  - {flow: gold, figure: throughput_bps, falls: [two, two]}\n"
    found = run(tmp_path, HEAD + SECOND + order)
    assert found.exit_code == 2
    assert "'two' is in the order twice" in found.output


def test_bytes_are_a_rate_over_the_seconds_in_which_they_are_counted(tmp_path: Path) -> None:
    # Gold sends 900 kbit/s in the two seconds that count.
    line = of_paper("is: 900, unit: kbit/s, over_s: 2, verdict: reproduced").replace(
        "throughput_bps", "sent_bytes"
    )
    good = run(tmp_path, expect(line))
    assert good.exit_code == 0, good.output
    assert "= 900" in good.output
    bad = run(tmp_path, expect(line.replace("over_s: 2", "over_s: 60")))
    assert bad.exit_code == 2
    assert "counted in 2 s here, not in 60" in bad.output


def test_a_scaled_experiment_says_by_how_much(tmp_path: Path) -> None:
    # 600 of 900 kbit/s of 1 Mbit/s, at a thousandth of the paper's rates: 667 Mbit/s.
    line = of_paper("is: 667, unit: Mbit/s, scale: 0.001, times: 1000, verdict: reproduced")
    assert run(tmp_path, expect(line)).exit_code == 0
    assert run(tmp_path, expect(line.replace("0.001", "0.01"))).exit_code == 2


def test_a_figure_that_nothing_can_miss_is_told(tmp_path: Path) -> None:
    found = run(tmp_path, expect(of_paper("is: 667, unit: kbit/s")))
    assert "warning[QOS697]" in found.output
    assert "1 figures of a paper state no verdict" in found.output


def test_a_value_of_the_ledger_is_named_by_whole_words(tmp_path: Path) -> None:
    line = TWO_THIRDS.replace("0.667", "0.5").replace("{flow", "{explained_by: {sim: %s}, flow")
    assert run(tmp_path, expect(line % "guarantee")).exit_code == 0
    assert run(tmp_path, expect(line % "e")).exit_code == 1


NESTED = (
    "class-map match-all GOLD\n match ip precedence 5\n"
    "policy-map QUEUES\n class GOLD\n  bandwidth 600\n"
    "policy-map WAN\n class class-default\n  shape average 1000000\n  service-policy QUEUES\n"
    "interface Serial0/0\n bandwidth 1000\n service-policy output WAN\n"
)


@pytest.mark.parametrize(
    ("name", "port", "words"),
    [
        ("class-default", "", "2 classes are called 'class-default'; write the whole name"),
        ("class-default > class-default", "", ""),
        ("WAN > class-default", "router Serial0/0", ""),
        ("WAN > class-default", "Serial0/0", ""),
        ("GOLD", "Serial0/1", "is not on the port 'Serial0/1'; did you mean"),
    ],
)
def test_a_class_is_named_so_that_one_is_meant(
    tmp_path: Path, name: str, port: str, words: str
) -> None:
    at = f", port: {port}" if port else ""
    line = f"{{class: {name}{at}, figure: arrived_packets, at_least: 1, basis: theory}}"
    found = run(tmp_path, expect(line), config=NESTED)
    if words:
        assert found.exit_code == 2
        assert words in found.output
        assert "expected.yaml:8:" in found.output
    else:
        assert found.exit_code == 0, found.output
        assert "1 met" in found.output


def test_a_port_is_not_said_of_a_flow(tmp_path: Path) -> None:
    found = run(tmp_path, expect(f"{{{RATE}, port: Serial0/0, at_least: 5}}"))
    assert found.exit_code == 2
    assert "port is said of a class" in found.output


ON_SIM = HEAD + "    engines: [sim, ns3]\n    expect:\n      - "


def test_a_figure_asked_of_an_engine_that_the_experiment_does_not_run_on(tmp_path: Path) -> None:
    line = f"{{{RATE}, at_least: 1, engines: [linux], basis: theory}}\n"
    found = run(tmp_path, ON_SIM + line)
    assert found.exit_code == 2, found.output
    assert "the experiment is not run on linux" in found.output
    assert f"expected.yaml:9:{len('      - ') + line.index('engines') + 1}\n" in found.output


def test_a_figure_of_one_engine_is_no_figure_of_another(tmp_path: Path) -> None:
    asked = f"{{{RATE}, at_least: 1, engines: [sim], basis: theory}}\n"
    other = f"{{{RATE}, at_least: 900000000, engines: [ns3], basis: theory}}\n"
    both = run(tmp_path, f"{ON_SIM}{asked}      - {other}")
    assert both.exit_code == 0, both.output
    assert "2 expectations: 1 met." in both.output
    alone = run(tmp_path, ON_SIM + other)
    assert alone.exit_code == 1, alone.output
    assert "nothing was measured" in alone.output
