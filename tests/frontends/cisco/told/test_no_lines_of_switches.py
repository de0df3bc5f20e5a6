"""A line of a switch, and the `no` that takes it away: nothing is left of both."""

from __future__ import annotations

import pytest

from tests.frontends.cisco.told.no_lines import assert_nothing_is_left

SWITCH = """\
mls qos
interface GigabitEthernet1/0/1
{} srr-queue bandwidth share 10 20 30 40
"""
TRUSTED = """\
mls qos
mls qos map dscp-mutation X 46 to 5
interface GigabitEthernet1/0/1
 mls qos trust dscp
 mls qos trust dscp
{} srr-queue bandwidth share 10 20 30 40
"""
CAT3550 = """\
mls qos
interface GigabitEthernet0/1
 mls qos trust cos
 wrr-queue bandwidth 10 20 30 40
{}"""
CAT6500 = """\
mls qos
interface GigabitEthernet0/1
 mls qos trust cos
 wrr-queue bandwidth 10 20
 wrr-queue cos-map 1 1 0 1
 wrr-queue cos-map 1 2 2 3
 wrr-queue cos-map 2 1 4 6
 wrr-queue cos-map 2 2 7
 priority-queue cos-map 1 5
{}"""
CAT4500 = """\
qos
interface GigabitEthernet0/1
 qos trust dscp
 tx-queue 1
  bandwidth 9 mbps
{}"""
BY_COS = """\
mls qos
{}interface GigabitEthernet1/0/1
 mls qos trust cos
 srr-queue bandwidth share 10 20 30 40
"""
BY_PRECEDENCE = """\
mls qos
{}interface GigabitEthernet1/0/1
 mls qos trust ip-precedence
 srr-queue bandwidth share 10 20 30 40
"""
BY_DSCP = """\
mls qos
{}interface GigabitEthernet1/0/1
 mls qos trust dscp
 srr-queue bandwidth share 10 20 30 40
"""

ROWS = [
    (SWITCH, "cat3750", " mls qos cos override", " no mls qos cos override"),
    (SWITCH, "cat3750", " mls qos trust cos", " no mls qos trust"),
    (SWITCH, "cat3750", " mls qos trust dscp", " no mls qos trust dscp"),
    (SWITCH, "cat3750", " mls qos trust ip-precedence", " no mls qos trust"),
    (TRUSTED, "cat3750", " priority-queue out", " no priority-queue out"),
    (TRUSTED, "cat3750", " srr-queue bandwidth shape 4 0 0 0", " no srr-queue bandwidth shape"),
    (TRUSTED, "cat3750", " srr-queue bandwidth limit 50", " no srr-queue bandwidth limit"),
    (TRUSTED, "cat3750", " mls qos dscp-mutation X", " no mls qos dscp-mutation X"),
    (CAT3550, "cat3550", " wrr-queue cos-map 1 5", " no wrr-queue cos-map"),
    (CAT3550, "cat3550", " wrr-queue cos-map 1 5", " no wrr-queue cos-map 1"),
    (CAT3550, "cat3550", " priority-queue out", " no priority-queue out"),
    (CAT3550, "cat3550", " wrr-queue queue-limit 10 20 30 40", " no wrr-queue queue-limit"),
    (CAT3550, "cat3550", " wrr-queue threshold 1 50 100", " no wrr-queue threshold"),
    (
        CAT3550,
        "cat3550",
        " wrr-queue random-detect max-threshold 1 50 100",
        " no wrr-queue random-detect max-threshold",
    ),
    (CAT6500, "cat6500", " wrr-queue cos-map 1 1 6", " no wrr-queue cos-map"),
    (CAT6500, "cat6500", " wrr-queue threshold 1 50 100", " no wrr-queue threshold 1"),
    (CAT6500, "cat6500", " wrr-queue queue-limit 50 50", " no wrr-queue queue-limit"),
    (
        CAT6500,
        "cat6500",
        " wrr-queue random-detect max-threshold 1 50 100",
        " no wrr-queue random-detect max-threshold 1",
    ),
    (CAT4500, "cat4500", " tx-queue 2\n  bandwidth 5 mbps", " no tx-queue 2"),
    (BY_COS, "cat3750", "mls qos map cos-dscp 0 9 18 27 36 45 54 63", "no mls qos map cos-dscp"),
    (
        BY_PRECEDENCE,
        "cat3750",
        "mls qos map ip-prec-dscp 0 9 18 27 36 45 54 63",
        "no mls qos map ip-prec-dscp",
    ),
    (
        BY_DSCP,
        "cat3750",
        "mls qos srr-queue output dscp-map queue 1 threshold 1 8",
        "no mls qos srr-queue output dscp-map",
    ),
    (
        BY_COS,
        "cat3750",
        "mls qos srr-queue output cos-map queue 1 threshold 1 2",
        "no mls qos srr-queue output cos-map",
    ),
    (
        BY_COS,
        "cat3750",
        "mls qos queue-set output 1 buffers 10 20 30 40",
        "no mls qos queue-set output 1 buffers",
    ),
    (
        BY_COS,
        "cat3750",
        "mls qos queue-set output 1 threshold 2 50 60 70 80",
        "no mls qos queue-set output 1 threshold 2",
    ),
]
"""A config with a place, a line that says something there, and what takes it away again."""


@pytest.mark.parametrize(
    ("template", "platform", "line", "no"), ROWS, ids=[" ".join(row[3].split()) for row in ROWS]
)
def test_what_a_line_takes_away_is_gone(template: str, platform: str, line: str, no: str) -> None:
    assert_nothing_is_left(template, platform, line, no)
