"""Where `compile --output` writes: never over what is no ordinary file."""

from __future__ import annotations

import os
import re
import signal
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
        ["sh", "-c", f'qosc() {{ {program} "$@"; }}; {command}'],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, "CONFIG": str(config)},
        cwd=config.parent,
    )
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
    [
        'check "$CONFIG.not"',
        'compile "$CONFIG" -t tc -o "$CONFIG/x" --ledger none',
        'show "$CONFIG" --interface Serial9',
    ],
)
def test_what_is_not_wrong_usage_has_one_line(config: Path, command: str) -> None:
    code, out, err = run(f"qosc {command}", config)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert err.count("\n") == 1


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize(
    ("mask", "script", "model"), [("077", 0o700, 0o600), ("022", 0o755, 0o644)]
)
def test_the_umask_is_heeded(config: Path, mask: str, script: int, model: int) -> None:
    line = 'qosc compile "$CONFIG" --ledger none'
    assert run(f"umask {mask}; {line} -t tc -o x.sh; {line} -t ir -o x.json", config)[0] == 0
    assert (mode(config.parent / "x.sh"), mode(config.parent / "x.json")) == (script, model)


def test_nothing_is_written_through_a_link_that_lies_in_wait(config: Path) -> None:
    """A name with the number of the process was foreseen by links for all numbers."""
    prey = config.parent / "prey"
    prey.write_text("keep")
    line = (
        "for n in $(seq $$ $(($$ + 50))); do ln -s prey x.sh.$n.part; done; "
        'qosc compile "$CONFIG" -t tc -o x.sh --ledger none'
    )
    assert run(line, config)[0] == 0
    assert prey.read_text() == "keep"
    assert not (config.parent / "x.sh").is_symlink()
    assert (config.parent / "x.sh").read_text().startswith("#!/bin/sh\n")


def test_a_link_is_replaced_and_what_it_leads_to_stays(config: Path) -> None:
    prey, link = config.parent / "prey", config.parent / "x.sh"
    prey.write_text("keep")
    link.symlink_to("prey")
    assert run('qosc compile "$CONFIG" -t tc -o x.sh --ledger none', config)[0] == 0
    assert (prey.read_text(), link.is_symlink()) == ("keep", False)


def test_a_folder_keeps_files_that_are_not_ours(config: Path) -> None:
    folder = config.parent / "keep"
    line = 'qosc compile "$CONFIG" -t tc --batch --ledger none -o keep'
    folder.mkdir()
    (folder / "qos.sh").write_text("mine")
    code, _, err = run(line, config)
    assert (code, (folder / "qos.sh").read_text()) == (2, "mine")
    assert err == "Error: 'keep/qos.sh' is there, and not as qosc wrote it; --force overwrites it\n"
    assert [path.name for path in folder.iterdir()] == ["qos.sh"]
    assert run(f"{line} --force", config)[0] == 0
    written = (folder / "qos.sh").read_text()
    assert written.startswith("#!/bin/sh\n")
    # What qosc wrote is written anew, until somebody changes it.
    config.write_text(CONFIG.replace("1000000", "1500000"))
    assert run(line, config)[0] == 0
    assert "1500" in (folder / "qos-1.batch").read_text()
    (folder / "qos-1.batch").write_text("changed")
    assert run(line, config)[0] == 2
    assert (folder / "qos-1.batch").read_text() == "changed"


def test_the_record_of_a_folder_is_one_of_sha256sum(config: Path) -> None:
    assert run('qosc compile "$CONFIG" -t ns3 --ledger none -o made --allow-loss', config)[0] == 0
    code, out, _ = run("cd made && sha256sum -c .qosc.sha256", config)
    assert code == 0
    assert out.count(": OK\n") == out.count("\n") > 5


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a name here")
def test_a_pipe_in_the_place_of_the_record_is_not_waited_for(config: Path) -> None:
    (config.parent / "made").mkdir()
    os.mkfifo(config.parent / "made" / ".qosc.sha256")
    code, _, err = run("qosc compile -t tc --allow-loss -o made/ router.cfg", config)
    assert code == 2
    assert "cannot write 'made/.qosc.sha256': it is no ordinary file" in err
    assert [one.name for one in (config.parent / "made").iterdir()] == [".qosc.sha256"]


def test_a_full_disk_leaves_nothing(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second file does not fit: the first is not there either, nor is the folder."""
    from qosc.cli.files import RefusedError
    from qosc.cli.output import write_files
    from qosc.targets.base import OutputFile

    made = os.chmod
    calls = []

    def chmod(path: str, number: int) -> None:
        calls.append(path)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        made(path, number)

    monkeypatch.setattr(os, "chmod", chmod)
    folder = config.parent / "new" / "made"
    files = [OutputFile("a", "a"), OutputFile("b", "b")]
    with pytest.raises(RefusedError, match="No space left on device"):
        write_files(files, str(folder))
    assert [path.name for path in config.parent.iterdir()] == ["router.cfg"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_while_files_are_written_leaves_nothing(config: Path, number: int) -> None:
    """The signal comes when the first file is there: the program sends it to itself."""
    program = f"""
import os
made = os.chmod
def chmod(path, number):
    made(path, number)
    os.kill(os.getpid(), {int(number)})
os.chmod = chmod
from qosc.__main__ import main
main()
"""
    line = ["compile", str(config), "-t", "ns3", "--allow-loss", "--ledger", "none", "-o", "made"]
    done = subprocess.run(
        [sys.executable, "-c", program, *line],
        cwd=config.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == (130 if number == signal.SIGINT else -number)
    assert done.stderr.strip() == ""
    assert [path.name for path in config.parent.iterdir()] == ["router.cfg"]


def test_artefacts_do_not_tell_where_the_config_lies(config: Path) -> None:
    for target in ("sim", "ns3", "ir"):
        line = f'qosc compile "$CONFIG" -t {target} --allow-loss --ledger none -o {target}/'
        assert run(line, config)[0] == 0
        files = [path for path in (config.parent / target).rglob("*") if path.is_file()]
        text = "".join(path.read_text() for path in files)
        assert str(config.parent) not in text
        assert "router.cfg" in text


def test_ports_of_one_slug_have_files_of_their_own_alike_in_all_targets(config: Path) -> None:
    second = "".join(
        f"interface {name}\n bandwidth 2000\n service-policy output P\n"
        for name in ("Serial0.0", "Serial0/0/2")
    )
    config.write_text(CONFIG + second)
    names = {}
    for target, ending in (("sim", ".yaml"), ("ns3", ".cc")):
        line = f'qosc compile "$CONFIG" -t {target} --allow-loss --ledger none -o {target}/'
        assert run(line, config)[0] == 0
        found = (config.parent / target).glob(f"*{ending}")
        names[target] = {path.stem for path in found if path.parent.name == target}
    assert names["sim"] == names["ns3"]
    assert len(names["sim"]) == 3
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names["sim"])
