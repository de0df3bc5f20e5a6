"""A definition or an entry of one, and the `no` that takes it away: nothing is left of both."""

from __future__ import annotations

import pytest

from tests.frontends.cisco.told.no_lines import assert_nothing_is_left

NAMED_LIST = """\
{}ip access-list extended B
 permit ip any any
class-map C
 match access-group name B
"""
ENTRIES = """\
class-map C
 match access-group name B
ip access-list extended B
 permit ip any any
{}"""
ENTRIES_6 = """\
class-map C
 match access-group name B
ipv6 access-list B
 permit ipv6 any any
{}"""
NUMBERED_LIST = """\
access-list 102 permit tcp any any
{}class-map C
 match access-group 102
"""
POLICY = """\
{}policy-map P
 class class-default
  bandwidth 5
"""
CLASSES = """\
policy-map P
 class class-default
  bandwidth 5
 class C
  shape average 8000
{}"""
CLASS_MAP = """\
class-map match-any Q
 match dscp 5
{}"""
CIRCUITS_OF_ATM = """\
interface ATM0
 pvc 1/32
{}"""
LEVELS = """\
priority-list 1 protocol ip low tcp 80
priority-list 1 queue-limit 9 9 9 9
{}interface Serial1
 priority-group 1
"""
SIZES = """\
priority-list 1 protocol ip low tcp 80
priority-list 1 default high
{}interface Serial1
 priority-group 1
"""
QUEUE_LIST = """\
queue-list 1 protocol ip 3
{}interface Serial1
 custom-queue-list 1
"""
ROUTE_MAP = """\
{}route-map R permit 10
 match length 3 5
 set ip precedence 5
interface Serial0
 ip policy route-map R
"""
ROUTE_MAPS = """\
route-map R permit 10
 match length 3 5
 set ip precedence 5
{}interface Serial0
 ip policy route-map R
"""
MORE_1 = """\
interface Serial0
 ip policy route-map R
route-map R permit 10
 set ip precedence 5
{}"""

ROWS = [
    (
        NAMED_LIST,
        "ios-12",
        "ip access-list extended A\n permit ip any any",
        "no ip access-list extended A",
    ),
    (ENTRIES, "ios-12", " permit tcp any any", " no permit tcp any any"),
    (ENTRIES_6, "ios-12", " permit tcp any any sequence 5", " no sequence 5"),
    (NUMBERED_LIST, "ios-12", "access-list 101 permit udp any any", "no access-list 101"),
    (
        POLICY,
        "ios-12",
        "policy-map Q\n class class-default\n  shape average 8000",
        "no policy-map Q",
    ),
    (CLASSES, "ios-12", " class D\n  bandwidth 8", " no class D"),
    (POLICY, "ios-12", "class-map Q\n match dscp 5", "no class-map Q"),
    (CLASS_MAP, "ios-12", " match precedence 3", " no match precedence 3"),
    (CLASS_MAP, "ios-12", " match not cos 3", " no match not cos 3"),
    (POLICY, "ios-12", "interface Serial5.1\n service-policy output P", "no interface Serial5.1"),
    (CIRCUITS_OF_ATM, "ios-12", " pvc 1/33\n  cbr 128", " no pvc 1/33"),
    (LEVELS, "ios-12", "priority-list 1 default low", "no priority-list 1 default"),
    (SIZES, "ios-12", "priority-list 1 queue-limit 1 2 3 4", "no priority-list 1 queue-limit"),
    (
        QUEUE_LIST,
        "ios-12",
        "queue-list 1 queue 3 byte-count 500",
        "no queue-list 1 queue 3 byte-count",
    ),
    (QUEUE_LIST, "ios-12", "queue-list 1 queue 3 limit 5", "no queue-list 1 queue 3 limit"),
    (QUEUE_LIST, "ios-12", "queue-list 1 default 5", "no queue-list 1 default"),
    (
        QUEUE_LIST,
        "ios-12",
        "queue-list 1 protocol ip 4 udp 5",
        "no queue-list 1 protocol ip 4 udp 5",
    ),
    (
        ROUTE_MAP,
        "ios-12",
        "route-map R permit 20\n set ip precedence 3",
        "no route-map R permit 20",
    ),
    (
        ROUTE_MAPS,
        "ios-12",
        "route-map R permit 20\n set ip precedence 3",
        "no route-map R permit 20",
    ),
    (MORE_1, "ios-12", " match length 3 5", " no match length 3 5"),
    (MORE_1, "ios-12", " set ip tos 8", " no set ip tos 8"),
]
"""A config with a place, a line that says something there, and what takes it away again."""


@pytest.mark.parametrize(
    ("template", "platform", "line", "no"), ROWS, ids=[" ".join(row[3].split()) for row in ROWS]
)
def test_what_a_line_takes_away_is_gone(template: str, platform: str, line: str, no: str) -> None:
    assert_nothing_is_left(template, platform, line, no)
