"""Bundles, and channels of a controller: what gives a port its speed where no line states it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import qosc
from qosc.cli import main
from qosc.datapath import link_rate
from qosc.ledger import Fidelity
from qosc.profiles import profile
from qosc.render.shows.model import show_port

POLICY = """
class-map match-any V
 match dscp ef
policy-map P
 class V
  priority percent 10
"""


def speed(text: str, port: str, platform: str = "ios-15") -> int | None:
    device = qosc.loads(POLICY + text, platform=platform).device
    return link_rate(device, device.ports[port], profile(platform))


E1 = """
controller E1 0/2/0
 framing NO-CRC4
 clock source internal
 channel-group 4 timeslots 1-31
!
controller E1 0/2/1
 framing NO-CRC4
 channel-group 5 timeslots 1-31
!
controller E1 0/3/0
 channel-group 6 timeslots 1-31
controller E1 0/3/1
 channel-group 7 timeslots 1-31
interface Multilink1
 ppp multilink
 ppp multilink group 1
 service-policy output P
interface Serial0/2/0:4
 ppp multilink group 1
interface Serial0/2/1:5
 ppp multilink group 1
interface Serial0/3/0:6
 ppp multilink group 1
interface Serial0/3/1:7
 ppp multilink group 1
 shutdown
"""


def test_a_multilink_bundle_of_channels_has_the_recorded_bandwidth() -> None:
    """A Cisco 2811 with this config (supportforums.cisco.com, ShoRun.txt) shows BW 5952 Kbit: three
    channels of 31 timeslots of 64 kbit/s; the fourth is shut down.
    """
    assert speed(E1, "Multilink1") == 5_952_000


def test_members_with_a_bandwidth_of_their_own() -> None:
    """I. Pepelnjak, "Multilink bundles have varying bandwidth": 2000 and 4000 are BW 6000 Kbit."""
    text = """
interface Multilink1
 ppp multilink group 1
 service-policy output P
interface Serial1/4
 bandwidth 2000
 ppp multilink group 1
interface Serial1/5
 bandwidth 4000
 ppp multilink group 1
"""
    assert speed(text, "Multilink1") == 6_000_000


@pytest.mark.parametrize(
    ("lines", "name", "bps"),
    [
        ("controller T1 1/0\n channel-group 0 timeslots 1-12 speed 64\n", "Serial1/0:0", 768_000),
        ("controller T1 1/0\n channel-group 0 timeslots 1-2,5 speed 56\n", "Serial1/0:0", 168_000),
        ("controller T1 1/0\n channel-group 0 timeslots 1-24\n", "Serial1/0:0", None),
        ("controller E1 1/0\n channel-group 0 unframed\n", "Serial1/0:0", 2_048_000),
        ("controller E1 1/0\n channel-group 0 timeslots 1-32\n", "Serial1/0:0", None),
        (
            "controller T3 2/0\n t1 5 channel-group 3 timeslots 1-24 speed 64\n",
            "Serial2/0/5:3",
            1_536_000,
        ),
        ("controller T3 2/0\n t1 7 timeslot 1-24 speed 64\n", "Serial2/0:7", 1_536_000),
    ],
)
def test_a_channel_has_the_speed_of_its_timeslots(lines: str, name: str, bps: int | None) -> None:
    text = f"{lines}interface {name}\n service-policy output P\n"
    assert speed(text, name) == bps
    flush_left = text.replace("\n ", "\n")
    assert speed(flush_left, name) == bps


def test_a_channel_is_a_line_of_its_own_speed() -> None:
    text = "controller E1 1/0\n channel-group 0 timeslots 1-4\n"
    text += "interface Serial1/0:0\n service-policy output P\n"
    made = qosc.compile(qosc.loads(POLICY + text, platform="ios-12"), target="tc")
    assert "ceil 256000bit" in made.files[0].text
    (row,) = [one for one in made.ledger if one.path == "Serial1/0:0 > speed"]
    assert row.fidelity is Fidelity.EXACT


PORT_CHANNEL = """
interface Port-channel1
 service-policy output P
