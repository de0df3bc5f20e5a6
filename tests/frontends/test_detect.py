"""Which dialect and which platform a text is taken for."""

from __future__ import annotations

import pytest

import qosc
from qosc.frontends.detection.dialect import DIALECTS, detect
from qosc.profiles import NAMES
from qosc.source import SourceText
from tests.frontends.cisco.ios_tree import dedent

IOS = "hostname R1\nclass-map C\n match ip dscp ef\ninterface Serial0/0\n service-policy output P\n"

DIALECT = {
    "ios": IOS,
    "junos": dedent(
        """
        class-of-service {
            schedulers {
                gold {
                    transmit-rate percent 40;
                }
            }
        }
        """
    ),
    "ios-xr": "interface TenGigE0/0/0/1\n!\npolicy-map P\n class C\n !\n end-policy-map\n!\n",
    "nxos": "feature bgp\nfeature lacp\nclass-map type qos match-any C\n  match dscp 46\n",
    "eos": "! device: leaf1 (DCS-7050, EOS-4.30)\ntransceiver qsfp default-mode 4x10G\n",
    "cnos": 'version "10.8.0.42"\nhostname L1\nvrf context management\nfeature telnet\n',
    "os10": "! Version 10.4.0E(R1)\ninterface breakout 1/1/1 map 40g-1x\n",
    "asa": "ASA Version 9.1(1)\ninterface Ethernet0/0\n nameif outside\n security-level 0\n",
    "policy-agent": "ServicePolicyRules rule1\n{\n PolicyScope DataTraffic\n}\n",
    "freertr": "policy-map p1\n seq 10 act drop\n  match prec 2\n seq 20 act trans\n exit\n",
}


@pytest.mark.parametrize("dialect", DIALECT)
def test_each_dialect_is_told_by_its_own_words(dialect: str) -> None:
    guess = detect(SourceText("x", DIALECT[dialect]))
    assert guess.dialect == dialect
    assert guess.dialect_reason
    assert (guess.platform in NAMES) == (
        dialect in ("ios", "ios-xr", "junos", "nxos", "policy-agent")
    )


def test_every_dialect_has_an_example() -> None:
    assert set(DIALECT) == set(DIALECTS)


@pytest.mark.parametrize(
    ("text", "dialect"),
    [
        ("class-map type qos match-any C\n   match dscp 46\n", "eos"),
        ("class-map type qos match-any C\n  match dscp 46\n", "nxos"),
        ("interface Ethernet1\n   mtu 9214\n   qos trust dscp\n", "eos"),
        ("interface Ethernet0\n mtu 1500\n rate-limit output 8000 1500 2000\n", "ios"),
        ("policy-map type quality-of-service P\nclass C\nset traffic-class 1\n", "eos"),
        # Indented as a whole, as in a page of documentation.
        (
            "  interface mgmt0\n  interface Ethernet1/3\n    service-policy type qos output P\n",
            "nxos",
        ),
        ("   class-map match-all C\n    match dscp ef\n", "ios"),
        # One line is enough, however deep it stands.
        ("  policy-map P\n   class C\n    priority level 3\n   !\n  end-policy-map\n", "ios-xr"),
        ("class-map match-any C\n match dscp ef\npolicy-map P\n", "ios"),
        # Each line here is one that a single system has.
        ("qos map dscp 46 to traffic-class 7\n", "eos"),
        ("qos map traffic-class 1 to tx-queue 2\n", "eos"),
        ("class-map match-any C\n match dscp ef\npolicy-map type copp P\n class C\n", "eos"),
        ("system control-plane\n ip access-group A in\n", "eos"),
        ("class-map C\n match default-inspection-traffic\npolicy-map P\n class C\n", "asa"),
        ("class-map C\n match any\npolicy-map P\n class C\nservice-policy P global\n", "asa"),
        ("policy-map P\n class C\nservice-policy P global\nip access-list extended B\n", "ios"),
        ("RP/0/0/CPU0:PE1(config)#policy-map P\nRP/0/0/CPU0:PE1(config-pmap)#class C\n", "ios-xr"),
        ("N9K(config)# policy-map P\nN9K(config-pmap-qos)# class C\n", "nxos"),
        ("N9K(config)# class-map C\nN9K(config-cmap-qos)# match dscp 46\n", "nxos"),
        ("R1(config)# policy-map P\nR1(config-pmap)# class C\n", "ios"),
        # Comments that end in a semicolon are no JunOS.
        ("! one (NC);\nmls qos map cos-dscp 0 8 16 24 32 46 48 56\n! two;\n! three;\n", "ios"),
        ('set dynamic-profiles P interfaces demux0 unit "$junos-interface-unit"\n', "junos"),
        ("class-map match-any C\n match dscp ef\n end-class-map \npolicy-map P\n", "ios-xr"),
    ],
)
def test_relatives_are_told_by_their_indentation_and_their_own_words(
    text: str, dialect: str
) -> None:
    assert detect(SourceText("x", text)).dialect == dialect


def test_the_platform_asked_for_goes_before_the_guess() -> None:
    text = f"version 15.2\n{IOS}"
    assert qosc.loads(text).device.platform == "ios-15"
    assert qosc.loads(text, platform="ios-12").device.platform == "ios-12"


def test_set_lines_are_junos() -> None:
    text = "set interfaces ge-0/0/0 unit 0\nset class-of-service schedulers gold priority high\n"
    assert detect(SourceText("x", text)).dialect == "junos"


