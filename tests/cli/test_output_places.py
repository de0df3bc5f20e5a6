"""Where `compile --output` writes: never over what is no ordinary file."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from qosc.cli import main

CONFIG = """policy-map P
 class class-default
  shape average 1000000
interface Serial0/0
 bandwidth 2000
 service-policy output P
"""


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    config, pipe = tmp_path / "router.cfg", tmp_path / "pipe"
    config.write_text(CONFIG)
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        with pytest.raises(SystemExit) as ended:
            main(("compile", str(config), "-t", "tc", "-o", str(pipe)))
        assert not ended.value.code
        assert stat.S_ISFIFO(pipe.stat().st_mode)
        assert os.read(reader, 10) == b"#!/bin/sh\n"
    finally:
        os.close(reader)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["pipe", "router.cfg"]


def run(command: str, config: Path) -> tuple[int, str, str]:
    """A command line of a shell, with `qosc` and `$CONFIG` in it."""
    program = f"{sys.executable} -c 'from qosc.cli import main; main()'"
    done = subprocess.run(
        ["sh", "-c", f"qosc() {{ {program} \"$@\"; }}; {command}"],
        capture_output=True, text=True, check=False, timeout=120,
        env={**os.environ, "CONFIG": str(config)}, cwd=config.parent,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "router.cfg"
    path.write_text(CONFIG)
    return path


def test_a_dash_is_standard_output(config: Path) -> None:
    code, out, _ = run('qosc compile "$CONFIG" -t tc -o - --ledger none', config)
    assert (code, out[:10]) == (0, "#!/bin/sh\n")
    assert [one.name for one in config.parent.iterdir()] == ["router.cfg"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full here")
@pytest.mark.parametrize("command", ['check "$CONFIG"', 'compile "$CONFIG" -t tc', "rules"])
def test_a_full_disk_is_not_called_a_bug(config: Path, command: str) -> None:
    code, _, err = run(f"qosc {command} >/dev/full", config)
    assert code == 2
    assert err.endswith("Error: cannot write the output: No space left on device\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full here")
@pytest.mark.parametrize("command", ['check "$CONFIG.not"', 'compile "$CONFIG" -t tc'])
def test_the_status_is_told_where_standard_error_is_full(config: Path, command: str) -> None:
    assert run(f"qosc {command} 2>/dev/full >/dev/null", config)[0] == 2


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_terminal_that_lacks_a_character_shows_an_escape(config: Path, encoding: str) -> None:
    config.write_text(CONFIG.replace("policy-map P", "policy-map \N{SNOWMAN}"))
    code, out, err = run(f'PYTHONIOENCODING={encoding} qosc check "$CONFIG"', config)
    assert (code, err) == (1, "")
    assert ("\\u2603" in out) == (encoding == "cp1252")


def test_an_artefact_has_the_same_bytes_on_standard_output(config: Path) -> None:
    config.write_text(CONFIG.replace("policy-map P", "policy-map \N{SNOWMAN}"))
    for target in ("tc", "ir"):
        line = f'qosc compile "$CONFIG" -t {target} --allow-loss --ledger none'
        run(f"{line} -o file; PYTHONIOENCODING=latin-1 {line} > output", config)
        written = (config.parent / "file").read_bytes()
        assert written
        assert written == (config.parent / "output").read_bytes()


@pytest.mark.skipif(os.name != "posix", reason="names are bytes on POSIX")
def test_a_file_name_that_is_no_text(config: Path) -> None:
    for line in ("check", "compile -t ir", "compile -t tc"):
        code, out, err = run(f'cp "$CONFIG" "$(printf "a\\377.cfg")"; qosc {line} a*.cfg', config)
        assert code == 0, err
        assert out


def test_the_status_is_the_same_where_output_is_closed(config: Path) -> None:
    assert run('qosc check "$CONFIG" >&-', config) == (0, "", "")
    assert run('qosc check - <"$CONFIG" >&- 2>&-', config) == (0, "", "")
    assert run("qosc check - <&- >&- 2>&-", config) == (2, "", "")


def test_one_device_does_not_stand_for_two_ports(config: Path) -> None:
    second = "interface Serial0/1\n bandwidth 2000\n service-policy output P\n"
    config.write_text(CONFIG + second)
    code, out, err = run('qosc compile "$CONFIG" -t tc --device eth1', config)
    assert (code, out) == (2, "")
    assert "--interface" in err
    assert run('qosc compile "$CONFIG" -t tc --device eth1 --interface Serial0/1', config)[0] == 0


def test_an_option_of_tc_is_refused_for_other_targets(config: Path) -> None:
    code, out, err = run('qosc compile "$CONFIG" -t sim --device eth1', config)
    assert (code, out) == (2, "")
    assert "--device" in err


@pytest.mark.parametrize(
    "command",
    ['check "$CONFIG.not"', 'compile "$CONFIG" -t tc -o "$CONFIG/x" --ledger none',
     'show "$CONFIG" --interface Serial9'],
)  # fmt: skip
def test_what_is_not_wrong_usage_has_one_line(config: Path, command: str) -> None:
    code, out, err = run(f"qosc {command}", config)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert err.count("\n") == 1
