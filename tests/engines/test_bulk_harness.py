"""The harness can fail: scripts that do what is wanted, and scripts with one fault each."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.bulk import ENTRY, Probe, Trial, Verdict, Wanted, classes_of, judge, run
from tests.wire import Label, Packet, Vlan

pytestmark = pytest.mark.engine

HEAD = """#!/bin/sh
set -eu
in=${2#in=} out=${3#out=}
tc -batch - <<EOT
qdisc add dev $in clsact
qdisc add dev $out clsact
qdisc add dev $out root handle 1: htb default 12
class add dev $out parent 1: classid 1:1 htb rate 10mbit ceil 10mbit
class add dev $out parent 1:1 classid 1:10 htb rate 3mbit ceil 10mbit prio 1 quantum 3000
class add dev $out parent 1:1 classid 1:11 htb rate 2mbit ceil 5mbit
class add dev $out parent 1:1 classid 1:12 htb rate 1mbit ceil 10mbit
qdisc add dev $out parent 1:10 handle 10: pfifo limit 40
qdisc add dev $out parent 1:11 handle 11: bfifo limit 50000
"""
TO_VOICE = "action skbedit priority 1:10"
TO_DATA = "action skbedit priority 1:11"
VOICE = f"filter add dev $out egress pref 1 protocol ip flower ip_tos 0xb8/0xfc {TO_VOICE}"
DATA = "filter add dev $out egress pref 2 protocol ip flower ip_proto udp dst_port 53 " + TO_DATA
MARK = " pipe action pedit ex munge ip dsfield set 0x28 retain 0xfc"
SUM = " pipe action csum ip4h"
DROP = "filter add dev $in ingress pref 1 protocol ip flower src_ip 10.9.0.0/16 action drop"
POLICE = (
    "filter add dev $in ingress pref 2 protocol ip flower ip_proto icmp"
    " action police rate 8kbit burst 100 mtu 65535 conform-exceed drop/pipe"
)
RIGHT = (VOICE, DATA + MARK + SUM, DROP)


def script(*lines: str) -> str:
    return HEAD + "\n".join(lines) + "\nEOT\n"


def probe(wanted: Wanted, entry: str = "in", **fields: object) -> Probe:
    return Probe(Packet(**fields), "out", wanted, entry)  # type: ignore[arg-type]


PROBES = (
    *(probe(Wanted("voice"), dscp=46, ecn=ecn) for ecn in range(4)),
    *(probe(Wanted("data", dscp_out=10), dst_port=53, ecn=ecn) for ecn in range(4)),
    *(probe(Wanted("rest"), dscp=dscp) for dscp in (0, 45, 47, 63)),
    *(probe(Wanted("rest"), dst_port=port) for port in (52, 54)),
    probe(Wanted("rest"), version=6, dscp=46),
    probe(Wanted("rest"), ethertype=0x0806),
    probe(Wanted("rest"), mpls=(Label(100, 5),)),
    probe(Wanted("rest"), vlan=Vlan(7, 5), dscp=46),
    probe(Wanted(dropped=True), src="10.9.255.1"),
    probe(Wanted("rest"), src="10.10.0.1"),
    probe(Wanted("rest"), ENTRY, src="10.9.255.1"),
)
FAULTS = {
    "another class": (("priority 1:10", "priority 1:11"), "in class"),
    "a port beside it": (("dst_port 53", "dst_port 54"), "in class"),
    "ECN taken for DSCP": (("0xb8/0xfc", "0xb8/0xff"), "in class"),
    "ECN lost": (("retain 0xfc", "retain 0xff"), "left with ecn 0 for 1"),
    "another mark": (("set 0x28", "set 0x30"), "left with dscp 12 for 10"),
    "no mark": ((MARK + SUM, ""), "left with dscp 0 for 10"),
    "a checksum left": ((SUM, ""), "the checksum of the IPv4 header is wrong"),
    "dropped": (("skbedit priority 1:10", "drop"), "dropped at d1"),
    "not dropped": (("action drop", "action ok"), "not dropped"),
    "sent twice": ((SUM, SUM + " pipe action mirred egress mirror dev $in"), "not once at d1"),
    "lost": (("action drop", "action mirred egress redirect dev lo"), "nor counted as dropped"),
    "does not apply": (("dst_port 53", "dst_port none"), "status"),
}


def faulty(change: tuple[str, str]) -> str:
    made = script(*RIGHT)
    assert change[0] in made
    return made.replace(*change)


@pytest.fixture(scope="module")
def verdicts(linux: None) -> Mapping[str, Verdict]:
    """All scripts in one boot."""
    made = {name: faulty(change) for name, (change, _) in FAULTS.items()}
    made["right"] = script(*RIGHT)
    trials = [
        Trial(name, "", PROBES, script=text, ports=("in", "out")) for name, text in made.items()
    ]
    pings = [probe(Wanted("rest"), protocol=1, payload_length=50) for _ in range(3)]
    for name, line in (("bucket", POLICE), ("empty", POLICE.replace("100 mtu", "60 mtu"))):
        trials.append(Trial(name, "", tuple(pings), script=script(line), ports=("in", "out")))
    return {each.planned.trial.name: judge(each) for each in run(trials, 300)}


def test_a_right_script_has_nothing_wrong(verdicts: Mapping[str, Verdict]) -> None:
    verdict = verdicts["right"]
    assert (verdict.wrong, verdict.untested) == ([], []), verdict.report()
    assert verdict.sent == len(PROBES)
    assert verdict.leaves == {
        ("out", "voice"): (("d1", "1:10"),),
        ("out", "data"): (("d1", "1:11"),),
        ("out", "rest"): (("d1", "1:12"),),
    }


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(verdicts: Mapping[str, Verdict], name: str) -> None:
    assert any(FAULTS[name][1] in line for line in verdicts[name].wrong), verdicts[name].report()


def test_the_figures_are_those_of_the_commands(verdicts: Mapping[str, Verdict]) -> None:
    classes = classes_of(verdicts["right"].seen.row)
    voice, data, root = (classes["d1", number] for number in ("1:10", "1:11", "1:1"))
    assert (voice.rate, voice.ceil, voice.prio, voice.quantum) == (3_000_000, 10_000_000, 1, 3000)
    assert (voice.queue, voice.limit, voice.parent) == ("pfifo", 40, "1:1")
    assert (data.rate, data.ceil, data.queue, data.limit) == (2_000_000, 5_000_000, "bfifo", 50_000)
    assert (root.rate, root.parent) == (10_000_000, "ffff:ffff")


def test_a_bucket_is_let_fill_up_again(verdicts: Mapping[str, Verdict]) -> None:
    """78 bytes each, a bucket of 100, 1000 bytes a second: the second ping must wait 60 ms."""
    assert (verdicts["bucket"].wrong, verdicts["bucket"].untested) == ([], [])


def test_a_bucket_that_holds_no_packet_is_told(verdicts: Mapping[str, Verdict]) -> None:
    assert verdicts["empty"].wrong == []
    assert len(verdicts["empty"].untested) == 3
