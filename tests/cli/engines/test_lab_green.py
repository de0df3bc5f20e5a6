"""`qosc lab run` is green only where something was compared, and reads its folder only."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.engines.test_lab import HEAD, TRAFFIC, TWO_THIRDS, expect, lab, run
from tests.cli.limits import limited


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (TWO_THIRDS.replace("flow: gold", "flow: golt"), "no flow 'golt'; did you mean 'gold'?"),
        (TWO_THIRDS.replace("[gold, rest]", "[gold, rets]"), "no flow 'rets'"),
        (
            "{flow: gold, figure: thruput_bps, at_least: 1}",
            "no figure 'thruput_bps' of the flow 'gold'; did you mean 'throughput_bps'?",
        ),
        ("{class: glod, figure: share, at_least: 0.1}", "'glod'; did you mean 'gold'?"),
        ("{class: gold, side: input, figure: share, at_least: 0.1}", "is not on the side input"),
    ],
)
def test_a_name_that_leads_nowhere_is_an_error(tmp_path: Path, line: str, words: str) -> None:
    found = run(tmp_path, expect(line))
    assert found.exit_code == 2
    assert "error[QOS692]" in found.output
    assert words in found.output
    assert "expected.yaml:8:" in found.output


def test_an_experiment_without_an_expectation_is_an_error(tmp_path: Path) -> None:
    found = run(tmp_path, HEAD)
    assert found.exit_code == 2
    assert "nothing is expected of the experiment 'two'" in found.output


@pytest.mark.parametrize("change", ["start_us: 9_000_000, ", "start_us: 2_999_999, "])
def test_a_bound_is_not_met_by_a_flow_of_nothing(tmp_path: Path, change: str) -> None:
    (tmp_path / "none.yaml").write_text(
        TRAFFIC.replace("{name: gold, ", "{name: gold, " + change), encoding="utf-8"
    )
    text = expect("{flow: gold, figure: throughput_bps, at_most: 1000}")
    found = run(tmp_path, text.replace("traffic.yaml", "none.yaml"))
    assert found.exit_code == 1
    assert "missed" in found.output


def test_a_mistyped_link_or_host_of_a_traffic_file_is_an_error(tmp_path: Path) -> None:
    for key, name, near in (
        ("delays_us", "outptu: 60500", "output"),
        ("addresses", "sendr: 10.0.0.9", "sender"),
    ):
        (tmp_path / "odd.yaml").write_text(TRAFFIC + f"{key}: {{{name}}}\n", encoding="utf-8")
        found = run(tmp_path, expect(TWO_THIRDS).replace("traffic.yaml", "odd.yaml"))
        assert found.exit_code == 2
        assert f"did you mean {near!r}?" in found.output
        assert "odd.yaml:9:" in found.output


CONTENT = "root:*:20228:0:99999:7:::"


@pytest.mark.parametrize("key", ["config", "traffic"])
@pytest.mark.parametrize("way", ["above", "absolute", "link", "device", "pipe"])
def test_nothing_outside_of_the_folder_is_read(tmp_path: Path, key: str, way: str) -> None:
    folder = tmp_path / "lab"
    folder.mkdir()
    secret = tmp_path / "secret.yaml"
    secret.write_text(CONTENT + "\n", encoding="utf-8")
    name = {"above": "../secret.yaml", "absolute": str(secret)}.get(way, "inside.yaml")
    if way == "link":
        (folder / "inside.yaml").symlink_to(secret)
    elif way == "device":
        (folder / "inside.yaml").symlink_to("/dev/zero")
    elif way == "pipe":
        os.mkfifo(folder / "inside.yaml")
    word = {"config": "router.cfg", "traffic": "traffic.yaml"}[key]
    found = run(folder, expect(TWO_THIRDS).replace(word, name))
    assert found.exit_code == 2
    assert "error[QOS692]" in found.output
    assert "is not read" in found.output
    assert CONTENT not in found.output


def test_an_expected_yaml_that_leads_outside_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(CONTENT, encoding="utf-8")
    folder = tmp_path / "lab"
    folder.mkdir()
    (folder / "expected.yaml").symlink_to(tmp_path / "secret")
    found = lab(folder)
    assert found.exit_code == 2
    assert CONTENT not in found.output


def test_a_folder_without_expected_yaml_says_what_it_is(tmp_path: Path) -> None:
    found = lab(tmp_path)
    assert found.exit_code == 2
    assert "has no expected.yaml" in found.output
    assert "qosc schema expected" in found.output


def test_an_experiment_beyond_the_budget_is_refused(tmp_path: Path) -> None:
    found = run(tmp_path, expect(TWO_THIRDS), "--max-events", "100")
    assert found.exit_code == 2
    assert "QOS694" in found.output


def test_an_interface_is_taken_as_compile_takes_it(tmp_path: Path) -> None:
    named = HEAD + "    interface: {}\n    expect:\n      - " + TWO_THIRDS + "\n"
    assert run(tmp_path, named.replace("{}", "SERIAL0/0", 1)).exit_code == 0
    found = run(tmp_path, named.replace("{}", "Serial0/9", 1))
    assert found.exit_code == 2
    assert "no interface 'Serial0/9'" in found.output


def test_a_sender_that_was_held_up_is_no_result() -> None:
    from qosc.lab.experiments import held_up
    from qosc.simulator import Result

    late = Result("s", "linux", 1, 1, ({"name": "x", "late": {"most_us": 80_000}},), ())
    assert "held a sender up for 80 ms" in held_up(late)
    assert held_up(Result("s", "linux", 1, 1, ({"name": "x", "late": {"most_us": 900}},), ())) == ""


def test_a_kernel_that_stood_still_is_no_result_without_a_paced_sender() -> None:
    from qosc.lab.experiments import held_up
    from qosc.simulator import Result

    def stalled(us: float) -> Result:
        return Result("s", "linux", 1, 8000, ({"name": "x", "late": {"stalled_us": us}},), ())

    assert "held the kernel up for 480 ms in all (more than 5%)" in held_up(stalled(480_000))
    assert held_up(stalled(100_000)) == ""


def test_too_little_memory_to_tell_packets_apart_is_no_bug(tmp_path: Path) -> None:
    assert run(tmp_path, expect(TWO_THIRDS)).exit_code == 0
    (config,) = tmp_path.glob("*.cfg")
    # Enough to start and to read the config; the threads of the packet space, which finds packets
    # for each class, do not fit. An experiment with traffic of its own asks for none.
    found = limited.qosc(["compile", "-t", "sim", str(config)], space=140 << 20)
    assert found.returncode == 2, limited.used(found)
    assert "out of memory" in found.stderr
    assert "Traceback" not in found.stderr
    assert "internal error" not in found.stderr
