"""The queues of a Catalyst port where the config is silent, by Cisco's configuration guides."""

from __future__ import annotations

import pytest

from qosc.profiles.switches import switch_facts

# Queue and threshold of CoS 0 to 7; a queue 0 is the strict one.
PAIRS = ((1, 1), (1, 1), (2, 1), (2, 1), (3, 1), (3, 1), (4, 1), (4, 1))
"""Catalyst 2950 and 3550: two CoS a queue."""
SRR = ((2, 1), (2, 1), (3, 1), (3, 1), (4, 1), (1, 1), (4, 1), (4, 1))
"""Catalyst 3750: 5 in queue 1, 0 and 1 in 2, 2 and 3 in 3, 4, 6 and 7 in 4."""


@pytest.mark.parametrize(
    ("family", "kind", "queues", "weights", "early"),
    [
        ("cat2950", "4q1t", PAIRS, None, False),
        ("cat3550", "4q2t", PAIRS, (1, 1, 1, 1), False),
        ("cat3750", "1p3q3t", SRR, (25, 25, 25, 25), False),
        # DSCP 0 to 15 in queue 1, 16 to 31 in 2, 32 to 47 in 3, 48 to 63 in 4.
        ("cat4500", "1p3q1t", PAIRS, (25, 25, 25, 25), False),
        (
            "cat6500",
            "2q2t",
            ((1, 1), (1, 1), (1, 2), (1, 2), (2, 1), (2, 1), (2, 2), (2, 2)),
            (4, 255),
            False,
        ),
        (
            "cat6500",
            "1p2q2t",
            ((1, 1), (1, 1), (1, 2), (1, 2), (2, 1), (0, 1), (2, 2), (2, 2)),
            (4, 255),
            True,
        ),
        (
            "cat6500",
            "1p3q1t",
            ((1, 1), (1, 1), (2, 1), (2, 1), (2, 1), (0, 1), (3, 1), (3, 1)),
            (100, 150, 200),
            True,
        ),
        ("cat6500", "1p3q8t", None, (100, 150, 200), True),
        ("cat6500", "1p7q8t", None, None, True),
    ],
)
def test_the_queues_of_a_type_of_port(
    family: str,
    kind: str,
    queues: tuple[tuple[int, int], ...] | None,
    weights: tuple[int, ...] | None,
    early: bool,
) -> None:
    (found,) = [each for each in switch_facts(family).port_types if each.name == kind]
    assert found.queues.value == queues
    assert found.weights.value == weights
    assert found.early is early


@pytest.mark.parametrize(
    ("family", "title", "number", "share", "shape", "expedite", "buffers"),
    [
        ("cat2950", "Catalyst 2950", 1, None, None, 4, None),
        ("cat3550", "Catalyst 3550", 1, (1, 1, 1, 1), None, 4, None),
        (
            "cat3750",
            "Catalyst 3750, 3560, 2960",
            1,
            (25, 25, 25, 25),
            (25, 0, 0, 0),
            1,
            (25, 25, 25, 25),
        ),
        ("cat4500", "Catalyst 4500", 1, (25, 25, 25, 25), None, 3, (25, 25, 25, 25)),
        ("cat6500", "Catalyst 6500", 5, None, None, 0, None),
    ],
)
def test_the_queues_of_a_family(
    family: str,
    title: str,
    number: int,
    share: tuple[int, ...] | None,
    shape: tuple[int, ...] | None,
    expedite: int,
    buffers: tuple[int, ...] | None,
) -> None:
    found = switch_facts(family)
    assert (found.title, len(found.port_types)) == (title, number)
    assert found.share.value == share
    assert (found.shape.value if found.shape is not None else None) == shape
    assert found.expedite == expedite
    assert (found.buffers.value if found.buffers is not None else None) == buffers


@pytest.mark.parametrize("dscp", range(64))
def test_the_queue_of_a_dscp_on_cat3750_and_cat4500(dscp: int) -> None:
    srr, transmit = switch_facts("cat3750").dscp_queue, switch_facts("cat4500").dscp_queue
    assert srr is not None
    assert srr.value is not None
    assert transmit is not None
    assert transmit.value is not None
    queue = 2 if dscp < 16 else 3 if dscp < 32 else 1 if 40 <= dscp < 48 else 4
    assert srr.value[dscp] == (queue, 1)
    assert transmit.value[dscp] == (1 + dscp // 16, 1)


def test_thresholds_of_cat3750() -> None:
    # Recorded show mls qos queue-set 1: 100 200 100 100, reserved 50, maximum 400.
    found = switch_facts("cat3750").thresholds
    assert found is not None
    usual = (100, 100, 50, 400)
    assert found.value == (usual, (200, 200, 50, 400), usual, usual)
    for family in ("cat2950", "cat3550", "cat4500", "cat6500"):
        assert switch_facts(family).thresholds is None


def test_other_platforms_have_no_such_facts() -> None:
    for name in ("cat9000", "ios-12", ""):
        with pytest.raises(KeyError):
            switch_facts(name)
