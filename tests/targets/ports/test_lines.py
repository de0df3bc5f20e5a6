"""What bounds all that leaves a port, where `bandwidth` says something else."""

from __future__ import annotations

import pytest

import qosc
from qosc.api import verify_script
from qosc.datapath.lines import Evidence, line_rate
from qosc.datapath.rates import link_rate
from qosc.ledger import Fidelity

SHAPED = "policy-map P\n class class-default\n  shape average 256000 32000 0\n"
SHARED = "policy-map P\n class class-default\n  bandwidth percent 50\n"
FRAME_RELAY = """\
map-class frame-relay M
 frame-relay cir 256000
interface Serial0/0
 encapsulation frame-relay
 frame-relay traffic-shaping
{more}interface Serial0/0.1 point-to-point
 bandwidth 192
 frame-relay interface-dlci 200
  class M
"""


def line(text: str):
    config = qosc.loads(text)
    device = config.complete_device
    (port,) = [port for port in device.ports.values() if port.output]
    return line_rate(device, port, config.profile)


def put(policy: str, port: str, bandwidth: int | None = None) -> str:
    said = "" if bandwidth is None else f" bandwidth {bandwidth}\n"
    return f"{policy}interface {port}\n{said} service-policy output P\n"


@pytest.mark.parametrize(
    ("port", "bandwidth", "policy", "rate", "evidence"),
    [
        ("Serial0/0", 2000, SHARED, 2_000_000, Evidence.BANDWIDTH),
        ("Serial0/0", 2000, SHAPED, 2_000_000, Evidence.BANDWIDTH),
        ("Serial0/0", 192, SHAPED, 256_000, Evidence.POLICY),
        ("Serial0/0", 192, SHAPED.replace("shape average", "police"), 256_000, Evidence.POLICY),
        ("FastEthernet0/0", 192, SHAPED, 100_000_000, Evidence.KIND),
        ("FastEthernet0/0", 192, SHARED, 100_000_000, Evidence.KIND),
        ("GigabitEthernet0/0", 10_000, SHARED, 1_000_000_000, Evidence.KIND),
        ("FastEthernet0/0", 1_000_000, SHARED, 100_000_000, Evidence.KIND),
        ("Tunnel1", 192, SHAPED, 256_000, Evidence.POLICY),
        ("Tunnel1", None, SHAPED, 512_000, Evidence.NOTHING),
    ],
)
def test_what_a_line_is_known_by(port, bandwidth, policy, rate, evidence) -> None:
    assert line(put(policy, port, bandwidth)) == (rate, evidence)


@pytest.mark.parametrize(
    ("settings", "whole", "half"),
    [
        (" speed 100\n", 100_000_000, 50_000_000),
        (" speed 100\n bandwidth 20000\n", 100_000_000, 10_000_000),
        (" speed 10\n duplex half\n", 10_000_000, 5_000_000),
        (" speed auto\n", 1_000_000_000, 500_000_000),
        (" speed auto 10 100\n", 1_000_000_000, 500_000_000),
        (" speed 100\n no speed\n", 1_000_000_000, 500_000_000),
    ],
)
def test_the_speed_that_is_set_is_that_of_the_line(settings: str, whole: int, half: int) -> None:
    # `speed` in Mbit/s: Cisco, Interface and Hardware Component Command Reference. `bandwidth`
    # changes what percentages are of, and not the line.
    policy = "policy-map P\n class class-default\n  shape average percent 50\n"
    text = (
        f"version 15.4\n{policy}interface GigabitEthernet0/1\n{settings} service-policy output P\n"
    )
    config = qosc.loads(text)
    assert config.device.residue == ()
    artefact = qosc.compile(config, target="tc", allow_loss=True)
    rates = [word.split()[0] for word in artefact.files[0].text.split(" htb rate ")[1:]]
    assert rates == [f"{whole}bit", f"{half}bit"]
    said = [entry.got for entry in artefact.ledger if entry.path.endswith("> speed")]
    assert said == ([f"root class at {whole // 1_000_000} Mbit/s"] if whole < 10**9 else [])


