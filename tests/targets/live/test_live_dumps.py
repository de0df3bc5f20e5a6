"""A dump is the output of another machine: cut off, edited, or something else altogether."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from qosc.verify.state.dump import State, take_apart
from qosc.verify.tc.model import Unreadable
from tests.targets.live.kit import SMALL, dump_of, run, setups_of, verify

LINES = dump_of(setups_of(SMALL))


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@example(len(LINES) - 1)
@example(1)
@given(st.integers(0, len(LINES) - 1))
def test_a_dump_that_was_cut_off_is_never_as_the_config_says(tmp_path: Path, kept: int) -> None:
    ended = verify(tmp_path, SMALL, LINES[:kept])
    assert ended.status in (1, 2)
    assert "Traceback" not in ended.errors
    if ended.status == 1:
        assert "warning[QOS843]: the dump has no end: it was cut off" in ended.output


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_line_that_is_gone_or_spoilt_is_never_overlooked(
    tmp_path: Path, data: st.DataObject
) -> None:
    """But for lines that say nothing of what is set up."""
    quiet = ("filter ", "  not_in_hw", "  eth_type", "\t index", " \t index", "\t random")
    first, last = LINES.index("== begin qdisc e0"), LINES.index("== begin offloads e0")
    here = [
        place
        for place, line in enumerate(LINES[:last])
        if place >= first
        and line.strip()
        and not (line.startswith(quiet) and " handle " not in line)
    ]
    place = data.draw(st.sampled_from(here))
    lines = [*LINES[:place], "??", *LINES[place + 1 :]]
    ended = verify(tmp_path, SMALL, lines)
    assert (ended.status, "Traceback" in ended.errors) in ((1, False), (2, False))


@settings(max_examples=200)
@given(st.lists(st.text(max_size=60), max_size=30))
def test_any_text_is_taken_apart_or_refused(lines: list[str]) -> None:
    assert isinstance(take_apart(["qosc-state 1", *lines]), State)
    if lines and not lines[0].strip().startswith("qosc-state "):
        with pytest.raises(Unreadable):
            take_apart(lines)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello\n", "dump not readable: not what the script of verify --collector writes"),
        ("qosc-state 2\n", "a dump of version 2: this qosc reads version 1"),
        ("#!/bin/sh\nsecret of the file\n", "[QOS840]"),
    ],
)
def test_what_is_no_dump_is_refused(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "router.cfg").write_text(SMALL)
    (tmp_path / "state.txt").write_text(text)
    ended = run("verify", str(tmp_path / "router.cfg"), "--state", str(tmp_path / "state.txt"))
    assert ended.status == 2
    assert words in ended.errors
    assert "secret" not in ended.errors


@pytest.mark.parametrize("zeros", [b"\0\0\0\0\0\n" * 20, b"\0"])
def test_zeros_are_no_agreement(tmp_path: Path, zeros: bytes) -> None:
    (tmp_path / "router.cfg").write_text(SMALL)
    text = "\n".join(LINES).encode()
    (tmp_path / "state.bin").write_bytes(
        text.replace(b"\n== begin class", zeros + b"\n== begin class")
    )
    ended = run("verify", str(tmp_path / "router.cfg"), "--state", str(tmp_path / "state.bin"))
    assert ended.status in (1, 2)
    assert "Traceback" not in ended.errors
    assert "\0" not in ended.output


def test_another_language_is_not_understood_and_said_to_be(tmp_path: Path) -> None:
    lines = [line.replace("class htb", "Klasse htb") for line in LINES]
    ended = verify(tmp_path, SMALL, lines)
    assert ended.status == 1
    assert "a line of the list of classes of e0 is not understood" in ended.output


def test_a_list_that_tc_did_not_give_is_not_known(tmp_path: Path) -> None:
    place = LINES.index("== begin class e0")
    end = LINES.index("== end 0", place)
    lines = [*LINES[: place + 1], "Cannot find device", "== end 1", *LINES[end + 1 :]]
    ended = verify(tmp_path, SMALL, lines)
    assert ended.status == 1
    assert "warning[QOS843]: the dump does not show all that is set up on e0" in ended.output


def test_what_linux_leaves_out_of_a_list_is_taken_from_the_question_for_it(tmp_path: Path) -> None:
    head = "filter protocol all pref 5 matchall chain 0 "
    place = LINES.index(head, LINES.index("== begin filter-egress e0"))
    end = next(n for n in range(place + 2, len(LINES)) if LINES[n].startswith(("filter", "==")))
    block = LINES[place + 1 : end]
    without = [*LINES[: place + 1], *LINES[end:]]
    ended = verify(tmp_path, SMALL, without)
    assert ended.status == 1
    words = "the dump does not say what filter egress chain 0 pref 5 matchall does, on e0"
    assert words in ended.output
    asked = [block[0].replace("filter protocol", "filter egress protocol"), *block[1:]]
    got = ["== begin filter-get-egress e0", *asked, "== end 0", "== done"]
    assert verify(tmp_path, SMALL, [*without[:-1], *got]).status == 0


def test_parts_that_are_there_twice_are_told(tmp_path: Path) -> None:
    again = LINES[LINES.index("== begin class e0") : -1]
    ended = verify(tmp_path, SMALL, [*LINES[:-1], *again, LINES[-1]])
    assert ended.status == 1
    assert "lines of the dump belong to none of its parts" in ended.output


def test_names_of_a_dump_do_not_move_the_cursor(tmp_path: Path) -> None:
    lines = [line.replace("e0", "e\x1b[2J") for line in LINES]
    ended = verify(tmp_path, SMALL, [line.replace("pfifo 10:", "cake 10:") for line in lines])
    assert ended.status == 1
    assert "\x1b" not in ended.output + ended.errors


def test_a_long_dump_takes_time_in_proportion(tmp_path: Path) -> None:
    """Fifty thousand filters of others on the port's interface: read, and counted."""
    head = "filter protocol all pref 9 bpf chain 0 handle 0x1 flowid 1:1 prog"
    place = LINES.index("== begin filter-egress e0") + 1
    lines = [*LINES[:place], *([head] * 50_000), *LINES[place:]]
    ended = verify(tmp_path, SMALL, lines)
    assert ended.status == 1
    assert "49980 more parts of e0 are not of the script" in ended.output


def test_filters_of_a_block_that_interfaces_share_are_not_known(tmp_path: Path) -> None:
    plain, shared = "qdisc clsact ffff: parent ffff:fff1", " ingress_block 7"
    lines = [f"{line}{shared}" if line.startswith(plain) else line for line in LINES]
    assert lines != LINES
    ended = verify(tmp_path, SMALL, lines)
    assert ended.status == 1
    assert "a shared block (ingress_block 7), on e0" in ended.output
