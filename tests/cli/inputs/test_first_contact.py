"""What a newcomer types: understood, or answered with what to type instead."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import qosc
from qosc.api import NoSuchPortError, WrongPlatformError, qos_ports

ROOT = Path(__file__).parents[3]

CONFIG = """\
class-map match-all VOICE
 match ip dscp ef
policy-map WAN
 class VOICE
  priority 100
interface GigabitEthernet0/1
 service-policy output WAN
interface GigabitEthernet0/1.20
 encapsulation dot1Q 20
 service-policy output WAN
interface FastEthernet0/0
 service-policy output WAN
interface ATM1/0.108 point-to-point
 pvc 4/108
  vbr-nrt 2000 2000 1
  service-policy output WAN
"""
JUNOS = """\
class-of-service {
    schedulers { S { transmit-rate percent 20; } }
    scheduler-maps { M { forwarding-class best-effort scheduler S; } }
    interfaces { ge-0/0/1 { scheduler-map M; } }
}
"""


def run(*arguments: str, stdin: str = "", cwd: Path | None = None) -> tuple[int, str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "qosc", *arguments],
        input=stdin,
        text=True,
        capture_output=True,
        check=False,
        cwd=cwd,
        timeout=60,
    )
    return done.returncode, done.stdout, done.stderr


def test_the_module_runs_as_the_console_script_does(tmp_path: Path) -> None:
    script = Path(sys.executable).parent / "qosc"
    for arguments in (["--version"], ["--help"], ["check", "none.cfg"], ["check", "-"], []):
        done = subprocess.run(
            [script, *arguments],
            input=CONFIG,
            text=True,
            capture_output=True,
            check=False,
            cwd=tmp_path,
            timeout=60,
        )
        assert run(*arguments, stdin=CONFIG, cwd=tmp_path) == (
            done.returncode,
            done.stdout,
            done.stderr,
        )


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("lint", "qosc check"),
        ("version", "qosc --version"),
        ("help", "qosc --help"),
        ("chekc", "qosc check"),
        ("LINT", "qosc check"),
        ("router.cfg", "qosc check router.cfg"),
    ],
)
def test_a_command_that_is_not_there_is_answered_with_one_that_is(
    tmp_path: Path, typed: str, meant: str
) -> None:
    (tmp_path / "router.cfg").write_text(CONFIG)
    code, out, err = run(typed, cwd=tmp_path)
    assert (code, out) == (2, "")
    assert err.endswith(f"Error: No such command {typed!r}. Did you mean `{meant}`?\n")


def test_no_command_is_made_up_for_a_word_that_is_near_to_none() -> None:
    assert run("frobnicate")[2].endswith("Error: No such command 'frobnicate'.\n")


@pytest.mark.parametrize("command", ["check", "show", "compile", "verify", "simulate"])
def test_a_text_in_a_pipe_is_not_read_unasked_and_the_dash_is_named(command: str) -> None:
    options = ("-t", "tc") if command == "compile" else ()
    code, out, err = run(command, *options, stdin=CONFIG)
    assert (code, out) == (2, "")
    assert err.endswith("\nTo read standard input, write `-`.\n")


@pytest.mark.parametrize(
    ("typed", "ports"),
    [
        ("Gi0/1", ["GigabitEthernet0/1", "GigabitEthernet0/1.20"]),
        ("gig 0/1", ["GigabitEthernet0/1", "GigabitEthernet0/1.20"]),
        # Its packets go on through the interface that it is a part of.
        ("gigabitethernet0/1.20", ["GigabitEthernet0/1", "GigabitEthernet0/1.20"]),
        ("Gi0/1:only", ["GigabitEthernet0/1"]),
        ("gigabitethernet0/1 :ONLY", ["GigabitEthernet0/1"]),
        ("ATM1/0.108 pvc 4/108:only", ["ATM1/0.108 pvc 4/108"]),
        ("fa0/0", ["FastEthernet0/0"]),
        ("ATM1/0", ["ATM1/0.108 pvc 4/108"]),
        ("atm1/0.108", ["ATM1/0.108 pvc 4/108"]),
        ("ATM1/0.108 PVC 4/108", ["ATM1/0.108 pvc 4/108"]),
    ],
)
def test_an_interface_is_found_as_a_router_finds_it(typed: str, ports: list[str]) -> None:
    config = qosc.loads(CONFIG)
    assert [port.name for port in qos_ports(config, typed)] == ports


def test_an_interface_that_is_not_there_is_no_other() -> None:
    config = qosc.loads(CONFIG)
    for typed in ("Gi0/11", "Gi0", "ATM1", "0/1", "", "Gi0/1.2"):
        with pytest.raises(NoSuchPortError, match="there is GigabitEthernet0/1, "):
            qos_ports(config, typed)


def test_a_port_is_asked_for_alone_that_has_no_qos_itself() -> None:
    with pytest.raises(NoSuchPortError, match="itself; on it hangs ATM1"):
        qos_ports(qosc.loads(CONFIG), "ATM1/0:only")


def test_a_port_with_subinterfaces_has_a_device() -> None:
    compile_it = ("compile", "-t", "tc", "-", "--device", "eth0", "--interface")
    code, out, err = run(*compile_it, "Gi0/1", stdin=CONFIG)
    assert (code, out) == (2, "")
    assert "`--interface 'GigabitEthernet0/1:only'` takes one of them alone" in err
    code, out, err = run(*compile_it, "GigabitEthernet0/1:only", stdin=CONFIG)
    assert code == 0, err
    assert "eth0" in out
    assert "GigabitEthernet0/1.20" not in out
    code, out, err = run("verify", "-", "--interface", "Gi0/1:only", stdin=CONFIG)
    assert code == 0, out + err


@pytest.mark.parametrize("command", ["show", "compile -t tc", "compile -t sim", "verify"])
def test_every_command_takes_the_short_name(command: str) -> None:
    code, out, err = run(*command.split(), "-", "--interface", "fa0/0", stdin=CONFIG)
    assert code == 0, err
    assert "GigabitEthernet" not in out
    assert out


def test_the_case_of_a_platform_does_not_matter() -> None:
    for typed, text in (("IOS-XE", CONFIG), ("junos-MX", JUNOS)):
        told = run("show", "-", "--platform", typed, stdin=text)
        assert told == run("show", "-", "--platform", typed.lower(), stdin=text)
        assert told[0] == 0


@pytest.mark.parametrize(
    ("platform", "text", "system"),
    [("junos-mx", CONFIG, "Cisco IOS"), ("ios-xe", JUNOS, "Juniper JunOS")],
)
def test_a_platform_of_another_vendor_is_an_error(platform: str, text: str, system: str) -> None:
    for command in ("check", "show", "compile -t tc", "verify"):
        code, out, err = run(*command.split(), "-", "--platform", platform, stdin=text)
        assert (code, out) == (2, "")
        words = f"<stdin> is no config of the platform {platform}: it is written in {system}"
        assert err.startswith(f"Error: {words}")
    with pytest.raises(WrongPlatformError):
        qosc.loads(text, platform=platform)


def test_a_text_that_tells_no_vendor_is_read_as_the_platform_says() -> None:
    text = "forwarding-options;\n"
    assert qosc.loads(text, platform="junos-mx").profile.name == "junos-mx"
    assert qosc.loads(text, platform="ios-xe").profile.name == "ios-xe"


def test_verify_needs_no_target() -> None:
    code, out, _ = run("verify", "-", "--interface", "fa0/0", stdin=CONFIG)
    assert code == 0
    assert out.startswith("No difference ")


def test_the_model_is_printed_where_nothing_is_applied() -> None:
    from qosc.targets.ir import parse

    text = CONFIG[: CONFIG.index("interface")]
    code, out, err = run("compile", "-t", "ir", "-", "--ledger", "none", stdin=text)
    assert (code, err) == (0, "")
    assert set(parse(out).policies) == {"WAN"}
    assert run("compile", "-t", "ir", "-", "--interface", "fa0/0", stdin=text)[0] == 2


@pytest.mark.parametrize(
    "command", ["check -", "rules", "simulate SCENARIO", "verify -", "lab run EXAMPLE"]
)
def test_json_is_asked_for_alike_in_every_command(command: str, tmp_path: Path) -> None:
    import json

    example = ROOT / "examples" / "infn-fnal-wfq"
    scenario = tmp_path / "s.yaml"
    whole = (example / "scenario.yaml").read_text()
    scenario.write_text(whole.replace("duration_ms: 65000", "duration_ms: 6000"))
    words = [
        {"SCENARIO": str(scenario), "EXAMPLE": str(example)}.get(word, word)
        for word in command.split()
    ]
    code, out, err = run(*words, "--format", "json", stdin=CONFIG)
    assert code in (0, 1), err
    assert json.loads(out)


def test_an_interrupt_while_modules_are_imported_leaves_no_traceback(tmp_path: Path) -> None:
    """`click` is the first module that the command line needs; this one is interrupted."""
    (tmp_path / "click.py").write_text("raise KeyboardInterrupt\n")
    done = subprocess.run(
        [sys.executable, "-m", "qosc", "rules"],
        capture_output=True,
        check=False,
        timeout=60,
        env={"PYTHONPATH": str(tmp_path)},
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("check --json -", "Did you mean `--format json`?"),
        ("check --severity error -", "Did you mean `--fail-on`?"),
        ("check --fail-on warnings -", "Did you mean `warning`?"),
        ("check --platform iosxe -", "Did you mean `ios-xe`?"),
        ("show --port Gi0/1 -", "Did you mean `--interface`?"),
        ("compile --target TCC -", "Did you mean `tc`?"),
    ],
)
def test_an_option_or_a_value_is_answered_with_the_one_that_is_there(
    typed: str, meant: str
) -> None:
    code, out, err = run(*typed.split(), stdin=CONFIG)
    assert (code, out) == (2, "")
    assert err.endswith(f"\n{meant}\n")


@pytest.mark.parametrize(
    ("command", "form"),
    [
        ("diff", "NAME=FILE,FILE"),
        ("trace", "NAME=FILE,FILE"),
        ("verify", "NAME=FILE,FILE"),
        ("compile -t tc", "core=a.cfg,b.cfg"),
        ("compile -t tc -", "core=a.cfg,b.cfg"),
    ],
)
def test_device_is_answered_with_what_stands_in_place_of_a_file(command: str, form: str) -> None:
    code, out, err = run(*command.split(), "--device", "core=a.cfg,b.cfg", stdin=CONFIG)
    assert (code, out) == (2, "")
    assert err.endswith(f"Several files of one device stand in place of a file: `{form}`.\n")


def test_an_option_is_not_answered_with_one_that_the_command_lacks() -> None:
    assert "Did you mean" not in run("explain", "--json", "QOS001")[2]


def test_help_takes_the_name_of_a_command() -> None:
    assert run("help", "check") == run("check", "--help")
    assert run("help", "check")[0] == 0


def test_concise_says_where_no_line_of_qos_was_read() -> None:
    concise = ("check", "--format", "concise", "-")
    assert run(*concise, stdin="hostname r1\n") == (
        0,
        "",
        "No QoS in 1 file: its one line does not concern it.\n",
    )
    assert run(*concise, stdin=CONFIG)[2] == ""
