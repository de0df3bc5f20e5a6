"""Lines of JunOS that are for packets, values or objects which the device does not have."""

from __future__ import annotations

import pytest

import qosc

UNIT = "set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24\n"
FILTER = (
    "set version 20.2R3\n"
    "set interfaces ge-0/0/0 unit 0 family inet filter input F\n"
    "set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24\n"
    "set interfaces ge-0/0/1 unit 0 family inet address 198.51.100.1/24\n"
    "set interfaces ge-0/0/1 unit 0 family inet6 filter input G\n"
    "set interfaces ge-0/0/1 unit 0 family inet6 address 2001:db8::1/64\n"
    "set policy-options prefix-list V4 203.0.113.0/24\n"
    "set policy-options prefix-list BOTH 203.0.113.0/24\n"
    "set policy-options prefix-list BOTH 2001:db8:2::/48\n"
    "set firewall family inet filter F term A from {four}\n"
    "set firewall family inet filter F term A then count a\n"
    "set firewall family inet filter F term B then accept\n"
    "set firewall family inet6 filter G term A from {six}\n"
    "set firewall family inet6 filter G term A then count a\n"
    "set firewall family inet6 filter G term B then accept\n"
)
PLAIN = {"four": "protocol udp", "six": "next-header udp"}


def _lines(text: str, code: str, severity: str = "") -> list[int]:
    return [
        one.primary.line
        for one in qosc.check(qosc.loads(text))
        if one.code == code and str(one.severity) == (severity or str(one.severity))
    ]


@pytest.mark.parametrize(
    ("family", "condition"),
    [
        ("four", "protocol icmp6"),
        ("six", "next-header icmp"),
        ("six", "source-prefix-list V4"),
        ("four", "interface-group 7"),
        ("four", "interface ge-0/0/1.0"),
        ("four", "interface ge-0/0/5"),
        ("four", "destination-class GOLD"),
    ],
)
def test_a_condition_that_no_packet_meets(family: str, condition: str) -> None:
    text = FILTER.format(**{**PLAIN, family: condition})
    line = next(n for n, one in enumerate(text.splitlines(), 1) if condition in one)
    assert _lines(text, "QOS632") == [line]


@pytest.mark.parametrize(
    ("family", "condition"),
    [
        ("four", "protocol icmp"),
        ("six", "next-header icmp6"),
        ("six", "source-prefix-list BOTH"),
        ("four", "source-prefix-list V4"),
        ("four", "interface ge-0/0/0.0"),
        ("four", "forwarding-class expedited-forwarding"),
    ],
)
def test_a_condition_that_some_packets_meet(family: str, condition: str) -> None:
    assert _lines(FILTER.format(**{**PLAIN, family: condition}), "QOS632") == []


def test_a_class_that_nothing_gives_is_looked_for() -> None:
    given = "set firewall family inet filter F term A then forwarding-class expedited-forwarding\n"
    asked = "set firewall family inet filter F term 0 from forwarding-class {}\n"
    asked += "set firewall family inet filter F term 0 then count z\n"
    own = "set class-of-service forwarding-classes class gold queue-num 2\n"
    text = FILTER.format(**PLAIN) + given + own
    assert _lines(text + asked.format("gold"), "QOS632")
    assert not _lines(text + asked.format("expedited-forwarding"), "QOS632")


TABLES = (
    "set version 20.2R3\n"
    "set class-of-service forwarding-classes class be queue-num 0\n"
    "set class-of-service classifiers {kind} T forwarding-class be loss-priority low"
    " code-points 000\n"
    "set class-of-service interfaces ge-0/0/0 unit 1 classifiers {kind} T\n"
    "set class-of-service interfaces ge-0/0/1 unit 0 classifiers {kind} T\n"
    "set interfaces ge-0/0/0 vlan-tagging\n"
    "set interfaces ge-0/0/0 unit 1 vlan-id 1\n"
    "set interfaces ge-0/0/0 unit 1 family inet address 192.0.2.1/24\n"
    "set interfaces ge-0/0/0 unit 1 family mpls\n"
    "set interfaces ge-0/0/1 unit 0 family inet address 198.51.100.1/24\n"
)


@pytest.mark.parametrize("kind", ["exp", "ieee-802.1"])
def test_a_table_on_a_unit_without_its_packets(kind: str) -> None:
    assert _lines(TABLES.format(kind=kind), "QOS633", "warning") == [5]