interface Port-channel1.10
 encapsulation dot1Q 10
 service-policy output P
interface GigabitEthernet0/0
 channel-group 1 mode active
interface GigabitEthernet0/1
 channel-group 1 mode active
"""


def test_a_port_channel_has_its_members_together_and_the_ledger_tells_of_one_set_of_queues() -> (
    None
):
    assert speed(PORT_CHANNEL, "Port-channel1") == 2 * 10**9
    config = qosc.loads(POLICY + PORT_CHANNEL, platform="ios-15")
    for port in ("Port-channel1", "Port-channel1.10"):
        made = qosc.compile(config, target="tc", interface=port)
        (row,) = [one for one in made.ledger if one.path == f"{port} > bandwidth"]
        assert row.fidelity is Fidelity.APPROX
        assert "one set of queues for all member links" in row.note


def test_a_stated_bandwidth_stands_and_an_unknown_member_leaves_the_bundle_unknown() -> None:
    stated = PORT_CHANNEL.replace("Port-channel1\n", "Port-channel1\n bandwidth 500000\n", 1)
    assert speed(stated, "Port-channel1") == 500_000_000
    assert speed(PORT_CHANNEL.replace("GigabitEthernet0/1", "Mystery7"), "Port-channel1") is None
    assert speed("interface Port-channel1\n service-policy output P\n", "Port-channel1") is None


XR_BUNDLE = """hostname R
interface Bundle-Ether7
 service-policy output P
interface Bundle-Ether7.100
 encapsulation dot1q 100
 service-policy output P
interface TenGigE0/0/0/0
 bundle id 7 mode active
interface TenGigE0/0/0/1
 bundle id 7 mode active
"""
SHAPED = """
policy-map P
 class class-default
  shape average 5 gbps
