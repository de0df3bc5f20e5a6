"""Near misses of the rules on policers, shapers and their bursts."""

from __future__ import annotations

import pytest

from tests.rules.misses.near.miss import ACTIONS, Miss, car, judge, police

MISSES = [
    Miss(
        "QOS314",
        "DSCP 11 is none of AF1 (RFC 2597): it has no drop precedence to compare",
        police(
            "police 1000000 31250 conform-action set-dscp-transmit af12 exceed-action "
            "set-dscp-transmit 11"
        ),
        "transmit 11",
        "transmit af11",
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
]


@pytest.mark.parametrize("miss", MISSES, ids=lambda miss: f"{miss.code}: {miss.why}")
def test_a_near_miss_is_left_alone_and_the_change_is_not(miss: Miss) -> None:
    judge(miss)
