"""What JunOS would not take, or the model has no place for, is told at its line with its reason.

Where Juniper's manuals give a range, the value on its border is taken and the next is not.
"""

from __future__ import annotations

import pytest

import qosc
from qosc.fields import Field
from qosc.ir import Device, Interval, RuleList, SupportState
from qosc.ir.leaves import plain_tests

COS = "class-of-service "
PORT = "interfaces ge-0/0/0 unit 0 family inet address 10.0.0.1/24"
INPUT = "interfaces ge-0/0/0 unit 0 family inet filter input F"
TERM = "firewall family inet filter F term t "
POLICER = "firewall policer P if-exceeding "
TAKEN = f"{COS}interfaces ge-0/0/0 unit 0 "


def entry(table: str, loss: str, points: str) -> str:
    """A line of a classifier or a rewrite rule."""
    return f"{COS}{table} forwarding-class best-effort loss-priority {loss} {points}"


def device(*lines: str, platform: str = "") -> Device:
    text = "".join(f"set {line}\n" for line in lines)
    return qosc.loads(text, name="r1.conf", platform=platform or None).complete_device


def told(*lines: str, platform: str = "") -> list[tuple[SupportState, int, str]]:
    """State, line and reason of what is not in the model."""
    found = device(*lines, platform=platform).residue
    return [(each.state, each.origin.line, each.reason) for each in found]


WRONG = [
    (
        [f"{COS}forwarding-classes class A queue-num 16", PORT],
        1,
        "a queue is a number from 0 to 15",
    ),
    ([f"{COS}forwarding-classes class A queue-num x", PORT], 1, "a queue is a number from 0 to 15"),
    (
        [
            f"{TAKEN}classifiers dscp C",
            entry("classifiers dscp C", "lower", "code-points ef"),
            PORT,
        ],
        2,
        "not a loss priority",
    ),
    (
        [
            f"{TAKEN}classifiers dscp C",
            entry("classifiers dscp C", "low", "code-points 1000000"),
            PORT,
        ],
        2,
        "not a code point of dscp",
    ),
    (
        [
            f"{TAKEN}classifiers ieee-802.1 C",
            entry("classifiers ieee-802.1 C", "low", "code-points 1000"),
            PORT,
        ],
        2,
        "not a code point of ieee-802.1",
    ),
    (
        [
            f"{TAKEN}rewrite-rules dscp R",
            entry("rewrite-rules dscp R", "low", "code-point ef9"),
            PORT,
        ],
        2,
        "not a code point of dscp",
    ),
    (
        [f"{COS}code-point-aliases dscp mine 1234567", PORT],
        1,
        "not the bits of such a code point",
    ),
    ([INPUT, f"{TERM}then loss-priority highest", PORT], 2, "`highest` is not a loss priority"),
    ([INPUT, f"{TERM}then dscp 64", PORT], 2, "`64` is not a DSCP"),
    (
        [INPUT, f"{TERM}from source-address 10.0.0.0/33", f"{TERM}then accept"],
        2,
        "not a prefix",
    ),
    (
        [
            INPUT,
            f"{TERM}then policer P",
            f"{POLICER}bandwidth-limit 1x",
            f"{POLICER}burst-size-limit 15k",
            "firewall policer P then discard",
        ],
        3,
        "not a rate that a policer can have",
    ),
    (
        [
            INPUT,
            f"{TERM}then policer P",
            f"{POLICER}bandwidth-limit 1m",
            f"{POLICER}burst-size-limit 15q",
            "firewall policer P then discard",
        ],
        4,
        "not a size in bytes",
    ),
    (
        [
            INPUT,
            f"{TERM}then policer P",
            f"{POLICER}bandwidth-percent 101",
            f"{POLICER}burst-size-limit 15k",
            "firewall policer P then discard",
        ],
        3,
        "not a rate that a policer can have",
    ),
]

