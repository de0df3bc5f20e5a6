"""Near misses of the rules on policers beside shapers, on two rates, and on directions and places.

As in `miss.py`: the config must be left alone, and the change makes the rule speak.
"""

from __future__ import annotations

import pytest

from tests.rules.linting import codes, lint
from tests.rules.misses.near.miss import Miss, judge

VOICE = "class-map match-all VOICE\n match ip dscp ef\n"
TWO_RATES = (
    VOICE + "policy-map EDGE\n class VOICE\n  police cir 4000000 bc 250000 pir 4000000 be 250000\n"
    "   conform-action transmit\n   exceed-action set-dscp-transmit af22\n"
    "   violate-action drop\ninterface FastEthernet0/0\n service-policy input EDGE\n"
)
BRANCH = (
    VOICE + "policy-map QUEUES\n class VOICE\n  priority 256\n"
    "policy-map SHAPE\n class class-default\n  shape average 2000000\n  service-policy QUEUES\n"
    "interface FastEthernet0/0\n bandwidth 100000\ninterface FastEthernet0/0.10\n"
    " encapsulation dot1Q 10\n service-policy output SHAPE\n"
)
BOTH = (
    "policy-map OUT\n class class-default\n  police 10000001\n  shape average 10000000\n"
    "interface FastEthernet0/0\n service-policy output OUT\n"
)
MISSES = [
    Miss("QOS311", "both rates alike", TWO_RATES, "pir 4000000", "pir 3999000"),
    Miss(
        "QOS311",
        "the two are not in one unit",
        TWO_RATES.replace(
            "cir 4000000 bc 250000 pir 4000000 be 250000", "cir percent 50 pir percent 50"
        ),
        "pir percent 50",
        "pir percent 40",
    ),
    Miss("QOS441", "a shaper above the queues", BRANCH, "output SHAPE", "output QUEUES"),
    Miss("QOS441", "the class with the child is shaped", BRANCH, "  shape average 2000000\n", ""),
    Miss(
        "QOS302",
        "the burst is a default, which not all platforms of the kind have",
        "policy-map P\n class class-default\n  police rate 256000 bps\n"
        "interface TenGigE0/0/0/1\n service-policy input P\n",
        "bps",
        "bps burst 320 bytes",
        "ios-xr",
    ),
    Miss(
        "QOS441",
        "marks and policers need no queue",
        BRANCH.replace("SHAPE\n class", "OTHER\n class")
        .replace("output SHAPE", "output QUEUES")
        .replace("priority 256", "police 256000"),
        "police 256000",
        "bandwidth 256",
    ),
    Miss(
        "QOS441",
        "a physical interface",
        BRANCH.replace("output SHAPE\n", "input MARK\n")
        + "interface Serial0/0\n service-policy output QUEUES\n",
        "Serial0/0",
        "Tunnel0",
    ),
    Miss(
        "QOS441",
        "a policy inside a class that is shaped, on a physical interface",
        BRANCH.replace("output SHAPE", "output OTHER") + "interface Serial0/0\n"
        " service-policy output SHAPE\n",
        "  shape average 2000000\n",
        "  police 2000000\n",
    ),
    Miss(
        "QOS441",
        "a policy inside a class that has a share",
        BRANCH.replace("  shape average 2000000", "  bandwidth percent 50").replace(
            "0/0.10\n encapsulation dot1Q 10", "1/0"
        ),
        "  bandwidth percent 50\n",
        "",
    ),
    Miss(
        "QOS441",
        "a policy that only marks, inside a class that polices",
        BRANCH.replace("  shape average 2000000", "  police 2000000").replace(
            "priority 256", "set dscp 46"
        ),
        "set dscp 46",
        "bandwidth 64",
    ),
    Miss(
        "QOS441",
        "subinterfaces share a link by ratios",
        "policy-map SUB\n class class-default\n  bandwidth remaining ratio 10\n"
        "interface GigabitEthernet0/0/0.10\n service-policy output SUB\n",
        "remaining ratio 10",
        "remaining percent 10",
        "ios-xe",
    ),
    Miss(
        "QOS441",
        "a fragment of a queue that the physical interface shapes",
        "policy-map SUB\n class class-default fragment REST\n  bandwidth remaining percent 10\n"
        "interface GigabitEthernet0/0/0.10\n service-policy output SUB\n",
        " fragment REST",
        "",
        "ios-xe",
    ),
    Miss("QOS442", "the policer lets through more than the shaper", BOTH, "10000001", "10000000"),
    Miss(
        "QOS442",
        "what exceeds is marked and sent",
        BOTH.replace(
            "10000001", "8000000 conform-action transmit exceed-action set-dscp-transmit 8"
        ),
        "set-dscp-transmit 8",
        "drop",
    ),
    Miss(
        "QOS442",
        "the child polices one of its classes",
        "class-map match-all BULK\n match dscp af11\npolicy-map IN\n class BULK\n  police 64000\n"
        "policy-map OUT\n class class-default\n  shape average 10000000\n  service-policy IN\n"
        "interface FastEthernet0/0\n service-policy output OUT\n",
        "  shape average 10000000\n",
        "  police 64000\n  shape average 10000000\n",
    ),
    Miss("QOS443", "the same policy on output", BOTH, "policy output", "policy input"),
    Miss(
        "QOS443",
        "only marks and policers on input",
        BOTH.replace("  shape average 10000000\n", "").replace("output", "input"),
        "  police 10000001\n",
        "  bandwidth percent 20\n",
    ),
    Miss(
        "QOS443",
        "the child of an input policy",
        "policy-map IN\n class class-default\n  police 64000\n  service-policy CHILD\n"
        "policy-map CHILD\n class class-default\n  set dscp 0\n"
        "interface FastEthernet0/0\n service-policy input IN\n",
        "set dscp 0",
        "fair-queue\n  shape average 64000",
    ),
]


@pytest.mark.parametrize("miss", MISSES, ids=lambda miss: f"{miss.code}: {miss.why}")
def test_a_near_miss_is_left_alone_and_the_change_is_not(miss: Miss) -> None:
    judge(miss)


@pytest.mark.parametrize("platform", ["ios-xr", "nxos"])
def test_systems_with_queues_on_input_may_use_them(platform: str) -> None:
    assert not {"QOS441", "QOS443"} & codes(BOTH.replace("output", "input"), platform)


def test_rates_in_different_units_are_not_compared() -> None:
    text = TWO_RATES.replace("pir 4000000 be 250000", "pir percent 1")
    assert "QOS311" not in codes(text)


def test_a_policer_before_a_shaper_says_what_it_drops_and_no_more() -> None:
    """Simulated with 30 Mbit/s of bulk and 1 of voice: the queues of the child are as full as
    without the policer, whose burst is 250 ms, and 2 % of the voice are lost in it.
    """
    text = BRANCH.replace("  shape average", "  police 2000000\n  shape average")
    (found,) = [each for each in lint(text) if each.code == "QOS442"]
    assert "of all classes of policy-map QUEUES alike" in found.notes[0]
    assert "empty" not in found.message
