"""`qosc verify --state` of a control plane, and what is said where nothing was compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.targets.live.kit import Ended, dump_of, setups_of, verify
from tests.targets.live.shown_by_tc import BOOT, dump

COPP = """
class-map match-all SSH
 match access-group name SSH-IN
policy-map COPP
 class SSH
  police 128000 8000 conform-action transmit exceed-action drop
 class class-default
  police 64000 4000 conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 ip address 192.0.2.1 255.255.255.0
ip access-list extended SSH-IN
 permit tcp any any eq 22
control-plane
 service-policy input COPP
"""
EDGE = """
policy-map EDGE
 class class-default
  police 5000000 156250 conform-action transmit exceed-action drop
interface GigabitEthernet0/0
 service-policy input EDGE
"""
OTHER = """
interface GigabitEthernet0/1
 ip address 198.51.100.1 255.255.255.0
"""
SETUPS = setups_of(COPP)
LINES = dump_of(SETUPS)
UNKNOWN = "warning[QOS843]: nothing is known of control-plane: "


def said(folder: Path, config: str, lines: list[str], *more: str) -> tuple[int, str]:
    ended: Ended = verify(folder, config, lines, *more)
    assert ended.errors == ""
    return ended.status, ended.output


def after_a_reboot() -> list[str]:
    """e0 is there, and has nothing."""
    made = dump({"e0": SETUPS["control-plane"]}, {})
    kept = made[: made.index("== begin qdisc e0")]
    nothing = [["== begin qdisc e0", "qdisc noqueue 0: root refcnt 2", "== end 0"]]
    nothing += [[f"== begin {kind} e0", "== end 0"] for kind in ("class", "filter-ingress")]
    return [*kept, *(line for part in nothing for line in part), "== done"]


@pytest.mark.parametrize(
    "lines",
    [
        after_a_reboot(),
        [line for line in after_a_reboot() if line != BOOT],
        [line.replace(f"who {BOOT}", "who another-start") for line in LINES],
        [line for line in LINES if not line.startswith("port ")],
    ],
)
def test_a_control_plane_that_was_not_compared_is_no_agreement(
    tmp_path: Path, lines: list[str]
) -> None:
    status, output = said(tmp_path, COPP, lines)
    assert status == 1
    assert UNKNOWN in output
    assert output.splitlines()[-1].startswith("1 thing unknown in 0 parts of 0 interfaces")


def test_an_interface_for_it_that_has_nothing_differs(tmp_path: Path) -> None:
    status, output = said(tmp_path, COPP, after_a_reboot(), "--map", "control-plane=e0")
    assert status == 1
    assert "error[QOS803]: the machine has no commands for control-plane" in output


def test_it_is_asked_for_where_an_interface_has_no_qos_of_its_own(tmp_path: Path) -> None:
    config = COPP + EDGE + OTHER
    setups = setups_of(config)
    assert set(setups) == {"GigabitEthernet0/0", "control-plane"}
    forgotten = [line for line in dump_of(setups) if line != "port control-plane"]
    status, output = said(tmp_path, config, forgotten)
    assert status == 1
    assert f"{UNKNOWN}it belongs to the interfaces without QoS of their own (Gigabit" in output
    assert "(GigabitEthernet0/1), too: name them with --map" in output
    assert said(tmp_path, config, forgotten, "--map", "control-plane=e1")[0] == 0
    # One that is shut down, and one that nothing enters by from outside, need none.
    shut = config + " shutdown\ninterface Loopback0\n ip address 192.0.2.9 255.255.255.255\n"
    alone = {"GigabitEthernet0/0": setups_of(shut)["GigabitEthernet0/0"]}
    assert said(tmp_path, shut, dump_of(alone))[0] == 0


BUNDLE = """
interface Port-channel1
 ip address 192.0.2.33 255.255.255.224
 service-policy input EDGE
interface GigabitEthernet0/2
 no ip address
 channel-group 1 mode active
interface GigabitEthernet0/3
 no ip address
interface GigabitEthernet0/3.10
 encapsulation dot1Q 10
 ip address 192.0.2.65 255.255.255.224
 service-policy input EDGE
