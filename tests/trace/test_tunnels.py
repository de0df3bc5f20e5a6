"""What trace and diff say of packets that go on in a tunnel, or encrypted."""

from __future__ import annotations

from pathlib import Path

import pytest

from qosc.cli import main
from tests.diff.running import diff

TUNNEL = """\
version 15.2
access-list 101 permit tcp any any eq 443
class-map match-all WEB
 match access-group 101
policy-map OUT
 class WEB
  bandwidth percent 20
interface Tunnel0
 ip address 10.0.0.1 255.255.255.252
 tunnel source {source}
 tunnel destination 198.51.100.9
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy output OUT
interface Loopback0
 ip address 10.1.1.1 255.255.255.255
"""
CRYPTO = """\
version 12.4
crypto map VPN 10 ipsec-isakmp
 set peer 198.51.100.9
access-list 101 permit tcp any any eq 1494
class-map match-all CITRIX
 match access-group 101
policy-map WAN
 class CITRIX
  bandwidth 512
interface Serial0/0/0
 bandwidth 2048
 crypto map VPN
 service-policy output WAN
"""
CLASSIFIED = (" tunnel source", " qos pre-classify\n tunnel source")


def traced(text: str, port: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What trace prints of tcp that leaves by a port, in one line."""
    (folder / "r.cfg").write_text(text)
    with pytest.raises(SystemExit) as ended:
        main(["trace", str(folder / "r.cfg"), "--out", port, "tcp any > any:1494"])
    assert ended.value.code == 0
    return " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize("source", ["GigabitEthernet0/0", "192.0.2.1"])
def test_a_tunnel_is_told_to_go_on_by_its_source(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = TUNNEL.format(source=source)
    lead = "Note: packets of Tunnel0 go on, encapsulated, by GigabitEthernet0/0 (tunnel source): "
    outer = traced(text, "Tunnel0", tmp_path, capsys)
    assert f"{lead}its policy sees the outer header " in outer
    inner = traced(text.replace(*CLASSIFIED), "Tunnel0", tmp_path, capsys)
    assert f"{lead}its classes see the inner header (qos pre-classify) " in inner


def test_a_tunnel_from_a_loopback_leaves_by_no_port_of_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = traced(TUNNEL.format(source="Loopback0"), "Tunnel0", tmp_path, capsys)
    assert "by the port that routing chooses (tunnel source loopback0)" in out


def test_classes_behind_a_crypto_map_are_told_to_see_esp(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = traced(CRYPTO, "Serial0/0/0", tmp_path, capsys)
    assert "Note: packets that crypto map VPN encrypts are ESP before the classes" in out
    for old, new in (
        (" set peer", " qos pre-classify\n set peer"),
        (" crypto map VPN\n", ""),
    ):
        assert "Note: " not in traced(CRYPTO.replace(old, new), "Serial0/0/0", tmp_path, capsys)


def test_a_line_of_pre_classify_is_told_to_decide_which_header_classes_see(
    tmp_path: Path,
) -> None:
    text = TUNNEL.format(source="GigabitEthernet0/0")
    (tmp_path / "old.cfg").write_text(text)
    (tmp_path / "new.cfg").write_text(text.replace(*CLASSIFIED))
    status, out, _ = diff(tmp_path, "old.cfg", "new.cfg")
    words = " ".join(out.split())
    assert status == 1
    assert "in any case" not in words
    assert "see the inner header, without it the outer one" in words


HUB = """\
version 15.4
policy-map S10
 class class-default
  shape average 10000000
interface Tunnel1
 ip nhrp map group SP10 service-policy output S10
 tunnel source GigabitEthernet0/0
 tunnel mode gre multipoint
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
"""


def test_the_queues_of_a_spoke_depend_on_its_group(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = traced(HUB, "Tunnel1", tmp_path, capsys)
    assert "Not decided: which NHRP group the spoke is in" in out
    assert "--out 'Tunnel1 nhrp group SP10' follows those of a group" in out
    spoke = traced(HUB, "Tunnel1 nhrp group SP10", tmp_path, capsys)
    assert "shaped to 10 Mbit/s" in spoke
    assert "Note: packets of Tunnel1 go on, encapsulated, by GigabitEthernet0/0" in spoke
    assert "Not decided" not in spoke


def test_show_says_that_the_queues_of_a_group_are_those_of_each_spoke(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "r.cfg").write_text(HUB)
    with pytest.raises(SystemExit):
        main(["show", str(tmp_path / "r.cfg")])
    assert "each spoke of the group has these queues for itself" in capsys.readouterr().out


def test_policies_of_spokes_beside_more_than_a_shaper_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Cisco, Per-Tunnel QoS for DMVPN: the source may have a shaper in class-default alone."""
    spokes = "policy-map SPOKE\n class class-default\n  shape average 2000000\n"
    text = TUNNEL.format(source="GigabitEthernet0/0") + spokes
    group = " ip nhrp map group G service-policy output SPOKE\n tunnel source"
    of_spokes = text.replace(" tunnel source", group)
    words = "has more than a shaper in class-default"
    assert words in traced(of_spokes, "Tunnel0", tmp_path, capsys)
    assert words not in traced(text, "Tunnel0", tmp_path, capsys)
    shaped = of_spokes.replace("service-policy output OUT", "service-policy output SPOKE")
    assert words not in traced(shaped, "Tunnel0", tmp_path, capsys)
