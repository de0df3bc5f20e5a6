"""The figures that all systems of Cisco IOS share, by recorded outputs and command references."""

from __future__ import annotations

import pytest

from qosc.profiles import profile

# Recorded show interfaces (BW in kbit/s): Ethernet 10000, FastEthernet 100000, GigabitEthernet
# 1000000, Serial 1544, BRI 64; the faster types are named after their speed.
SPEEDS = {
    "ethernet": 10_000,
    "fastethernet": 100_000,
    "gigabitethernet": 1_000_000,
    "twogigabitethernet": 2_500_000,
    "fivegigabitethernet": 5_000_000,
    "tengigabitethernet": 10_000_000,
    "twentyfivegige": 25_000_000,
    "fortygigabitethernet": 40_000_000,
    "hundredgige": 100_000_000,
    "appgigabitethernet": 1_000_000,
    "wlan-gigabitethernet": 1_000_000,
    "serial": 1_544,
    "bri": 64,
}
XR_SPEEDS = SPEEDS | {
    "tengige": 10_000_000,
    "fiftygige": 50_000_000,
    "twohundredgige": 200_000_000,
    "fourhundredgige": 400_000_000,
}
IOS = ("ios-12", "ios-15", "ios-xe", "cat9000")
XR = ("ios-xr", "ios-xr-ncs")


@pytest.mark.parametrize("name", SPEEDS)
def test_the_speed_of_a_kind_of_port(name: str) -> None:
    assert {profile(each).interface_speeds.value.get(name) for each in IOS} == {SPEEDS[name] * 1000}


def test_no_other_kind_has_a_speed() -> None:
    assert {frozenset(profile(each).interface_speeds.value) for each in IOS} == {frozenset(SPEEDS)}
    assert not profile("nxos").interface_speeds.value


@pytest.mark.parametrize("name", XR_SPEEDS)
def test_the_speed_of_a_kind_of_port_of_ios_xr(name: str) -> None:
    found = {profile(each).interface_speeds.value.get(name) for each in XR}
    assert found == {XR_SPEEDS[name] * 1000}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("async", "modem"),
        ("atm", "contracts"),
        ("bundle-ether", "members"),
        ("bvi", "leave by"),
        ("cellular", "radio"),
        ("control-plane", "no link"),
        ("dialer", "dials"),
        ("hssi", "52 Mbit/s"),
        ("loopback", "no link"),
        ("mfr", "members"),
        ("multilink", "members"),
        ("null", "no link"),
        ("nve", "leave by"),
        ("port-channel", "members"),
        ("pos", "155 Mbit/s"),
        ("tokenring", "4 or 16 Mbit/s"),
        ("tunnel", "leave by"),
        ("virtual-access", "its line"),
        ("virtual-template", "each line"),
        ("vlan", "leave by"),
    ],
)
def test_why_a_kind_of_port_has_no_speed(name: str, words: str) -> None:
    for each in (*IOS, *XR, "nxos"):
        assert words in profile(each).unknown_speeds.value[name]


# Configuring Weighted Random Early Detection: (9 + precedence)/18 of 40; recorded show queueing
# random-detect of a FastEthernet port before HQF. With HQF, recorded: 20 + 2 precedence of 40.
@pytest.mark.parametrize(
    ("platform", "minimums"),
    [
        ("ios-12", (20, 22, 24, 26, 28, 31, 33, 35)),
        ("ios-15", (20, 22, 24, 26, 28, 30, 32, 34)),
        ("ios-xe", (20, 22, 24, 26, 28, 30, 32, 34)),
        ("cat9000", (20, 22, 24, 26, 28, 30, 32, 34)),
        ("ios-xr", ()),
        ("nxos", ()),
    ],
)
def test_wred_minimums_by_precedence(platform: str, minimums: tuple[int, ...]) -> None:
    assert profile(platform).wred_precedence.value == minimums


# QoS Solutions Command Reference, random-detect dscp, table of default settings.
AF = {
    10: 32,
    12: 28,
    14: 24,
    18: 32,
    20: 28,
    22: 24,
    26: 32,
    28: 28,
    30: 24,
    34: 32,
    36: 28,
    38: 24,
}
CS = {8: 22, 16: 24, 24: 26, 32: 28, 40: 30, 48: 32, 56: 34}


@pytest.mark.parametrize("platform", ["ios-12", "ios-15", "ios-xe", "cat9000"])
def test_wred_dscp_minimums(platform: str) -> None:
    table = {**dict.fromkeys(range(64), 20), **AF, **CS, 46: 36}
    assert dict(enumerate(profile(platform).wred_dscp.value)) == table


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("mtu", 1500),
        ("wred_exponent", 9),
        ("wred_denominator", 10),
        ("wred_maximum", 40),
        ("priority_burst_time", 200_000),
        ("priority_burst_least", 1500),
        ("police_burst_time", 250_000),
        ("police_burst_least", 1500),
        ("mqc_ranges", True),
    ],
)
def test_what_all_systems_share(name: str, value: int) -> None:
    assert {getattr(profile(each), name).value for each in IOS} == {value}
