"""Findings about forms that are seldom written, by what a user reads."""

from __future__ import annotations

import pytest

import qosc
from qosc.diagnostics import Diagnostic


def found(code: str, text: str, name: str = "r1.cfg") -> list[Diagnostic]:
    return [each for each in qosc.check(qosc.loads(text, name=name)) if each.code == code]


PAGE = "<html><body><p>Index of /configs</p></body></html>\n"


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("", 1),
        ("\n\n  ", 3),
        ('<?xml version="1.0"?>\n', 1),
        ('<?xml version="1.0"?>\n<!-- saved from > here -->\n', 1),
        ("<!-- one --> <!-- two -->\n", 1),
    ],
)
def test_a_page_is_told_after_what_may_stand_before_it(before: str, line: int) -> None:
    (finding,) = found("QOS009", before + PAGE)
    assert "a page of HTML" in finding.message
    assert finding.primary.line == line


@pytest.mark.parametrize("text", ["<!-- never closed\n" + PAGE, "<?xml\n", "<rss>\n", "< html>\n"])
def test_what_only_begins_like_a_page_is_none(text: str) -> None:
    assert not [each for each in found("QOS009", text) if "HTML" in each.message]


GROUPS = """\
groups { core { class-of-service { forwarding-classes { class voice queue-num 5; } } } }
class-of-service {
    schedulers { s { transmit-rate percent 20; } }
}
interfaces { ge-0/0/0 { %s unit 0; } }
"""


def test_a_group_that_does_not_exist_is_told_once_a_line() -> None:
    (one,) = found("QOS012", GROUPS % "apply-groups cor;", "r1.conf")
    assert "apply-groups references undefined group cor" in one.message
    assert "or what it sets is missing" in one.notes[0]
    assert one.help == "define the group, or leave the name out"
    (two,) = found("QOS012", GROUPS % "apply-groups [ cor edge ];", "r1.conf")
    assert "apply-groups references undefined groups cor and edge" in two.message
    assert "or what they set is missing" in two.notes[0]
    assert two.help == "define the groups, or leave the name out"
    assert one.primary.line == two.primary.line == 5
    assert found("QOS012", GROUPS % "apply-groups core;", "r1.conf") == []


def policed(match: str, line: str) -> str:
    return (
        f"version 12.4\nclass-map match-all C\n {match}\npolicy-map P\n class C\n  {line}\n"
        "interface FastEthernet0/0\n service-policy input P\n"
    )


SHORT = "police 1000000 8000 8000 conform-action transmit exceed-action drop"
"""8000 bytes at 1 Mbit/s last 64 ms."""


@pytest.mark.parametrize(
    "name",
    [
        "rtp",
        "rtcp",
        "icmp",
        "eigrp",
        "ospf",
        "gre",
        "ipsec",
        "tftp",
        "snmp",
        "ntp",
        "dhcp",
        "pim",
        "igmp",
        "mgcp",
    ],
)
def test_a_short_burst_harms_no_tcp_where_there_is_none(name: str) -> None:
    """IANA, Protocol Numbers, and the registry of services: none of them is carried by TCP."""
    assert found("QOS303", policed(f"match protocol {name}", SHORT)) == []


@pytest.mark.parametrize(
    "match",
    [
        "match protocol http",
        "match protocol ftp",
        "match access-group 101",
        "match dscp af11",
        "match dscp ef af11",
        "match not protocol rtp",
    ],
)
def test_a_short_burst_harms_tcp_where_it_may_be(match: str) -> None:
    text = policed(match, SHORT) + "access-list 101 permit ip any any\n"
    (finding,) = found("QOS303", text)
    assert "is 64 ms at " in finding.message


@pytest.mark.parametrize("match", ["match dscp ef", "match access-group 101"])
def test_a_short_burst_of_telephony_or_udp_is_fine(match: str) -> None:
    text = policed(match, SHORT) + "access-list 101 permit udp any any\n"
    assert found("QOS303", text) == []


def test_a_policer_that_drops_all_is_told_as_one() -> None:
    (finding,) = found(
        "QOS301",
        policed("match dscp af11", "police 1000000 conform-action drop exceed-action drop"),
    )
    assert finding.notes[0] == "every packet is dropped, whatever the rate"
    assert finding.help.startswith("say so with the drop action of a class")


def test_a_policer_that_marks_all_alike_is_told_as_one() -> None:
    (finding,) = found(
        "QOS301",
        policed(
            "match dscp af11",
            "police 1000000 conform-action set-dscp-transmit af12 "
            "exceed-action set-dscp-transmit af12",
        ),
    )
    assert "on every packet and limits none" in finding.notes[0]
    assert finding.help.startswith("if only the mark is meant")


