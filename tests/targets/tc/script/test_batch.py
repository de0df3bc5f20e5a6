"""Scripts that hand all commands of a port to `tc -batch`, and what is undone when one fails."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import qosc
from qosc.cli import cli
from qosc.datapath import with_defaults
from qosc.source import SourceText
from qosc.targets.tc.arguments import INTERFACE, arguments
from qosc.targets.tc.compiling import compile as compile_tc
from qosc.targets.tc.options import TcOptions
from tests.targets.tc.script.fake_kernel import calls, fake_kernel, run, standing
from tests.targets.tc_reading import read_script
from tests.targets.test_tc_script import (
    CONFIG,
    HOSTILE,
    OPTIONS,
    compiled,
    hostile_device,
)

TWO = CONFIG + "interface Serial1\n bandwidth 2000\n service-policy output wan\n"


def files_of(text: str) -> dict[str, str]:
    artefact = qosc.compile(qosc.loads(text, name="router.cfg"), allow_loss=True, batch=True)
    return {file.name: file.text for file in artefact.files}


def plain_commands(text: str) -> list[list[str]]:
    """Each port's commands, a line each, with the placeholder for the interface."""
    return [
        [
            " ".join("@INTERFACE@" if word == INTERFACE else word for word in arguments(c.node)[1:])
            for c in plan.commands
        ]
        for plan in read_script(text)
    ]


def commands_of(batch: str) -> list[str]:
    return [line for line in batch.splitlines() if line and not line.startswith("#")]


def test_the_files_hold_the_commands_of_the_plain_script_in_its_order():
    files = files_of(TWO)
    assert sorted(files) == ["qos-1.batch", "qos-2.batch", "qos.sh"]
    wanted = plain_commands(compiled(TWO))
    assert [commands_of(files[f"qos-{n}.batch"]) for n in (1, 2)] == wanted


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_name_of_a_config_becomes_a_command_of_a_batch_file(name):
    device = with_defaults(hostile_device(name), OPTIONS.profile)
    ports = tuple(device.ports.values())
    source = SourceText(name, f"class {name}\n")
    options = TcOptions(OPTIONS.profile, source=source, batch=True)
    files = compile_tc(device, ports, options).files
    plain = compile_tc(device, ports, replace(options, batch=False)).files[0].text
    # The ports have the same commands, so that one file is for both.
    assert [commands_of(file.text) for file in files[1:]] * 2 == plain_commands(plain)
    for file in files:
        assert "\0" not in file.text
    for file in files[1:]:
        assert not any(line.endswith("\\") for line in file.text.splitlines())


def apply(
    tmp_path: Path, fail_at: int, *names: str
) -> tuple[subprocess.CompletedProcess[str], dict[str, str]]:
    """Runs the script beside those of its files that are named."""
    folder = tmp_path / "bin"
    env = fake_kernel(folder, fail_at=fail_at)
    files = files_of(CONFIG)
    for name in names:
        (folder / name).write_text(files[name])
    return run(env, files["qos.sh"], "apply", "wan0"), env


def test_the_batch_is_for_the_interface_that_apply_is_told(tmp_path):
    done, env = apply(tmp_path, 0, "qos-1.batch")
    assert (done.returncode, done.stderr) == (0, "")
    wanted = [line.replace("@INTERFACE@", "wan0") for line in plain_commands(compiled())[0]]
    root = next(line for line in wanted if " root handle 1: htb " in line)
    # What splits joined packets stands above the classes.
    wanted.remove(root)
    wanted.append("qdisc add dev wan0 root handle fffe: tbf rate 1tbit burst 1564 limit 1000000")
    wanted.append(root.replace(" root ", " parent fffe:1 "))
    assert sorted(" ".join(call) for call in calls(env)) == sorted(wanted)


def test_a_line_that_fails_is_named_and_what_was_done_is_cleared(tmp_path):
    done, env = apply(tmp_path, 5, "qos-1.batch")
    assert done.returncode == 1
    assert "no more" in done.stderr
    failed = " ".join(calls(env)[4])
    assert f"failed: tc {failed}\n" in done.stderr
    assert failed.replace("wan0", "@INTERFACE@") in commands_of(files_of(CONFIG)["qos-1.batch"])
    assert "undone on: wan0" in done.stderr
    assert standing(env)["wan0"] == []


def test_a_missing_batch_file_changes_nothing(tmp_path):
    done, env = apply(tmp_path, 0)
    assert done.returncode == 1
    assert "qos-1.batch" in done.stderr
    assert calls(env) == []


def test_the_plain_script_names_the_command_that_failed(tmp_path):
    env = fake_kernel(tmp_path / "bin", fail_at=5)
    done = run(env, compiled(), "apply", "wan0")
    assert done.returncode == 1
    assert f"failed: tc {' '.join(calls(env)[4])}\n" in done.stderr
    assert "undone on: wan0" in done.stderr


def test_the_command_line_writes_all_files_into_a_folder(tmp_path):
    (tmp_path / "router.cfg").write_text(TWO)
    arguments = ["compile", str(tmp_path / "router.cfg"), "-t", "tc", "--batch", "--allow-loss"]
    done = CliRunner().invoke(cli, [*arguments, "-o", str(tmp_path / "out")])
    assert done.exit_code == 0
    made = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert made == [".qosc.sha256", "qos-1.batch", "qos-2.batch", "qos.sh"]
    other = CliRunner().invoke(cli, ["compile", "-", "-t", "sim", "--batch"], input=TWO)
    assert other.exit_code == 2
