"""Configs that a rule must leave alone, each beside the small change that makes the rule speak.

The change shows that the config is near the edge, and that the rule was looking.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.rules.linting import codes


class Miss(NamedTuple):
    code: str
    why: str
    text: str
    old: str
    new: str
    platform: str = "ios-12"


def queues(*lines: str, link: str = "bandwidth 1000") -> str:
    """A policy with voice, data and the default class on one serial link."""
    return "\n".join(
        [
            "class-map match-all VOICE",
            " match dscp ef",
            "class-map match-all DATA",
            " match dscp af21",
            "policy-map WAN",
            *lines,
            "interface Serial0/0",
            f" {link}",
            " service-policy output WAN",
            "",
        ]
    )


def police(line: str, match: str = "match dscp af11", port: str = "interface Ethernet0/0") -> str:
    """A policer on input."""
    return "\n".join(
        [
            "class-map match-all BULK",
            f" {match}",
            "policy-map IN",
            " class BULK",
            f"  {line}",
            port,
            " service-policy input IN",
            "",
        ]
    )


def car(line: str) -> str:
    return f"interface Ethernet0/0\n rate-limit {line}\n"


ACTIONS = "conform-action transmit exceed-action drop"
ACL_PORT = "interface Ethernet0/0\n ip access-group 110 in\n"

MISSES = [
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
    Miss(
        "QOS301",
        "the same verdict with different marks",
        police(
            "police 1000000 31250 conform-action set-dscp-transmit af11 exceed-action "
            "set-dscp-transmit af12"
        ),
        "af12",
        "af11",
    ),
    Miss(
        "QOS302",
        "a burst of one full packet",
        police(f"police 64000 1500 {ACTIONS}"),
        "1500",
        "1499",
    ),
    Miss(
        "QOS302",
        "a packet may borrow up to the extended burst",
        car("input 64000 1200 2400 conform-action transmit exceed-action drop"),
        "2400",
        "1200",
    ),
    Miss(
        "QOS302",
        "protection of the control plane",
        police(f"police 64000 1499 {ACTIONS}", port="control-plane"),
        "control-plane",
        "interface Ethernet0/0",
    ),
    Miss(
        "QOS303", "100 ms at the rate", police(f"police 1000000 12500 {ACTIONS}"), "12500", "12499"
    ),
    Miss(
        "QOS303",
        "only UDP can reach the policer",
        "access-list 150 permit udp any any range 16384 32767\n"
        + car(f"input access-group 150 1000000 8000 8000 {ACTIONS}"),
        "permit udp",
        "permit tcp",
    ),
    Miss(
        "QOS303",
        "EF is for telephony",
        police(f"police 1000000 8000 {ACTIONS}", match="match dscp ef"),
        "dscp ef",
        "dscp cs5",
    ),
    Miss(
        "QOS303",
        "a priority class is for packets that must not wait",
        police(f"priority\n  police 1000000 8000 {ACTIONS}"),
        "  priority\n",
        "  bandwidth 1000\n",
    ),
    Miss(
        "QOS303",
        "what exceeds is marked, not lost",
        police("police 1000000 8000 conform-action transmit exceed-action set-dscp-transmit 0"),
        "exceed-action set-dscp-transmit 0",
        "exceed-action drop",
    ),
    Miss(
        "QOS303",
        "no burst given: the router takes 250 ms",
        police(f"police 1000000 {ACTIONS}"),
        "1000000 ",
        "1000000 8000 ",
    ),
    Miss(
        "QOS304",
        "a multiple of 8 kbit/s",
        car(f"input 1496000 280500 561000 {ACTIONS}"),
        "1496000",
        "1500000",
    ),
    Miss(
        "QOS305",
        "exactly a 2000th of the rate",
        car(f"input 80000000 40000 80000 {ACTIONS}"),
        "40000 80000",
        "39999 39999",
    ),
    Miss(
        "QOS409",
        "one threshold that marks packets, as Data Center TCP asks for",
        "policy-map type queuing OUT\n  class type queuing c-out-8q-q3\n    bandwidth percent 50\n"
        "    random-detect minimum-threshold 300 kbytes maximum-threshold 300 kbytes "
        "drop-probability 100 weight 0 ecn\n",
        " ecn\n",
        "\n",
    ),
    Miss(
        "QOS401",
        "exactly what may be reserved",
        queues(" class VOICE", "  priority 750"),
        "750",
        "751",
    ),
    Miss(
        "QOS402",
        "exactly 75 % of the link, with class-default counted",
        queues(
            " class VOICE",
            "  priority 250",
            " class DATA",
            "  bandwidth 400",
            " class class-default",
            "  bandwidth 100",
        ),
        "bandwidth 400",
        "bandwidth 401",
    ),
    Miss(
        "QOS402",
        "max-reserved-bandwidth says more",
        queues(
            " class VOICE",
            "  priority 250",
            " class DATA",
            "  bandwidth 700",
            link="bandwidth 1000\n max-reserved-bandwidth 95",
        ),
        "bandwidth 95",
        "bandwidth 90",
    ),
    Miss(
        "QOS402",
        "IOS XE lets all of the link be reserved",
        queues(" class VOICE", "  priority 250", " class DATA", "  bandwidth 750"),
        "bandwidth 750",
        "bandwidth 751",
        "ios-xe",
    ),
    Miss(
        "QOS402",
        "below a shaper its rate counts, and all of it",
        "class-map D\n match dscp af21\npolicy-map OUT\n class class-default\n"
        "  shape average 500000\n  service-policy IN\npolicy-map IN\n class D\n  bandwidth 500\n"
        "interface Serial0\n service-policy output OUT\n",
        "bandwidth 500",
        "bandwidth 501",
    ),
    Miss(
        "QOS402",
        "percentages of a link of unknown speed",
        "class-map D\n match dscp af21\npolicy-map P\n class D\n  bandwidth percent 75\n"
        "interface Tunnel0\n service-policy output P\n",
        "percent 75",
        "percent 76",
    ),
    Miss(
        "QOS402",
        "an ATM circuit has its contract's rate, not the interface's",
        "class-map D\n match dscp af21\npolicy-map P\n class D\n  bandwidth 1500\n"
        "interface ATM1/0.8 point-to-point\n pvc 8/8\n  vbr-nrt 2000 2000 1\n"
        "  service-policy output P\n",
        "bandwidth 1500",
        "bandwidth 1501",
    ),
    Miss(
        "QOS402",
        "a release with hierarchical queueing lets all of the link be reserved",
        queues(" class VOICE", "  priority 250", " class DATA", "  bandwidth 750"),
        "bandwidth 750",
        "bandwidth 751",
        "ios-15",
    ),
    Miss(
        "QOS403",
        "priority may have a unit of its own",
        queues(
            " class VOICE",
            "  priority percent 10",
            " class DATA",
            "  bandwidth 100",
            " class class-default",
            "  bandwidth 50",
        ),
        "bandwidth 50",
        "bandwidth percent 5",
    ),
    Miss(
        "QOS403",
        "ratios alone",
        queues(
            " class VOICE",
            "  priority 100",
            " class DATA",
            "  bandwidth remaining ratio 3",
            " class class-default",
            "  bandwidth remaining ratio 1",
        ),
        "remaining ratio 3",
        "100",
        "ios-15",
    ),
    Miss(
        "QOS403",
        "IOS XR takes a rate beside a ratio",
        queues(
            " class DATA",
            "  bandwidth 100",
            " class class-default",
            "  bandwidth remaining ratio 1",
        ),
        "remaining ratio 1",
        "percent 1",
        "ios-xr",
    ),
    Miss("QOS404", "a third of the link", queues(" class VOICE", "  priority 330"), "330", "331"),
    Miss(
        "QOS405",
        "the child policy polices",
        "class-map V\n match dscp ef\npolicy-map P\n class V\n  priority\n  service-policy C\n"
        "policy-map C\n class class-default\n  police cir 1000000\n"
        "interface GigabitEthernet0/0/0\n service-policy output P\n",
        "  police cir 1000000",
        "  set dscp ef",
        "ios-xe",
    ),
    Miss(
        "QOS406",
        "exactly all of what is left",
        queues(
            " class DATA",
            "  bandwidth remaining percent 60",
            " class class-default",
            "  bandwidth remaining percent 40",
        ),
        "percent 40",
        "percent 41",
    ),
    Miss(
        "QOS407",
        "WRED beside the priority class, not in it",
        queues(
            " class VOICE", "  priority 100", " class DATA", "  bandwidth 100", "  random-detect"
        ),
        "  priority 100\n",
        "  priority 100\n  random-detect\n",
    ),
    Miss(
        "QOS408",
        "priority and bandwidth in two classes",
        queues(" class VOICE", "  priority 100", " class DATA", "  bandwidth 100"),
        "  priority 100\n",
        "  priority 100\n  bandwidth 100\n",
    ),
    Miss(
        "QOS409",
        "a curve one packet wide",
        queues(
            " class DATA",
            "  bandwidth 100",
            "  random-detect dscp-based",
            "  random-detect dscp af21 39 40 10",
        ),
        "39 40",
        "40 40",
    ),
    Miss(
        "QOS410",
        "a curve that ends at the limit",
        queues(
            " class DATA",
            "  bandwidth 100",
            "  queue-limit 40",
            "  random-detect dscp-based",
            "  random-detect dscp af21 30 40 10",
        ),
        "queue-limit 40",
        "queue-limit 39",
    ),
    Miss(
        "QOS410",
        "the router chooses the depth of the queue",
        queues(
            " class DATA",
            "  bandwidth 100",
            "  random-detect dscp-based",
            "  random-detect dscp af21 30 400 10",
        ),
        "  bandwidth 100",
        "  bandwidth 100\n  queue-limit 64",
    ),
    Miss(
        "QOS411",
        "the least number of flow queues",
        queues(" class class-default", "  fair-queue 16"),
        "fair-queue 16",
        "fair-queue 24",
    ),
    Miss(
        "QOS412",
        "the child policy marks and does not queue",
        "class-map S\n match dscp cs1\npolicy-map C\n class class-default\n  set dscp cs1\n"
        "policy-map P\n class S\n  bandwidth 100\n  service-policy C\n"
        "interface GigabitEthernet0/0/0\n service-policy output P\n",
        "  set dscp cs1",
        "  fair-queue",
        "ios-xe",
    ),
    Miss(
        "QOS413",
        "the same curve for both",
        queues(
            " class DATA",
            "  bandwidth 100",
            "  random-detect dscp-based",
            "  random-detect dscp af21 24 40 10",
            "  random-detect dscp af22 24 40 10",
            "  random-detect dscp af23 24 40 10",
        ),
        "af21 24",
        "af21 23",
    ),
    Miss(
        "QOS413",
        "two classes of assured forwarding are not compared",
        queues(
            " class DATA",
            "  bandwidth 100",
            "  random-detect dscp-based",
            "  random-detect dscp af11 10 40 10",
            "  random-detect dscp af12 9 40 10",
            "  random-detect dscp af13 8 40 10",
        ),
        "af13 8",
        "af13 11",
    ),
    Miss(
        "QOS414",
        "a queue with more than 5 % of the link",
        "interface Gi1/1\n wrr-queue bandwidth 94 6\n wrr-queue cos-map 1 1 0 2 3 4 5\n"
        " wrr-queue cos-map 2 1 1 6 7\n",
        "94 6",
        "95 5",
    ),
    Miss(
        "QOS414",
        "scavenger traffic and best effort in one small queue",
        "class-map match-any LOW\n match precedence 1 2\npolicy-map P\n class LOW\n"
        "  bandwidth percent 1\ninterface Serial0/0\n bandwidth 1000\n service-policy output P\n",
        "precedence 1 2",
        "precedence 1 6",
    ),
    Miss(
        "QOS414",
        "assured forwarding is not scavenger traffic",
        "class-map match-any LOW\n match dscp af11 cs6\npolicy-map P\n class LOW\n"
        "  bandwidth remaining percent 5\ninterface Serial0/0\n bandwidth 1000\n"
        " service-policy output P\n",
        "af11",
        "cs1",
    ),
]


@pytest.mark.parametrize("miss", MISSES, ids=lambda miss: f"{miss.code}: {miss.why}")
def test_a_near_miss_is_left_alone_and_the_change_is_not(miss: Miss) -> None:
    assert miss.code not in codes(miss.text, miss.platform)
    changed = miss.text.replace(miss.old, miss.new)
    assert changed != miss.text
    assert miss.code in codes(changed, miss.platform)
