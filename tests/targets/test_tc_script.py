"""The script: what it runs, what it refuses, and that no name of a config gets out of its place."""

import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

import qosc
from qosc.amounts import Rate
from qosc.datapath import with_defaults
from qosc.fields import Field
from qosc.ir import (
    AccessEntry,
    AccessList,
    AllOf,
    Anything,
    Attachment,
    ClassMap,
    Device,
    Interval,
    Policy,
    Port,
    Reference,
    RefKind,
    Test,
    TrafficClass,
)
from qosc.profiles import profile
from qosc.source import SourceText, Span
from qosc.targets.tc.arguments import INTERFACE, arguments
from qosc.targets.tc.compiling import compile as compile_tc
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.devices import is_device, is_told
from qosc.targets.tc.options import DeviceNameError, TcOptions
from tests.targets import tc_strategies as some
from tests.targets.tc.script.fake_kernel import calls, fake_kernel, run, standing
from tests.targets.tc_reading import read_command, read_script

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("infn-*/*.cfg"))
OPTIONS = TcOptions(profile("ios-12"), device_name="eth0")
HOSTILE = (
    "$(reboot)",
    "`reboot`",
    "a;reboot",
    "a'b",
    'a"b',
    "a\nreboot",
    "-rf",
    "x" * 10_000,
    "a\0b",
    "a\r\nreboot\r\n",
    "\x1b[2J",
    "{{ 7 * 7 }}",
    "{% raw %}",
    "*",
    "a=b",
    "${IFS}",
    "&& reboot",
    "\u2028reboot",
    "EOT",
    "\nEOT\nreboot\n",
    "# shellcheck disable=all",
    "a\\",
    "\ud800",
)
CONFIG = """\
class-map match-any voice
 match ip dscp ef
policy-map wan
 class voice
  priority 200
 class class-default
  bandwidth 500
interface Serial0
 bandwidth 1000
 rate-limit input access-group 101 64000 8000 8000 conform-action transmit exceed-action drop
 service-policy output wan
access-list 101 permit tcp any any eq 80
"""


def compiled(text: str = CONFIG, **options: object) -> str:
    config = qosc.loads(text, name="router.cfg")
    artefact = qosc.compile(config, device_name="eth0", allow_loss=True, **options)
    return artefact.files[0].text


def stubs(folder: Path, *, fail_at: int = 0) -> dict[str, str]:
    """A PATH on which tc and ip keep an account of what they are given, and what a name of a config
    would run leaves a trace; the command of that number fails."""
    env = fake_kernel(folder, fail_at=fail_at)
    for name in ("reboot", "sh", "IFS"):
        (folder / name).write_text(f'#!/bin/sh\n: > "{folder}/escaped"\n')
        (folder / name).chmod(0o755)
    return {**env, "LC_ALL": "C.UTF-8"}


def applied(plan, interface):
    """The commands of a plan on an interface, below what splits joined packets."""
    rows = [
        [interface if word == INTERFACE else word for word in arguments(c.node)[1:]]
        for c in plan.commands
    ]
    above = ["qdisc", "add", "dev", interface, "root", "handle"]
    for row in [row for row in rows if row == [*above, "1:", "htb", *row[8:]]]:
        row[4:5] = ["parent", "fffe:1"]
        kind = ["tbf", "rate", "1tbit", "burst", "1564", "limit", "1000000"]
        rows.append([*above, "fffe:", *kind])
    return rows


def test_apply_runs_the_commands_of_the_model_on_the_interface(tmp_path):
    env = stubs(tmp_path / "bin")
    done = run(env, compiled(), "apply", "wan0")
    assert (done.returncode, done.stderr) == (0, "")
    wanted = applied(read_script(compiled())[0], "wan0")
    made = [call for call in calls(env) if call[1] == "add"]
    assert sorted(made) == sorted(wanted)
    assert len(wanted) > 8
    # What is to be dropped is dropped before the first queue opens.
    kinds = [call[0] for call in made[1:]]
    assert kinds == sorted(kinds, key=lambda kind: kind != "filter")


def test_apply_takes_the_interface_that_compile_was_told(tmp_path):
    env = stubs(tmp_path / "bin")
    assert run(env, compiled(), "apply").returncode == 0
    assert {call[call.index("dev") + 1] for call in calls(env)} == {"eth0"}


