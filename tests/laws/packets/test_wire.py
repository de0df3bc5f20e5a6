"""Frames and packets are each other's image, and the headers are those of the standards."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.wire import Label, Packet, Vlan, WireError, carried, frame, parse
from tests.wire.build import checksum

HERE = Path(__file__).parents[2] / "wire"
MACS = st.binary(min_size=6, max_size=6).map(lambda data: data.hex(":"))
LABELS = st.builds(Label, st.integers(16, (1 << 20) - 1), st.integers(0, 7), st.integers(0, 255))


@st.composite
def packets(draw: st.DrawFn) -> Packet:
    version = draw(st.sampled_from((4, 6)))
    addresses = st.ip_addresses(v=version).map(str)
    offset = draw(st.sampled_from((0, 0, 1, 185, 8191)))
    middle = draw(st.lists(st.sampled_from((43, 44, 60)), max_size=3, unique=True))
    headers = (*draw(st.sampled_from(((), (0,)))), *middle)
    if offset and 44 in headers:
        headers = (*(each for each in headers if each != 44), 44)
    protocols = st.integers(0, 255).filter(lambda n: version == 4 or n not in (0, 43, 44, 60))
    return Packet(
        dst_mac=draw(MACS),
        src_mac=draw(MACS),
        vlan=draw(
            st.none() | st.builds(Vlan, st.integers(0, 4095), st.integers(0, 7), st.integers(0, 1))
        ),
        mpls=tuple(draw(st.lists(LABELS, max_size=3))),
        ethertype=draw(st.sampled_from((None, None, None, 0x0806, 0x88CC)))
        if version == 4
        else None,
        version=version,
        src=draw(addresses),
        dst=draw(addresses),
        protocol=draw(st.sampled_from((1, 6, 17, 33, 50, 58, 132, 136)) | protocols),
        dscp=draw(st.integers(0, 63)),
        ecn=draw(st.integers(0, 3)),
        ttl=draw(st.integers(0, 255)),
        identification=draw(st.integers(0, 65535)),
        src_port=draw(st.integers(0, 65535)),
        dst_port=draw(st.integers(0, 65535)),
        tcp_flags=draw(st.integers(0, 0xFFF)),
        icmp_type=draw(st.integers(0, 255)),
        icmp_code=draw(st.integers(0, 255)),
        fragment_offset=offset,
        more_fragments=draw(st.booleans()),
        dont_fragment=draw(st.booleans()),
        ip_options=draw(st.sampled_from((b"", b"\x94\x04\0\0", b"\1" * 40))),
        extension_headers=headers,
        payload_length=draw(st.integers(0, 1400)),
    )


@given(packets())
def test_a_frame_is_read_as_the_packet_it_was_made_of(packet: Packet) -> None:
    if packet.mpls and packet.ethertype is not None:
        packet = replace(packet, mpls=())
    assert parse(frame(packet)) == carried(packet)
    assert parse(frame(packet) + b"\0" * 18) == carried(packet) or not packet.has_ip


def test_the_header_checksum_is_that_of_a_known_header() -> None:
    """The example of many text books: 192.168.0.1 to 192.168.0.199, its sum b861."""
    known = bytes.fromhex("45000073000040004011 0000 c0a80001c0a800c7")
    assert checksum(known) == 0xB861
    made = frame(
        Packet(src="192.168.0.1", dst="192.168.0.199", dont_fragment=True, payload_length=87)
    )
    assert made[14:34] == known[:10] + b"\xb8\x61" + known[12:]


def test_the_sum_of_rfc_1071() -> None:
    """Section 3 adds 0001 f203 f4f5 f6f7 to ddf2; the checksum is its complement."""
    assert checksum(bytes.fromhex("0001f203f4f5f6f7")) == 0xFFFF ^ 0xDDF2


@pytest.mark.parametrize(
    ("packet", "at", "expected"),
    [
        (Packet(vlan=Vlan(100, 5)), 12, "8100a0640800"),
        (Packet(mpls=(Label(17, 3, 9), Label(18, 5, 8))), 12, "88470001160900012b08" + "45"),
        (Packet(dscp=46, ecn=3), 15, "bb"),
        (Packet(version=6, dscp=46, ecn=1), 14, "6b900000"),
        (Packet(more_fragments=True), 20, "2000"),
        (Packet(fragment_offset=185), 20, "00b9"),
        (Packet(version=6, fragment_offset=185, more_fragments=True), 54, "110005c9"),
        (Packet(protocol=6, tcp_flags=0x12), 46, "5012"),
        (Packet(protocol=1, icmp_type=8, icmp_code=0), 34, "0800"),
        (Packet(version=6, protocol=58, icmp_type=135, icmp_code=0), 54, "8700"),
        (Packet(version=6, extension_headers=(0, 60)), 54, "3c000104" + "00000000" + "11000104"),
        (Packet(ip_options=b"\x94\x04\0\0"), 14, "46"),
        (Packet(ethertype=0x0806), 12, "0806" + "0001080006040001"),
    ],
)
def test_fields_stand_where_the_standard_has_them(packet: Packet, at: int, expected: str) -> None:
    wanted = bytes.fromhex(expected)
    assert frame(packet)[at : at + len(wanted)].hex() == wanted.hex()


@given(packets(), st.data())
def test_a_cut_frame_is_told(packet: Packet, data: st.DataObject) -> None:
    whole = frame(replace(packet, mpls=(), ethertype=None))
    cut = whole[: data.draw(st.integers(0, len(whole) - 1))]
    with pytest.raises(WireError):
        parse(cut)


@pytest.mark.parametrize("protocol", [1, 6, 17, 136])
def test_a_wrong_checksum_is_told(protocol: int) -> None:
    made = bytearray(frame(Packet(protocol=protocol, payload_length=40)))
    made[-1] ^= 1
    with pytest.raises(WireError, match="checksum"):
        parse(bytes(made))


@pytest.mark.parametrize(
    "wrong",
    [
        {"dscp": 64},
        {"vlan": (4096, 0)},
        {"mpls": ((16, 8),)},
        {"src": "2001:db8::1"},
        {"version": 5},
        {"ip_options": b"\1"},
        {"extension_headers": (50,)},
        {"version": 6, "extension_headers": (60, 0)},
        {"version": 6, "extension_headers": (44, 60), "fragment_offset": 2},
    ],
)
def test_what_no_frame_can_carry_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Packet(**wrong)  # type: ignore[arg-type]


def test_nothing_of_the_compiler_is_imported() -> None:
    for path in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            assert not any(name.split(".")[0] == "qosc" for name in names), path.name
    program = (
        "import sys; sys.modules['qosc'] = None; import tests.wire as w; "
        "assert w.parse(w.frame(w.Packet())) == w.Packet()"
    )
    subprocess.run([sys.executable, "-c", program], cwd=HERE.parents[1], check=True)