"""
AGGREGATE = """
interfaces {
    ge-0/0/0 { gigether-options { 802.3ad ae0; } }
    ge-0/0/5 { unit 0 { disable; family inet { address 192.0.2.65/27; } } }
    ae0 { unit 0 { family inet { filter { input in; } address 192.0.2.1/27; } } }
    lo0 { unit 0 { family inet { filter { input in; } } } }
}
firewall {
    policer p { if-exceeding { bandwidth-limit 1m; burst-size-limit 62500; } then discard; }
    family inet { filter in { term all { then { policer p; accept; } } } }
}
"""


@pytest.mark.parametrize(
    ("config", "addressed"),
    [
        (COPP + EDGE + BUNDLE, (" no ip address\n channel", " ip address dhcp\n channel")),
        (AGGREGATE, ("unit 0 { disable;", "unit 0 {")),
    ],
)
def test_no_interface_is_asked_for_where_none_has_an_address(
    tmp_path: Path, config: str, addressed: tuple[str, str]
) -> None:
    planes = ("control-plane", "lo0.0")
    setups = {name: each for name, each in setups_of(config).items() if name not in planes}
    assert len(setups) < len(setups_of(config))
    assert said(tmp_path, config, dump_of(setups))[0] == 0
    status, output = said(tmp_path, config.replace(*addressed), dump_of(setups))
    assert status == 1
    assert "it belongs to the interfaces without QoS of their own (" in output


PLANE = SETUPS["control-plane"]
TWO = dump({"e0": PLANE, "e1": PLANE}, {"e0": "control-plane", "e1": "control-plane"})
FORGOTTEN = [line for line in TWO if not line.startswith("port ")]
BOTH = ("--map", "control-plane=e0", "--map", "control-plane=e1")


def at(lines: list[str], interface: str, old: str, new: str) -> list[str]:
    """The dump with other words in the filters of one interface."""
    start = lines.index(f"== begin filter-ingress {interface}")
    end = lines.index("== end 0", start)
    made = [line.replace(old, new) for line in lines[start:end]]
    assert made != lines[start:end]
    return [*lines[:start], *made, *lines[end:]]


@pytest.mark.parametrize(
    ("lines", "more"), [(TWO, ()), (TWO, BOTH), (TWO, BOTH[:2]), (FORGOTTEN, BOTH)]
)
def test_each_interface_of_a_control_plane_is_compared(
    tmp_path: Path, lines: list[str], more: tuple[str, ...]
) -> None:
    status, output = said(tmp_path, COPP, lines, *more)
    assert (status, " of 2 interfaces, " in output) == (0, True)
    for interface in ("e0", "e1"):
        other = at(lines, interface, "rate 64Kbit", "rate 640Kbit")
        status, output = said(tmp_path, COPP, other, *more)
        assert status == 1
        assert "policer has another rate or burst" in output
        assert ("at the interface e1" in output) == (interface == "e1")


@pytest.mark.parametrize("more", [(), BOTH, BOTH[:2], BOTH[2:]])
def test_a_meter_of_its_own_at_one_interface_is_a_difference(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    first = next(line for line in TWO if " police 0x" in line)
    number = first.split("police ")[1].split()[0]
    status, output = said(tmp_path, COPP, at(TWO, "e1", f"police {number} ", "police 0x99 "), *more)
    assert status == 1
    assert "error[QOS814]: a policer of control-plane is one on e" in output
    assert "police index " in output


def test_an_interface_of_it_that_has_nothing_is_a_difference(tmp_path: Path) -> None:
    ways = ("== begin qdisc e1", "== begin class e1", "== begin offloads e1")
    qdisc, classes, offloads = map(TWO.index, ways)
    bare = ["== begin qdisc e1", "qdisc noqueue 0: root refcnt 2", "== end 0"]
    lines = [*TWO[:qdisc], *bare, *TWO[classes : classes + 2], *TWO[offloads:]]
    status, output = said(tmp_path, COPP, lines)
    assert status == 1
    assert "error[QOS803]: the machine has no commands for control-plane" in output
    assert "at the interface e1" in output
    assert "the clsact qdisc of e1 is not there" in output


def test_an_interface_of_it_that_the_dump_does_not_show_is_unknown(tmp_path: Path) -> None:
    lines = [line.replace("filter-ingress e1", "filter-ingress e9") for line in TWO]
    status, output = said(tmp_path, COPP, lines)
    assert status == 1
    assert "warning[QOS843]: the dump does not show all that is set up on e1" in output


IOS_PACKETS = COPP.replace("police 128000 8000", "police rate 100 pps burst 20 packets")
JUNOS_PACKETS = """
interfaces {
    ge-0/0/0 { unit 0 { family inet { filter { input in; } address 192.0.2.1/24; } } }
}
firewall {
    policer few {
        if-exceeding-pps { pps-limit 100; packet-burst 20; }
        then discard;
    }
    family inet { filter in { term all { then { policer few; accept; } } } }
}
"""


@pytest.mark.parametrize("config", [IOS_PACKETS, JUNOS_PACKETS])
def test_a_policer_of_packets_is_as_it_was_set_up(tmp_path: Path, config: str) -> None:
    lines = dump_of(setups_of(config))
    assert any("rate 0bit burst 0b mtu 64Kb pkts_rate 100 pkts_burst 20" in each for each in lines)
    status, output = said(tmp_path, config, lines)
    assert (status, output.startswith("Nothing differs in ")) == (0, True)
    assert "0 interfaces" not in output


@pytest.mark.parametrize("config", [IOS_PACKETS, JUNOS_PACKETS])
def test_another_rate_of_packets_is_one_difference(tmp_path: Path, config: str) -> None:
    lines = [line.replace("pkts_rate 100", "pkts_rate 200") for line in dump_of(setups_of(config))]
    status, output = said(tmp_path, config, lines)
    assert status == 1
    assert output.splitlines()[-1].startswith("1 difference in ")
    assert "error[QOS814]: policer has another rate or burst" in output
    assert "the router's rate is 100 packet/s, the machine's 200" in output


def test_another_mtu_of_a_policer_of_packets_is_named(tmp_path: Path) -> None:
    lines = [
        line.replace("mtu 64Kb pkts", "mtu 1Kb pkts") for line in dump_of(setups_of(IOS_PACKETS))
    ]
    _, output = said(tmp_path, IOS_PACKETS, lines)
    assert "burst 20 mtu 65535" in output
    assert "burst 20 mtu 1024" in output


def test_an_interface_that_joins_packets_in_its_hardware_is_told(tmp_path: Path) -> None:
    off = "generic-receive-offload: off"
    lines = [f"{line}\nrx-gro-hw: on" if line == off else line for line in LINES]
    _, output = said(tmp_path, COPP, lines)
    assert "warning[QOS844]: e0 joins packets" in output
    assert "rx-gro-hw" in output
