"""The published testbeds get just the findings that a person would want, and no false one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rules.linting import lint

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"

MARKERS = [
    f"it sets precedence {mark} on every packet and limits none"
    for mark in (
        "1 (priority)",
        "2 (immediate)",
        "3 (flash)",
        "4 (flash-override)",
        "5 (critical)",
        "6 (internet)",
    )
]


@pytest.mark.parametrize("name", ["infn-fnal-wfq", "infn-fnal-pq"])
def test_appendix_b_and_c(name: str) -> None:
    found = lint((EXAMPLES / name / "router.cfg").read_text())
    missing = [finding for finding in found if finding.code == "QOS003"]
    assert [finding.help for finding in missing] == ["did you mean 182?"]
    assert [finding.notes[0] for finding in found if finding.code == "QOS301"] == MARKERS
    others = [finding.code for finding in found if finding.code not in ("QOS003", "QOS301")]
    # 8000 bytes at 1 Mbit/s for a TCP application; precedence 5, which no class takes; and in
    # appendix C, priority for 800 of 2000 kbit/s.
    assert sorted(others) == ["QOS201", "QOS303", *(["QOS404"] if name.endswith("pq") else [])]


@pytest.mark.parametrize("number", [1, 3])
def test_the_car_and_wfq_scenarios_are_clean(number: int) -> None:
    path = EXAMPLES / "infn-cern-car-wfq" / f"scenario-{number}.cfg"
    assert lint(path.read_text()) == []


def test_with_182_in_its_place_nothing_is_wrong() -> None:
    text = (EXAMPLES / "infn-fnal-wfq" / "router.cfg").read_text()
    found = lint(text.replace("access-group 105", "access-group 182"))
    assert {finding.code for finding in found} == {"QOS301", "QOS303"}


def test_the_sum_is_exactly_what_may_be_reserved() -> None:
    # 800 + 7 * 100 = 1500 kbit/s, which is 75 % of the contract's 2000 kbit/s.
    text = (EXAMPLES / "infn-fnal-wfq" / "router.cfg").read_text()
    assert "QOS402" not in {finding.code for finding in lint(text)}
    more = text.replace("    bandwidth 800", "    bandwidth 801")
    assert more != text
    (finding,) = [finding for finding in lint(more) if finding.code == "QOS402"]
    assert "1501 kbit/s; ATM1/0.108 pvc 4/108 has 1500 kbit/s" in finding.message
