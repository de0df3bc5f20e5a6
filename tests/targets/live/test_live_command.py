"""The options of `qosc verify` for what stands on a machine, and the script that collects it."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest

from qosc.render.live import json_schema
from tests.cli.documents.closed import closed
from tests.targets.live.kit import SMALL, dump_of, run, setups_of, verify
from tests.targets.live.shown_by_tc import BOOT

LINES = dump_of(setups_of(SMALL))
FORGOTTEN = [line for line in LINES if not line.startswith("port ")]
CONFIG_OF_NONE = "hostname r\n"


def test_the_collector_is_a_script_without_faults(tmp_path: Path) -> None:
    ended = run("verify", "--collector")
    assert ended.status == 0
    assert ended.output.startswith("#!/bin/sh\n")
    path = tmp_path / "collect.sh"
    path.write_text(ended.output)
    assert subprocess.run(["sh", "-n", path], check=False).returncode == 0
    if shutil.which("shellcheck"):
        found = subprocess.run(["shellcheck", path], capture_output=True, text=True, check=False)
        assert found.stdout == ""


FAKE = """#!/bin/sh
case "$*" in
    "-V") echo "$0 utility, iproute2-6.1.0" ;;
    "-d -o link show") printf '%s\\n' '2: e0: <UP> mtu 1500\\    link/ether 02:00:00:00:00:02' ;;
    *"qdisc show dev e0") printf '%s\\n' 'qdisc noqueue 0: root refcnt 2' ;;
    *"class show dev e0") ;;
    *) echo "unexpected: $*" >&2; exit 1 ;;
