"""A list that a class excludes, and lines of a whole switch that stand below an interface."""

from __future__ import annotations

import pytest

from qosc import frontends
from qosc.ir import Device
from qosc.source import SourceText


def device(text: str, platform: str) -> Device:
    return frontends.load(SourceText("t.cfg", text), platform)


@pytest.mark.parametrize("match", ["match access-group 101", "match not access-group 101"])
def test_a_list_that_a_class_asks_for_is_in_the_model(match: str) -> None:
    """Also where another line uses it for something else than QoS, for which alone it is not."""
    other = "access-list 101 permit tcp any any\ninterface Serial0\n ip access-group 101 in\n"
    found = device(f"{other}class-map match-all C\n {match}\n match dscp ef\n", "ios-12")
    assert len(found.access_lists["101"].entries) == 1
    assert not device(f"{other}class-map match-all C\n match dscp ef\n", "ios-12").access_lists


PORT = "interface GigabitEthernet1/0/1\n mls qos trust cos\n srr-queue bandwidth share 9 9 9 9\n"
LINES = [
    "mls qos map cos-dscp 0 9 18 27 36 45 54 63",
    "mls qos srr-queue output cos-map queue 1 threshold 1 2",
    "mls qos queue-set output 1 buffers 10 20 30 40",
]


@pytest.mark.parametrize("line", LINES)
def test_a_line_of_the_switch_is_one_wherever_it_stands(line: str) -> None:
    first = device(f"mls qos\n{line}\n{PORT}", "cat3750")
    below = device(f"mls qos\n{PORT} {line}\n", "cat3750")
    assert (below.policies, below.ports) == (first.policies, first.ports)
    assert first.ports != device(f"mls qos\n{PORT}", "cat3750").ports or (
        first.policies != device(f"mls qos\n{PORT}", "cat3750").policies
    )
    assert below.residue == ()


@pytest.mark.parametrize("line", LINES[:1])
def test_its_no_is_one_as_well(line: str) -> None:
    words = " ".join(line.split()[:4])
    gone = device(f"mls qos\n{line}\n{PORT} no {words}\n", "cat3750")
    never = device(f"mls qos\n{PORT}", "cat3750")
    assert (gone.policies, gone.ports) == (never.policies, never.ports)
