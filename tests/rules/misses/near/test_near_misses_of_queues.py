"""Near misses of the rules on bandwidth, priority and queues."""

from __future__ import annotations

import pytest

from tests.rules.misses.near.miss import Miss, judge, queues

MISSES = [
    Miss(
        "QOS451",
        "a shaper for EF is not what the page speaks of",
        queues(" class VOICE", "  shape average 100000", " class DATA", "  bandwidth 100"),
        "shape average 100000",
        "bandwidth 100",
    ),
    Miss(
        "QOS433",
        "a queue with strict priority needs no rate (Juniper, priority (Schedulers))",
        "class-of-service {\n    schedulers {\n"
        "        voice { transmit-rate percent 0; priority strict-high; }\n"
        "        rest { transmit-rate percent 90; }\n    }\n"
        "    scheduler-maps { core {\n"
        "        forwarding-class expedited-forwarding scheduler voice;\n"
        "        forwarding-class best-effort scheduler rest;\n    } }\n"
        "    interfaces { ge-0/0/0 { scheduler-map core; } }\n}\n"
        "interfaces { ge-0/0/0 { unit 0; } }\n",
        " priority strict-high;",
        "",
        "junos-mx",
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
    judge(miss)