esac
"""


def fake_tools(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.mkdir()
    for name in ("tc", "ip"):
        (folder / name).write_text(FAKE)
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_live_says_what_the_state_of_its_dump_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_tools(tmp_path / "bin", monkeypatch)
    config = tmp_path / "router.cfg"
    config.write_text(SMALL)
    collected = subprocess.run(
        ["sh", "-s"],
        input=run("verify", "--collector").output,
        capture_output=True,
        text=True,
        check=True,
    )
    (tmp_path / "state.txt").write_text(collected.stdout)
    pair = ("--map", "Ethernet0/0=e0", "--format", "json")
    live = run("verify", str(config), "--live", *pair)
    state = run("verify", str(config), "--state", str(tmp_path / "state.txt"), *pair)
    one, two = json.loads(live.output), json.loads(state.output)
    assert one.pop("dump") == "this machine"
    two.pop("dump")
    assert json.dumps(one) == json.dumps(two).replace(str(tmp_path / "state.txt"), "this machine")
    assert live.status == state.status == 1
    assert "the machine has no commands for Ethernet0/0" in live.output


def test_the_collector_keeps_what_joins_packets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_tools(tmp_path / "bin", monkeypatch)
    said = "generic-receive-offload: off\n\ttx-tcp-segmentation: on\nrx-gro-hw: on\nrx-all: off"
    (tmp_path / "bin" / "ethtool").write_text(f"#!/bin/sh\nprintf '%s\\n' '{said}'\n")
    (tmp_path / "bin" / "ethtool").chmod(0o755)
    script = run("verify", "--collector").output
    ended = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True)
    lines = ended.stdout.splitlines()
    start = lines.index("== begin offloads e0")
    assert lines[start + 1 : start + 4] == [
        "generic-receive-offload: off",
        "rx-gro-hw: on",
        "== end 0",
    ]


def test_live_without_tc_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "router.cfg").write_text(SMALL)
    empty = tmp_path / "bin"
    empty.mkdir()
    shell = shutil.which("sh")
    assert shell
    (empty / "sh").symlink_to(shell)
    (empty / "tc").write_text("#!/bin/sh\nexit 0\n")
    monkeypatch.setenv("PATH", str(empty))
    monkeypatch.setattr(
        "qosc.verify.state.collector.collector", lambda: "echo 'error: no tc' >&2; exit 1"
    )
    ended = run("verify", str(tmp_path / "router.cfg"), "--live")
    assert (ended.status, ended.output) == (2, "")
    assert "this machine cannot be asked: no tc" in ended.errors


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--live", "--state", "x"), "--live and --state exclude each other"),
        (("--map", "Ethernet0/0=e0"), "--map is for --state and --live"),
        (("--state", "missing.txt"), "cannot read 'missing.txt'"),
    ],
)
def test_options_that_do_not_go_together(
    tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    (tmp_path / "router.cfg").write_text(SMALL)
    ended = run("verify", str(tmp_path / "router.cfg"), *options)
    assert ended.status == 2
    assert words in ended.errors


def test_without_a_config_there_is_nothing_to_compare() -> None:
    ended = run("verify", "--live")
    assert ended.status == 2
    assert "Missing argument 'FILE'" in ended.errors


@pytest.mark.parametrize("pair", ["Ethernet0/0=e0", "Et0/0=lan", "Ethernet0/0=02:00:00:00:00:02"])
def test_an_interface_is_given_by_any_of_its_names(tmp_path: Path, pair: str) -> None:
    lines = [
        line.replace("brd", "brd").replace(" link/ether", " altname lan\\ link/ether")
        for line in FORGOTTEN
    ]
    assert verify(tmp_path, SMALL, lines, "--map", pair).status == 0


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (FORGOTTEN, "its interface is not known: name it with --map PORT=INTERFACE"),
        (
            [line.replace(f"who {BOOT}", "who another-start") for line in LINES],
            "its interface is not known",
        ),
        (
            [
                f"{BOOT}\ninterface 1\nwho {BOOT}\nport Ethernet0/0" if line == BOOT else line
                for line in LINES
            ],
            "apply remembers it of lo, e0: say which with --map",
        ),
    ],
)
def test_an_interface_that_is_not_known_is_no_agreement(
    tmp_path: Path, lines: list[str], words: str
) -> None:
    ended = verify(tmp_path, SMALL, lines)
    assert ended.status == 1
    assert f"warning[QOS843]: nothing is known of Ethernet0/0: {words}" in ended.output


def test_an_interface_that_is_not_in_the_dump_is_no_agreement(tmp_path: Path) -> None:
    ended = verify(tmp_path, SMALL, LINES, "--map", "Ethernet0/0=wan")
    assert ended.status == 1
    assert "no interface of the dump is wan" in ended.output


def test_what_waits_and_what_is_of_another_config_is_told(tmp_path: Path) -> None:
    place = LINES.index(f"who {BOOT}") + 1
    lines = [*LINES[:place], "unconfirmed", *LINES[place:]]
    assert "waits to be confirmed" in verify(tmp_path, SMALL, lines).output
    other = [line.replace("port Ethernet0/0", "port Serial9") for line in LINES]
    ended = verify(tmp_path, SMALL, other, "--map", "Ethernet0/0=e0")
    assert "e0 was set up for Serial9, which is no port of this config" in ended.output


def test_the_json_is_as_its_schema_says(tmp_path: Path) -> None:
    lines = [line.replace("rate 256Kbit", "rate 300Kbit") for line in LINES[:-1]]
    ended = verify(tmp_path, SMALL, lines, "--format", "json")
    document = json.loads(ended.output)
    jsonschema.validate(document, closed(json_schema()))
    assert ended.status == 1
    assert not document["as_the_config_says"]
    assert {row["kind"] for row in document["differences"]} >= {"guarantee"}
    assert [row["kind"] for row in document["unknown"]] == ["unknown"]
    assert json.loads(run("schema", "live").output) == json_schema()


def test_a_script_that_is_given_is_what_parts_are_held_to(tmp_path: Path) -> None:
    config = tmp_path / "router.cfg"
    config.write_text(SMALL)
    script = tmp_path / "qos.sh"
    assert (
        run("compile", str(config), "-t", "tc", "-o", str(script), "--ledger", "none").status == 0
    )
    assert verify(tmp_path, SMALL, LINES, "--script", str(script)).status == 0


PLANE = """
interface Ethernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy output out
policy-map out
 class class-default
  shape average 2000000
policy-map copp
 class class-default
  police 64000 8000 conform-action transmit exceed-action drop
control-plane
 service-policy input copp
"""


def test_a_control_plane_stands_behind_its_ports_and_at_interfaces_of_its_own(
    tmp_path: Path,
) -> None:
    setups = setups_of(PLANE)
    assert set(setups) == {"Ethernet0/0", "control-plane"}
    ports = {"Ethernet0/0": setups["Ethernet0/0"]}
    assert verify(tmp_path, PLANE, dump_of(ports)).status == 0
    assert verify(tmp_path, PLANE, dump_of(setups)).status == 0
    lines = [
        f"{line}\ninterface 1\nwho {BOOT}\nport control-plane" if line == BOOT else line
        for line in dump_of(setups)
    ]
    ended = verify(tmp_path, PLANE, lines)
    assert ended.status == 1
    assert "the dump does not show all that is set up on lo" in ended.output
