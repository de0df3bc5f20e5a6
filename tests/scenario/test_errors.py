"""Scenarios that are wrong: what is said, and at which line and column."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.diagnostics import Severity
from qosc.scenario import Scenario, load

GOOD = """\
schema: qosc/scenario/1
duration_ms: 1000
nodes:
  - {name: a, kind: host, address: 10.0.0.1}
  - {name: r, kind: router}
  - {name: b, kind: host, address: 10.0.1.1}
links:
  - ends: [{node: a, port: eth0}, {node: r, port: in}]
    rate_bps: 100_000_000
  - ends: [{node: r, port: out}, {node: b, port: eth0}]
    rate_bps: 2000000
ports:
  - node: r
    port: out
    output:
      - kind: policy
        classes:
          - name: gold
            match: {where: {dscp: 46}}
            queue: {priority: {rate_bps: 1000, burst_bytes: 200}}
          - name: class-default
            match: {where: {}}
            queue: {guarantee_bps: 1000}
traffic:
  - {name: f, kind: cbr, from: a, to: b, packet_bytes: 100, rate_bps: 1000}
  - {name: p, kind: ping, from: a, to: b}
"""


def faults(text: str) -> list[tuple[int, int, str]]:
    """Line, column and message of each finding."""
    found = load(text, "x.yaml")
    assert isinstance(found, tuple), "the scenario was taken"
    assert found
    for each in found:
        assert each.severity is Severity.ERROR
        assert each.code in ("QOS690", "QOS691", "QOS692")
        assert each.primary.path == "x.yaml"
        assert 1 <= each.primary.line <= text.count("\n") + 2
    return [(each.primary.line, each.primary.column, each.message) for each in found]


def test_the_good_one_is_taken() -> None:
    found = load(GOOD, "x.yaml")
    assert isinstance(found, Scenario)
    assert found.links[0].rate_bps == 100_000_000
    assert [source.name for source in found.traffic] == ["f", "p"]


CASES = {
    # name: (old, new, line, column, words of the message)
    "unknown key": ("rate_bps: 2000000", "rate_bsp: 2000000", 11, 5, "no key 'rate_bsp'"),
    "missing key": ("    rate_bps: 2000000\n", "", 10, 5, "'rate_bps' is missing"),
    "text for a number": ("guarantee_bps: 1000", "guarantee_bps: '1000'", 23, 36, "whole number"),
    "a fraction of a bit": ("rate_bps: 2000000", "rate_bps: 2.5", 11, 15, "whole number"),
    "a unit is no number": ("rate_bps: 2000000", "rate_bps: 2M", 11, 15, "whole number"),
    "true is no number": ("rate_bps: 2000000", "rate_bps: true", 11, 15, "whole number"),
    "a negative delay": ("rate_bps: 2000000", "rate_bps: 2\n    delay_us: -1", 12, 15, "delay_us"),
    "an absurd rate": ("rate_bps: 2000000", "rate_bps: 99999999999999", 11, 15, "rate_bps"),
    "unknown kind": ("kind: ping", "kind: pong", 26, 21, "'pong' is none of 'cbr'"),
    "no kind": ("kind: ping, ", "", 26, 5, "'kind' is missing"),
    "another schema": ("scenario/1", "scenario/9", 1, 9, "qosc/scenario/1"),
    "unknown header field": ("{dscp: 46}", "{dcsp: 46}", 19, 29, "no header field 'dcsp'"),
    "a value too large": ("dscp: 46", "dscp: 64", 19, 35, "dscp goes from 0 to 63"),
    "two rates": ("packet_bytes: 100", "packet_bytes: 100, interval_us: 5", 25, 5, "write one of"),
    "half a bound": (", burst_bytes: 200", "", 20, 21, "go together"),
    "a list for a mapping": ("{guarantee_bps: 1000}", "[1]", 23, 13, "mapping"),
    "one class twice": ("name: class-default", "name: gold", 16, 9, "two classes are named 'gold'"),
    "unknown node": ("{node: b, port: eth0}", "{node: c, port: eth0}", 10, 41, "no node 'c'"),
    "unknown port": ("    port: out\n    output", "    port: aut\n    output", 14, 11, "no link"),
    "a link twice": ("port: out}, {node: b", "port: in}, {node: b", 10, 28, "has a link"),
    "unknown host": ("from: a, to: b}", "from: a, to: x}", 26, 40, "no host 'x'"),
    "no way there": ("kind: router", "kind: host, address: 10.0.2.1", 25, 39, "no path leads"),
    "larger than the MTU": ("packet_bytes: 100,", "packet_bytes: 1501,", 25, 56, "MTU"),
    "shorter than its headers": ("packet_bytes: 100,", "packet_bytes: 27,", 25, 56, "at least 28"),
    "a host without address": (", address: 10.0.1.1", "", 6, 12, "needs an address"),
    "no address": ("10.0.1.1", "10.0.1.300", 6, 36, "not an address"),
    "a name twice": ("name: p,", "name: f,", 26, 12, "'f' is taken"),
    "a key twice": ("duration_ms: 1000", "duration_ms: 1000\nduration_ms: 2", 3, 1, "twice"),
    "nothing left to measure": (
        "duration_ms: 1000",
        "duration_ms: 1000\nmeasure: {warm_up_ms: 1000}",
        3,
        23,
        "warm_up_ms",
    ),
    "an alias": ("kind: router", "kind: *x", 5, 21, "aliases are not allowed"),
    "an anchor": ("kind: router", "kind: &x router", 5, 21, "anchors are not allowed"),
    "a tag": ("kind: router", "kind: !!python/name:os.system x", 5, 21, "is not allowed"),
    "a second document": ("traffic:", "---\ntraffic:", 24, 1, "one document"),
    "a tab": (
        "    rate_bps: 2000000",
        "\trate_bps: 2000000",
        11,
        1,
        "not YAML: a line is indented by spaces, and here is a tab",
    ),
    "a control character": ("kind: router", "kind: rou\0ter", 5, 24, "not allowed"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_place_and_the_words(case: str) -> None:
    old, new, line, column, words = CASES[case]
    assert GOOD.count(old) >= 1
    changed = new.join(GOOD.rsplit(old, 1))
    found = faults(changed)
    assert [each for each in found if each[:2] == (line, column) and words in each[2]], found


def test_a_mistyped_key_is_guessed() -> None:
    found = load(GOOD.replace("rate_bps: 2000000", "rate_bsp: 2000000"), "x")
    assert isinstance(found, tuple)
    assert "did you mean 'rate_bps'?" in {each.help for each in found}
    found = load(GOOD.replace("dscp: 46", "dcsp: 46"), "x")
    assert isinstance(found, tuple)
    assert [each.help for each in found] == ["did you mean 'dscp'?"]


def test_all_faults_are_told_at_once_in_order() -> None:
    text = GOOD.replace("kind: ping", "kind: pong").replace("dscp: 46", "dscp: 99")
    text = text.replace("duration_ms: 1000", "duration_ms: soon")
    assert [line for line, _, _ in faults(text)] == [2, 19, 26]


@pytest.mark.parametrize(
    ("meter", "words"),
    [
        ("{algorithm: srtcm, cir_bps: 1, cbs_bytes: 1}", "needs ebs_bytes"),
        ("{algorithm: trtcm, cir_bps: 1, cbs_bytes: 1, pir_bps: 1}", "needs pbs_bytes"),
        ("{algorithm: single-bucket, cir_bps: 1, cbs_bytes: 1, ebs_bytes: 1}", "does not use"),
        ("{algorithm: trtcm, cir_bps: 2, cbs_bytes: 1, pir_bps: 1, pbs_bytes: 1}", "below cir_bps"),
    ],
)
def test_a_meter_has_just_its_parameters(meter: str, words: str) -> None:
    police = f"queue: {{}}\n{' ' * 12}police: [{{meter: {meter}}}]"
    text = GOOD.replace("queue: {guarantee_bps: 1000}", police)
    assert [each for each in faults(text) if each[0] == 24 and words in each[2]]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "# only a comment\n",
        "null",
        "[]",
        "1",
        "just words",
        "? [a]\n: b",
        "- 1\n- [",
        "{" * 100_000,
        "[" * 100_000,
        "a: " * 50_000,
        "\ud800",
        "a: \ud800",
        "\0",
        "\x1b[31m",
        "a: 'no end",
        'a: "\\xzz"',
        "%YAML 9.9\n---\na",
        "--- !!map {a: 1}",
        "<<: {a: 1}",
        "a: &b [*b]",
        "é: ü\n\u2028: x",
        "x" * 1_000_000,
    ],
)
def test_hostile_text_is_a_finding_and_no_more(text: str) -> None:
    assert faults(text)


def test_the_billion_laughs_are_cut_short() -> None:
    bomb = "a0: &a0 [x, x]\n" + "".join(
        f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}]\n" for n in range(1, 60)
    )
    assert faults(bomb) == [(1, 5, "anchors are not allowed")]


@settings(max_examples=150)
@given(st.text(max_size=200))
def test_any_text_gives_findings(text: str) -> None:
    assert isinstance(load(text, "x"), tuple)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(GOOD) - 1), st.integers(0, 40), st.text(max_size=5))
def test_any_damage_gives_a_scenario_or_findings(at: int, cut: int, put: str) -> None:
    found = load(GOOD[:at] + put + GOOD[at + cut :], "x")
    assert isinstance(found, Scenario) or all(each.message for each in found)


def test_numbers_of_yaml_1_1_have_no_second_meaning() -> None:
    # In YAML 1.1 `10:30` is 630, `no` is false, `010` is 8.
    text = GOOD.replace("port: out", "port: no").replace("port: in", "port: 10:30")
    found = load(text.replace("duration_ms: 1000", "duration_ms: 010"), "x")
    assert isinstance(found, Scenario)
    assert found.links[1].ends[0].port == "no"
    assert found.links[0].ends[1].port == "10:30"
    assert found.duration_ms == 10