"""
DIVIDED = "hw-module all qos-mode aggregate-bundle-mode\n"


def test_a_bundle_of_ios_xr_says_that_each_member_has_the_policy() -> None:
    """Cisco ASR 9000 QoS guide OL-23108-02: the policy is applied at each member interface; a shape
    rate of 10 Mbit/s on two links lets up to 20 through, and percentages are of a member.
    """
    config = qosc.loads(SHAPED + XR_BUNDLE, platform="ios-xr")
    device = config.device
    for name in ("Bundle-Ether7", "Bundle-Ether7.100"):
        assert link_rate(device, device.ports[name], profile("ios-xr")) == 10**10
        shown = " ".join("\n".join(show_port(device, device.ports[name], config.profile)).split())
        assert f"{name}: 10 Gbit/s a bundle: each member link has the policies by itself" in shown
        for target in ("tc", "sim"):
            made = qosc.compile(config, target=target, interface=name, allow_loss=True)
            (row,) = [one for one in made.ledger if one.path == f"{name} > member links"]
            assert row.fidelity is Fidelity.APPROX
            assert "of one link: give it to each" in row.note
    made = qosc.compile(config, target="tc", interface="Bundle-Ether7", allow_loss=True)
    assert re.search(r"rate 10(gbit|000mbit|000000000bit)", made.files[0].text.lower())


def test_a_bundle_of_ios_xr_is_told_whatever_is_known_of_its_members() -> None:
    stated = XR_BUNDLE.replace("Ether7\n", "Ether7\n bandwidth 500000\n", 1)
    alone = "hostname R\ninterface Bundle-Ether7\n service-policy output P\n"
    several = XR_BUNDLE.replace("TenGigE0/0/0/1", "HundredGigE0/0/0/1")
    for text in (stated, alone, several):
        config = qosc.loads(SHAPED + text, platform="ios-xr")
        port = config.device.ports["Bundle-Ether7"]
        assert "of one link" in " ".join(show_port(config.device, port, config.profile))
        made = qosc.compile(config, target="tc", interface="Bundle-Ether7")
        assert "Bundle-Ether7 > member links" in {one.path for one in made.ledger}
    # 10 and 100 Gbit/s: there is no one link.
    assert link_rate(config.device, port, config.profile) is None


@pytest.mark.parametrize("way", ["--in", "--out"])
def test_a_trace_through_a_bundle_of_ios_xr_says_whose_figures_it_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], way: str
) -> None:
    path = tmp_path / "r.cfg"
    for mode, told in (("", True), (DIVIDED, False)):
        path.write_text(SHAPED + mode + XR_BUNDLE)
        given = [str(path), "--platform", "ios-xr"]
        with pytest.raises(SystemExit, match=r"^0$"):
            main(["trace", *given, "udp 10.0.0.1 > 10.0.0.2", way, "Bundle-Ether7"])
        out = " ".join(capsys.readouterr().out.split())
        assert ("a bundle: each member link has the policies by itself" in out) is told
        with pytest.raises(SystemExit, match=r"^0$"):
            main(["show", *given, "--format", "json"])
        shown = json.loads(capsys.readouterr().out)
        assert [port["per_link"] for port in shown["ports"]] == [told] * 2


def test_a_router_that_divides_a_policy_among_links_is_told_from_one_that_does_not() -> None:
    before = qosc.loads(SHAPED + XR_BUNDLE, platform="ios-xr")
    after = qosc.loads(SHAPED + DIVIDED + XR_BUNDLE, platform="ios-xr")
    port = after.device.ports["Bundle-Ether7"]
    assert link_rate(after.device, port, after.profile) == 2 * 10**10
    assert "of one link" not in " ".join(show_port(after.device, port, after.profile))
    made = qosc.compile(after, target="tc", interface="Bundle-Ether7")
    assert "Bundle-Ether7 > member links" not in {one.path for one in made.ledger}
    (row,) = [one for one in made.ledger if one.path == "Bundle-Ether7 > bandwidth"]
    assert "divides the rates among the member links" in row.note
    assert "of each member link by itself" in str(qosc.diff(before, after))
    off = qosc.loads(SHAPED + "no " + DIVIDED + XR_BUNDLE, platform="ios-xr")
    assert off.device.ports["Bundle-Ether7"].per_link


def test_a_shaper_above_one_link_of_a_bundle_of_ios_xr_never_acts() -> None:
    text = SHAPED.replace("5 gbps", "15 gbps") + "{mode}" + XR_BUNDLE
    for mode, found in (("", True), (DIVIDED, False)):
        config = qosc.loads(text.format(mode=mode), platform="ios-xr")
        assert ("QOS313" in {one.code for one in qosc.check(config)}) is found


@pytest.mark.parametrize(
    ("said", "bps"),
    [
        ("forced 10000full", 10**10),
        ("auto 1000full", 10**9),
        ("100full", 10**8),
        ("25g", 25 * 10**9),
        ("40gfull", 40 * 10**9),
        ("100g-4", 10**11),
        ("auto", None),
        ("", None),
    ],
)
def test_the_speed_of_an_arista_port_is_what_its_line_says_and_never_that_of_its_name(
    said: str, bps: int | None
) -> None:
    text = """! device: sw (DCS-7050, EOS-4.20.1F)
hostname sw
policy-map type quality-of-service P
   class class-default
      set dscp 10
interface Ethernet1
   LINE
   service-policy type qos input P
""".replace("LINE", f"speed {said}" if said else "mtu 9214")
    device = qosc.loads(text).device
    assert link_rate(device, device.ports["Ethernet1"], profile("ios-15")) == bps


def test_nxos_speed_in_mbits_and_its_port_channel() -> None:
    text = """
interface Ethernet1/1
  speed 40000
interface Ethernet1/2
  speed 10000
  channel-group 1 mode active
interface Ethernet1/3
  speed 10000
  channel-group 1 mode active
interface port-channel1
  mtu 9216
"""
    device = qosc.loads(text, platform="nxos").device
    found = {name: link_rate(device, port, profile("nxos")) for name, port in device.ports.items()}
    assert found["Ethernet1/1"] == 40 * 10**9
    assert found["Port-channel1"] == 20 * 10**9
