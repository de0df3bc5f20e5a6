"""Names that were made to be run, to end a string or to steer a terminal, through every command."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from unicodedata import category

import pytest
import yaml

from qosc.cli import main

NAMES = (
    "$(reboot)",
    "\x1b[2J",
    "`reboot`",
    "';reboot;'",
    '";reboot;"',
    '");system("reboot");//',
    "??/",
    "*/x/*",
    "\\",
    "\\n",
    'R"(x)"',
    "'",
    '"',
    "&&reboot",
    "#",
    "|",
    "-",
    "--help",
    "*",
    "EOT",
    "%s%n",
    "!!python/object/apply:os.system",
    "{a:b}",
    "[x",
    "&a",
    "*a",
    "%TAG",
    "{{7*7}}",
    "<b>",
    "]]>",
    "\x1b]0;x\x07",
    "\x9b31m",
    "\x08\x08",
    "\x7f",
    "\x85x",
    "\x0bx",
    "\x0cx",
    "a\0b",
    "\u202ex",
    "\u2066x",
    "\u2028x",
    "\u200b",
    "\ufeffx",
    "\U000e0041x",
    "\udcff",
    "x" * 5000,
)


def ios() -> str:
    lines = [f"hostname {NAMES[0]}"]
    for number, name in enumerate(NAMES):
        lines += [
            f"class-map match-all {name}",
            f" description {name} {name}",
            f" match access-group name {name}",
            f" match protocol {name}",
            f"ip access-list extended {name}",
            f" remark {name}",
            f" permit udp any any eq {number + 1}",
            f" permit {name} any any",
            f"policy-map {name}",
            f" description {name}",
            f" class {name}",
            "  priority 100",
            f"  set {name}",
            f" class {name}x",
            "  bandwidth 10",
            f"policy-map {name}z",
            f" class {name}",
        ]
        for port in (f"Serial0/{number}", f"Serial1/{name}"):
            lines += [
                f"interface {port}",
                f" description {name}",
                " bandwidth 2000",
                f" service-policy output {name}",
                f" service-policy input {name}y",
            ]
    return "\n".join(lines) + "\n"


def junos() -> str:
    lines = ["set system host-name x"]
    for number, plain in enumerate(NAMES):
        name = '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
        cos, term = "set class-of-service", f"set firewall family inet filter {name} term {name}"
        port = f"ge-0/0/{number}"
        lines += [
            f"{cos} forwarding-classes class {name} queue-num {number % 8}",
            f"{cos} schedulers {name} transmit-rate percent 2",
            f"{cos} scheduler-maps {name} forwarding-class {name} scheduler {name}",
            f"{cos} interfaces {name} scheduler-map {name}",
            f"{cos} interfaces {port} scheduler-map {name}",
            f"set interfaces {port} description {name}",
            f"set interfaces {port} unit 0 family inet filter input {name}",
            f"{term} from destination-port {number + 1}",
            f"{term} then policer {name}",
            f"{term} then count {name}",
            f"{term} then forwarding-class {name}",
            f"set firewall policer {name} if-exceeding bandwidth-limit 1m",
            f"set firewall policer {name} if-exceeding burst-size-limit 15k",
            f"set firewall policer {name} then discard",
        ]
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module", params=[ios, junos])
def config(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hostile") / "\x1b[2J.cfg"
    path.write_text(request.param(), encoding="utf-8", errors="surrogateescape")
    return path


@pytest.fixture
def run(config: Path, monkeypatch: pytest.MonkeyPatch):
    """Runs a command on the config: its status, standard output and standard error."""

    def command(line: str) -> tuple[int, str, str]:
        streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2)]
        monkeypatch.setattr(sys, "stdout", streams[0])
        monkeypatch.setattr(sys, "stderr", streams[1])
        with pytest.raises(SystemExit) as ended:
            main([*line.split(), str(config)])
        monkeypatch.undo()
        for stream in streams:
            stream.flush()
        out, err = (stream.buffer.getvalue().decode() for stream in streams)
        return int(ended.value.code or 0), out, err

    return command


def obeyed(text: str) -> set[str]:
    """The characters that a terminal would obey, or that rearrange a line."""
    return {
        char
        for char in set(text) - {"\n", "\t"}
        if category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")
    }


@pytest.mark.parametrize(
    ("line", "statuses"),
    [
        ("check", {1}),
        ("check --coverage --format concise", {1}),
        ("show", {0}),
        ("show --interface nosuch", {2}),
        ("compile -t tc", {1}),
        ("compile -t tc --device x", {2}),
        ("verify -t tc", {0, 1}),
    ],
)
def test_a_terminal_obeys_no_name(run, line: str, statuses: set[int]) -> None:
    status, out, err = run(line)
    assert status in statuses, err
    assert obeyed(out + err) == set()


def test_colours_are_all_that_a_terminal_obeys(run) -> None:
    _, out, _ = run("check --color always")
    assert obeyed(re.sub(r"\x1b\[[0-9;]*m", "", out)) == set()


def test_a_finding_of_the_concise_form_is_one_line(run) -> None:
    _, concise, _ = run("check --format concise")
    _, document, _ = run("check --format json")
    found = json.loads(document)["diagnostics"]
    lines = concise.splitlines()
    assert len(lines) == len(found) > 50
    shape = re.compile(r"\S+\.cfg:\d+:\d+: (error|warning|info)\[QOS\d{3}\] \S")
    assert all(shape.match(line) for line in lines)
    assert obeyed(document) == set()


def test_a_shell_finds_no_command_in_a_script(run, tmp_path: Path) -> None:
    _, script, ledger = run("compile -t tc --allow-loss --ledger json")
    assert obeyed(script + ledger) == set()
    json.loads(ledger)
    path = tmp_path / "qos.sh"
    path.write_text(script)
    for shell in ("sh", "bash"):
        done = subprocess.run([shell, "-n", path], capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "reboot").write_text(f"#!/bin/sh\n: > '{tmp_path}/escaped'\n")
    (tmp_path / "bin" / "reboot").chmod(0o755)
    for words in ((), ("show",), ("apply",), ("apply", "nosuch=x"), ("clear", "nosuch=x")):
        subprocess.run(
            ["sh", path, *words],
            capture_output=True,
            check=False,
            env={"PATH": f"{tmp_path}/bin:/usr/bin:/bin"},
        )
    assert not (tmp_path / "escaped").exists()


@pytest.mark.parametrize("options", ["-t tc --batch", "-t sim", "-t ns3"])
def test_written_files_hold_no_such_character(run, tmp_path: Path, options: str) -> None:
    status, _, err = run(f"compile {options} --allow-loss --ledger none -o {tmp_path}/made")
    assert (status, err) == (0, "")
    files = [path for path in (tmp_path / "made").rglob("*") if path.is_file()]
    assert files
    for path in files:
        text = path.read_text()
        assert obeyed(path.name + text) == set()
        if path.suffix == ".yaml":
            assert yaml.safe_load(text)["schema"] == "qosc/scenario/1"


def test_the_model_as_json_reads_back(run) -> None:
    from qosc.targets.ir import parse

    status, text, _ = run("compile -t ir --ledger none --allow-loss")
    assert status == 0
    assert obeyed(text) == set()
    assert json.loads(text)
    names = {*parse(text).policies, *parse(text).rule_lists, *parse(text).ports}
    assert any("\x9b" in name for name in names)
    assert any("$(reboot)" in name for name in names)


@pytest.mark.parametrize(
    "line",
    [
        "check --format json",
        "compile -t ir",
        "compile -t tc --allow-loss --ledger json",
        "verify --format json",
    ],
)
def test_del_is_ascii_and_obeyed_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    path = tmp_path / "router.cfg"
    path.write_text(
        "class-map a\x7fb\n match dscp ef\npolicy-map p\x7f\n description \x7f\n class a\x7f\n"
        "  priority 100\ninterface Serial0/0\n bandwidth 2000\n service-policy output p\x7f\n"
    )
    with pytest.raises(SystemExit):
        main([*line.split(), str(path)])
    out, err = capsys.readouterr()
    assert out
    assert obeyed(out + err) == set()