def test_a_subinterface_sends_over_a_line_of_the_speed_that_is_set() -> None:
    text = put(SHARED, "GigabitEthernet0/1.5")
    assert line(f"interface GigabitEthernet0/1\n speed 100\n{text}") == (
        100_000_000,
        Evidence.SAID,
    )


@pytest.mark.parametrize("place", ["", "ether-options ", "gigether-options "])
def test_the_speed_of_a_junos_port_may_stand_with_its_ethernet_options(place: str) -> None:
    text = (
        f"set interfaces ge-0/0/1 {place}speed 100m\n"
        "set class-of-service interfaces ge-0/0/1 scheduler-map M\n"
        "set class-of-service scheduler-maps M forwarding-class best-effort scheduler S\n"
        "set class-of-service schedulers S transmit-rate percent 20\n"
    )
    assert line(text) == (100_000_000, Evidence.SAID)


@pytest.mark.parametrize("more", ["", " bandwidth 256\n", " bandwidth 128\n"])
def test_the_cir_of_a_circuit_goes_before_the_bandwidth_of_its_subinterface(more: str) -> None:
    text = f"version 12.4\n{FRAME_RELAY.format(more=more)}"
    config = qosc.loads(text)
    artefact = qosc.compile(config)
    script = artefact.files[0].text
    assert "ceil 192000bit" not in script
    assert "ceil 256000bit" in script
    scenario = qosc.compile(config, target="sim").files[0].text
    assert "rate_bps: 192000" not in scenario
    assert list(verify_script(config, script, artefact.ledger).differences) == []


@pytest.mark.parametrize("target", ["tc", "sim"])
def test_the_ledger_says_that_bandwidth_is_taken_for_the_speed(target: str) -> None:
    for bandwidth, words in ((2000, "as nothing else says it"), (192, "shaped or policed on it")):
        found = qosc.compile(qosc.loads(put(SHAPED, "Serial0/0", bandwidth)), target=target)
        (entry,) = [one for one in found.ledger if one.path.endswith("bandwidth")]
        assert entry.fidelity is Fidelity.UNKNOWN
        assert words in entry.note


def test_percentages_are_of_the_bandwidth_whatever_the_line_is() -> None:
    policy = (
        "policy-map P\n class V\n  priority percent 25\n"
        " class class-default\n  shape average 400000\n"
    )
    text = "class-map V\n match dscp ef\n" + put(policy, "Ethernet0/0", 200)
    config = qosc.loads(text)
    artefact = qosc.compile(config)
    script = artefact.files[0].text
    assert "ceil 10000000bit" in script
    assert "police rate 50000bit" in script
    assert list(verify_script(config, script, artefact.ledger).differences) == []


def test_percentages_below_a_shaper_are_of_its_rate_even_where_the_line_is_slower() -> None:
    policy = (
        "policy-map C\n class V\n  police cir percent 25\n"
        " class class-default\n  bandwidth percent 50\n"
        "policy-map P\n class class-default\n  shape average 20000000\n  service-policy C\n"
    )
    config = qosc.loads("version 15.2\nclass-map V\n match dscp ef\n" + put(policy, "Ethernet0/0"))
    artefact = qosc.compile(config)
    script = artefact.files[0].text
    assert "police rate 5000000bit" in script
    assert "ceil 20000000bit" not in script
    assert list(verify_script(config, script, artefact.ledger).differences) == []
    assert "cir_bps: 5000000" in qosc.compile(config, target="sim").files[0].text


def test_a_subinterface_is_a_part_of_the_line_of_its_interface() -> None:
    above = "interface FastEthernet0/0\n bandwidth 2000\n"
    text = SHAPED + above + put("", "FastEthernet0/0.1", 192)
    assert line(text) == (100_000_000, Evidence.KIND)