def test_apply_twice_leaves_what_apply_once_does(tmp_path):
    env = stubs(tmp_path / "bin")
    run(env, compiled(), "apply", "wan0")
    once, made = standing(env)["wan0"], calls(env)
    assert run(env, compiled(), "apply", "wan0").returncode == 0
    assert calls(env) == made
    assert run(env, compiled(), "apply", "--force", "wan0").returncode == 0
    assert standing(env)["wan0"] == once
    assert len(calls(env)) > len(made)


@pytest.mark.parametrize("number", [1, 2, 5])
def test_the_first_error_ends_it_and_is_undone(tmp_path, number):
    env = stubs(tmp_path / "bin", fail_at=number)
    done = run(env, compiled(), "apply", "wan0")
    assert done.returncode != 0
    assert "undone" in done.stderr
    assert len([call for call in calls(env) if call[1] == "add"]) == number
    assert standing(env)["wan0"] == []


def test_clear_and_show(tmp_path):
    env = stubs(tmp_path / "bin")
    assert run(env, compiled(), "apply", "wan0").returncode == 0
    shown = run(env, compiled(), "show", "wan0")
    assert shown.returncode == 0
    assert "class htb 1:1" in shown.stdout
    assert run(env, compiled(), "clear", "wan0").returncode == 0
    assert standing(env)["wan0"] == []


@pytest.mark.parametrize("words", [(), ("apply", "a", "b"), ("help",), ("apply", ""), ("--help",)])
def test_wrong_usage_says_how_and_does_nothing(tmp_path, words):
    env = stubs(tmp_path / "bin")
    done = run(env, compiled(), *words)
    assert done.returncode == 2
    assert "Serial0" in done.stderr
    assert calls(env) == []


@pytest.mark.parametrize(
    "name", ["nosuch", "a:b", "a b", "$(reboot) ", "x" * 16, "a/b", "..", "a\nb"]
)
def test_what_is_no_interface_is_refused(tmp_path, name):
    env = stubs(tmp_path / "bin")
    assert run(env, compiled(), "apply", name).returncode == 1
    assert calls(env) == []


def test_needs_root(tmp_path):
    env = stubs(tmp_path / "bin")
    (tmp_path / "bin" / "id").write_text("#!/bin/sh\necho 1000\n")
    done = run(env, compiled(), "apply", "wan0")
    assert done.returncode == 1
    assert "root" in done.stderr
    assert calls(env) == []


def test_several_ports_are_told_apart(tmp_path):
    text = CONFIG + "interface Serial1\n service-policy output wan\n"
    env = stubs(tmp_path / "bin")
    done = run(env, compiled(text), "apply", "Serial1=wan1", "Serial0=wan0")
    assert (done.returncode, done.stderr) == (0, "")
    assert {call[call.index("dev") + 1] for call in calls(env)} == {"wan0", "wan1"}
    env = stubs(tmp_path / "again")
    assert run(env, compiled(text), "apply", "Serial1=wan1", "Serial2=wan0").returncode == 2
    assert calls(env) == []
    done = run(env, compiled(text), "apply", "Serial1=wan1", "Serial0=wan1")
    assert "two ports" in done.stderr