MISSING = [
    ([f"{TAKEN}classifiers dscp C", PORT], 1, "classifiers dscp `C` is not defined"),
    ([f"{TAKEN}rewrite-rules dscp R", PORT], 1, "rewrite-rules dscp `R` is not defined"),
    (
        [
            f"{TAKEN}classifiers dscp C",
            f"{COS}classifiers dscp C import base",
            entry("classifiers dscp C", "low", "code-points ef"),
            PORT,
        ],
        2,
        "classifiers dscp `base` is not defined",
    ),
    ([f"{TAKEN}scheduler-map M", PORT], 1, "scheduler-map `M` is not defined"),
    (
        [
            f"{TAKEN}scheduler-map M",
            f"{COS}scheduler-maps M forwarding-class best-effort scheduler S",
            PORT,
        ],
        2,
        "scheduler `S` is not defined",
    ),
    (
        [
            f"{TAKEN}scheduler-map M",
            f"{COS}scheduler-maps M forwarding-class best-effort scheduler S",
            f"{COS}schedulers S drop-profile-map loss-priority low protocol any drop-profile D",
            PORT,
        ],
        3,
        "drop-profile `D` is not defined",
    ),
    ([INPUT, f"{TERM}then policer P", f"{TERM}then accept"], 2, "policer `P` is not defined"),
    (
        [INPUT, f"{TERM}from source-prefix-list L", f"{TERM}then discard"],
        2,
        "prefix-list `L` is not defined",
    ),
    (
        [INPUT, f"{TERM}from destination-port 1-x", f"{TERM}then discard"],
        2,
        "`1-x` is not a value that is known",
    ),
]


@pytest.mark.parametrize(("lines", "line", "reason"), WRONG)
def test_a_value_that_junos_would_refuse_is_unknown(
    lines: list[str], line: int, reason: str
) -> None:
    assert (SupportState.UNKNOWN, line, reason) in told(*lines)


@pytest.mark.parametrize(("lines", "line", "reason"), MISSING)
def test_what_is_named_and_not_there_is_told(lines: list[str], line: int, reason: str) -> None:
    assert (SupportState.RECOGNISED, line, reason) in told(*lines)


@pytest.mark.parametrize(("written", "octets"), [(65, 51), (1514, 1500), (9192, 9178)])
def test_the_mtu_of_a_port_counts_its_ethernet_header(written: int, octets: int) -> None:
    """Juniper, Interfaces Fundamentals, Media MTU Overview: 14 bytes."""
    assert device(f"interfaces ge-0/0/0 mtu {written}", INPUT).ports["ge-0/0/0"].mtu == octets


@pytest.mark.parametrize("written", ["64", "65536", "x", "1.5"])
def test_an_mtu_that_no_port_has_is_none(written: str) -> None:
    assert device(f"interfaces ge-0/0/0 mtu {written}", INPUT).ports["ge-0/0/0"].mtu in (None, 1500)


def marked(platform: str, *lines: str) -> dict[int, str]:
    """By DSCP: the class that a classifier of a port puts it into."""
    port = device(*lines, platform=platform).ports["ge-0/0/0.0"]
    rules = [rule for stage in port.input if isinstance(stage, RuleList) for rule in stage.rules]
    found: dict[int, str] = {}
    for rule in rules:
        (name,) = [mark.name for mark in rule.marks if mark.field is Field.FORWARDING_CLASS]
        for test in plain_tests(rule.match):
            for value in test.values if test.field is Field.DSCP else ():
                assert isinstance(value, Interval)
                found |= dict.fromkeys(range(value.low, value.high + 1), name)
    return found


def test_a_classifier_has_what_it_imports_and_its_own_before_it() -> None:
    base = f"{COS}classifiers dscp B forwarding-class expedited-forwarding loss-priority low "
    own = f"{COS}classifiers dscp C forwarding-class network-control loss-priority low "
    found = marked(
        "junos-mx",
        PORT,
        f"{TAKEN}classifiers dscp C",
        f"{COS}classifiers dscp C import B",
        f"{base}code-points ef",
        f"{base}code-points cs5",
        f"{own}code-points cs5",
    )
    assert found[46] == "expedited-forwarding"
    assert found[40] == "network-control"
