"""`qosc anonymise`: the same findings and datapath, and nothing that tells whose config it is."""

from __future__ import annotations

import re
from collections import Counter
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import qosc
from qosc.anonymise.addresses import Addresses
from qosc.anonymise.text import anonymous
from qosc.cli import main
from tests.cli.inputs.planted import IOS, JUNOS, JUNOS_SET
from tests.frontends.junos.reading.printed import json_of, xml_of

KEY = b"a key"
TOKENS = (
    "Zorgblatt",
    "zorgblatt",
    "Quuxville",
    "10.77.66",
    "198.7.6",
    "8.8.4",
    "2a02:8109",
    "beef",
)
CISCO = """\
hostname Zorgblatt-edge01
ip domain-name zorgblatt.example
banner motd ^C Welcome to Zorgblatt, call 0123456
 second line ^C
class-map match-all VOICE-Quuxville
 match access-group name Zorgblatt_voip
class-map match-any zorgblatt
 match dscp af31
policy-map WAN-Zorgblatt
 description for Quuxville
 class VOICE-Quuxville
  priority 600
 class zorgblatt
  bandwidth percent 20
 class Zorgblatt
  set dscp af21
ip access-list extended Zorgblatt_voip
 remark Quuxville phones 0123456
 permit udp 10.77.66.0 0.0.0.255 any range 16384 32767
 permit udp host 198.7.6.5 198.7.6.0 0.0.0.255
 permit udp 10.77.0.0 0.0.255.255 host 8.8.4.4
 permit udp 10.77.66.0 0.0.0.127 any
interface Serial0/0
 description to Quuxville, circuit ZORGBLATT 4711
 bandwidth 512
 ip address 10.77.66.1 255.255.255.252
 ipv6 address 2a02:8109:beef::1/64
 service-policy output WAN-Zorgblatt
snmp-server location Quuxville, 5th floor
"""


def findings(text: str) -> Counter[tuple[str, int, int]]:
    return Counter(
        (one.code, one.primary.line, one.primary.column) for one in qosc.check(qosc.loads(text))
    )


def script(text: str) -> list[str]:
    """The commands with a word for each name, and for each address its length."""
    made = qosc.compile(qosc.loads(text), "tc", allow_loss=True)
    lines = [line for file in made.files for line in file.text.splitlines()]
    told = (re.sub(r"\d+(\.\d+){3}", "A", line) for line in lines if line.lstrip()[:1] != "#")
    return [re.sub(r"[A-Za-z]+", "w", line) for line in told]


@pytest.mark.parametrize("text", [CISCO, IOS, JUNOS, JUNOS_SET, xml_of(JUNOS), json_of(JUNOS)])
def test_the_findings_stay_at_their_lines_and_columns(text: str) -> None:
    after = anonymous(text, KEY)
    assert after.count("\n") == text.count("\n")
    assert findings(after) == findings(text)


def test_the_datapath_stays() -> None:
    after = anonymous(CISCO, KEY)
    assert sum(findings(CISCO).values()) >= 2
    assert script(after) == script(CISCO)
    old, new = qosc.loads(CISCO).joined_device, qosc.loads(after).joined_device
    assert list(old.ports) == list(new.ports)
    assert len(old.policies) == len(new.policies)
    # Names that differ in their case alone differ so afterwards, as IOS tells them apart.
    names = re.findall(r"^ class (\w+)$", after, re.MULTILINE)
    assert len(names) == 2
    assert names[0] != names[1]
    assert names[0].lower() == names[1].lower()


def test_nothing_of_names_addresses_and_descriptions_is_left() -> None:
    after = anonymous(CISCO, KEY)
    for token in (*TOKENS, "Welcome", "phones", "0123456", "4711", "floor"):
        assert token.lower() not in after.lower(), token
    assert "VOICE-" in after
    for text in (IOS, JUNOS, JUNOS_SET):
        assert "planted" not in anonymous(text, KEY).lower().replace("plantednot", "")


def test_the_key_decides() -> None:
    assert anonymous(CISCO, KEY) == anonymous(CISCO, KEY)
    assert anonymous(CISCO, KEY) != anonymous(CISCO, b"another")


@given(
    st.ip_addresses(v=4), st.ip_addresses(v=4), st.integers(min_value=0, max_value=32), st.binary()
)
def test_addresses_share_a_prefix_afterwards_where_they_did(
    first: object, second: object, length: int, key: bytes
) -> None:
    given_ = Addresses(key)
    one, two = (ip_address(given_.four(str(each), "")) for each in (first, second))
    old = ip_network(f"{first}/{length}", strict=False)
    new = ip_network(f"{one}/{length}", strict=False)
    if length == 0 or length >= 8:
        assert (second in old) == (two in new)
    assert ip_address(str(first)).is_private == one.is_private
    assert ip_address(str(first)).is_multicast == one.is_multicast


@given(st.text(max_size=200))
def test_any_text_keeps_its_lines(text: str) -> None:
    after = anonymous(text, KEY)
    assert after.count("\n") == text.count("\n")


def test_the_command_writes_it_and_compares_the_findings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "r1.cfg", tmp_path / "out.cfg"
    file.write_text(CISCO)
    with pytest.raises(SystemExit) as ended:
        main(["anonymise", "--key", "a key", "-o", str(out), str(file)])
    assert ended.value.code == 0
    assert out.read_text() == anonymous(CISCO, KEY)
    assert capsys.readouterr().err == ""
    with pytest.raises(SystemExit):
        main(["anonymise", str(file)])
    first = capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["anonymise", str(file)])
    assert capsys.readouterr().out != first


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["none.cfg"], "cannot read 'none.cfg'"),
        (["--key", " ", "a.cfg"], "it is empty here"),
        (["-o", "a.cfg", "a.cfg"], "a.cfg"),
        (["b.gz"], "gzip"),
    ],
)
def test_what_is_refused(
    words: list[str],
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cfg").write_text(CISCO)
    Path("b.gz").write_bytes(b"\x1f\x8b\x08")
    with pytest.raises(SystemExit) as ended:
        main(["anonymise", *words])
    assert ended.value.code == 2
    assert why in capsys.readouterr().err
    assert Path("a.cfg").read_text() == CISCO
