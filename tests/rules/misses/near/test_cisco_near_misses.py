"""Near misses of the rules on switches, and of those on what IOS takes in which place.

As in `miss.py`: the config must be left alone, and the change makes the rule speak.
"""

from __future__ import annotations

import pytest

from tests.rules.linting import codes
from tests.rules.misses.near.miss import Miss, judge

VOICE = "class-map match-all VOICE\n match ip dscp ef\n"
PORT = "interface GigabitEthernet0/1\n"
MARKED = (
    "mls qos\n"
    + VOICE
    + "policy-map OUT\n class VOICE\n  set ip precedence 5\n"
    + PORT
    + " mls qos trust cos\ninterface GigabitEthernet0/2\n mls qos trust dscp\n"
    " service-policy input OUT\n"
)
DOWN = (
    "policy-map IN\n class class-default\n"
    "  police 1000000 8000 exceed-action policed-dscp-transmit\n"
    + PORT
    + " service-policy input IN\n"
)
SRR = PORT + " srr-queue bandwidth share 10 10 60 20\n srr-queue bandwidth shape 0 0 0 0\n"
WEB = (
    "access-list 101 permit tcp any any eq 443\nclass-map match-all WEB\n match access-group 101\n"
    "class-map match-any DATA\n match dscp af21 af22\nclass-map match-any LOW\n match dscp cs1\n"
    "policy-map LAN\n class WEB\n  set dscp af21\n"
    "  police 8000000 250000 conform-action transmit exceed-action set-dscp-transmit af22\n"
    "policy-map WAN\n class DATA\n  bandwidth percent 30\n class LOW\n  bandwidth percent 5\n"
    "interface FastEthernet0/0\n service-policy input LAN\n"
    "interface Serial0/0\n bandwidth 10000\n service-policy output WAN\n"
)
WEB_LOW = WEB.replace("transmit af22", "transmit cs1")
MISSES = [
    Miss(
        "QOS405",
        "a Nexus polices what it puts into the queue",
        "feature lldp\nclass-map type qos match-all V\n  match dscp 46\npolicy-map type qos IN\n"
        "  class V\n    set qos-group 7\n    police cir 1 gbps\n"
        "policy-map type queuing OUT\n  class type queuing c-out-8q-q7\n    priority level 1\n"
        "system qos\n  service-policy type qos input IN\n"
        "  service-policy type queuing output OUT\ninterface Ethernet1/1\n",
        "    police cir 1 gbps\n",
        "",
        "nxos",
    ),
    Miss(
        "QOS403",
        "a quarter of a port is what a queue has that is given nothing",
        "qos\ninterface GigabitEthernet1/1\n tx-queue 1\n  bandwidth 300 mbps\n tx-queue 3\n"
        "  bandwidth 5 mbps\n",
        "5 mbps",
        "percent 5",
        "cat4500",
    ),
    Miss("QOS306", "what exceeds stays in its queue", WEB, "transmit af22", "transmit cs1"),
    Miss(
        "QOS306",
        "no class has a queue for what exceeds",
        WEB.replace(
            "  bandwidth percent 30\n class LOW\n  bandwidth percent 5\n",
            "  set dscp af21\n class LOW\n  set dscp cs1\n",
        ),
        "  set dscp af21\n class LOW\n  set dscp cs1\n",
        "  bandwidth percent 30\n class LOW\n  bandwidth percent 5\n class AF\n"
        "  bandwidth percent 5\nclass-map AF\n match dscp 7\npolicy-map LAN\n class WEB\n"
        "  police 8000000 250000 conform-action transmit exceed-action set-dscp-transmit 7\n",
    ),
    Miss(
        "QOS306",
        "UDP does not mind its order",
        WEB_LOW.replace("permit tcp", "permit udp"),
        "permit udp",
        "permit tcp",
    ),
    Miss(
        "QOS306",
        "what conforms has any mark",
        WEB_LOW.replace("  set dscp af21\n", ""),
        "  police 8000000",
        "  set dscp af21\n  police 8000000",
    ),
    Miss(
        "QOS306",
        "an access list decides on output as well",
        WEB_LOW.replace(" match dscp af21 af22", " match access-group 101\n match dscp af21"),
        " match access-group 101\n match dscp af21",
        " match dscp af21",
    ),
    Miss(
        "QOS306",
        "the output policy marks anew",
        WEB_LOW.replace("  bandwidth percent 30", "  bandwidth percent 30\n  set dscp cs1"),
        "\n  set dscp cs1\n class LOW",
        "\n class LOW",
    ),
    Miss(
        "QOS306",
        "the packets do not leave by the port they came in by",
        WEB_LOW.replace("interface Serial0/0\n bandwidth 10000\n", ""),
        " service-policy output WAN",
        "interface Serial0/0\n service-policy output WAN",
    ),
    Miss(
        "QOS306",
        "both marks have the precedence by which the queues go",
        WEB.replace("dscp af21 af22", "precedence 2").replace("dscp cs1", "precedence 1"),
        "transmit af22",
        "transmit af12",
    ),
    Miss(
        "QOS306",
        "what exceeds is dropped",
        WEB.replace("set-dscp-transmit af22", "drop"),
        "exceed-action drop",
        "exceed-action set-prec-transmit 1",
    ),
    Miss(
        "QOS511",
        "one port of two trusts",
        "mls qos\n" + PORT + " mls qos trust dscp\n"
        " priority-queue out\ninterface GigabitEthernet0/2\n priority-queue out\n",
        " mls qos trust dscp\n",
        "",
        "cat3750",
    ),
    Miss(
        "QOS511",
        "AutoQoS writes lines that trust, and the text leaves them out",
        "mls qos\n"
        + PORT
        + " auto qos voip cisco-phone\n priority-queue out\n srr-queue bandwidth share "
        "10 10 60 20\n",
        " auto qos voip cisco-phone\n",
        "",
    ),
    Miss(
        "QOS511",
        "a port that has its default DSCP from CoS",
        "mls qos\n" + PORT + " mls qos trust cos\n priority-queue out\n",
        " mls qos trust cos\n",
        "",
        "cat3750",
    ),
    Miss(
        "QOS511",
        "QoS is off, so that nothing is reset",
        "no mls qos\n" + PORT + " priority-queue out\n",
        "no mls qos",
        "mls qos",
        "cat3750",
    ),
    Miss(
        "QOS511",
        "the port gives what comes in a DSCP of its own",
        "qos\n" + PORT + " qos dscp 46\n",
        " qos dscp 46\n",
        "",
        "cat4500",
    ),
    Miss(
        "QOS512",
        "the map makes 46 of CoS 5",
        MARKED.replace("mls qos\n", "mls qos\nmls qos map cos-dscp 0 8 16 24 32 46 48 56\n", 1),
        "32 46",
        "32 40",
        "cat3750",
    ),
    Miss(
        "QOS512",
        "the port trusts DSCP",
        MARKED.replace("trust cos", "trust dscp"),
        "GigabitEthernet0/1\n mls qos trust dscp",
        "GigabitEthernet0/1\n mls qos trust cos",
        "cat3750",
    ),
    Miss(
        "QOS512",
        "the class takes CS5 as well",
        MARKED.replace("dscp ef", "dscp ef cs5"),
        "ef cs5",
        "ef cs4",
        "cat3750",
    ),
    Miss(
        "QOS513",
        "the map changes one code point",
        "mls qos map policed-dscp 46 to 8\n" + DOWN,
        "46 to 8",
        "46 to 46",
        "cat3750",
    ),
    Miss(
        "QOS513",
        "what exceeds is dropped, not marked",
        DOWN.replace("policed-dscp-transmit", "drop"),
        "exceed-action drop",
        "exceed-action policed-dscp-transmit",
        "cat3750",
    ),
    Miss(
        "QOS421",
        "the strict queue has no shaping weight",
        SRR + " priority-queue out\n",
        "shape 0",
        "shape 10",
        "cat3750",
    ),
    Miss(
        "QOS421",
        "the shaped queue is not strict",
        SRR.replace("shape 0", "shape 10") + " no priority-queue out\n",
        "no priority",
        "priority",
        "cat3750",
    ),
    Miss(
        "QOS422",
        "the weights are written",
        SRR,
        " srr-queue bandwidth shape 0 0 0 0\n",
        "",
        "cat3750",
    ),
    Miss(
        "QOS422",
        "queue 1 is strict, and its weights do not count",
        PORT + " srr-queue bandwidth share 40 20 20 20\n priority-queue out\n",
        " priority-queue out\n",
        "",
        "cat3750",
    ),
    Miss(
        "QOS423",
        "the part of the shares is what the shaper gives",
        SRR.replace("share 10 10 60 20", "share 20 10 50 20").replace("shape 0", "shape 5"),
        "share 20",
        "share 21",
        "cat3750",
    ),
    Miss("QOS423", "a weight of 0 shares the link", SRR, "shape 0 0 0", "shape 0 0 2", "cat3750"),
]


@pytest.mark.parametrize("miss", MISSES, ids=lambda miss: f"{miss.code}: {miss.why}")
def test_a_near_miss_is_left_alone_and_the_change_is_not(miss: Miss) -> None:
    judge(miss)


def test_what_a_nexus_does_with_a_share_of_zero_is_not_known() -> None:
    text = (
        "feature lldp\npolicy-map type queuing OUT\n  class type queuing c-out-q1\n"
        "    bandwidth percent 0\n  class type queuing c-out-q-default\n"
        "    bandwidth percent 100\ninterface Ethernet1/1\n"
        "  service-policy type queuing output OUT\n"
    )
    assert codes(text, "nxos") == {"QOS011"}