@pytest.mark.parametrize("share", ["bandwidth percent 50", "priority percent 20"])
def test_a_share_of_a_link_that_nobody_knows_leaves_it_unknown(share: str) -> None:
    assert line(put(f"{SHAPED}  {share}\n", "Tunnel1")) is None


CLOCKED = put(SHARED, "Serial0/0").replace(" service", " clock rate 128000\n service")


@pytest.mark.parametrize("line_of_clock", [" clock rate 128000\n", " clockrate 128000\n"])
@pytest.mark.parametrize("said", ["", " bandwidth 64\n"])
def test_the_clock_of_a_serial_line_is_its_speed_and_not_what_percentages_are_of(
    line_of_clock, said
) -> None:
    text = CLOCKED.replace(" clock rate 128000\n", said + line_of_clock)
    assert line(text) == (128_000, Evidence.CLOCK)
    config = qosc.loads(text)
    port = config.complete_device.ports["Serial0/0"]
    assert link_rate(config.complete_device, port, config.profile) == (64 if said else 1544) * 1000


@pytest.mark.parametrize("after", [" no clock rate\n", " no clock rate 128000\n"])
def test_a_clock_that_is_taken_back_is_none(after) -> None:
    text = CLOCKED.replace(" service", f"{after} service")
    assert line(text) == (1_544_000, Evidence.BANDWIDTH)


def test_the_ledger_says_that_the_clock_is_the_dce_s() -> None:
    artefact = qosc.compile(qosc.loads(CLOCKED), target="tc", allow_loss=True)
    (entry,) = [each for each in artefact.ledger if each.path.endswith("> speed")]
    assert entry.fidelity is Fidelity.UNKNOWN
    assert entry.got == "root class at 128 kbit/s"
    assert "where the port is the DCE" in entry.note


def test_a_clock_of_another_kind_and_other_words_behind_clock_are_no_speed() -> None:
    text = put(SHARED, "FastEthernet0/0").replace(" service", " clock rate 128000\n service")
    assert line(text) == (100_000_000, Evidence.KIND)
    assert [left.text.strip() for left in qosc.loads(text).device.residue] == ["clock rate 128000"]
    other = CLOCKED.replace("clock rate 128000", "clock source internal")
    assert not qosc.loads(other).device.residue


def test_a_bundle_adds_up_bandwidths_and_no_clocks() -> None:
    text = (
        "interface Multilink1\n service-policy output P\n"
        "interface Serial0/0\n clock rate 64000\n ppp multilink group 1\n"
    )
    config = qosc.loads(SHARED + text)
    port = config.complete_device.ports["Multilink1"]
    assert link_rate(config.complete_device, port, config.profile) == 1_544_000


@pytest.mark.parametrize(
    ("port", "said", "leaf", "fidelity"),
    [
        ("FastEthernet0/0", " bandwidth 100000\n", "bandwidth", Fidelity.APPROX),
        ("FastEthernet0/0", " speed 10\n", "speed", Fidelity.APPROX),
        ("Serial0/0", " bandwidth 2000\n", "bandwidth", Fidelity.UNKNOWN),
    ],
)
def test_the_bytes_of_an_ethernet_frame_that_htb_leaves_out_are_told(
    port, said, leaf, fidelity
) -> None:
    # 1514 of 1538 bytes and 60 of 84: FCS 4, preamble 8, gap 12 (IEEE 802.3).
    text = put(SHARED, port).replace(" service", f"{said} service")
    artefact = qosc.compile(qosc.loads(text), target="tc", allow_loss=True)
    (entry,) = [each for each in artefact.ledger if each.path.endswith(f"> {leaf}")]
    assert entry.fidelity is fidelity
    ethernet = port != "Serial0/0"
    assert ("98.4 % of this rate in frames of 1514 bytes" in entry.note) is ethernet
    assert ("71.4 % in those of 60" in entry.note) is ethernet
