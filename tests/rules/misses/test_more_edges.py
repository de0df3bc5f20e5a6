"""Rules at the edge of what they compare: each row is just within the limit or just beyond it."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Diagnostic
from tests.rules.linting import lint

MARKS = """\
class-map match-any C
 match {match}
policy-map P
 class C
  {action}
interface FastEthernet0/0
 service-policy input P
"""


def found(code: str, text: str, platform: str = "ios-15") -> list[Diagnostic]:
    return [each for each in lint(text, platform) if each.code == code]


@pytest.mark.parametrize(
    ("dscp", "told"), [(0, False), (1, False), (2, True), (7, True), (8, False)]
)
@pytest.mark.parametrize(
    ("match", "action", "line"),
    [
        ("dscp {}", "set ip precedence 1", 2),
        ("access-group 1", "set dscp {}", 5),
        (
            "access-group 1",
            "police 8000 conform-action transmit exceed-action set-dscp-transmit {}",
            5,
        ),
        (
            "access-group 1",
            "police cir 8000 pir 9000 violate-action set-dscp-transmit {}",
            5,
        ),
    ],
)
def test_a_dscp_that_is_a_precedence(
    dscp: int, told: bool, match: str, action: str, line: int
) -> None:
    text = MARKS.format(match=match.format(dscp), action=action.format(dscp))
    told_at = found("QOS206", text)
    assert [each.primary.line for each in told_at] == ([line] if told else [])
    for each in told_at:
        assert each.message.endswith(f"has dscp {dscp}")
        assert each.notes[0] == "no per-hop behaviour has this code point"
        assert each.primary_label == f"precedence {dscp} is dscp {dscp * 8}"
        assert each.help == f"write `precedence {dscp}` or `dscp cs{dscp}` if that is meant"


@pytest.mark.parametrize(
    ("points", "told"), [("3", True), ("3 4", True), ("3 4 5", False), ("3 ef 4 af11", True)]
)
def test_three_such_values_in_a_line_are_a_range(points: str, told: bool) -> None:
    text = MARKS.format(match=f"dscp {points}", action="set ip precedence 1")
    assert bool(found("QOS206", text)) is told


SHAPED = """\
class-map match-any C
 match dscp af21
policy-map P
 class C
  {guarantee}
  {shaper}
{port}"""
PORT = "interface GigabitEthernet0/0\n service-policy output P\n"
SLOW = "interface Serial0/0\n bandwidth 1000\n service-policy output P\n"


@pytest.mark.parametrize(
    ("guarantee", "shaper", "port", "words"),
    [
        ("bandwidth 2001", "shape average 2000000", "", "2001 kbit/s, but shaped to 2 Mbit/s"),
        ("bandwidth 2000", "shape average 2000000", "", ""),
        ("bandwidth percent 21", "shape average percent 20", "", "21 %, but shaped to 20 %"),
        ("bandwidth percent 20", "shape average percent 20", "", ""),
        ("bandwidth percent 21", "shape average 2000000", "", ""),
        ("bandwidth 2001", "shape average percent 20", "", ""),
        (
            "bandwidth percent 41",
            "shape average 400000",
            SLOW,
            "410 kbit/s, but shaped to 400 kbit/s",
        ),
        ("bandwidth percent 40", "shape average 400000", SLOW, ""),
        ("bandwidth 401", "shape average percent 40", SLOW, "401 kbit/s, but shaped to 400 kbit/s"),
        ("bandwidth 400", "shape average percent 40", SLOW, ""),
        ("bandwidth remaining percent 90", "shape average percent 20", "", ""),
    ],
)
def test_a_guarantee_above_the_shaper_of_its_class(
    guarantee: str, shaper: str, port: str, words: str
) -> None:
    told = found("QOS448", SHAPED.format(guarantee=guarantee, shaper=shaper, port=port), "ios-xe")
    assert [each.message for each in told] == (
        [f"class C of policy-map P is guaranteed {words}"] if words else []
    )
    assert all("the queue is held to the shaper" in each.notes[0] for each in told)


CONTROL = """\
class-map match-all C
 match access-group 101
access-list 101 permit tcp any any eq 179
access-list 101 permit tcp any eq 179 any
policy-map COPP
 class C
  police 64000 conform-action transmit exceed-action transmit
 class class-default
  drop
router bgp 65001
control-plane
 service-policy input COPP
"""


def test_bgp_over_ipv4_is_let_through() -> None:
    assert found("QOS316", CONTROL) == []


def test_bgp_over_ipv6_alone_is_let_through_where_ipv6_is_spoken() -> None:
    six = (
        "ipv6 access-list SIX\n permit tcp any any eq bgp\n permit tcp any eq bgp any\n"
        + CONTROL.replace("match access-group 101", "match access-group name SIX")
    )
    assert found("QOS316", six) == []
    four = six.replace("ipv6 access-list SIX", "ip access-list extended SIX").replace(
        "permit tcp any any eq bgp", "permit tcp any any eq 178"
    )
    assert found("QOS316", four.replace("any eq bgp any", "any eq 178 any"))
