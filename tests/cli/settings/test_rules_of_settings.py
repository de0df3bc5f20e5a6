"""A settings file chooses rules and severities; the command line wins over it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

TWO = (
    "interface Serial0/0\n service-policy output A\n rate-limit input 8000000 1500000 3000000 "
    "conform-action transmit exceed-action transmit\n"
)
"""QOS002 (warning) and QOS301 (info)."""


def codes(out: str) -> list[str]:
    return [line.split("[")[1].split("]")[0] for line in out.splitlines() if "[QOS" in line]


def checked(qosc: Run, *more: str, status: int = 1) -> list[str]:
    return codes(qosc("check", "r.cfg", "--format", "concise", *more, status=status).out)


@pytest.mark.parametrize(
    ("settings", "more", "found"),
    [
        ("", (), ["QOS002", "QOS301"]),
        ('ignore = ["QOS002"]', (), ["QOS301"]),
        ('ignore = ["undefined-policy-map"]', (), ["QOS301"]),
        ('select = ["QOS002"]', (), ["QOS002"]),
        ('select = ["QOS1"]\nextend-select = ["QOS301"]', (), ["QOS301"]),
        ('[per-file-ignores]\n"r.*" = ["QOS002"]', (), ["QOS301"]),
        ('[per-file-ignores]\n"x/r.*" = ["QOS002"]', (), ["QOS002", "QOS301"]),
        ('profile = "recommended"', (), ["QOS002"]),
        ('min-severity = "warning"', ("--min-severity", "info"), ["QOS002", "QOS301"]),
        # --select takes the place of all that the file selects and ignores, --ignore adds to it.
        ('ignore = ["QOS002"]', ("--select", "QOS002"), ["QOS002"]),
        ('ignore = ["QOS002"]', ("--ignore", "QOS1"), ["QOS301"]),
        ('ignore = ["QOS002"]', ("--isolated",), ["QOS002", "QOS301"]),
        # --extend-select adds to what the file selects, and takes from what it ignores.
        ('select = ["QOS301"]', ("--extend-select", "QOS002"), ["QOS002", "QOS301"]),
        ('ignore = ["QOS0", "QOS3"]', ("--extend-select", "QOS002"), ["QOS002"]),
        ('ignore = ["QOS0"]', ("--extend-select", "undefined-policy-map"), ["QOS002", "QOS301"]),
        ("", ("--extend-select", "QOS301"), ["QOS002", "QOS301"]),
        ("", ("--select", "QOS301", "--extend-select", "QOS002"), ["QOS002", "QOS301"]),
        ('ignore = ["QOS002"]', ("--extend-select", "QOS0", "--ignore", "QOS002"), ["QOS301"]),
        (
            '[per-file-ignores]\n"r.*" = ["QOS002"]',
            ("--extend-select", "QOS002"),
            ["QOS301"],
        ),
    ],
)
def test_which_rules_run(
    qosc: Run, tmp_path: Path, settings: str, more: tuple[str, ...], found: list[str]
) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    (tmp_path / "qosc.toml").write_text(settings or "# nothing\n")
    assert checked(qosc, *more, status=1 if "QOS002" in found else 0) == found


@pytest.mark.parametrize(
    ("table", "status", "word"),
    [
        ('QOS002 = "error"', 1, "error[QOS002]"),
        ('QOS002 = "info"', 0, "info[QOS002]"),
        # What says most wins, wherever it stands.
        ('QOS002 = "info"\nQOS0 = "error"', 0, "info[QOS002]"),
        ('QOS00 = "info"\nALL = "error"', 1, "info[QOS002]"),
        ('undefined-policy-map = "error"\nQOS00 = "info"', 1, "error[QOS002]"),
    ],
)
def test_severity_by_rule(qosc: Run, tmp_path: Path, table: str, status: int, word: str) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    (tmp_path / "qosc.toml").write_text(f"[severity]\n{table}\n")
    assert word in qosc("check", "r.cfg", "--format", "concise", status=status).out


@pytest.mark.parametrize(
    ("settings", "more", "status"),
    [
        ('fail-on = "never"', (), 0),
        ('fail-on = "error"', (), 0),
        ('fail-on = "error"', ("--fail-on", "warning"), 1),
        ('profile = "strict"\nignore = ["QOS002"]', (), 1),
        ('profile = "strict"\nfail-on = "never"', (), 0),
        ('ignore = ["QOS002"]', (), 0),
    ],
)
def test_what_fails(
    qosc: Run, tmp_path: Path, settings: str, more: tuple[str, ...], status: int
) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    (tmp_path / "qosc.toml").write_text(settings)
    qosc("check", "r.cfg", *more, status=status)


def test_the_form_and_the_baseline_of_the_working_folder(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    qosc("baseline", "write", "r.cfg", "-o", "known.json")
    (tmp_path / "qosc.toml").write_text('format = "concise"\nbaseline = "known.json"\n')
    assert qosc("check", "r.cfg").out == ""
    assert "Nothing new" in qosc("check", "r.cfg", "--format", "text").out


def test_a_baseline_accepts_by_the_same_settings(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    (tmp_path / "qosc.toml").write_text('ignore = ["QOS301"]\n[severity]\nQOS002 = "error"\n')
    assert "1 finding of 1 file" in qosc("baseline", "write", "r.cfg").out
    qosc("check", "r.cfg", "--baseline", "qosc-baseline.json")
    # Accepted as an error, it may become less severe and not the other way round.
    (tmp_path / "qosc.toml").write_text('ignore = ["QOS301"]\n')
    qosc("baseline", "write", "r.cfg")
    (tmp_path / "qosc.toml").write_text('[severity]\nQOS002 = "error"\n')
    assert (
        "error[QOS002]" in qosc("check", "r.cfg", "--baseline", "qosc-baseline.json", status=1).out
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--extend-select", "QOS999"), "no rule called QOS999"),
        (("--extend-select", ","), "--extend-select names no rule"),
    ],
)
def test_a_slip_in_extend_select_is_refused(
    qosc: Run, tmp_path: Path, words: tuple[str, ...], why: str
) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    assert why in qosc("check", "r.cfg", *words, status=2).err


def test_extend_select_takes_a_rule_of_the_site(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    (tmp_path / "qosc.toml").write_text(
        'ignore = ["QOS0", "QOS3", "SITE"]\n[[require]]\ncode = "SITE001"\ntext = "t"\n'
        'interfaces = ["*"]\noutput-policy = "WAN"\n'
    )
    told = qosc("check", "r.cfg", "--format", "concise", "--extend-select", "SITE001", status=1)
    assert "SITE001" in told.out
    assert "QOS" not in told.out


def test_a_baseline_has_what_extend_select_adds(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(TWO)
    (tmp_path / "qosc.toml").write_text('select = ["QOS301"]\n')
    out = qosc("baseline", "write", "r.cfg", "--extend-select", "QOS002").out
    assert "2 findings of 1 file" in out
