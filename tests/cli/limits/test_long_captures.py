"""A capture of many sources through a long list: what is not followed is told and counted."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

from qosc.cli import main

ENTRIES = 300
SENT = 400
"""Packets, each from an address of its own; the first ENTRIES of those are permitted."""


def _frame(number: int) -> bytes:
    source = bytes([10, 0, number >> 8, number & 255])
    head = struct.pack("!BBHHHBBH", 0x45, 0, 28, 0, 0, 64, 17, 0)
    udp = struct.pack("!HHHH", 4000, 5000, 8, 0)
    return bytes(12) + b"\x08\x00" + head + source + bytes([192, 0, 2, 1]) + udp


def _capture(numbers: range) -> bytes:
    head = b"\xd4\xc3\xb2\xa1\x02\x00\x04\x00" + bytes(8) + b"\xff\xff\x00\x00\x01\x00\x00\x00"
    frames = map(_frame, numbers)
    return head + b"".join(
        struct.pack("<IIII", 0, 0, len(each), len(each)) + each for each in frames
    )


CONFIG = (
    "ip access-list extended A\n"
    + "".join(f" permit udp host 10.0.{n >> 8}.{n & 255} any\n" for n in range(ENTRIES))
    + "class-map c\n match access-group name A\n"
    "policy-map p\n class c\n  bandwidth 100\n"
    "interface Serial0/0\n bandwidth 2000\n service-policy output p\n"
)


def _traced(capsys: pytest.CaptureFixture[str], capture: bytes, *options: str) -> dict:
    Path("r.cfg").write_text(CONFIG)
    Path("p.pcap").write_bytes(capture)
    line = ("trace", "r.cfg", "--out", "Serial0/0", "--pcap", "p.pcap", "--format", "json")
    with pytest.raises(SystemExit) as ended:
        main((*line, *options))
    found = json.loads(capsys.readouterr().out)
    assert ended.value.code == int(bool(found["not_decided"]))
    return found


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_what_is_left_over_is_counted_as_not_decided(capsys: pytest.CaptureFixture[str]) -> None:
    capture = _capture(range(SENT))
    whole = _traced(capsys, capture)
    assert whole["not_decided"] == {}
    assert sum(row["packets"] for row in whole["ways"]) == SENT
    cut = _traced(capsys, capture, "--max-tests", "10000")
    ((why, left),) = cut["not_decided"].items()
    assert "10,000 tests" in why
    assert "--max-tests" in why
    followed = sum(row["packets"] for row in cut["ways"])
    assert followed + left == SENT
    # The n-th entry is the n-th that its packet is held against: 10,000 is about 140 * 140 / 2.
    assert 50 < followed < 150


def test_packets_like_those_before_are_still_counted(capsys: pytest.CaptureFixture[str]) -> None:
    few = _capture(range(3))
    again = few + _capture(range(3))[24:] * 50
    cut = _traced(capsys, again, "--max-tests", "1")
    (row,) = cut["ways"]
    assert row["packets"] == 51
    assert sum(cut["not_decided"].values()) == 2 * 51
