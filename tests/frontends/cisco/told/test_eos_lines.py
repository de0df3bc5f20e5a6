"""Arista EOS: the forms of each line and what is told of them (EOS User Manual, QoS)."""

from __future__ import annotations

import pytest

from qosc import frontends
from qosc.ir import Residue, SupportState
from qosc.source import SourceText

MAPS = "traffic classes of Arista EOS and the maps to and from them are not in the model"
TRUST = "what Arista EOS trusts, and sets where it trusts nothing, is not in the model"
QUEUE = "the transmit queues of Arista EOS are not in the model"
PROFILE = "QoS profiles of Arista EOS are not in the model"
OTHER = "this setting of Arista EOS is not in the model"

TOP = {
    "qos map cos 1 to traffic-class 3": MAPS,
    "qos map dscp 10 11 to traffic-class 3": MAPS,
    "qos map exp 1 to traffic-class 3": MAPS,
    "qos map traffic-class 3 to tx-queue 2": MAPS,
    "qos rewrite cos": MAPS,
    "qos rewrite dscp": MAPS,
    "qos rewrite traffic-class to cos off": MAPS,
    "qos random-detect ecn allow non-ect": OTHER,
    "qos profile GOLD": PROFILE,
}
PORT = {
    "qos trust": TRUST,
    "qos trust cos": TRUST,
    "qos trust dscp": TRUST,
    "no qos trust": TRUST,
    "qos cos 3": TRUST,
    "qos dscp 46": TRUST,
    "default qos cos": TRUST,
}
QUEUES = {
    "bandwidth percent 10": QUEUE,
    "bandwidth guaranteed percent 10": QUEUE,
    "bandwidth guaranteed 100 mbps": QUEUE,
    "priority": QUEUE,
    "priority strict": QUEUE,
    "no priority": QUEUE,
    "shape rate 5000000": QUEUE,
    "shape rate 10 percent": QUEUE,
    "random-detect drop minimum-threshold 10 kbytes maximum-threshold 20 kbytes": QUEUE,
    "random-detect ecn minimum-threshold 1 segments maximum-threshold 9 segments weight 3": QUEUE,
    "random-detect ecn count": QUEUE,
}
IN_PROFILE = {"description gold": PROFILE}
UNKNOWN = [
    ("interface Ethernet1\n", "qos trust precedence"),
    ("interface Ethernet1\n tx-queue 1\n", " bandwidth furlongs 3"),
    ("interface Ethernet1\n tx-queue 1\n", " priority lax"),
    ("interface Ethernet1\n tx-queue 1\n", " shape average 100"),
    (
        "interface Ethernet1\n tx-queue 1\n",
        " random-detect drop minimum-threshold 10 pounds maximum-threshold 20 kbytes",
    ),
]
HEAD = "! device: sw1 (DCS-7050, EOS-4.27.0F)\nqos rewrite dscp\ndaemon TerminAttr\n   shutdown\n"


def residue(body: str) -> list[Residue]:
    return list(frontends.load(SourceText("test.cfg", HEAD + body)).residue)


@pytest.mark.parametrize(
    ("head", "line", "words"),
    [
        *(("", line, words) for line, words in TOP.items()),
        *(("interface Ethernet1\n", f" {line}", words) for line, words in PORT.items()),
        *(
            (f"interface Ethernet1\n {queue} 2\n", f"  {line}", words)
            for line, words in QUEUES.items()
            for queue in ("tx-queue", "uc-tx-queue", "mc-tx-queue")
        ),
        *(("qos profile GOLD\n", f" {line}", words) for line, words in IN_PROFILE.items()),
    ],
)
def test_a_line_is_understood_and_told_to_be_left_out(head: str, line: str, words: str) -> None:
    last = HEAD.count("\n") + head.count("\n") + 1
    for written in (line, f"{line} ! remark"):
        found = [each for each in residue(f"{head}{written}\n") if each.origin.line == last]
        assert [(each.state, each.reason) for each in found] == [(SupportState.RECOGNISED, words)]


@pytest.mark.parametrize(("head", "line"), UNKNOWN)
def test_a_form_that_eos_does_not_have_is_not_understood(head: str, line: str) -> None:
    last = HEAD.count("\n") + head.count("\n") + 1
    (found,) = [each for each in residue(f"{head} {line}\n") if each.origin.line == last]
    assert found.state is SupportState.UNKNOWN
    assert found.reason == "Arista EOS has no such form"
