"""What trace, diff and show say of outputs that see packets translated."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

from qosc.cli import main
from tests.diff.running import compared, diff

ROUTER = """\
hostname r1
ip access-list extended SAP
 permit {entry}
ip access-list standard NAT
 permit 10.0.0.0 0.0.0.255
class-map match-all SAP
 match access-group name SAP
policy-map OUT
 class SAP
  bandwidth percent 40
interface GigabitEthernet0/0/0
 ip address 203.0.113.2 255.255.255.252
 ip nat outside
 service-policy output OUT
interface GigabitEthernet0/0/1
 ip address 10.0.0.1 255.255.255.0
 ip nat inside
interface GigabitEthernet0/0/2
 ip address 10.0.2.1 255.255.255.0
ip nat inside source list NAT interface GigabitEthernet0/0/0 overload
"""
BY_SOURCE = ROUTER.format(entry="tcp 10.0.0.0 0.0.0.255 any eq 3200")
BY_SERVICE = ROUTER.format(entry="tcp any any eq 3200")
PACKET = "tcp 10.0.0.5:4000 > 203.0.113.50:3200"
WHETHER = "whether NAT (line 20) translates the packets before the output"
JSON = ("--format", "json")
FOLLOWED = "No change in behaviour"


def traced(
    folder: Path, capsys: pytest.CaptureFixture[str], text: str, *more: str, packet: str = PACKET
) -> dict[str, object]:
    """The JSON of trace for a packet that leaves by the outside."""
    (folder / "r.cfg").write_text(text)
    with pytest.raises(SystemExit) as ended:
        main(["trace", str(folder / "r.cfg"), *packet.split(), "--out", "Gi0/0/0", *more, *JSON])
    found: dict[str, object] = json.loads(capsys.readouterr().out)
    assert ended.value.code == int(bool(found.get("not_decided")))
    return found


def test_a_class_by_inside_addresses_is_not_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = traced(tmp_path, capsys, BY_SOURCE, "--in", "Gi0/0/1")
    assert found["decided"] is False
    assert WHETHER in str(found["ways"])
    (note,) = found["notes"]  # type: ignore[misc]
    assert "(`ip nat inside source`, line 20) comes before the output of GigabitEthernet0" in note
    assert "which sees the source address that it gives; NAT is not followed" in note


@pytest.mark.parametrize(
    ("text", "into", "packet"),
    [
        pytest.param(BY_SERVICE, "Gi0/0/1", PACKET, id="the class does not look at the source"),
        pytest.param(BY_SOURCE, "Gi0/0/2", PACKET, id="the packet comes in by no inside port"),
        pytest.param(
            BY_SOURCE.replace(" ip nat out", " no ip nat out"), "Gi0/0/1", PACKET, id="no"
        ),
    ],
)
def test_what_translation_does_not_change_is_decided(
    text: str, into: str, packet: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = traced(tmp_path, capsys, text, "--in", into, packet=packet)
    assert found["decided"] is True
    assert found["notes"] == []


def test_ipv6_packets_are_not_in_doubt(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = traced(tmp_path, capsys, BY_SOURCE, "--in", "Gi0/0/1", packet="ip6 any > any")
    assert found["decided"] is True


def test_packets_of_a_capture_that_may_be_translated_are_counted_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ends = bytes((10, 0, 0, 5, 203, 0, 113, 50)) + struct.pack(">HH", 4000, 3200)
    packet = bytes((0x45, 0, 0, 40, 0, 0, 0, 0, 64, 6, 0, 0)) + ends + bytes(16)
    capture = struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, 101)
    capture += struct.pack("<IIII", 0, 0, len(packet), len(packet)) + packet
    (tmp_path / "c.pcap").write_bytes(capture)
    options = ("--in", "Gi0/0/1", "--pcap", str(tmp_path / "c.pcap"))
    found = traced(tmp_path, capsys, BY_SOURCE, *options, packet="")
    why = "whether NAT (line 20) translates them before the output"
    assert (found["ways"], found["not_decided"]) == ([], {why: 1})
    assert "NAT is not followed" in str(found["notes"])


def test_without_a_way_in_the_packet_is_the_translated_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = traced(tmp_path, capsys, BY_SOURCE)
    assert found["decided"] is True
    assert "name packets as NAT leaves them" in str(found["notes"])


@pytest.mark.parametrize(
    ("statement", "entry", "in_doubt"),
    [
        ("ip nat inside source static tcp 10.0.0.5 80 203.0.113.2 8080", "tcp any eq 80 any", True),
        ("ip nat inside source static 10.0.0.5 203.0.113.2", "tcp any eq 80 any", False),
        ("ip nat inside source static 10.0.0.5 203.0.113.2", "ip any host 192.0.2.1", False),
        ("ip nat outside source static 192.0.2.1 10.9.9.9", "ip any host 192.0.2.1", True),
        ("ip nat outside source static 192.0.2.1 10.9.9.9", "ip host 10.0.0.5 any", False),
        ("ip nat pool P 198.51.100.1 198.51.100.9 prefix-length 24", "ip host 10.0.0.5 any", False),
    ],
)
def test_a_statement_changes_the_fields_of_its_kind(
    statement: str,
    entry: str,
    in_doubt: bool,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = ROUTER.format(entry=entry)
    text = text.replace(text.splitlines()[-1], statement)
    found = traced(tmp_path, capsys, text, "--in", "Gi0/0/1")
    assert found["decided"] is not in_doubt


def test_diff_does_not_call_a_translation_that_goes_no_change(tmp_path: Path) -> None:
    plain = "".join(line for line in BY_SOURCE.splitlines(keepends=True) if "ip nat" not in line)
    status, device = compared(tmp_path, BY_SOURCE, plain)
    assert status == 1
    (change,) = device["changes"]
    assert change["kind"] == "undecided"
    told = [one["old"] for one in change["differences"] if one["new"] == "none"]
    assert "interface GigabitEthernet0/0/0: ip nat outside" in told
    assert "ip nat inside source list NAT interface GigabitEthernet0/0/0 overload" in told


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" permit 10.0.0.0 0.0.0.255\n", " permit 10.0.0.0 0.0.0.127\n"),
        ("address 203.0.113.2", "address 10.0.0.253"),
    ],
)
def test_diff_looks_at_what_a_translation_names(old: str, new: str, tmp_path: Path) -> None:
    _, device = compared(tmp_path, BY_SOURCE, BY_SOURCE.replace(old, new))
    assert [change["kind"] for change in device["changes"]] == ["undecided"]


def test_diff_says_that_a_translation_of_both_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(BY_SOURCE)
    status, out, err = diff(tmp_path, "r.cfg", "r.cfg")
    assert status == 0
    assert FOLLOWED in out
    assert "NAT is not followed: the output of GigabitEthernet0/0/0 is compared" in err


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("overload\n", "overload\nip nat translation timeout 300\n"),
        (
            "interface GigabitEthernet0/0/2",
            "ip nat pool P 10.1.1.1 10.1.1.9 prefix 24\ninterface G2",
        ),
    ],
)
def test_diff_of_classes_that_do_not_look_at_addresses_is_decided(
    old: str, new: str, tmp_path: Path
) -> None:
    by_service = BY_SERVICE if "pool" in new else BY_SOURCE
    status, device = compared(tmp_path, by_service, by_service.replace(old, new))
    assert (status, device["changes"]) == (0, [])


def test_show_says_what_its_table_does_not_follow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = {}
    for text in (BY_SOURCE, BY_SERVICE):
        (tmp_path / "r.cfg").write_text(text)
        with pytest.raises(SystemExit):
            main(["show", str(tmp_path / "r.cfg")])
        shown[text] = " ".join(capsys.readouterr().out.split())
    assert "not followed: NAT (`ip nat inside source`, line 20)" in shown[BY_SOURCE]
    assert "not followed" not in shown[BY_SERVICE]


JUNOS = """\
set interfaces ge-0/0/1 unit 0 family inet address 10.0.0.1/24
set interfaces ge-0/0/0 unit 0 family inet filter output OUT
set firewall family inet filter OUT term A from source-address 10.0.0.0/24
set firewall family inet filter OUT term A then forwarding-class expedited-forwarding
set firewall family inet filter OUT term B then accept
set security nat source rule-set R from zone trust
"""
BRACES = """\
security {
    nat {
        source {
            rule-set R {
                from zone trust;
            }
        }
    }
}
"""


def test_an_output_filter_of_an_srx_comes_after_nat(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r.cfg").write_text(JUNOS)
    arguments = ["trace", str(tmp_path / "r.cfg"), "ip 10.0.0.5 > any", "--out", "ge-0/0/0.0"]
    with pytest.raises(SystemExit):
        main([*arguments, "--in", "ge-0/0/1.0"])
    out = " ".join(capsys.readouterr().out.split())
    assert "Not decided: whether NAT (line 6) translates the packets before the output" in out


def test_diff_sees_a_stanza_of_nat_change(tmp_path: Path) -> None:
    filters = """\
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { output OUT; } } } }
}
firewall {
    family inet {
        filter OUT {
            term A {
                from { source-address { 10.0.0.0/24; } }
                then { forwarding-class expedited-forwarding; accept; }
            }
            term B { then accept; }
        }
    }
}
"""
    old, new = filters + BRACES, filters + BRACES.replace("trust", "guests")
    _, device = compared(tmp_path, old, new)
    (change,) = device["changes"]
    assert change["kind"] == "undecided"
    told = {(one["old"], one["new"]) for one in change["differences"]}
    assert told == {("from zone trust;", "none"), ("none", "from zone guests;")}


@pytest.mark.parametrize("blank", ["\u2028", "\x0b", "\x0c", "\xa0", "\x1c", "\u3000"])
def test_a_line_of_an_odd_blank_ends_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], blank: str
) -> None:
    """It has no words, and does not begin with a blank that a router writes."""
    router = tmp_path / "router.cfg"
    text = "interface Serial0/0\n ip nat inside\n" + blank + "\n fair-queue\n"
    router.write_bytes(text.encode())
    with pytest.raises(SystemExit) as ended:
        main(["show", str(router)])
    assert ended.value.code in (0, None)
    assert "Serial0/0" in capsys.readouterr().out
