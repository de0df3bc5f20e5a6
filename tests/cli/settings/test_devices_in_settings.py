"""`[[devices]]`: several files that are the config of one device, by the settings."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path

import pytest

from .conftest import Run

QOS = """\
class-map match-all VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 600
"""
PORTS = "interface Serial0/0\n bandwidth 512\n service-policy output WAN\n"
ALONE = "interface Serial0/1\n service-policy output OTHER\n"
SETTINGS = '[[devices]]\nname = "EDGE"\nfiles = ["edge/qos.cfg", "edge/ports.cfg"]\n'
CONCISE = ("check", "--format", "concise", "--select", "QOS002,QOS003,QOS401")
TOGETHER = "edge/qos.cfg:5:12: error[QOS401] EDGE: priority of policy-map WAN adds up to 600 kbit/s"


@pytest.fixture
def place(qosc: Run, tmp_path: Path) -> Path:
    (tmp_path / "edge").mkdir()
    (tmp_path / "edge" / "qos.cfg").write_text(QOS)
    (tmp_path / "edge" / "ports.cfg").write_text(PORTS)
    (tmp_path / "r2.cfg").write_text(ALONE)
    (tmp_path / "qosc.toml").write_text(SETTINGS)
    return tmp_path


@pytest.mark.parametrize(
    "paths",
    [
        ["edge"],
        ["edge/ports.cfg"],
        ["--skip-others", "edge/ports.cfg"],
        ["edge/ports.cfg", "./edge/qos.cfg", "edge"],
    ],
)
def test_any_of_its_files_leads_to_the_whole_device_once(
    qosc: Run, place: Path, paths: list[str]
) -> None:
    told = qosc(*CONCISE, *paths, status=1)
    (line,) = told.out.splitlines()
    assert line.startswith(TOGETHER)
    # Alone, one file has no such policy and the other no port.
    (line,) = qosc(*CONCISE, "--isolated", "edge/ports.cfg", status=1).out.splitlines()
    assert "QOS002" in line


def test_a_walk_checks_other_files_for_themselves(qosc: Run, place: Path) -> None:
    told = qosc("check", "--format", "json", "--select", "QOS002,QOS401", ".", status=1)
    report = json.loads(told.out)
    assert report["files"] == ["edge/qos.cfg", "edge/ports.cfg", "./r2.cfg"]
    assert [(one["path"], one["device"]) for one in report["devices"]] == [
        ("edge/qos.cfg", "EDGE"),
        ("./r2.cfg", ""),
    ]
    assert sorted(one["code"] for one in report["diagnostics"]) == ["QOS002", "QOS401"]


def test_a_part_is_a_config_whatever_it_is_called(qosc: Run, place: Path) -> None:
    (place / "edge" / "ports.cfg").rename(place / "edge" / "ports.py")
    (place / "qosc.toml").write_text(SETTINGS.replace("ports.cfg", "ports.py"))
    for words in (["."], ["--skip-others", "edge/ports.py"]):
        assert TOGETHER in qosc(*CONCISE, *words, status=1).out
    (place / "qosc.toml").write_text('exclude = ["edge"]\n' + (place / "qosc.toml").read_text())
    assert "EDGE" not in qosc(*CONCISE, ".", status=1).out


def test_standard_input_stands_for_the_part_that_it_is_called_by(
    qosc: Run, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = place / "buffer"
    changed.write_text(PORTS.replace("512", "256"))
    with changed.open() as given:
        monkeypatch.setattr("sys.stdin", given)
        told = qosc(*CONCISE, "--stdin-filename", "edge/ports.cfg", "-", status=1)
    (line,) = told.out.splitlines()
    assert "Serial0/0 has 192 kbit/s" in line


def test_platform_and_acceptance_are_those_of_the_device(qosc: Run, place: Path) -> None:
    more = '[[accept]]\nrule = "QOS401"\ndevice = "EDGE"\nreason = "an old link"\n'
    (place / "qosc.toml").write_text(SETTINGS + more)
    assert qosc("check", "--select", "QOS401", "edge").out.startswith("Nothing new in 2 files")
    (place / "qosc.toml").write_text(
        SETTINGS + '[[configs]]\nfiles = ["edge/qos.cfg"]\nplatform = "junos-mx"\n'
    )
    assert "junos" in qosc("check", "edge", status=2).err.lower()


def test_a_baseline_knows_the_device(qosc: Run, place: Path) -> None:
    told = qosc("baseline", "write", "-o", "known.json", "edge/ports.cfg")
    assert "of 2 files accepted" in told.out
    assert "EDGE" in (place / "known.json").read_text()
    assert qosc("check", "--baseline", "known.json", "edge/qos.cfg").out.startswith("Nothing new")
    refused = qosc("baseline", "write", "-o", "edge/ports.cfg", "edge/qos.cfg", status=2)
    assert "cannot write" in refused.err
    assert (place / "edge" / "ports.cfg").read_text() == PORTS


def test_the_files_are_not_fixed_one_by_one(qosc: Run, place: Path) -> None:
    twice = QOS + "access-list 101 permit ip any any dscp ef\n" * 2
    (place / "edge" / "qos.cfg").write_text(twice)
    assert "-" in qosc("check", "--diff", "--isolated", "edge", status=1).out
    told = qosc("check", "--fix", "--unsafe-fixes", "edge", status=1)
    assert "the files of device EDGE are one config, and are not fixed" in told.err
    assert (place / "edge" / "qos.cfg").read_text() == twice


def test_the_settings_are_shown_for_the_device(qosc: Run, place: Path) -> None:
    shown = tomllib.loads(qosc("check", "--show-settings", ".").out)
    (one,) = shown["device"]
    assert (one["name"], one["files"]) == ("EDGE", ["edge/qos.cfg", "edge/ports.cfg"])
    assert [file["path"] for file in shown["file"]] == ["./r2.cfg"]


def test_a_command_about_one_file_says_that_it_is_a_part(qosc: Run, place: Path) -> None:
    for words, status in (
        (["show", "edge/ports.cfg"], 0),
        (["diff", "r2.cfg", "edge/ports.cfg"], 1),
        (["diff", "edge/ports.cfg", "./edge/ports.cfg"], 0),
        (["compile", "edge/ports.cfg", "-t", "tc"], 1),
    ):
        told = qosc(*words, status=status)
        assert told.err.count("edge/ports.cfg is one file of device EDGE (qosc.toml)") == 1
        assert "EDGE=edge/qos.cfg,edge/ports.cfg is all of it" in told.err
    assert "one file of" not in qosc("show", "EDGE=edge/qos.cfg,edge/ports.cfg").err


def test_the_option_goes_before_the_settings(qosc: Run, place: Path) -> None:
    option = ("--device", "EDGE=edge/ports.cfg")
    told = qosc(*CONCISE, "edge", *option, status=1).out
    assert "edge/ports.cfg:3" in told
    assert "QOS401" not in told
    refused = qosc(*CONCISE, "edge", "--device", "X=edge/ports.cfg", status=2).err
    assert "'edge/ports.cfg' is in device 'X' already" in refused


@pytest.mark.parametrize("words", [["check"], ["check", "--show-settings"], ["show"]])
def test_a_hostile_name_is_printed_harmless(qosc: Run, place: Path, words: list[str]) -> None:
    name = "\x1b[2J\n\u009b$(reboot)'\"\\"
    (place / "qosc.toml").write_text(_row("edge/qos.cfg", "edge/ports.cfg", name=name))
    told = qosc(*words, "edge/ports.cfg", status=1 if words == ["check"] else 0)
    assert "$(reboot)" in told.out + told.err
    for sign in ("\x1b", "\u009b"):
        assert sign not in told.out + told.err
    if "--show-settings" in words:
        assert tomllib.loads(told.out)["device"][0]["files"] == ["edge/qos.cfg", "edge/ports.cfg"]


def _row(*files: str, name: str = "EDGE") -> str:
    return f"[[devices]]\nname = {json.dumps(name)}\nfiles = {json.dumps(files)}\n"


@pytest.mark.parametrize(
    ("text", "at", "words"),
    [
        (_row("edge/qos.cfg", "edge/none.cfg"), "3:26", "'edge/none.cfg' is not there"),
        (_row("edge/*.cfg"), "3:10", "no pattern is taken here"),
        (_row("edge"), "3:10", "'edge' is no file"),
        (_row("edge/a\nb\x1b"), "3:10", "is not there"),
        (_row("edge/\0"), "3:10", "is not there"),
        (_row("-"), "3:10", "'-' is not there"),
        (_row("edge/qos.cfg", "../x.cfg"), "3:26", "'../x.cfg' is not below the folder"),
        (_row("/etc/hosts"), "3:10", "'/etc/hosts' is not below the folder"),
        (_row("edge/out.cfg"), "3:10", "is a link that leads out of the folder"),
        (_row("r2.cfg", "own/r3.cfg"), "3:20", "has settings of its own, in own/qosc.toml"),
        (_row("r2.cfg", "./r2.cfg"), "3:20", "'./r2.cfg' is in device 'EDGE' already"),
        (_row("r2.cfg") + _row("edge/../r2.cfg", name="B"), "6:10", "is not below the folder"),
        (_row("r2.cfg") + _row("r2.cfg", name="B"), "6:10", "is in device 'EDGE' already"),
        (_row("r2.cfg") + _row("edge/in.cfg", name="B"), "6:10", "is in device 'EDGE' already"),
        (_row("r2.cfg") + _row("edge/qos.cfg"), "5:8", "there is a device 'EDGE' already"),
        (_row("r2.cfg", name=" "), "2:8", "a device needs a name"),
        (_row("r2.cfg", name=""), "2:8", "must not be empty"),
        (_row(), "3:1", "no file is listed"),
        ('[[devices]]\nfiles = ["r2.cfg"]\n', "1:1", "'name' is missing"),
        (_row(*map(str, range(101))), "3:1", "100 entries at the most"),
    ],
)
def test_what_is_no_device_is_refused_at_its_place(
    qosc: Run, place: Path, text: str, at: str, words: str
) -> None:
    (place / "edge" / "out.cfg").symlink_to("/etc/hosts")
    (place / "edge" / "in.cfg").symlink_to("../r2.cfg")
    (place / "own").mkdir()
    (place / "own" / "r3.cfg").write_text(ALONE)
    (place / "own" / "qosc.toml").write_text("ignore = []\n")
    (place / "qosc.toml").write_text(text)
    told = qosc("check", "r2.cfg", status=2)
    assert not told.out
    assert f"--> qosc.toml:{at}" in told.err
    assert words in told.err
    assert "\x1b" not in told.err


def test_files_of_two_routers_are_refused_as_one_device(qosc: Run, place: Path) -> None:
    (place / "edge" / "qos.cfg").write_text(f"hostname R1\n{QOS}")
    (place / "edge" / "ports.cfg").write_text(f"hostname R2\n{PORTS}")
    told = qosc(*CONCISE, ".", status=2)
    assert "device EDGE: edge/qos.cfg is of r1, and edge/ports.cfg of r2" in told.err
    assert "./r2.cfg:2" in told.out


def test_a_settings_file_of_the_option_counts_from_the_working_folder(
    qosc: Run, place: Path
) -> None:
    (place / "ci").mkdir()
    (place / "qosc.toml").rename(place / "ci" / "site.toml")
    told = qosc(*CONCISE, "--settings", "ci/site.toml", "edge/ports.cfg", status=1)
    assert TOGETHER in told.out


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=t", "-c", "user.email=t@example.net", "-c", "core.autocrlf=false")
    subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def committed(place: Path) -> Path:
    git(place, "init", "-q")
    git(place, "add", ".")
    git(place, "commit", "-q", "-m", "first")
    return place


AGAINST = (*CONCISE, "--against", "HEAD")


@pytest.mark.parametrize("by_option", [False, True])
def test_what_the_device_had_at_a_revision_is_not_new(
    qosc: Run, committed: Path, by_option: bool
) -> None:
    paths = ["edge/ports.cfg"]
    if by_option:
        (committed / "qosc.toml").unlink()
        paths = ["--device", "EDGE=edge/qos.cfg,edge/ports.cfg"]
    assert qosc(*AGAINST, *paths).out == ""
    # Another line of the other file: what was there stays, and what comes of both is new.
    ports = committed / "edge" / "ports.cfg"
    ports.write_text("! a line above\n" + PORTS)
    assert qosc(*AGAINST, *paths).out == ""
    ports.write_text(PORTS.replace("512", "256"))
    (line,) = qosc(*AGAINST, *paths, status=1).out.splitlines()
    assert line.startswith(TOGETHER)
    assert "192 kbit/s" in line


def test_a_file_that_the_device_had_not_yet_may_bring_findings(qosc: Run, committed: Path) -> None:
    more = "policy-map LAN\n class NONE\ninterface Serial0/2\n service-policy output MISSING\n"
    (committed / "edge" / "more.cfg").write_text(more)
    (committed / "qosc.toml").write_text(
        SETTINGS.replace('ports.cfg"', 'ports.cfg", "edge/more.cfg"')
    )
    (line,) = qosc(*AGAINST, "edge", status=1).out.splitlines()
    assert line.startswith("edge/more.cfg:4:")


def test_nothing_is_known_of_what_was_no_device_then(qosc: Run, committed: Path) -> None:
    qos, ports = committed / "edge" / "qos.cfg", committed / "edge" / "ports.cfg"
    qos.write_text(f"hostname R1\n{QOS}")
    ports.write_text(f"hostname R2\n{PORTS}")
    git(committed, "commit", "-qam", "two names")
    ports.write_text(PORTS)
    told = qosc(*AGAINST, "edge", status=1)
    assert "QOS401" in told.out
    assert "Note: nothing is known of EDGE at HEAD: " in told.err
    assert "unknown-revision" in qosc(*CONCISE, "--against", "unknown-revision", ".", status=2).err
