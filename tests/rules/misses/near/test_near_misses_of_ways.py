"""Rates, depths and marks on one way through a device: what is just sound, and what just is not."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint
from tests.rules.misses.near.miss import Miss, judge, queues

LIST = (
    "ip access-list extended L\n permit {entry}\n"
    "class-map match-all C\n match access-group name L\n"
    "policy-map P\n class C\n  set dscp ef\ninterface FastEthernet0/0\n service-policy input P\n"
)
CLOSED = (
    "hostname r\nclass-map match-all C\n match dscp ef\npolicy-map P\n class C\n  priority 100\n"
    "interface Serial0/0\n shutdown\n service-policy output P\n"
    "interface Serial0/1\n {more}\nend\n"
)
LABELS = (
    "hostname r\nclass-map match-all C\n match mpls experimental topmost 5\n"
    "policy-map P\n class C\n  bandwidth 100\n"
    "interface Serial0/0\n {line}\n service-policy output P\nend\n"
)
PARTS = (
    "policy-map S\n class class-default\n  shape average {rate}\n"
    "interface FastEthernet0/0\n speed 10\n"
    "interface FastEthernet0/0.1\n encapsulation dot1Q 1\n service-policy output S\n"
    "interface FastEthernet0/0.2\n encapsulation dot1Q 2\n service-policy output S\n"
)
LIMITED = (
    "policy-map P\n class class-default\n  shape average {rate}\ninterface FastEthernet0/0\n"
    " rate-limit output {which}8000000 1500000 3000000 conform-action transmit exceed-action drop\n"
    " service-policy output P\n"
)
ATM = "interface ATM0/0.1 point-to-point\n pvc 1/32\n  vbr-nrt {}\n"
SETS = "hostname s\nmls qos\n{}\ninterface FastEthernet0/1\n mls qos trust dscp\n"
TRUNK = (
    "hostname s\nmls qos\ninterface FastEthernet0/1\n switchport mode trunk\n{}"
    " mls qos trust device cisco-phone\n mls qos trust dscp\n"
)
POLICED = "  police {} 8000 8000 conform-action transmit exceed-action {}"

MISSES = [
    Miss(
        "QOS456",
        "a policer of three quarters may count fewer bytes of each packet",
        queues(" class DATA", "  bandwidth 400", POLICED.format(300_000, "drop")),
        "300000",
        "299000",
    ),
    Miss(
        "QOS456",
        "a policer that only marks lets all of it through",
        queues(" class DATA", "  bandwidth 400", POLICED.format(64_000, "set-dscp-transmit af22")),
        "set-dscp-transmit af22",
        "drop",
    ),
    Miss(
        "QOS457",
        "a shaper at the rate of the limit",
        LIMITED.format(rate=8_000_000, which=""),
        "average 8000000",
        "average 9000000",
    ),
    Miss(
        "QOS457",
        "a limit of some packets leaves the others to the shaper",
        LIMITED.format(rate=20_000_000, which="access-group 101 "),
        "access-group 101 ",
        "",
    ),
    Miss(
        "QOS458",
        "two sites that fill the port and no more",
        PARTS.format(rate=5_000_000),
        "5000000",
        "6000000",
    ),
    Miss(
        "QOS723",
        "two packets of full length",
        queues(" class DATA", "  bandwidth 400", "  queue-limit 3000 bytes"),
        "3000",
        "2999",
        "ios-15",
    ),
    Miss(
        "QOS724",
        "the constant of the platform, on a slow link",
        queues(
            " class DATA",
            "  bandwidth 400",
            "  random-detect",
            "  random-detect exponential-weighting-constant 9",
        ),
        "constant 9",
        "constant 10",
    ),
    Miss(
        "QOS126",
        "both sides of BGP may have the port",
        LIST.format(entry="tcp any eq 179 any eq 179"),
        "179",
        "1433",
    ),
    Miss(
        "QOS126",
        "two ports that are no ends of a range",
        LIST.format(entry="udp any any eq 16384 16386"),
        "16386",
        "32767",
    ),
    Miss(
        "QOS111",
        "a host whose address does not end in 0",
        LIST.format(entry="tcp any 10.90.1.10 0.0.0.0"),
        "10.90.1.10",
        "10.90.1.0",
    ),
    Miss("QOS125", "a port with labels", LABELS.format(line="mpls ip"), " mpls ip\n", ""),
    Miss(
        "QOS019",
        "the policy hangs on a port in use, too",
        CLOSED.format(more="service-policy output P"),
        "service-policy output P\nend",
        "no ip address\nend",
    ),
    Miss(
        "QOS127",
        "another class has the code point that is missing",
        "class-map match-any A\n match dscp af21 af32 af23\n"
        "class-map match-any B\n match dscp af22\n",
        "dscp af22",
        "dscp af13",
    ),
    Miss(
        "QOS311",
        "a circuit whose two rates are the same",
        ATM.format("1024 1024"),
        "1024 1024",
        "1024 1025",
    ),
    Miss(
        "QOS522",
        "a threshold at the maximum",
        SETS.format("mls qos queue-set output 1 threshold 2 200 400 50 400"),
        "50 400",
        "50 399",
        "cat3750",
    ),
    Miss(
        "QOS523",
        "a phone on a trunk of an old release",
        TRUNK.format(" switchport trunk native vlan 10\n"),
        " switchport trunk native vlan 10\n",
        "",
        "cat3750",
    ),
]


@pytest.mark.parametrize("miss", MISSES, ids=lambda miss: f"{miss.code}: {miss.why}")
def test_a_near_miss_is_silent_and_the_change_is_told(miss: Miss) -> None:
    judge(miss)


FILTER = (
    "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }\n"
    "firewall { family inet { filter F {\n"
    "term a { from { protocol udp; } then { forwarding-class expedited-forwarding; next term; } }\n"
    "%sterm z { then { forwarding-class best-effort; accept; } }\n} } }\n"
)


@pytest.mark.parametrize(
    ("between", "told"),
    [
        ("", True),
        ("term b { from { protocol tcp; } then accept; }\n", True),
        ("term b { from { protocol udp; port 5060; } then accept; }\n", False),
        ("term b { from { packet-length 0-200; } then accept; }\n", False),
        ("term b { then accept; }\n", False),
    ],
)
def test_a_class_is_told_as_replaced_where_no_packet_can_leave_before(
    between: str, told: bool
) -> None:
    found = [one for one in lint(FILTER % between, "junos-mx") if one.code == "QOS210"]
    assert [one.primary.line for one in found] == ([3] if told else [])


REWRITE = (
    "class-of-service { rewrite-rules { dscp R { forwarding-class assured-forwarding {\n"
    "loss-priority low code-point %s;\nloss-priority high code-point %s;\n} } }\n"
    "interfaces { ge-0/0/0 { unit 0 { rewrite-rules { dscp R; } } } } }\n"
)


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [("af21", "af22", 0), ("af22", "af21", 1), ("af31", "af22", 0), ("cs2", "af21", 0)],
)
def test_drop_precedences_of_one_af_class_are_compared(low: str, high: str, told: int) -> None:
    found = [one for one in lint(REWRITE % (low, high), "junos-mx") if one.code == "QOS211"]
    assert len(found) == told


SCHEDULER = (
    "class-of-service { schedulers { s { transmit-rate %s; } }\n"
    "scheduler-maps { m { forwarding-class best-effort scheduler s; } }\n"
    "interfaces { ge-0/0/0 { scheduler-map m; } } }\n"
)


@pytest.mark.parametrize(("rate", "told"), [("3200", 0), ("3199", 1), ("40", 1), ("percent 40", 0)])
def test_a_scheduler_has_a_least_rate(rate: str, told: int) -> None:
    found = [one for one in lint(SCHEDULER % rate, "junos-mx") if one.code == "QOS501"]
    assert len(found) == told


def test_one_peak_among_averages_is_told_and_two_of_six_are_not() -> None:
    kinds = ["average"] * 4 + ["peak"]
    text = "".join(
        f"policy-map S{word}{at}\n class class-default\n  shape {word} 10000000\n"
        for at, word in enumerate(kinds)
    )
    assert [one.primary.line for one in lint(text, "ios-15") if one.code == "QOS702"] == [15]
    more = text + "policy-map T\n class class-default\n  shape peak 10000000\n"
    assert [one for one in lint(more, "ios-15") if one.code == "QOS702"] == []


def test_numbers_in_another_order_are_told_and_other_numbers_are_not() -> None:
    head = "hostname s\nmls qos\n"
    ports = "".join(
        f"interface FastEthernet0/{at}\n description {word} x\n"
        f" srr-queue bandwidth share {shares}\n"
        for at, (word, shares) in enumerate(
            [(word, "1 30 35 5") for word in ("a", "b", "c", "d", "e")] + [("f", "1 30 5 35")]
        )
    )
    told = [one for one in lint(head + ports, "cat3750") if one.code == "QOS701"]
    assert [one.primary.line for one in told] == [18]
    other = ports.replace("1 30 5 35", "1 30 9 40")
    assert [one for one in lint(head + other, "cat3750") if one.code == "QOS701"] == []
