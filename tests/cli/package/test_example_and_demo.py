"""`qosc example` and `qosc demo`: what comes with the package, without a checkout."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from qosc.cli import cli

ROOT = Path(__file__).parents[3]


def test_an_example_is_written_as_it_is_in_the_tree(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    done = CliRunner().invoke(cli, ["example", "wan-edge", "--output", str(folder)])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    source = ROOT / "examples" / "wan-edge"
    assert done.output.splitlines() == [
        str(folder / path.name) for path in sorted(source.iterdir())
    ]
    for path in source.iterdir():
        assert (folder / path.name).read_bytes() == path.read_bytes()


def test_the_list_names_every_example() -> None:
    done = CliRunner().invoke(cli, ["example"])
    named = {line.split()[0] for line in done.output.splitlines()}
    folders = {path.parent.name for path in (ROOT / "examples").glob("*/*") if path.is_file()}
    assert named == folders - {"__pycache__"}


def test_a_file_that_was_changed_is_kept_unless_forced(tmp_path: Path) -> None:
    where = ["example", "wan-edge", "--output", str(tmp_path)]
    runner = CliRunner()
    runner.invoke(cli, where)
    mine = tmp_path / "router.cfg"
    mine.write_text("hostname mine\n")
    refused = runner.invoke(cli, where)
    assert refused.exit_code == 2
    assert "router.cfg" in refused.output
    assert mine.read_text() == "hostname mine\n"
    assert runner.invoke(cli, [*where, "--force"]).exit_code == 0
    assert mine.read_text() != "hostname mine\n"


@pytest.mark.parametrize("name", ["../tests", "$(reboot)", "", "__pycache__", "/etc", "a\nb"])
def test_what_is_no_example_is_refused(name: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["example", name, "--output", str(tmp_path / "new")])
    assert done.exit_code == 2
    assert "no example called" in done.output
    assert not (tmp_path / "new").exists()


def test_a_near_name_is_suggested() -> None:
    assert "`wan-edge`" in CliRunner().invoke(cli, ["example", "wan-egde"]).output


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("mine")
    done = CliRunner().invoke(cli, ["example", "wan-edge", "-o", str(there)])
    assert done.exit_code == 2
    assert there.read_text() == "mine"
