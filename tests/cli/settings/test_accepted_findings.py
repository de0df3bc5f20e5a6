"""`[[accept]]`: findings that may stay, by device, rule and object, with a reason and an end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import Run

TWO = """\
hostname R1
interface GigabitEthernet0/0
 service-policy output A
interface GigabitEthernet0/1
 service-policy output B
"""


def entry(more: str, rule: str = "QOS002") -> str:
    return f'[[accept]]\nrule = "{rule}"\nreason = "until the move"\n{more}'


@pytest.mark.parametrize(
    ("more", "left"),
    [
        ("", ""),
        ('device = "R1"\n', ""),
        ('device = "R*"\nobject = "interface Gi0/0"\n', "B"),
        ('object = "service-policy output B"\n', "A"),
        ('object = "interface GigabitEthernet0/*"\n', ""),
        ("until = 2999-12-31\n", ""),
    ],
)
def test_what_an_entry_takes(qosc: Run, tmp_path: Path, more: str, left: str) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    (tmp_path / "qosc.toml").write_text(entry(more))
    told = qosc("check", "r.cfg", "--format", "concise", status=1 if left else 0)
    assert not told.err
    assert [line.split("policy-map ")[1][0] for line in told.out.splitlines()] == [*left]


def test_an_entry_by_name_of_a_rule_and_one_of_the_site(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    asked = '[[require]]\ncode = "SITE001"\ntext = "t"\ninterfaces = ["Gi*"]\ninput-policy = "I"\n'
    (tmp_path / "qosc.toml").write_text(
        entry("", "undefined-policy-map") + entry("", "SITE001") + asked
    )
    assert "4 accepted" in qosc("check", "r.cfg").out


def test_an_entry_that_has_ended_accepts_nothing(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    (tmp_path / "qosc.toml").write_text(entry("until = 2001-02-03\n"))
    told = qosc("check", "r.cfg", "--format", "concise", status=1)
    assert len(told.out.splitlines()) == 2
    assert "entry 1 of [[accept]], QOS002 of *, ended on 2001-02-03" in told.err


def test_an_entry_of_no_use_is_told(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    (tmp_path / "qosc.toml").write_text(
        entry("") + entry('device = "R1"\n', "QOS301") + entry('device = "R2"\n', "QOS301")
    )
    told = qosc("check", "r.cfg")
    # R2 was not checked: nothing is known of its entry.
    (line,) = told.err.splitlines()
    assert "entry 2 of [[accept]], QOS301 of R1, accepts nothing" in line


def test_reports_say_why(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    (tmp_path / "qosc.toml").write_text(entry(""))
    found = json.loads(qosc("check", "r.cfg", "--format", "sarif").out)["runs"][0]["results"]
    assert len(found) == 2
    for one in found:
        assert one["suppressions"][0]["justification"] == "qosc.toml accepts it: until the move"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (entry("", "QOS0"), "did you mean"),
        (entry("", "QOS002").replace('reason = "until the move"\n', ""), "'reason' is missing"),
        (entry('until = "soon"\n'), "'until'"),
        (entry("until = 2026-01-01T00:00:00Z\n"), "'until'"),
        (entry('reasn = "x"\n'), "did you mean 'reason'?"),
    ],
)
def test_what_is_no_entry(qosc: Run, tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    (tmp_path / "qosc.toml").write_text(text)
    assert words in qosc("check", "r.cfg", status=2).err
