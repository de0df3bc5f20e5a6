"""Targets and rules of other packages: the pages on them, followed word by word, and packages that
are broken."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.adding.pages import PAGES, follow, installed, qosc

CONFIG = """\
class-map match-any VOICE
 match ip dscp ef
policy-map WAN
 class VOICE
  set dscp af41
 class B
  bandwidth 100
 class C
  bandwidth 100
 class D
  bandwidth 100
class-map match-any B
 match ip precedence 1
class-map match-any C
 match ip precedence 2
class-map match-any D
 match ip precedence 3
interface Serial0/0
 service-policy output WAN
"""
TARGET = """\
from qosc.targets.base import Options, Ports

class Toy:
    name = "toy"
    options = Options
    flags = ()
    ports = Ports.QOS
    simulated = False

    def compile(self, device, ports, options):
        raise AssertionError

TARGET = Toy()
"""


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("target")
    assert len(follow("target.md", folder)) == 4
    return installed(folder)


@pytest.fixture(scope="module")
def rule(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rule")
    assert len(follow("rule.md", folder)) == 3
    return installed(folder)


def package(folder: Path, group: str, value: str, text: str) -> Path:
    """A package of one module `toy`, with one entry point of that name."""
    (folder / "toy.py").write_text(text)
    (folder / "pyproject.toml").write_text(
        f'[project]\nname = "toys"\nversion = "1"\n'
        f'[project.entry-points."{group}"]\ntoy = "{value}"\n'
    )
    return installed(folder)


def test_the_target_of_the_page_makes_its_artefact_and_accounts_for_the_rest(target: Path) -> None:
    line = ("compile", "-", "-t", "marks", "--ledger", "none")
    code, out, err = qosc(*line, beside=target, stdin=CONFIG)
    assert (code, out) == (1, "")
    assert "cannot be carried over, so nothing was written" in err
    code, out, err = qosc(*line, "--allow-loss", "--separator", ";", beside=target, stdin=CONFIG)
    assert (code, err) == (0, "")
    (row,) = out.splitlines()
    assert row.startswith("Serial0/0 > ")
    assert row.endswith(";dscp;34")


def test_the_commands_of_the_page_print_what_it_shows(target: Path, tmp_path: Path) -> None:
    shown = (PAGES / "target.md").read_text("utf-8").partition("```console\n$ qosc ")[2]
    line, _, shown = shown.partition("\n```")[0].partition("\n")
    report, _, table = shown.partition("$ cat marks.csv\n")
    arguments = shlex.split(line)
    config, output = arguments.index("router.cfg"), arguments.index("marks.csv")
    arguments[config], arguments[output] = "-", str(tmp_path / "marks.csv")
    code, out, err = qosc(*arguments, beside=target, stdin=(target / "router.cfg").read_text())
    assert (code, out, err) == (0, "", report)
    assert (tmp_path / "marks.csv").read_text() == f"{table}\n"


def test_a_loss_leaves_the_artefact_of_python_without_files(target: Path) -> None:
    words = (
        "import sys, qosc; config = qosc.loads(sys.stdin.read())\n"
        "for loss in (False, True):\n"
        "    made = qosc.compile(config, 'marks', allow_loss=loss, separator=';')\n"
        "    print([file.name for file in made.files])"
    )
    done = subprocess.run(
        [sys.executable, "-c", words],
        check=True,
        timeout=300,
        capture_output=True,
        text=True,
        input=CONFIG,
        env={**os.environ, "PYTHONPATH": str(target)},
    )
    assert done.stdout == "[]\n['marks.csv']\n"


def test_an_option_of_the_target_is_checked_by_it_and_is_for_it_alone(target: Path) -> None:
    line = ("compile", "-", "--separator", "ab", "-t")
    code, out, err = qosc(*line, "marks", beside=target, stdin=CONFIG)
    assert (code, out) == (2, "")
    assert "--separator is one character, not 'ab'" in err
    code, _, err = qosc(*line, "tc", beside=target, stdin=CONFIG)
    assert code == 2
    assert "--separator is for the target marks" in err
    code, _, err = qosc("compile", "-", "-t", "marks", "--batch", beside=target, stdin=CONFIG)
    assert code == 2
    assert "--batch is for the target tc" in err


def test_the_help_has_the_target_and_its_flag(target: Path) -> None:
    _, out, _ = qosc("compile", "--help", beside=target)
    assert "[tc|sim|ns3|ir|marks]" in out
    assert "For marks: what stands between two columns" in out


def test_the_rule_of_the_page_finds_its_example_and_nothing_in_the_other(rule: Path) -> None:
    page = (rule / "qosc_house" / "too_many_classes.py").read_text()
    _, example, instead = (part.partition("\n```")[0] for part in page.split("```ios\n"))
    line = ("check", "-", "--format", "concise", "--select", "HOUSE")
    code, out, _ = qosc(*line, beside=rule, stdin=example)
    assert (code, "warning[HOUSE001] policy-map WAN has 5 classes" in out) == (1, True)
    _, out, _ = qosc(*line, beside=rule, stdin=instead)
    assert "HOUSE001" not in out
    silenced = f"! qosc: ignore-file[HOUSE001] four to come\n{example}"
    _, out, _ = qosc(*line, beside=rule, stdin=silenced)
    assert "HOUSE001" not in out


def test_the_rule_is_listed_and_explained_with_ours(rule: Path) -> None:
    _, out, _ = qosc("rules", beside=rule)
    assert "HOUSE001  warning  too-many-classes" in out
    code, out, _ = qosc("explain", "too-many-classes", beside=rule)
    assert (code, out.splitlines()[0]) == (0, "# HOUSE001 too-many-classes")


ROW = "from qosc.lint.engine.registry import Row\nROWS = (Row({}, frozenset({{'policer'}})),)\n"


@pytest.mark.parametrize(
    ("group", "value", "text", "words"),
    [
        ("qosc.targets", "toy:TARGET", "raise ImportError('no such part')", "ImportError: no such"),
        ("qosc.targets", "toy:TARGET", "TARGET = 3", "its name is None, not 'toy'"),
        ("qosc.targets", "toy:TARGET", TARGET.replace("Ports.QOS", "1"), "no member of"),
        ("qosc.targets", "toy:TARGET", TARGET.replace("= Options", "= dict"), "no dataclass below"),
        ("qosc.rules", "toy:ROWS", "ROWS = [1]", "no tuple of"),
        ("qosc.rules", "toy:ROWS", ROW.format("'QOS999', 'a', 'toy'"), "begins with QOS"),
        ("qosc.rules", "toy:ROWS", ROW.format("'TOY001', 'policy-cycle', 'toy'"), "already"),
        ("qosc.rules", "toy:ROWS", ROW.format("'TOY001', 'a', 'toy'"), "no RULE of the code"),
        ("qosc.rules", "toy:ROWS", ROW.replace("policer", "x").format("'TOY001','a','b'"), "(x)"),
    ],
)
def test_a_broken_package_is_named_and_nothing_runs(
    tmp_path: Path, group: str, value: str, text: str, words: str
) -> None:
    beside = package(tmp_path, group, value, text)
    police = " class class-default\n  police 64000\n"
    line = ("check", "-") if group == "qosc.rules" else ("compile", "-", "-t", "tc")
    stdin = CONFIG.replace("policy-map WAN\n", f"policy-map IN\n{police}policy-map WAN\n")
    code, out, err = qosc(*line, beside=beside, stdin=stdin)
    assert (code, out) == (2, "")
    assert f"the package 'toys' adds 'toy' to {group}" in err
    assert words in " ".join(err.split())


def test_a_target_cannot_take_the_name_or_a_flag_of_ours(tmp_path: Path) -> None:
    text = TARGET.replace("Ports\n", "Ports, Flag\n", 1).replace(
        "flags = ()", "flags = (Flag('--batch', 'source', 'other.'),)"
    )
    (tmp_path / "flag").mkdir()
    beside = package(tmp_path / "flag", "qosc.targets", "toy:TARGET", text)
    code, _, err = qosc("compile", "-", "-t", "tc", beside=beside, stdin=CONFIG)
    assert (code, "--batch is another option of tc" in err) == (2, True)
    beside = package(tmp_path, "qosc.targets", "toy:TARGET", TARGET)
    points = next(tmp_path.glob("*.dist-info")) / "entry_points.txt"
    points.write_text("[qosc.targets]\ntc = toy:TARGET\n")
    code, _, err = qosc("compile", "-", "-t", "tc", beside=beside, stdin=CONFIG)
    assert (code, "there is a target of that name already" in err) == (2, True)
