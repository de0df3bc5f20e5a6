"""What a check says where packets are too many kinds to tell apart: the same on every machine."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.limits.limited import SPACE, busy, qosc, used
from tests.cli.limits.spending import TEXTS, crossed, policy, wildcards

DEAD = "QOS101"
UNDECIDED = "QOS091"
_LITTLE = 1_000_000 << 10
"""Bytes, as `ulimit -v 1000000` gives."""


def test_lists_made_to_explode_hide_no_finding_and_are_told() -> None:
    for lines in (3, 100):
        text = policy(wildcards(10, lines), 10)
        result = qosc(["check", "--format", "concise", "-"], text)
        assert result.returncode == 1, used(result)
        assert "class d2 is unreachable: shadowed by class d1" in result.stdout
        assert (UNDECIDED in result.stdout) == (lines == 100), used(result)


def test_undecided_rules_are_counted_and_told_whatever_is_selected() -> None:
    text = policy(crossed(26), 1)
    result = qosc(["check", "--select", "QOS1", "--format", "json", "-"], text)
    report = json.loads(result.stdout)
    told = [one for one in report["diagnostics"] if one["code"] == UNDECIDED]
    assert told
    assert len({one["message"] for one in told}) == report["undecided"]
    assert all(one["severity"] == "warning" and "not decided for" in one["message"] for one in told)
    assert f"({len(told)} not decided) in 1 file" in qosc(["check", "-"], text).stdout
    ignored = qosc(["check", "--ignore", UNDECIDED, "--format", "json", "-"], text)
    assert json.loads(ignored.stdout)["undecided"] == 0


@pytest.mark.parametrize("times", [3, pytest.param(20, marks=pytest.mark.deep)])
@pytest.mark.parametrize(
    "name",
    [
        name if not place else pytest.param(name, marks=pytest.mark.deep)
        for place, name in enumerate(TEXTS)
    ],
)
def test_the_same_bytes_give_the_same_answer_under_load(name: str, times: int) -> None:
    """Each second run has as little address space as `ulimit -v 1000000` gives."""
    line = ["check", "--format", "json", "--isolated", "-"]
    text = TEXTS[name]()
    alone = qosc(line, text)
    assert json.loads(alone.stdout)["undecided"] >= 2, used(alone)
    with busy(2):
        for number in range(times):
            again = qosc(line, text, space=_LITTLE if number % 2 else SPACE)
            assert (again.returncode, again.stdout) == (alone.returncode, alone.stdout), number


def test_little_address_space_gives_the_same_answer_for_one_and_for_many_files(
    tmp_path: Path,
) -> None:
    text = policy(wildcards(2, 20), 2)
    for number in range(200):
        (tmp_path / f"r{number}.cfg").write_text(text)
    plain = qosc(["check", "--format", "concise", str(tmp_path / "r0.cfg")])
    small = qosc(["check", "--format", "concise", str(tmp_path / "r0.cfg")], space=_LITTLE)
    assert (small.returncode, small.stdout) == (plain.returncode, plain.stdout), used(small)
    every = qosc(["check", "--format", "concise", str(tmp_path)], cpu=120, space=_LITTLE)
    assert every.returncode == 1, used(every)
    assert every.stdout.count(f"[{DEAD}]") == 200
    assert every.stdout.count("/r1.cfg:") == plain.stdout.count("/r0.cfg:") > 0


def test_no_address_space_at_all_is_a_message_and_no_abort() -> None:
    text = policy(wildcards(2, 20), 2)
    codes = set()
    for megabytes in range(40, 240, 40):
        result = qosc(["check", "-"], text, space=megabytes << 20)
        codes.add(result.returncode)
        if result.returncode == 2:
            assert "Error: out of memory" in result.stderr, used(result)
    assert codes <= {1, 2}, codes
    assert 2 in codes