@pytest.mark.parametrize(
    ("police", "count"),
    [
        ("police 1000000", 1),
        ("police 3000000", 0),
        (
            (
                "police cir 500000 pir 1000000 conform-action transmit exceed-action transmit "
                "violate-action drop"
            ),
            1,
        ),
        (
            (
                "police cir 500000 pir 3000000 conform-action transmit exceed-action transmit "
                "violate-action drop"
            ),
            0,
        ),
        (
            (
                "police cir 500000 pir 1000000 conform-action transmit exceed-action "
                "set-dscp-transmit af12 violate-action transmit"
            ),
            0,
        ),
    ],
)
def test_a_policer_works_before_a_shaper_where_it_drops_below_its_rate(
    police: str, count: int
) -> None:
    text = (
        f"version 12.4\npolicy-map P\n class class-default\n  {police}\n  shape average 2000000\n"
        "interface FastEthernet0/0\n service-policy output P\n"
    )
    assert len(found("QOS442", text)) == count


JUNOS = """\
firewall {{
    three-color-policer T {{
        action {{ loss-priority high then discard; }}
        single-rate {{
            color-blind;
            committed-information-rate 100m;
            committed-burst-size {normal};
            excess-burst-size {excess};
        }}
    }}
    family inet {{
        filter F {{
            term t {{ then {{ three-color-policer {{ single-rate T; }} accept; }} }}
        }}
    }}
}}
interfaces {{ ge-0/0/0 {{ unit 0 {{ family inet {{ filter {{ input F; }} }} }} }} }}
"""


@pytest.mark.parametrize(
    ("normal", "excess", "told"), [(6000, 6000, True), (6000, 8999, True), (6000, 9000, False)]
)
def test_both_bursts_of_three_colours_pass_before_a_packet_is_dropped(
    normal: int, excess: int, told: bool
) -> None:
    """Ten packets of 1500 bytes are 15000 bytes."""
    findings = found("QOS307", JUNOS.format(normal=normal, excess=excess), "r1.conf")
    assert bool(findings) is told
    for finding in findings:
        assert f"holds {(normal + excess) // 1500} packets of 1500 bytes" in finding.message


def test_more_than_four_code_points_are_counted() -> None:
    text = (
        "version 12.4\nclass-map match-any LOW\n match dscp cs1\n match dscp cs5 ef cs6 cs7 44\n"
        "policy-map P\n class LOW\n  bandwidth percent 1\n"
        "interface Serial0/0\n service-policy output P\n"
    )
    (finding,) = found("QOS414", text)
    words = "it has DSCP 40 (cs5), 44, 46 (ef) and 2 more together with DSCP 8 (cs1)"
    assert words in finding.notes[0]


CLASSES = """\
set class-of-service forwarding-classes class gold queue-num {queue}
set class-of-service forwarding-classes class rest queue-num 0
set class-of-service schedulers S transmit-rate percent 50
set class-of-service scheduler-maps M forwarding-class gold scheduler S
set class-of-service scheduler-maps M forwarding-class rest scheduler S
set class-of-service interfaces ge-0/0/0 scheduler-map M
set interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/24
"""


@pytest.mark.parametrize(("queue", "told"), [(2, 1), (3, 0), (4, 1), (6, 1), (7, 0)])
def test_network_control_is_what_is_in_queue_3_or_7(queue: int, told: int) -> None:
    """Juniper, Default Forwarding Classes: queue 3 of routers; of EX Series queue 7."""
    assert len(found("QOS432", CLASSES.format(queue=queue), "r1.conf")) == told


def test_the_queues_of_a_policy_inside_another_are_named() -> None:
    text = (
        "version 12.4\nclass-map match-all GOLD\n match dscp af11\nclass-map match-all REST\n"
        " match dscp af12\npolicy-map INPUT\n class GOLD\n"
        "  police 1000000 50000 50000 conform-action transmit "
        "exceed-action set-dscp-transmit af12\n"
        "policy-map CHILD\n class GOLD\n  bandwidth 1000\n class REST\n  bandwidth 1000\n"
        "policy-map OUT\n class class-default\n  shape average 5000000\n  service-policy CHILD\n"
        "interface FastEthernet0/0\n service-policy input INPUT\n"
        "interface FastEthernet0/1\n service-policy output OUT\n"
    )
    (finding,) = found("QOS306", text)
    assert finding.notes[0].startswith(
        "they are in class REST of policy-map OUT, those within the rate in class GOLD: "
    )
    assert [label.span.line for label in finding.related] == [
        text.split("\n").index(" service-policy output OUT") + 1
    ]
