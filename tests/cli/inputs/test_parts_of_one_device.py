"""NAME=FILE,FILE in place of FILE, for `compile`, `verify`, `trace` and `diff`."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from qosc.cli import main

QOS = """\
version 15.4
class-map VOICE
 match dscp ef
policy-map WAN
 class VOICE
  priority 200
"""
PORTS = "interface Serial0/0\n bandwidth 512\n service-policy output WAN\n"
DEVICE = "EDGE=qos.cfg,ports.cfg"


class Run:
    """A command in a folder with the two files, and with both in one."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: str, status: int = 0) -> tuple[str, str]:
        with pytest.raises(SystemExit) as ended:
            main(list(words))
        told = self._capsys.readouterr()
        assert (ended.value.code or 0) == status, told
        return told.out, " ".join(told.err.split())


@pytest.fixture
def qosc(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("qos.cfg").write_text(QOS)
    Path("ports.cfg").write_text(PORTS)
    Path("both.cfg").write_text(QOS + PORTS)
    return Run(capsys)


def commands(script: str) -> list[str]:
    lines = [line.strip() for line in Path(script).read_text().splitlines()]
    return [line for line in lines if line.startswith("tc ")]


def test_the_script_is_that_of_the_whole_config(qosc: Run) -> None:
    for config, script in (("both.cfg", "a.sh"), (DEVICE, "b.sh")):
        qosc("compile", config, "-t", "tc", "-o", script, "--ledger", "none")
    assert commands("a.sh") == commands("b.sh") != []
    text = Path("b.sh").read_text()
    assert "from qos.cfg and ports.cfg (platform" in text
    assert "# ports.cfg:1" in text
    assert "# qos.cfg:6: priority 200" in text
    out, _ = qosc("verify", DEVICE, "--script", "a.sh")
    assert out.startswith("No difference")
    Path("qos.cfg").write_text(QOS.replace("200", "300"))
    qosc("verify", DEVICE, "--script", "a.sh", status=1)


@pytest.mark.parametrize("ledger", ["losses", "full"])
def test_the_ledger_names_the_file_of_each_line(qosc: Run, ledger: str) -> None:
    Path("ports.cfg").write_text(PORTS + " queue-list 3\n")
    words = ("-t", "tc", "--allow-loss", "-o", "a.sh", "--ledger", ledger)
    _, err = qosc("compile", DEVICE, *words)
    assert "ports.cfg:2" in err
    assert "qos.cfg:6" in err
    assert re.search(r"\blines? \d", err) is None
    _, err = qosc("compile", "both.cfg", *words)
    assert "line 8" in err
    assert "cfg:" not in err


def test_a_trace_quotes_the_line_of_the_right_file(qosc: Run) -> None:
    Path("ports.cfg").write_text(
        "policy-map IN\n class class-default\n  set dscp af41\n"
        + PORTS
        + " service-policy input IN\n"
    )
    words = ("udp", "dscp", "cs1", "--in", "Serial0/0", "--out", "Serial0/0")
    out, _ = qosc("trace", DEVICE, *words)
    assert "ports.cfg:3: set dscp af41" in out
    assert "match dscp ef" not in out.split("ports.cfg:3")[1].split("\n")[0]


def test_a_diff_takes_it_on_either_side(qosc: Run) -> None:
    assert "No change" in qosc("diff", "both.cfg", DEVICE)[0]
    Path("ports.cfg").write_text(PORTS.replace("512", "1024"))
    for pair in (("both.cfg", DEVICE), (DEVICE, "both.cfg")):
        out, _ = qosc("diff", *pair, "--format", "json", status=1)
        assert "ports.cfg" in json.dumps(json.loads(out))


@pytest.mark.parametrize(
    ("device", "why"),
    [
        ("EDGE=qos.cfg,", "NAME=FILE,FILE is needed"),
        ("=qos.cfg,ports.cfg", "NAME=FILE,FILE is needed"),
        ("EDGE=qos.cfg,-", "standard input cannot be one of the files"),
        ("EDGE=qos.cfg,./qos.cfg", "a file comes twice"),
        ("EDGE=qos.cfg,none.cfg", "cannot read 'none.cfg'"),
        ("EDGE=qos.cfg", "cannot read 'EDGE=qos.cfg'"),
        ("EDGE=qos.cfg,r2.cfg,r3.cfg", "r2.cfg is of r2, and r3.cfg of r3"),
    ],
)
def test_what_is_refused(qosc: Run, device: str, why: str) -> None:
    Path("r2.cfg").write_text("hostname R2\n")
    Path("r3.cfg").write_text("hostname R3\n")
    assert why in qosc("compile", device, "-t", "tc", status=2)[1]
    assert why in qosc("diff", "both.cfg", device, status=2)[1]


def test_one_device_is_not_chosen_from(qosc: Run) -> None:
    for words in (("compile", DEVICE, "-t", "tc"), ("diff", DEVICE, "both.cfg")):
        assert "leave --host out" in qosc(*words, "--host", "EDGE", status=2)[1]


def test_a_part_is_not_written_over(qosc: Run) -> None:
    _, err = qosc("compile", DEVICE, "-t", "tc", "-o", "ports.cfg", "--ledger", "none", status=2)
    assert "it is the input" in err
    assert Path("ports.cfg").read_text() == PORTS


def test_a_file_that_is_called_so_is_that_file(qosc: Run) -> None:
    Path(DEVICE).write_text(QOS + PORTS.replace("512", "1024"))
    qosc("compile", DEVICE, "-t", "tc", "-o", "a.sh", "--ledger", "none")
    assert "1024000bit" in Path("a.sh").read_text()
