"""Platform and speed of links by patterns, in every command that reads configs."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

HALF = """\
hostname R1
class-map DATA
 match dscp af21
policy-map WAN
 class DATA
  bandwidth percent 50
interface {port}
 {more}
 service-policy output WAN
"""
LINKS = '[[links]]\ninterfaces = ["{}"]\nspeed = "50Mbit"\n'


def shown(qosc: Run, path: Path, port: str, pattern: str, more: str = "shutdown") -> str:
    (path / "r.cfg").write_text(HALF.format(port=port, more=more))
    (path / "qosc.toml").write_text(LINKS.format(pattern))
    return qosc("show", "r.cfg").out


@pytest.mark.parametrize(
    ("port", "pattern"),
    [
        ("GigabitEthernet0/0", "Gi0/0"),
        ("GigabitEthernet0/0", "gigabitethernet0/*"),
        ("GigabitEthernet0/0", "*"),
        ("GigabitEthernet0/0.100", "Gi0/0*"),
    ],
)
def test_percentages_are_of_the_speed(qosc: Run, tmp_path: Path, port: str, pattern: str) -> None:
    more = "encapsulation dot1q 100" if "." in port else "no shutdown"
    parent = "no shutdown\ninterface GigabitEthernet0/0.100\n " if "." in port else ""
    port = port.split(".", maxsplit=1)[0]
    assert "50% = 25 Mbit/s" in shown(qosc, tmp_path, port, pattern, parent + more)


@pytest.mark.parametrize("pattern", ["Gi0/1", "Te*", "Gi0/00"])
def test_other_ports_keep_theirs(qosc: Run, tmp_path: Path, pattern: str) -> None:
    assert "50% = 500 Mbit/s" in shown(qosc, tmp_path, "GigabitEthernet0/0", pattern)


def test_bandwidth_stays_what_percentages_are_of(qosc: Run, tmp_path: Path) -> None:
    # Cisco: `bandwidth` is what percentages are of, whatever the line does.
    out = shown(qosc, tmp_path, "GigabitEthernet0/0", "Gi*", "bandwidth 20000")
    assert "50% = 10 Mbit/s" in out
    # And of a serial line without it, its default: 1544 kbit/s (T1).
    assert "50% = 772 kbit/s" in shown(qosc, tmp_path, "Serial0/0", "Se0/0")


def test_what_the_config_says_of_its_line_is_right(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(HALF.format(port="GigabitEthernet0/0", more="speed 100"))
    (tmp_path / "qosc.toml").write_text(LINKS.format("Gi0/0"))
    told = qosc("show", "r.cfg")
    assert "50% = 50 Mbit/s" in told.out
    assert "the config says otherwise" in told.err


def test_the_script_holds_the_line_to_the_speed(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(HALF.format(port="GigabitEthernet0/0", more="no shutdown"))
    (tmp_path / "qosc.toml").write_text(LINKS.format("Gi0/0"))
    told = qosc("compile", "r.cfg", "-t", "tc", "--ledger", "full")
    assert "htb rate 50000000bit" in told.out
    assert "by the settings file" in told.err
    assert "htb rate 50000000bit" not in qosc("compile", "r.cfg", "-t", "tc", "--isolated").out


def test_the_last_platform_that_fits_counts(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(
        "class-map DATA\n match dscp af21\npolicy-map WAN\n class DATA\n  bandwidth 900\n"
        "interface Serial0\n bandwidth 1000\n service-policy output WAN\n"
    )
    rows = '[[configs]]\nfiles = ["*"]\nplatform = "IOS-XE"\n'
    (tmp_path / "qosc.toml").write_text(rows)
    qosc("check", "r.cfg", "--select", "QOS402")
    # IOS 12 lets classes reserve 75 % of a link.
    (tmp_path / "qosc.toml").write_text(
        f'{rows}[[configs]]\nfiles = ["r.cfg"]\nplatform = "ios-12"\n'
    )
    qosc("check", "r.cfg", "--select", "QOS402", status=1)
    qosc("check", "r.cfg", "--select", "QOS402", "--platform", "ios-xe")
    assert "ios-12" in qosc("show", "r.cfg").err


def test_a_platform_of_another_vendor_names_the_file(qosc: Run, tmp_path: Path) -> None:
    (tmp_path / "r.cfg").write_text(HALF.format(port="GigabitEthernet0/0", more="shutdown"))
    (tmp_path / "qosc.toml").write_text('[[configs]]\nfiles = ["*"]\nplatform = "junos-mx"\n')
    for command in (("check",), ("show",), ("compile", "-t", "tc")):
        assert "(by qosc.toml)" in qosc(*command, "r.cfg", status=2).err


XR = """policy-map P
 class class-default
  queue-limit 10 ms
 !
 end-policy-map
!
interface TenGigE0/0/0/0
 ipv4 address 10.0.0.1 255.255.255.0
 service-policy output P
!
"""
NEXUS = """feature interface-vlan
policy-map type queuing P
  class type queuing c-out-8q-q3
    bandwidth percent 50
interface Ethernet1/1
  ip address 10.0.0.1/24
  service-policy type queuing output P
"""


@pytest.mark.parametrize(
    ("text", "system", "own", "others"),
    [
        (XR, "Cisco IOS XR", ("ios-xr", "ios-xr-ncs"), ("ios-xe", "nxos", "cat9000")),
        (NEXUS, "Cisco NX-OS", ("nxos",), ("ios-xe", "ios-xr", "cat9000")),
    ],
)
def test_a_platform_of_another_system_is_refused(
    qosc: Run, tmp_path: Path, text: str, system: str, own: tuple[str, ...], others: tuple[str, ...]
) -> None:
    (tmp_path / "r.cfg").write_text(text)
    for name in own:
        qosc("show", "r.cfg", "--platform", name)
    for name in others:
        told = qosc("show", "r.cfg", "--platform", name, status=2).err
        assert f"no config of the platform {name}: it is written in {system}" in told
    (tmp_path / "qosc.toml").write_text(f'[[configs]]\nfiles = ["*"]\nplatform = "{others[0]}"\n')
    for command in (("check",), ("show",), ("compile", "-t", "tc")):
        told = qosc(*command, "r.cfg", status=2).err
        assert system in told
        assert "(by qosc.toml)" in told


def test_a_platform_that_is_named_decides_where_the_text_is_of_two_minds(
    qosc: Run, tmp_path: Path
) -> None:
    (tmp_path / "r.cfg").write_text(
        "policy-map P\n class class-default\n  shape average 1000000\n"
        "interface Serial0/0\n description to MgmtEth0/RSP0/CPU0/0\n"
        " ip address 10.0.0.1 255.255.255.0\n service-policy output P\n"
    )
    qosc("show", "r.cfg", "--platform", "ios-xe")


def test_diff_compares_by_today_s_settings(qosc: Run, tmp_path: Path) -> None:
    for name, rate in (("a.cfg", "percent 50"), ("b.cfg", "25000")):
        text = HALF.replace("percent 50", rate).format(port="GigabitEthernet0/0", more="shutdown")
        (tmp_path / name).write_text(text)
    qosc("diff", "a.cfg", "b.cfg", status=1)
    (tmp_path / "qosc.toml").write_text(LINKS.format("Gi0/0"))
    assert "50Mbit of Gi0/0" in qosc("diff", "a.cfg", "b.cfg").err
