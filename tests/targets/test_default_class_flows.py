"""Before HQF, the default class of a policy with queues keeps its flows apart, unless it has a
guarantee of its own (Cisco IOS 12.0(5)T, "Class-Based Weighted Fair Queueing").
"""

from __future__ import annotations

import pytest

import qosc
from qosc.amounts import Depth
from qosc.ir import FairQueue

TEXT = (
    "class-map match-all V\n match ip precedence 5\npolicy-map P\n class V\n  bandwidth 500\n{}"
    "interface Serial0\n bandwidth 2000\n service-policy output P\n"
)
DEFAULT = " class class-default\n  {}\n"


def last(lines: str, platform: str, text: str = TEXT) -> FairQueue | None:
    filled = qosc.load(text.format(lines), platform=platform).complete_device
    return filled.policies["P"].classes[-1].fair_queue


@pytest.mark.parametrize("lines", ["", DEFAULT.format("!"), DEFAULT.format("set ip precedence 0")])
def test_flows_of_the_default_class_are_kept_apart_before_hqf(lines: str) -> None:
    found = last(lines, "ios-12")
    assert found is not None
    assert (found.default_by, found.threshold) == ("ios-12", Depth(64, default_by="ios-12"))
    assert last(lines, "ios-15") is None
    assert last(lines, "ios-xe") is None


@pytest.mark.parametrize("line", ["bandwidth 100", "random-detect", "shape average 64000"])
def test_a_default_class_with_a_queue_of_its_own_has_what_it_says(line: str) -> None:
    assert last(DEFAULT.format(line), "ios-12") is None


def test_a_policy_without_queues_makes_none() -> None:
    assert last("", "ios-12", TEXT.replace("bandwidth 500", "set ip dscp ef")) is None


def test_a_switch_makes_none() -> None:
    assert last("", "cat6500") is None


def test_the_ledger_says_that_sources_differ() -> None:
    device = qosc.load(TEXT.format(""), platform="ios-12")
    for target in ("tc", "sim"):
        entries = qosc.compile(device, target=target).ledger
        (entry,) = (one for one in entries if "class-default > fair-queue" in one.path)
        assert "sources differ" in entry.note
        assert entry.fidelity == "approx"
