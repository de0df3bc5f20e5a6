"""A line of a class, a port or a circuit, and the `no` that takes it away."""

from __future__ import annotations

import pytest

from tests.frontends.cisco.told.no_lines import assert_nothing_is_left

CLASS = """\
class-map match-all C
 match dscp ef
policy-map P
 class C
  bandwidth 100
{}interface Serial0
 service-policy output P
"""
SHAPED = """\
class-map match-all C
 match dscp ef
policy-map P
 class C
  shape average 64000
{}interface Serial0
 service-policy output P
"""
SERIAL = """\
policy-map P
 class class-default
  bandwidth 100
interface Serial0
{} bandwidth 64
"""
CIRCUITS = """\
policy-map P
 class class-default
  bandwidth 100
interface Serial0/0
 encapsulation frame-relay
 frame-relay traffic-shaping
{} frame-relay interface-dlci 77
map-class frame-relay M
 frame-relay cir 64000
"""
MAP_CLASS = """\
interface Serial0/0
 encapsulation frame-relay
 frame-relay traffic-shaping
 frame-relay class M
 frame-relay interface-dlci 77
map-class frame-relay M
 frame-relay cir 64000
{}"""

ROWS = [
    (CLASS, "ios-12", "  priority 100", "  no priority 100"),
    (SHAPED, "ios-12", "  bandwidth 50", "  no bandwidth 50"),
    (SHAPED, "ios-12", "  bandwidth percent 50", "  no bandwidth"),
    (SHAPED, "ios-15", "  bandwidth remaining percent 50", "  no bandwidth remaining percent 50"),
    (SHAPED, "ios-15", "  priority 50", "  no priority"),
    (CLASS, "ios-12", "  shape average 64000", "  no shape average 64000"),
    (CLASS, "ios-12", "  police 64000", "  no police 64000"),
    (CLASS, "ios-12", "  police cir 64000 pir 128000", "  no police cir 64000 pir 128000"),
    (CLASS, "ios-12", "  queue-limit 5", "  no queue-limit 5"),
    (CLASS, "ios-12", "  queue-limit 5", "  no queue-limit"),
    (CLASS, "ios-12", "  random-detect", "  no random-detect"),
    (CLASS, "ios-12", "  fair-queue", "  no fair-queue"),
    (CLASS, "ios-12", "  set dscp ef", "  no set dscp ef"),
    (CLASS, "ios-12", "  set precedence 5", "  no set precedence"),
    (CLASS, "ios-12", "  set cos 5", "  no set cos 5"),
    (CLASS, "ios-12", "  set qos-group 5", "  no set qos-group 5"),
    (
        CLASS,
        "ios-12",
        "  set mpls experimental imposition 5",
        "  no set mpls experimental imposition 5",
    ),
    (CLASS, "ios-12", "  drop", "  no drop"),
    (CLASS, "ios-12", "  service-policy Q", "  no service-policy Q"),
    (SERIAL, "ios-12", " service-policy output P", " no service-policy output P"),
    (SERIAL, "ios-12", " service-policy input P", " no service-policy input P"),
    (SERIAL, "ios-12", " hold-queue 50 out", " no hold-queue 50 out"),
    (SERIAL, "ios-12", " hold-queue 50 in", " no hold-queue 50 in"),
    (SERIAL, "ios-12", " tx-ring-limit 5", " no tx-ring-limit"),
    (SERIAL, "ios-12", " max-reserved-bandwidth 80", " no max-reserved-bandwidth 80"),
    (SERIAL, "ios-12", " random-detect", " no random-detect"),
    (SERIAL, "ios-12", " traffic-shape rate 64000", " no traffic-shape rate"),
    (
        SERIAL,
        "ios-12",
        " rate-limit input 64000 8000 8000 conform-action transmit exceed-action drop",
        " no rate-limit input 64000 8000 8000 conform-action transmit exceed-action drop",
    ),
    (SERIAL, "ios-12", " priority-group 1", " no priority-group"),
    (SERIAL, "ios-12", " custom-queue-list 1", " no custom-queue-list"),
    (SERIAL, "ios-12", " encapsulation ppp", " no encapsulation ppp"),
    (SERIAL, "ios-12", " shutdown", " no shutdown"),
    (SERIAL, "ios-12", " clock rate 64000", " no clock rate"),
    (SERIAL, "ios-12", " mtu 900", " no mtu"),
    (CIRCUITS, "ios-12", " frame-relay class M", " no frame-relay class M"),
    (
        CIRCUITS,
        "ios-12",
        " frame-relay interface-dlci 100\n  class M",
        " no frame-relay interface-dlci 100",
    ),
    (MAP_CLASS, "ios-12", " frame-relay bc 5000", " no frame-relay bc"),
    (MAP_CLASS, "ios-12", " frame-relay be 5000", " no frame-relay be"),
    (MAP_CLASS, "ios-12", " frame-relay fair-queue", " no frame-relay fair-queue"),
    (MAP_CLASS, "ios-12", " frame-relay holdq 5", " no frame-relay holdq"),
    (MAP_CLASS, "ios-12", " frame-relay priority-group 1", " no frame-relay priority-group"),
    (MAP_CLASS, "ios-12", " frame-relay custom-queue-list 1", " no frame-relay custom-queue-list"),
    (MAP_CLASS, "ios-12", " service-policy output P", " no service-policy output P"),
]
"""A config with a place, a line that says something there, and what takes it away again."""


@pytest.mark.parametrize(
    ("template", "platform", "line", "no"), ROWS, ids=[" ".join(row[3].split()) for row in ROWS]
)
def test_what_a_line_takes_away_is_gone(template: str, platform: str, line: str, no: str) -> None:
    assert_nothing_is_left(template, platform, line, no)