def test_a_table_that_no_unit_has_packets_for_is_told_for_information() -> None:
    text = TABLES.format(kind="exp").replace("set interfaces ge-0/0/0 unit 1 family mpls\n", "")
    assert _lines(text, "QOS633", "info") == [4, 5]


def test_a_table_on_units_with_its_packets() -> None:
    text = TABLES.format(kind="exp") + "set interfaces ge-0/0/1 unit 0 family mpls\n"
    assert _lines(text, "QOS633") == []
    bridged = TABLES.format(kind="ieee-802.1").replace(
        "set interfaces ge-0/0/1 unit 0 family inet address 198.51.100.1/24\n",
        "set interfaces ge-0/0/1 unit 0 family ethernet-switching interface-mode trunk\n",
    )
    assert _lines(bridged, "QOS633") == []


def test_the_number_of_an_interface_group_is_no_name_of_a_filter() -> None:
    group = "set interfaces ge-0/0/0 unit 0 family inet filter group 7\n"
    text = FILTER.format(**{**PLAIN, "four": "interface-group 7"}) + group
    assert _lines(text, "QOS012") == []
    assert _lines(text, "QOS632") == []


GROUPS = (
    "set version 20.2R3\n"
    "set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24\n"
    "set interfaces ge-0/0/1 unit 0 family inet address 198.51.100.1/24\n"
    "set class-of-service interfaces ge-0/0/1 unit 0 forwarding-class best-effort\n"
    "set groups SITE system host-name edge\n"
    "set groups Q class-of-service interfaces <{}-*> unit 0 scheduler-map M\n"
    "set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp default\n"
    "set class-of-service schedulers S transmit-rate percent 95\n"
    "set class-of-service scheduler-maps M forwarding-class best-effort scheduler S\n"
)
SITE, QUEUES = "set apply-groups SITE\n", "set class-of-service apply-groups Q\n"
LEFT_OUT = "set class-of-service interfaces ge-0/0/1 apply-groups-except {}\n"


def test_a_group_that_is_not_applied() -> None:
    assert _lines(GROUPS.format("ge") + SITE, "QOS630", "warning") == [6]
    assert _lines(GROUPS.format("ge"), "QOS630", "info") == [6]


def test_a_group_whose_patterns_fit_nothing() -> None:
    assert _lines(GROUPS.format("xe") + QUEUES, "QOS630", "warning") == [6]


def test_a_port_left_out_of_a_group_that_is_applied_elsewhere() -> None:
    applied = SITE + "set class-of-service interfaces ge-0/0/0 apply-groups Q\n"
    text = GROUPS.format("ge").replace("interfaces <ge-*> ", "interfaces ge-0/0/0 ") + applied
    text += LEFT_OUT.format("Q")
    assert len(text.splitlines()) in _lines(text, "QOS630", "warning")


def test_groups_with_effect() -> None:
    assert _lines(GROUPS.format("ge") + SITE + QUEUES + LEFT_OUT.format("Q"), "QOS630") == []


def test_loss_priorities_that_are_written_as_they_are_read_or_as_nobody_reads_them() -> None:
    row = "set class-of-service {} exp T forwarding-class best-effort loss-priority {} {} {}\n"
    head = "set version 20.2R3\nset interfaces ge-0/0/0 unit 0 family mpls\n"

    def table(role: str, low: str, high: str) -> str:
        point = "code-points" if role == "classifiers" else "code-point"
        return row.format(role, "low", point, low) + row.format(role, "high", point, high)

    read = head + table("classifiers", "000", "001")
    assert _lines(read + table("rewrite-rules", "001", "000"), "QOS634") == [5]
    assert _lines(read + table("rewrite-rules", "000", "001"), "QOS634") == []
    assert _lines(read + table("rewrite-rules", "011", "010"), "QOS634") == []


FOR_MAIL = (
    "set firewall family inet filter F term Z from destination-port 25\n"
    "set firewall family inet filter F term Z then forwarding-class best-effort\n"
)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("", True),
        ("set firewall family inet filter F term A then policer P\n", False),
        (FOR_MAIL, False),
    ],
)
def test_a_class_for_the_first_packet(more: str, told: bool) -> None:
    text = FILTER.format(**{**PLAIN, "four": "tcp-initial"}) + (
        "set firewall family inet filter F term A from destination-port 25\n"
        "set firewall family inet filter F term A then forwarding-class best-effort\n"
        "set firewall policer P if-exceeding bandwidth-limit 1m\n"
        "set firewall policer P if-exceeding burst-size-limit 15k\n"
        "set firewall policer P then discard\n"
    )
    assert bool(_lines(text + more, "QOS635")) is told
