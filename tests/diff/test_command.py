"""Files, folders, revisions and standard input; what pipelines read and write."""

from __future__ import annotations

import io
import json
import os
import subprocess
from pathlib import Path
from shutil import rmtree

import jsonschema
import pytest

from qosc.render.changes.as_json import json_schema
from tests.cli.documents.closed import closed
from tests.diff.running import diff
from tests.diff.test_what_changes import IOS

NEW = IOS.replace("priority 500", "priority 800")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two configs, beside two folders with them."""
    for name, text in (("old", IOS), ("new", NEW)):
        (tmp_path / f"{name}.cfg").write_text(text)
        (tmp_path / name / "site").mkdir(parents=True)
        (tmp_path / name / "site" / "r1.cfg").write_text(text)
        (tmp_path / name / "r2.cfg").write_text(IOS)
    (tmp_path / "new" / "r3.cfg").write_text(IOS)
    return tmp_path


def git(folder: Path, *arguments: str) -> None:
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_AUTHOR_NAME": "a",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "a",
        "GIT_COMMITTER_EMAIL": "a@example.org",
    }
    subprocess.run(
        ["git", *arguments], cwd=folder, check=True, capture_output=True, env=environment
    )


def test_a_file_against_a_revision(folder: Path) -> None:
    git(folder, "init", "-q")
    git(folder, "add", "old.cfg")
    git(folder, "commit", "-qm", "first")
    assert diff(folder, "old.cfg", "--against", "HEAD")[0] == 0
    (folder / "old.cfg").write_text(NEW)
    status, out, _ = diff(folder, "old.cfg", "--against", "HEAD")
    assert status == 1
    assert "(HEAD:old.cfg:9 -> old.cfg:9)" in out
    assert diff(folder, "HEAD:old.cfg", "new.cfg")[1].count("500 kbit/s -> 800 kbit/s") == 1
    assert diff(folder / "new", "HEAD:../old.cfg", "../new.cfg")[0] == 1
    status, _, err = diff(folder, "HEAD:gone.cfg", "new.cfg")
    assert status == 2
    assert "gone.cfg" in err
    assert diff(folder, "--against", "nothing", "old.cfg")[0] == 2


def test_a_renamed_file_is_compared_with_its_old_name(folder: Path) -> None:
    git(folder, "init", "-q")
    git(folder, "add", "old.cfg")
    git(folder, "commit", "-qm", "first")
    git(folder, "mv", "--", "old.cfg", "-edge router.cfg")
    assert diff(folder, "--against", "HEAD", "--", "-edge router.cfg")[0] == 0
    (folder / "-edge router.cfg").write_text(NEW)
    status, out, _ = diff(folder, "--against", "HEAD", "--", "-edge router.cfg")
    assert status == 1
    assert "(HEAD:old.cfg:9 -> -edge router.cfg:9)" in out


def test_folders_are_compared_file_by_file(folder: Path) -> None:
    status, out, _ = diff(folder, "old", "new")
    assert status == 1
    assert [line for line in out.splitlines() if line.startswith("==")] == [
        "== r2.cfg",
        "== r3.cfg",
        "== site/r1.cfg",
    ]
    assert "Only the new side has it: not compared." in out
    assert diff(folder, "old", "old")[0] == 0
    assert diff(folder, "old", "new.cfg")[0] == 2


def test_an_empty_file_of_a_folder_is_counted_and_the_others_are_compared(folder: Path) -> None:
    for name, text in (("one", IOS), ("two", NEW)):
        (folder / name).mkdir()
        (folder / name / "r1.cfg").write_text(text)
        (folder / name / "blank.cfg").write_text("\n")
    (folder / "one" / "emptied.cfg").write_text(IOS)
    (folder / "two" / "emptied.cfg").write_text("")
    status, out, err = diff(folder, "one", "two")
    assert status == 1
    assert "class VOICE" in out[out.index("== r1.cfg") :]
    assert "== emptied.cfg\nOnly the old side has it: not compared." in out
    assert "blank" not in out
    assert err == (
        "3 empty files not compared: 'one/blank.cfg', 'two/blank.cfg', 'two/emptied.cfg'.\n"
    )
    (folder / "one" / "r1.cfg").unlink()
    (folder / "one" / "emptied.cfg").unlink()
    assert diff(folder, "one", "one")[0] == 2


def test_a_deleted_file_or_folder_has_its_old_side_only(folder: Path) -> None:
    (folder / "sites").mkdir()
    (folder / "sites" / "r1.cfg").write_text(IOS)
    (folder / "r2.cfg").write_text(IOS)
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    rmtree(folder / "sites")
    (folder / "r2.cfg").unlink()
    only = "Only the old side has it: not compared.\n"
    assert diff(folder, "--against", "HEAD", "r2.cfg")[:2] == (1, only)
    assert diff(folder, "--against", "HEAD", "sites")[:2] == (1, only)
    status, _, err = diff(folder, "--against", "HEAD", "never.cfg")
    assert status == 2
    assert "never.cfg" in err


def test_standard_input_is_one_of_the_two(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(NEW.encode())))
    status, out, _ = diff(folder, "old.cfg", "-", "--stdin-filename", "candidate")
    assert status == 1
    assert "-> candidate:9)" in out
    assert diff(folder, "-", "-")[0] == 2


def test_changes_that_are_meant_pass_and_others_fail(folder: Path) -> None:
    assert diff(folder, "old.cfg", "new.cfg", "--write-expect", "meant.json")[0] == 1
    status, out, _ = diff(folder, "old.cfg", "new.cfg", "--expect", "meant.json")
    assert (status, out.splitlines()[-1]) == (
        0,
        "2 as expected, 0 not expected, 0 expected and not seen.",
    )
    # Lines in front move the change, and not what it is.
    (folder / "new.cfg").write_text("hostname r1\n!\n" + NEW)
    assert diff(folder, "old.cfg", "new.cfg", "--expect", "meant.json")[0] == 0
    (folder / "new.cfg").write_text(NEW.replace("bandwidth 400", "bandwidth 450"))
    assert diff(folder, "old.cfg", "new.cfg", "--expect", "meant.json")[0] == 1
    assert diff(folder, "old.cfg", "old.cfg", "--expect", "meant.json")[0] == 1
    (folder / "broken.json").write_text("[1]")
    assert diff(folder, "old.cfg", "new.cfg", "--expect", "broken.json")[0] == 2


def test_json_keeps_to_its_schema(folder: Path) -> None:
    for options in ((), ("--expect", "meant.json")):
        diff(folder, "old.cfg", "new.cfg", "--write-expect", "meant.json")
        _, out, _ = diff(folder, "old", "new", "--format", "json", *options)
        jsonschema.validate(json.loads(out), closed(json_schema()))


def test_markdown_has_three_lines_a_table_and_details(folder: Path) -> None:
    _, out, _ = diff(folder, "old.cfg", "new.cfg", "--format", "markdown")
    lines = out.splitlines()
    assert lines[:2] == ["<!-- qosc diff -->", "### QoS: packets are treated otherwise"]
    assert "| Serial0/0, output | VOICE | priority rate | 500 kbit/s | 800 kbit/s |" in lines
    assert "<details><summary>Which packets, and by which lines</summary>" in lines
    same = diff(folder, "old.cfg", "old.cfg", "--format", "markdown")[1]
    assert same.splitlines()[1] == "### QoS: no change in behaviour"


def test_names_of_a_config_are_no_markup(folder: Path) -> None:
    hostile = "<img/src=x>|`id`"
    for name, text in (("old", IOS), ("new", NEW)):
        (folder / f"{name}.cfg").write_text(text.replace("VOICE", hostile))
    _, out, _ = diff(folder, "old.cfg", "new.cfg", "--format", "markdown")
    table = next(line for line in out.splitlines() if "500 kbit/s" in line)
    assert "<img" not in out
    assert table.replace("\\|", "").count("|") == 6


def test_what_is_no_config_is_passed_over_and_counted(folder: Path) -> None:
    """In a folder and in a revision of it alike; a config needs no suffix."""
    for name, text in (("one", IOS), ("two", NEW)):
        (folder / name).mkdir()
        (folder / name / "router1").write_text(text)
        (folder / name / "README").write_text("How these routers are kept, and by whom.\n")
        (folder / name / "hosts.yaml").write_text("a: 1\n")
    status, out, err = diff(folder, "one", "two")
    assert status == 1
    assert out.count("500 kbit/s -> 800 kbit/s") == 1
    assert "one side only" not in out
    assert "other files passed over: 'one/README', 'one/hosts.yaml'" in err
    git(folder, "init", "-q")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "first")
    (folder / "one" / "router1").write_text(NEW)
    status, out, err = diff(folder, "--against", "HEAD", "one")
    assert status == 1
    assert out.count("500 kbit/s -> 800 kbit/s") == 1
    assert "one side has it" not in out
    assert "'HEAD:one/README', 'HEAD:one/hosts.yaml'" in err
    (folder / "two" / "router1").unlink()
    (folder / "one" / "router1").unlink()
    assert diff(folder, "one", "two")[0] == 2
