"""Near misses of rules on ports, lists and figures that do not agree with others of the text."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint


def lines_of(code: str, text: str, platform: str = "ios-15") -> list[int]:
    return [one.primary.line for one in lint(text, platform) if one.code == code]


UPLINKS = (
    "mls qos\ninterface GigabitEthernet0/1\n description {first}\n switchport mode trunk\n"
    " mls qos trust dscp\n priority-queue out\n"
    "interface GigabitEthernet0/2\n description {second}\n switchport mode trunk\n"
    " mls qos trust dscp\n{more}end\n"
)


@pytest.mark.parametrize(
    ("first", "second", "more", "told"),
    [
        ("uplink 1", "uplink 2", "", [7]),
        ("uplink 1", "uplink 2", " priority-queue out\n", []),
        ("uplink 1", "server 2", "", []),  # another kind of port
        ("uplink 1", "uplink 2", " shutdown\n", []),
        ("uplink 1", "uplink 2", " channel-group 1 mode active\n", []),  # no member of the other
        ("uplink", "uplink", "", []),  # no number: not said to be a pair
    ],
)
def test_a_port_unlike_its_twin(first: str, second: str, more: str, told: list[int]) -> None:
    text = UPLINKS.format(first=first, second=second, more=more)
    assert lines_of("QOS970", text, "cat3750") == told


GUARDED = (
    "hostname r1\nclass-map match-any C\n match access-group name L\npolicy-map COPP\n class C\n"
    "  police 512000 16000 conform-action transmit exceed-action drop\n class class-default\n"
    "  police 1000000 31250 conform-action transmit exceed-action drop\n"
    "interface GigabitEthernet0/0\n ip address 192.0.2.2 255.255.255.0\n{port}{more}"
    "ip access-list extended L\n permit {entry}\n"
    "control-plane\n service-policy {way} COPP\nend\n"
)
EIGRP = "router eigrp 7\n network 192.0.2.0 0.0.0.255\n"
OSPF = "router ospf 1\n network 192.0.2.0 0.0.0.255 area 0\n"
NTP = "ntp server 198.51.100.9\n"
SNMP = "snmp-server community secret RO\n"
TWO = " standby version 2\n standby 1 ip 192.0.2.1\n"
ONE = " standby 1 ip 192.0.2.1\n"


@pytest.mark.parametrize(
    ("entry", "port", "more", "told"),
    [
        ("ospf any any", "", EIGRP, True),
        ("ospf any any", "", EIGRP + OSPF, False),
        ("ospf any any", "", "", False),  # nothing runs: the list may be of all routers
        ("udp any host 224.0.0.2 eq 1985", TWO, "", True),
        ("udp any host 224.0.0.2 eq 1985", ONE, "", False),
        ("udp any host 224.0.0.102 eq 1985", ONE, "", True),
        ("udp any any eq 1985", TWO, "", False),
        ("udp host 198.51.100.8 any eq ntp", "", NTP, True),
        ("udp host 198.51.100.9 any eq ntp", "", NTP, False),
        ("udp any any eq snmptrap", "", SNMP, True),
        ("udp any any eq snmptrap", "", "", False),
        ("ip any any", "", EIGRP, False),
    ],
)
def test_a_list_for_what_the_device_has_not(entry: str, port: str, more: str, told: bool) -> None:
    text = GUARDED.format(entry=entry, port=port, more=more, way="input")
    at = text.split("\n").index(f" permit {entry}") + 1
    assert lines_of("QOS972", text) == ([at] if told else [])


@pytest.mark.parametrize(("way", "told"), [("input", False), ("output", True)])
def test_a_guard_on_output(way: str, told: bool) -> None:
    text = GUARDED.format(entry="udp any any eq ntp", port="", more="", way=way)
    assert bool(lines_of("QOS972", text)) == told


LISTED = (
    "class-map match-all C\n match access-group name L\npolicy-map IN\n class C\n  set dscp af21\n"
    "interface GigabitEthernet0/0\n ip address 10.21.120.1 255.255.255.0\n"
    " service-policy input IN\nip access-list extended L\n{entries}end\n"
)


@pytest.mark.parametrize(
    ("code", "entries", "told"),
    [
        ("QOS975", " permit udp 10.21.120.0 0.0.0.225 any\n", [10]),
        ("QOS975", " permit udp 10.21.120.0 0.0.0.127 any\n", []),
        ("QOS975", " permit udp 10.21.0.64 0.0.255.192 any\n", []),  # bits in one row
        (
            "QOS975",
            " permit udp 10.21.120.0 0.0.0.170 any\n permit udp 10.21.120.1 0.0.0.170 any\n",
            [],  # odd and even hosts: meant
        ),
        ("QOS975", " permit tcp any any range 688 6999\n", [10]),
        ("QOS975", " permit tcp any any range 600 6999\n", []),
        ("QOS975", " permit tcp any any range 1024 65535\n", []),
        ("QOS974", " permit tcp 10.12.120.0 0.0.0.255 any\n", [10]),
        ("QOS974", " permit tcp 10.21.12.0 0.0.0.255 any\n", [10]),
        ("QOS974", " permit tcp 10.21.121.0 0.0.0.255 any\n", []),  # another site
        (
            "QOS974",
            " permit tcp 10.21.120.0 0.0.0.255 any\n permit tcp 10.21.12.0 0.0.0.255 any\n",
            [],  # the network of the port is there too
        ),
    ],
)
def test_addresses_and_ports(code: str, entries: str, told: list[int]) -> None:
    assert lines_of(code, LISTED.format(entries=entries)) == told


BUFFERS = (
    "class-map match-any S\n match dscp cs1\nclass-map match-any B\n match dscp af21\n"
    "policy-map OUT\n class S\n  bandwidth remaining percent 1\n  queue-buffers ratio {s}\n"
    " class B\n  bandwidth remaining percent 49\n  queue-buffers ratio 20\n"
    " class class-default\n  bandwidth remaining percent 50\n  queue-buffers ratio {d}\n"
)


@pytest.mark.parametrize(
    ("s", "d", "told"), [("30", "5", [14]), ("5", "30", []), ("20", "20", []), ("25", "20", [])]
)
def test_buffers_against_shares(s: str, d: str, told: list[int]) -> None:
    assert lines_of("QOS978", BUFFERS.format(s=s, d=d), "cat9000") == told


@pytest.mark.parametrize(
    ("rates", "ratios", "told"),
    [
        (("10000000", "50000000"), ("50", "10"), True),
        (("10000000", "50000000"), ("10", "50"), False),
        (("10000000", "50000000"), ("50", "50"), False),
        (("10000000", "20000000"), ("50", "10"), False),  # exchanged, they would not fit either
    ],
)
def test_ratios_against_rates(rates: tuple[str, ...], ratios: tuple[str, ...], told: bool) -> None:
    text = "".join(
        f"policy-map P{number}\n class class-default\n  shape average {rate}\n"
        f"  bandwidth remaining ratio {ratio}\n"
        for number, (rate, ratio) in enumerate(zip(rates, ratios, strict=True))
    )
    assert bool(lines_of("QOS978", text)) == told


RANGE = (
    "{head}class-map match-all C\n match access-group name L\npolicy-map IN\n class C\n"
    "  set dscp af11\ninterface GigabitEthernet0/0\n service-policy input IN\n"
    "ip access-list extended L\n permit tcp any any eq 22 time-range {name}\n"
    "time-range {name}\n {when}\n"
)
CHANGED = "! Last configuration change at 09:14:22 CET Tue Mar 10 2020 by ops\n"
ENDED = "absolute end 23:59 31 May {year}"


@pytest.mark.parametrize(
    ("head", "name", "when", "told"),
    [
        (CHANGED, "X", ENDED.format(year=2016), True),
        (CHANGED, "X", ENDED.format(year=2021), False),
        ("", "X", ENDED.format(year=2016), False),  # nothing says when the text is of
        ("", "OFFICE", "periodic weekend 7:00 to 19:00", True),
        ("", "OFFICE", "periodic weekdays 7:00 to 19:00", False),
        ("", "NIGHT", "periodic daily 20:00 to 6:00", False),
        ("", "WORK-HOURS", "periodic daily 20:00 to 6:00", True),
        ("", "WEEKEND", "periodic weekend 0:00 to 23:59", False),
    ],
)
def test_time_ranges(head: str, name: str, when: str, told: bool) -> None:
    assert bool(lines_of("QOS981", RANGE.format(head=head, name=name, when=when))) == told


def test_a_misspelt_filter_is_told_once() -> None:
    text = (
        "hostname r1\nclass-map match-all C\n match access-group name VOICE\npolicy-map IN\n"
        " class C\n  set dscp ef\ninterface GigabitEthernet0/0\n"
        " ip address 192.0.2.1 255.255.255.0\n ip access-group GUEST-FILTR in\n"
        " service-policy input IN\nip access-list extended VOICE\n permit udp any any\n"
        "ip access-list extended GUEST-FILTER\n permit tcp any any\nend\n"
    )
    found = {one.code for one in lint(text, "ios-15")}
    assert "QOS018" in found
    assert "QOS006" not in found
