"""Near misses of the rules on names, lists and matches."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint
from tests.rules.misses.near.miss import ACL_PORT, Miss, judge, queues

MISSES = [
    Miss(
        "QOS005",
        "a priority list that a map-class names, which itself is used nowhere",
        "hostname r1\npriority-list 2 protocol ip high\nmap-class frame-relay VC\n"
        " frame-relay priority-group 2\ninterface Serial0/0\n ip address 192.0.2.1 255.255.255.0\n",
        "priority-group 2",
        "priority-group 3",
    ),
    Miss(
        "QOS005",
        "a custom queue list that a map-class names, which itself is used nowhere",
        "hostname r1\nqueue-list 2 protocol ip 3\nmap-class frame-relay VC\n"
        " frame-relay custom-queue-list 2\ninterface Serial0/0\n"
        " ip address 192.0.2.1 255.255.255.0\n",
        "custom-queue-list 2",
        "custom-queue-list 3",
    ),
    Miss(
        "QOS001",
        "class-default needs no class-map",
        queues(
            " class VOICE",
            "  priority 100",
            " class DATA",
            "  bandwidth 100",
            " class class-default",
            "  fair-queue",
        ),
        "class class-default",
        "class rest",
    ),
    Miss(
        "QOS002",
        "the system's own policy",
        "control-plane\n service-policy input system-cpp-policy\n",
        "system-cpp-policy",
        "COPP",
    ),
    Miss(
        "QOS003",
        "the list is defined after its use, and by name",
        "class-map A\n match access-group name WEB\npolicy-map P\n class A\n  bandwidth 8\n"
        "interface Serial0\n service-policy output P\n"
        "ip access-list extended WEB\n permit tcp any any eq www\n",
        "extended WEB",
        "extended W3",
    ),
    Miss(
        "QOS003",
        "a MAC access list, which the model does not hold",
        "mac access-list extended CISCO\n permit 0000.0c00.0000 0000.00ff.ffff any\n"
        "class-map A\n match access-group name CISCO\npolicy-map P\n class A\n  bandwidth 8\n"
        "interface Serial0\n service-policy output P\n",
        "mac access-list extended CISCO",
        "mac access-list extended OTHER",
    ),
    Miss(
        "QOS004",
        "used by another class-map only",
        "class-map A\n match dscp ef\nclass-map B\n match class-map A\npolicy-map P\n class B\n"
        "  bandwidth 8\ninterface Serial0\n service-policy output P\n",
        " match class-map A",
        " match dscp af11",
    ),
    Miss(
        "QOS005",
        "attached as a child only",
        "policy-map OUT\n class class-default\n  shape average 1000000\n  service-policy IN\n"
        "policy-map IN\n class class-default\n  fair-queue\n"
        "interface Serial0\n service-policy output OUT\n",
        "  service-policy IN\n",
        "",
    ),
    Miss(
        "QOS005",
        "an excerpt without any interface",
        "policy-map P\n class class-default\n  fair-queue\n",
        "policy-map P",
        "interface Serial0\n bandwidth 64\npolicy-map P",
    ),
    Miss(
        "QOS006",
        "the list filters packets of an interface",
        "access-list 110 permit ip any any\naccess-list 111 permit udp any any\n"
        + ACL_PORT
        + " service-policy input P\npolicy-map P\n class A\n  set dscp ef\n"
        "class-map A\n match access-group 111\n",
        " ip access-group 110 in\n",
        "",
    ),
    Miss(
        "QOS006",
        "no class looks at access lists",
        "access-list 110 permit udp any any\nclass-map A\n match dscp ef\npolicy-map P\n class A\n"
        "  police 64000\ninterface Ethernet0\n service-policy input P\n",
        " match dscp ef\n",
        " match access-group 111\naccess-list 111 permit tcp any any\n",
    ),
    Miss(
        "QOS007",
        "one child used twice is no ring",
        "policy-map A\n class class-default\n  shape average 64000\n  service-policy C\n"
        "policy-map B\n class class-default\n  shape average 64000\n  service-policy C\n"
        "policy-map C\n class class-default\n  fair-queue\n"
        "interface Serial0\n service-policy output A\n"
        "interface Serial1\n service-policy output B\n",
        "  fair-queue",
        "  service-policy B",
    ),
    Miss(
        "QOS008",
        "a match line that is not understood",
        queues(" class VOICE", "  priority 100", " class DATA", "  bandwidth 100").replace(
            "match dscp ef", "match colour red"
        ),
        " match colour red\n",
        "",
    ),
    Miss(
        "QOS008",
        "flush left, with `protocol` cut short",
        "class-map match-any C\n"
        "match proto ospf\npolicy-map P\nclass C\npriority 100\ninterface Serial0\n"
        "service-policy output P\n",
        "match proto ospf\n",
        "",
    ),
    Miss(
        "QOS008",
        "a class of the system, which it knows itself",
        "class-map match-any system-cpp-police-forus\n  description Forus traffic\n",
        "system-cpp-",
        "our-cpp-",
    ),
    Miss(
        "QOS004",
        "a class of the system, whose policer has its default rate",
        "class-map match-any system-cpp-default\n  description EWLC\n"
        + queues(" class VOICE", "  priority 100", " class DATA", "  bandwidth 100"),
        "system-cpp-",
        "our-cpp-",
    ),
    Miss(
        "QOS010",
        "a line of no concern to QoS",
        "interface Serial0\n ip nhrp holdtime 5\n service-policy output P\npolicy-map P\n"
        " class class-default\n  fair-queue\n",
        "  fair-queue",
        "  fair-quue",
    ),
]


@pytest.mark.parametrize("miss", MISSES, ids=lambda miss: f"{miss.code}: {miss.why}")
def test_a_near_miss_is_left_alone_and_the_change_is_not(miss: Miss) -> None:
    judge(miss)


AGGREGATE = """mls qos
mls qos aggregate-policer {}
policy-map P
 class class-default
  police aggregate AGG
interface GigabitEthernet1/1
 service-policy input P
"""


@pytest.mark.parametrize(
    ("defined", "told"),
    [
        ("AGG 10000000 312500 conform-action transmit exceed-action drop", ""),
        ("AGG 10000000 312500 conform-action juggle", ""),
        ("AGGR 10000000 312500 conform-action transmit exceed-action drop", "did you mean AGGR?"),
        ("Z 10000000 312500 exceed-action drop\nno mls qos aggregate-policer Z", "define"),
        ("AGG 9000000 312500 exceed-action drop\nno mls qos aggregate-policer AGG", "define"),
    ],
)
def test_an_aggregate_policer_is_looked_for(defined: str, told: str) -> None:
    found = [one.help for one in lint(AGGREGATE.format(defined), "cat6500") if one.code == "QOS012"]
    assert len(found) == bool(told)
    assert all(one.startswith(told) for one in found)