def hostile_device(name: str) -> Device:
    span = Span(name, 1, 1, 1, 9)
    entry = AccessEntry(permit=True, match=Test(Field.PROTOCOL, (Interval(6, 6),)), origin=span)
    policy = Policy(
        name,
        (
            TrafficClass(
                name, Reference(RefKind.CLASS_MAP, name), guarantee=Rate(100_000), origin=span
            ),
            TrafficClass("class-default", Anything(), guarantee=Rate(100_000), origin=span),
        ),
        description=name,
        origin=span,
    )
    lists = (Reference(RefKind.ACCESS_LIST, name), Reference(RefKind.ACCESS_LIST, name + "gone"))
    ports = tuple(
        Port(
            port,
            description=name,
            bandwidth=Rate(1_000_000),
            origin=span,
            output=(Attachment(Reference(RefKind.POLICY_MAP, name), origin=span),),
        )
        for port in (name, name + "2")
    )
    return Device(
        hostname=name,
        ports={port.name: port for port in ports},
        policies={name: policy},
        class_maps={name: ClassMap(name, AllOf((lists[0],)), description=name, origin=span)},
        access_lists={name: AccessList(name, (entry,), origin=span)},
    )


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_a_hostile_name_is_never_run(tmp_path, name, several):
    device = with_defaults(hostile_device(name), OPTIONS.profile)
    ports = tuple(device.ports.values())[: 2 if several else 1]
    source = SourceText(name, f"class {name}\n")
    options = TcOptions(OPTIONS.profile, device_name=name, allow_loss=True, source=source)
    if not is_told(name):
        with pytest.raises(DeviceNameError):
            compile_tc(device, ports, options)
        options = replace(options, device_name="")
    text = compile_tc(device, ports, options).files[0].text
    plans, _ = lower(device, ports, options)
    assert [[c.node for c in plan.commands] for plan in read_script(text)] == [
        [c.node for c in plan.commands] for plan in plans
    ]
    env = stubs(tmp_path / "bin")
    script = Path(env["PATH"]) / "script"
    data = text.encode("utf-8", "replace")
    assert b"\0" not in data
    script.write_bytes(data)
    checked = subprocess.run(["/bin/sh", "-n", script], capture_output=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, b"")
    words = ["apply", "wan0"]
    if several:
        shown = [port.name.replace("\0", "").encode("utf-8", "replace") for port in ports]
        words = ["apply", shown[0] + b"=wan0", shown[1] + b"=wan1"]
    subprocess.run(["/bin/sh", script], env=env, capture_output=True, check=False)
    subprocess.run(["/bin/sh", script, "apply"], env=env, capture_output=True, check=False)
    # Only a name that an interface can have gets as far as tc, and there as one word.
    default = {name} if is_device(name) and not several else set()
    assert {call[call.index("dev") + 1] for call in calls(env)} == default
    (Path(env["PATH"]) / "calls").unlink(missing_ok=True)
    done = subprocess.run(["/bin/sh", script, *words], env=env, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert not (tmp_path / "bin" / "escaped").exists()
    made = [call for call in calls(env) if call[1] == "add"]
    assert sorted(made) == sorted(
        words for number, plan in enumerate(plans) for words in applied(plan, f"wan{number}")
    )


@settings(deadline=None, max_examples=60)
@given(some.devices())
def test_a_script_reads_back_as_the_model(device):
    device = with_defaults(device, OPTIONS.profile)
    port = device.ports["Serial0"]
    (plan,), _ = lower(device, (port,), OPTIONS)
    text = compile_tc(device, (port,), OPTIONS).files[0].text
    assert [c.node for c in read_script(text)[0].commands] == [c.node for c in plan.commands]


def test_the_reader_refuses_what_it_does_not_know():
    for text in (
        "tc qdisc add dev eth0 root handle 1: tbf rate 1mbit",
        "tc class add dev eth0 parent 1: classid 1:1 htb rate 1mbit",
        "tc filter add dev eth0 egress chain 0 pref 1 protocol ip bpf",
        "tc filter add dev eth0 egress chain 0 pref 1 protocol ip matchall action mirred",
        "reboot",
    ):
        with pytest.raises(ValueError, match=r"."):
            read_command(text.split())


def test_the_same_config_gives_the_same_script():
    assert compiled() == compiled()


def test_each_command_quotes_its_config_line():
    text = compiled()
    assert "# router.cfg:5: priority 200" in text
    assert "# router.cfg:10: rate-limit input access-group 101 64000" in text


def test_a_loss_is_said_at_its_place():
    text = CONFIG.replace("match ip dscp ef", "match protocol skype")
    lines = compiled(text).split("\n")
    number = next(n for n, line in enumerate(lines) if "NOT IN THIS SCRIPT" in line)
    assert "skype" in lines[number]
    config = qosc.loads(text)
    assert qosc.compile(config).files == ()


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
def test_scripts_are_clean_to_shellcheck(tmp_path):
    several = CONFIG + "interface Serial1\n service-policy output wan\n"
    texts = [compiled(text, batch=batch) for text in (CONFIG, several) for batch in (False, True)]
    texts += [compiled(path.read_text()) for path in EXAMPLES]
    for number, text in enumerate(texts):
        script = tmp_path / f"{number}.sh"
        script.write_text(text)
        done = subprocess.run(
            ["shellcheck", script],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
        assert (done.returncode, done.stdout) == (0, "")
