"""Which files a check reads, what it says of the others, and that it goes on behind them."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

CLEAN = "class-map match-all VOICE\n match ip dscp ef\n!\nend\n"
BROKEN = """\
class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOCE
  priority 100
interface Serial0/0
 service-policy output WAN
end
"""


def qosc(
    *arguments: str | Path, cwd: Path, stdin: str | bytes = "", stdin_file: int | None = None
) -> tuple[int, str, str]:
    data = stdin.encode() if isinstance(stdin, str) else stdin
    done = subprocess.run(
        [sys.executable, "-m", "qosc", *map(str, arguments)],
        cwd=cwd,
        check=False,
        timeout=60,
        capture_output=True,
        **({"input": data} if stdin_file is None else {"stdin": stdin_file}),
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def concise(*arguments: str | Path, cwd: Path) -> tuple[int, list[str], str]:
    code, out, err = qosc("check", "--format", "concise", *arguments, cwd=cwd)
    return code, [line.partition(":")[0] for line in out.splitlines()], err


def test_a_path_that_is_not_there_hides_nothing(tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(BROKEN)
    code, found, err = concise("none.cfg", "r.cfg", "none-either.cfg", cwd=tmp_path)
    assert code == 2
    assert set(found) == {"r.cfg"}
    assert err == (
        "Error: cannot read 'none.cfg': No such file or directory\n"
        "Error: cannot read 'none-either.cfg': No such file or directory\n"
    )


def test_nothing_but_a_path_that_is_not_there_has_one_line(tmp_path: Path) -> None:
    code, out, err = qosc("check", "none.cfg", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1


@pytest.mark.parametrize("kind", ["pipe", "device", "socket", "folder in disguise"])
def test_what_is_no_ordinary_file_is_told_and_nothing_waits(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "odd.cfg"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "socket":
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(os.path.relpath(path))
    else:
        path.mkdir()
    (tmp_path / "r.cfg").write_text(BROKEN)
    code, found, err = concise("odd.cfg", "r.cfg", cwd=tmp_path)
    assert (code, set(found), err.count("odd.cfg")) == (2, {"r.cfg"}, 1)
    if kind != "folder in disguise":
        for command in ("show", "compile", "verify"):
            options = ("-t", "tc") if command == "compile" else ()
            code, out, err = qosc(command, "odd.cfg", *options, cwd=tmp_path)
            assert (code, out) == (2, "")
            assert err.startswith("Error: cannot read 'odd.cfg': it is a")


def test_a_folder_with_odd_files_is_checked_and_they_are_counted(tmp_path: Path) -> None:
    folder = tmp_path / "configs"
    folder.mkdir()
    (folder / "m.cfg").write_text(BROKEN)
    (tmp_path / "outside.cfg").write_text(BROKEN)
    os.mkfifo(folder / "a-pipe.cfg")
    (folder / "b-dangling.cfg").symlink_to("nowhere")
    (folder / "c-out.cfg").symlink_to("../outside.cfg")
    (folder / "d-zero.cfg").symlink_to("/dev/zero")
    (folder / "e-folder").symlink_to("..")
    (folder / "f-in.cfg").symlink_to("m.cfg")
    code, out, err = qosc("check", "configs", cwd=tmp_path)
    assert code == 1
    # A file and a link to it are one file.
    assert {line.split(":")[0].split("/")[-1] for line in out.splitlines() if "-->" in line} == {
        "f-in.cfg",
    }
    assert out.endswith("5 paths not read.\n")
    assert [line.split("'")[1].split("/")[1] for line in err.splitlines()] == [
        "a-pipe.cfg",
        "b-dangling.cfg",
        "c-out.cfg",
        "d-zero.cfg",
        "e-folder",
    ]
    assert "outside" not in out


def test_programs_are_told_what_was_left_out(tmp_path: Path) -> None:
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "r.cfg").write_text(CLEAN)
    (tmp_path / "x" / "s.cfg").symlink_to("nowhere")
    (tmp_path / "x" / "notes.md").write_text("class-map VOICE\n")
    code, out, _ = qosc("check", "--format", "json", "x", "none", cwd=tmp_path)
    document = json.loads(out)
    assert code == 2
    assert document["files"] == ["x/r.cfg"]
    assert document["unread"] == [
        {"path": "x/s.cfg", "reason": "it is a link that leads nowhere"},
        {"path": "none", "reason": "No such file or directory"},
    ]
    assert document["passed_over"] == 1


def test_a_config_that_must_not_be_read_is_no_clean_one(tmp_path: Path) -> None:
    (tmp_path / "big.cfg").write_text("!\n" * 600_000 + BROKEN)
    (tmp_path / "r.cfg").write_text(BROKEN)
    code, found, err = concise("--max-size", "1", tmp_path, cwd=tmp_path)
    assert code == 2
    assert {Path(name).name for name in found} == {"r.cfg"}
    assert "big.cfg': it is larger than 1 MB; --max-size sets another limit" in err
    assert concise("--max-size", "2", "big.cfg", cwd=tmp_path)[0] == 1
    code, _, err = qosc("check", "--max-size", "1", "-", cwd=tmp_path, stdin="!\n" * 600_000)
    assert code == 2
    assert "standard input: it is larger than 1 MB" in err


def test_names_without_a_suffix_are_read_where_the_text_is_a_config(tmp_path: Path) -> None:
    (tmp_path / "core-rtr-01").write_text(BROKEN)
    (tmp_path / "hq.example.net").write_text(BROKEN)
    (tmp_path / "R2.CFG").write_text(BROKEN)
    (tmp_path / "README").write_text("Run it:\n\n```\npolicy-map WAN\n```\n")
    (tmp_path / "site.yml").write_text(f"config: |\n{BROKEN}")
    (tmp_path / "hosts").write_text("127.0.0.1 localhost\n")
    (tmp_path / "picture").write_bytes(b"\x89PNG\r\n\x1a\n\0\0policy-map x\n")
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "r.cfg").write_text(BROKEN)
    code, found, err = concise(".", cwd=tmp_path)
    assert (code, err) == (1, "")
    assert {Path(name).name for name in found} == {"core-rtr-01", "hq.example.net", "R2.CFG"}
    assert "in 3 files" in qosc("check", ".", cwd=tmp_path)[1]
    assert "4 other files passed over" in qosc("check", ".", cwd=tmp_path)[1]


def test_a_file_that_is_named_is_read_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text(BROKEN)
    assert set(concise("notes.md", cwd=tmp_path)[1]) == {"notes.md"}


def test_files_of_a_hook_that_are_no_configs_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(BROKEN)
    (tmp_path / "play.yaml").write_text("- hosts: all\n")
    (tmp_path / "r1").write_text(BROKEN)
    names = ("README.md", "play.yaml", "r1")
    code, found, _ = concise("--skip-others", *names, cwd=tmp_path)
    assert (code, set(found)) == (1, {"r1"})
    assert qosc("check", "--skip-others", "README.md", "play.yaml", cwd=tmp_path) == (
        0,
        "No config was checked; 2 other files passed over.\n",
        "",
    )
    assert concise("--skip-others", "gone.cfg", cwd=tmp_path)[0] == 2


@pytest.mark.parametrize("data", ["", "\n \n"])
@pytest.mark.parametrize("command", ["check", "show", "compile -t ir", "verify"])
def test_standard_input_without_a_text_is_not_green(
    tmp_path: Path, data: str, command: str
) -> None:
    code, out, err = qosc(*command.split(), "-", cwd=tmp_path, stdin=data)
    assert (code, out) == (2, "")
    assert err == (
        "Error: cannot read standard input: it is empty; did the command before the pipe fail?\n"
    )


def test_an_empty_file_is_counted_where_a_folder_or_the_hook_led_to_it(tmp_path: Path) -> None:
    folder = tmp_path / "configs"
    folder.mkdir()
    (folder / "empty.cfg").write_text("\ufeff \n")
    code, out, err = qosc("check", "configs", cwd=tmp_path)
    assert (code, out) == (2, "No config was checked; 1 path not read.\n")
    assert err == "Warning: cannot read 'configs/empty.cfg': it is empty\n"
    (folder / "r.cfg").write_text(CLEAN)
    code, out, _ = qosc("check", "--fail-on", "error", "configs", cwd=tmp_path)
    assert code == 0
    assert out.endswith("; 1 path not read.\n")
    for also in ((), ("configs/r.cfg",)):
        code, out, err = qosc(
            "check", "--fail-on", "error", "--skip-others", "configs/empty.cfg", *also, cwd=tmp_path
        )
        assert (code, err) == (0, "")
        assert out.endswith("; 1 other file passed over.\n")


def test_a_command_that_fails_before_the_pipe_is_not_green(tmp_path: Path) -> None:
    line = (
        f"false | {sys.executable} -m qosc check -; echo $?; {sys.executable} -m qosc check - <&-"
    )
    done = subprocess.run(
        ["sh", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.stdout, done.returncode) == ("2\n", 2)


def test_the_output_of_another_command_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(BROKEN)
    line = f"{sys.executable} -m qosc check --format concise <(cat r.cfg)"
    done = subprocess.run(
        ["bash", "-c", line], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "QOS001" in done.stdout


def test_findings_are_printed_as_the_files_are_done(tmp_path: Path) -> None:
    """The second file is a pipe that the shell opens: it ends only when the first is reported."""
    (tmp_path / "r.cfg").write_text(BROKEN)
    first, second = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "qosc", "check", "--format", "concise", "r.cfg", "-"],
        cwd=tmp_path,
        stdin=first,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("r.cfg:")
        os.write(second, CLEAN.encode())
    finally:
        os.close(second)
        os.close(first)
        process.communicate(timeout=60)
    assert process.returncode == 1


def test_the_help_of_check_says_what_a_folder_changes(tmp_path: Path) -> None:
    code, out, _ = qosc("check", "--help", cwd=tmp_path)
    assert code == 0
    assert "unless a folder led to it and it is empty" in " ".join(out.split())