@pytest.mark.parametrize(
    ("line", "platform", "why"),
    [
        ("version 12.0", "ios-12", "version 12.0"),
        (" version 12.4", "ios-12", "version 12.4"),
        ("version 12.4", "ios-12", "does not tell 12.4(20)T"),
        ("version 15.2", "ios-15", "HQF"),
        ("version 16.9", "ios-xe", "version 16.9"),
        ("version 17.3", "ios-xe", "version 17.3"),
        ("version 15.5\nplatform qfp utilization monitor load 80", "ios-xe", "platform qfp"),
        ("license boot level appxk9", "ios-xe", "license boot level"),
        ("no version", "ios-12", "does not say"),
        # The image that is booted tells the releases of 12.4 apart.
        (
            "version 12.4\nboot system flash:c2800nm-ipbase-mz.124-24.T.bin",
            "ios-15",
            "12.4(24)T",
        ),
        (
            "version 12.4\nboot system flash c1841-advipservicesk9-mz.124-25b.bin",
            "ios-12",
            "12.4(25)",
        ),
        ("version 12.4\nboot system flash c2600-ik9o3s3-mz.124-15.T5.bin", "ios-12", "before HQF"),
        ("boot system flash:c2900-universalk9-mz.SPA.151-4.M.bin", "ios-15", "15.1(4)M"),
        ("switch 1 provision ws-c3750x-48p\nversion 15.2", "cat3750", "c3750x-48p"),
        ("switch 2 provision c9300-24u\nversion 17.3", "cat9000", "c9300-24u"),
        ("interface TwentyFiveGigE1/0/1", "ios-xe", "TwentyFiveGigE"),
        ("policy-map Q\n class C\n  bandwidth remaining ratio 4", "ios-xe", "remaining ratio"),
        ("policy-map Q\n class C\n  queue-buffers ratio 10", "cat9000", "queue-buffers"),
        ("class-map match-any system-cpp-police-forus", "cat9000", "system-cpp-police-"),
    ],
)
def test_the_platform_and_its_reason(line: str, platform: str, why: str) -> None:
    guess = detect(SourceText("x", f"!\n{line}\n{IOS}"))
    assert (guess.dialect, guess.platform) == ("ios", platform)
    assert why in guess.platform_reason


@pytest.mark.parametrize("text", ["", "\n", "prose of no kind at all", "\x00" * 9, "{" * 1000])
def test_anything_else_is_taken_for_a_current_ios(text: str) -> None:
    guess = detect(SourceText("x", text))
    assert (guess.dialect, guess.platform, guess.assumed) == ("ios", "ios-15", True)


@pytest.mark.parametrize(
    ("lines", "platform", "why"),
    [
        ("interface GigabitEthernet0/1", "ios-15", "current release"),
        ("interface GigabitEthernet0/0\ninterface Serial0/0/0", "ios-15", "current release"),
        ("policy-map P\n class C\n  priority 8", "ios-15", "current release"),
        # An ISR of 2004 has FastEthernet0/0 and Serial0/0/0, and runs releases up to 15.1.
        ("interface FastEthernet0/0\ninterface Serial0/0/0", "ios-15", "current release"),
        ("interface FastEthernet0/0", "ios-12", "ports are named"),
        ("interface Serial0", "ios-12", "ports are named"),
        ("interface ATM1/0.8 point-to-point", "ios-12", "ports are named"),
        (" int s0/0", "ios-12", "ports are named"),
        ("R1(config)#interface Ethernet0/0", "ios-12", "ports are named"),
        # Hidden since 15.1(3)T: Cisco, Legacy QoS Command Deprecation.
        ("interface GigabitEthernet0/0\n rate-limit input 8000 1500 2000", "ios-12", "rate-limit"),
        ("interface GigabitEthernet0/0\n priority-group 1", "ios-12", "`priority-group`"),
        ("interface TenGigabitEthernet1/0/1", "ios-xe", "ports are named"),
        ("interface FortyGigabitEthernet1/1/1", "ios-xe", "ports are named"),
        ("interface GigabitEthernet1\ninterface GigabitEthernet2", "ios-xe", "ports are named"),
        # A router of the 890 Series numbers its ports so, too.
        ("interface FastEthernet8\ninterface GigabitEthernet0", "ios-15", "current release"),
        ("boot system flash bootflash:packages.conf", "ios-xe", "packages.conf"),
    ],
)
def test_what_is_assumed_of_a_config_without_a_version(lines: str, platform: str, why: str) -> None:
    """Names of ports: Cisco IOS Interface and Hardware Component Command Reference, `interface`."""
    guess = detect(SourceText("x", f"hostname R1\n{lines}\n"))
    assert (guess.dialect, guess.platform) == ("ios", platform)
    assert why in guess.platform_reason
    assert guess.assumed is ("packages.conf" not in lines)


def test_a_sum_that_releases_from_before_2009_refuse_is_none_on_current_ports() -> None:
    """All of a link may be reserved with HQF; before, 75 %."""
    policy = (
        "class-map V\n match dscp ef\nclass-map D\n match dscp af21\npolicy-map P\n class V\n"
        "  priority percent 30\n class D\n  bandwidth percent 40\n class class-default\n"
        "  bandwidth percent 25\ninterface {}\n service-policy output P\n"
    )
    ports = ("TenGigabitEthernet1/0/1", "GigabitEthernet0/1", "GigabitEthernet1")
    for port in ports:
        found = qosc.check(qosc.loads(policy.format(port)))
        assert "QOS402" not in {one.code for one in found}
    found = qosc.check(qosc.loads(policy.format("FastEthernet0/1")))
    assert "QOS402" in {one.code for one in found}
