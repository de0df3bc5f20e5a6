"""What is printed fits the reader's terminal."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

from qosc.render.layout import fold, hung
from qosc.render.style import Style, columns_of
from qosc.render.table import table

WAN = """\
version 15.4
class-map match-any VOICE
 match dscp ef
policy-map LLQ
 class VOICE
  priority percent 20
 class class-default
  fair-queue
policy-map SHAPE
 class class-default
  shape average 10000000
  service-policy LLQ
interface GigabitEthernet0/0
 description to the other office
 service-policy output SHAPE
interface GigabitEthernet0/1
 rate-limit input access-group 16 64000 8000 8000 conform-action transmit exceed-action drop
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "r.cfg"
    path.write_text(WAN)
    return path


def run(*given: str, columns: str | None) -> subprocess.CompletedProcess[str]:
    environ = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    if columns is not None:
        environ["COLUMNS"] = columns
    return subprocess.run(
        [sys.executable, "-m", "qosc", *given],
        env=environ,
        text=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.mark.parametrize("columns", ["80", "60"])
@pytest.mark.parametrize(
    "command", [["show"], ["check"], ["compile", "-t", "tc", "--allow-loss", "-o", os.devnull]]
)
def test_no_line_is_wider_than_the_terminal(command: list[str], columns: str, config: Path) -> None:
    done = run(*command[:1], str(config), *command[1:], columns=columns)
    printed = (done.stdout + done.stderr).splitlines()
    wide = [line for line in printed if len(line) > int(columns) and str(config) not in line]
    assert printed
    assert not [line for line in wide if " in 1 file: " not in line]


@pytest.mark.parametrize(
    ("said", "room"),
    [
        ("1", 40),
        ("80", 80),
        ("1" + "0" * 9, 160),
        ("9" * 100_000, 160),
        ("0080", 80),
        ("abc", None),
        ("", None),
        ("0", None),
        ("-5", None),
        ("1e3", None),
        ("\u0668\u0660", None),
    ],
)
def test_columns_may_say_anything(said: str, room: int | None) -> None:
    assert columns_of(io.StringIO(), {"COLUMNS": said}) == room


@pytest.mark.parametrize("columns", ["1", "1000000000", "abc", ""])
def test_every_table_is_printed_whatever_columns_says(columns: str, config: Path) -> None:
    done = run("show", str(config), columns=columns)
    assert done.returncode == 0
    assert "VOICE" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_terminal_tells_its_width() -> None:
    main, side = pty.openpty()
    try:
        import fcntl
        import struct
        import termios

        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 77, 0, 0))
        with os.fdopen(os.dup(side), "w") as stream:
            assert columns_of(stream, {}) == 77
    finally:
        os.close(main)
        os.close(side)


def test_a_number_stays_with_its_unit() -> None:
    text = "at least 2 Mbit/s, burst 15000 bytes, up to 20 % of the link, 64 packets in 10 ms"
    for room in range(16, 60):
        lines = fold(text, room)
        assert not [line for line in lines if re.search(r"\d\Z", line)], (room, lines)
        assert " ".join(lines) == text
        assert max(map(len, lines)) <= room


def test_a_word_longer_than_the_room_is_cut_and_nothing_is_lost() -> None:
    assert "".join(fold("x" * 1000, 7)) == "x" * 1000
    assert fold("", 10) == [""]
    assert hung("lead  ", "some words that go on", 30) == ["lead  some words that go on"]
    assert hung("lead  ", "some words that go on", 26) == ["lead  some words that go", "      on"]


def test_heads_are_never_broken() -> None:
    rows = [("VOICE", "dscp 46 (ef) and " * 5, "strict priority up to 20 %")] * 2
    for room in (40, 50, 60, 80, 120):
        lines = list(table(("class", "matches", "guarantee"), rows, Style(room=room)))
        text = "\n".join(lines)
        assert "matches" in text
        assert "guarantee" in text
        assert max(map(len, lines)) <= room


def test_a_table_that_cannot_fit_becomes_records() -> None:
    heads = [f"head-number-{number}" for number in range(6)]
    lines = list(table(heads, [[f"cell {number}" for number in range(6)]], Style(room=60)))
    assert lines[0] == "  cell 0"
    assert lines[1] == "    head-number-1  cell 1"
    assert len(lines) == 6


def test_a_finding_stays_on_one_line_for_programs(config: Path) -> None:
    done = run("check", str(config), "--select", "QOS003", columns=None)
    heads = [line for line in done.stdout.splitlines() if line.startswith(("error", "warning"))]
    assert heads
    assert all(head.endswith(")") for head in heads)
