"""Captures: classic pcap and pcapng, whole, cut off and broken."""

from __future__ import annotations

import json
import struct
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.cli import main
from qosc.fields import Field
from qosc.trace.capture import CaptureError, Frame, frames
from qosc.trace.headers import UnreadFrameError, packet_of
from tests import wire

CONFIG = """\
version 15.4
class-map match-all VOICE
 match ip dscp ef
class-map match-all WEB
 match protocol http
policy-map MARK
 class VOICE
  set dscp cs5
policy-map LATER
 class WEB
  set dscp af11
interface GigabitEthernet0/0
 service-policy input MARK
interface GigabitEthernet0/1
 service-policy input LATER
"""


def classic(items: list[bytes], order: str = "<", link: int = 1) -> bytes:
    out = struct.pack(f"{order}IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link)
    for item in items:
        out += struct.pack(f"{order}IIII", 0, 0, len(item), len(item)) + item
    return out


def block(order: str, kind: int, body: bytes) -> bytes:
    body += b"\0" * (-len(body) % 4)
    length = len(body) + 12
    return struct.pack(f"{order}II", kind, length) + body + struct.pack(f"{order}I", length)


def modern(items: list[bytes], order: str = "<", link: int = 1) -> bytes:
    out = block(order, 0x0A0D0D0A, struct.pack(f"{order}IHHq", 0x1A2B3C4D, 1, 0, -1))
    out += block(order, 1, struct.pack(f"{order}HHI", link, 0, 65535))
    out += block(order, 4, b"name resolution")
    for item in items:
        head = struct.pack(f"{order}IIIII", 0, 0, 0, len(item), len(item))
        out += block(order, 6, head + item)
    return out


SENT = [
    wire.frame(wire.Packet(dscp=46, src="10.0.0.1", dst="192.0.2.7", dst_port=16400)),
    wire.frame(wire.Packet(dscp=10, protocol=6, dst_port=80, vlan=wire.Vlan(7, 5))),
    wire.frame(wire.Packet(version=6, dscp=46)),
]


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("make", [classic, modern])
def test_the_frames_of_a_capture_come_back(make, order: str) -> None:
    assert [each.data for each in frames(BytesIO(make(SENT, order)))] == SENT


@pytest.mark.parametrize("make", [classic, modern])
def test_a_cut_capture_gives_its_whole_frames_first(make) -> None:
    whole = make(SENT)
    for end in range(len(whole)):
        found: list[bytes] = []
        with suppress(CaptureError):
            found.extend(each.data for each in frames(BytesIO(whole[:end])))
        assert found == SENT[: len(found)]


@given(st.binary(max_size=200), st.sampled_from([b"", classic([]), modern([])]))
def test_any_bytes_are_a_capture_or_refused(tail: bytes, head: bytes) -> None:
    read = 0
    with suppress(CaptureError, UnreadFrameError):
        for frame in frames(BytesIO(head + tail)):
            read += len(frame.data)
            packet_of(frame)
    assert read <= len(tail)


@given(st.integers(0, 300), st.binary(max_size=80))
def test_any_frame_is_a_packet_or_refused(link: int, data: bytes) -> None:
    with suppress(UnreadFrameError):
        assert packet_of(Frame(link, data, len(data))).version in (0, 4, 6)


def test_fields_stand_where_the_standards_have_them() -> None:
    packet = packet_of(Frame(1, SENT[1], len(SENT[1])))
    wanted = {Field.VLAN: 7, Field.COS: 5, Field.DSCP: 10, Field.PROTOCOL: 6, Field.DST_PORT: 80}
    assert {field: packet.get(field) for field in wanted} == wanted
    raw = SENT[0][14:]
    cooked = b"\0" * 14 + b"\x08\x00" + raw
    for link, data in ((1, SENT[0]), (101, raw), (113, cooked), (9, b"\xff\x03\x00\x21" + raw)):
        found = packet_of(Frame(link, data, len(data)))
        assert (found.get(Field.DSCP), found.get(Field.DST_PORT)) == (46, 16400)


def run(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    with pytest.raises(SystemExit) as ended:
        main(["trace", *arguments])
    told = capsys.readouterr()
    assert ended.value.code == code, told.err
    return told.out


def test_packets_are_counted_by_class(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, capture = tmp_path / "r.cfg", tmp_path / "a.pcap"
    config.write_text(CONFIG)
    capture.write_bytes(classic([*SENT, SENT[0], SENT[0][:20]])[:-4])
    arguments = (str(config), "--in", "Gi0/0", "--pcap", str(capture))
    found = json.loads(run(capsys, *arguments, "--format", "json", code=1))
    rows = [(row["classes"], row["packets"], row["dscp_out"]) for row in found["ways"]]
    assert rows == [
        (["VOICE"], 2, 40),
        (["class-default"], 1, 10),
        (["class-default"], 1, 46),
    ]
    assert "ends within a frame" in found["broken"]
    told = run(capsys, *arguments, code=1)
    assert "50.0%" in told
    assert "the capture breaks off" in told


def test_a_capture_of_which_all_is_counted_ends_with_zero(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, capture = tmp_path / "r.cfg", tmp_path / "a.pcap"
    config.write_text(CONFIG)
    arguments = (str(config), "--in", "Gi0/0", "--pcap", str(capture))
    capture.write_bytes(classic(SENT))
    assert "not" not in run(capsys, *arguments, code=0)
    capture.write_bytes(classic([]))
    assert run(capsys, *arguments, code=1).startswith("0 packets")


def test_what_nbar_decides_is_not_counted_to_a_class(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config, capture = tmp_path / "r.cfg", tmp_path / "a.pcap"
    config.write_text(CONFIG)
    capture.write_bytes(modern([*SENT, b"\0" * 9], link=1))
    told = run(capsys, str(config), "--in", "Gi0/1", "--pcap", str(capture), code=1)
    assert "3 packets not decided: depends on protocol http" in told
    assert "1 packet not counted: cut off within its headers" in told
