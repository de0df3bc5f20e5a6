"""Mistakes with marks: set too late, set as they were, upwards, on bulk, in the wrong unit."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import lint
from tests.rules.recall.recall import Mistake, judge, mqc

LATE = """access-list 110 permit udp any any range 16384 32767
class-map match-all PHONES
 match access-group 110
class-map match-all VOICE
 match {}
policy-map P
 class PHONES
  set {}
 class VOICE
  priority percent 20
interface Serial0/0
 service-policy output P
"""
DSCP = LATE.format("dscp ef", "dscp ef")
POLICE = "police cir 1000000 conform-action {} exceed-action set-dscp-transmit {}"
NAMED = mqc("set dscp ef", match="access-group 110").replace("match access", "match access")
SCAVENGER = """access-list 110 permit tcp any any eq 6881
class-map match-all SCAVENGER
 match access-group 110
policy-map P
 class SCAVENGER
  set dscp {}
 class class-default
  set dscp {}
interface FastEthernet0/0
 service-policy input P
"""
EF = mqc("bandwidth percent 20", match="match dscp ef")
BULK = mqc("priority 100", match="match dscp ef af11")

INSIDE = """class-map match-all PHONES
 match protocol ip
 match ip dscp default
class-map match-any VOICE
 match dscp ef
 match class-map PHONES
policy-map P
 class VOICE
  priority percent 20
interface FastEthernet0/0
 service-policy output P
access-list 110 permit udp host 192.0.2.9 any range 16384 32767
"""


def police(conform: str, exceed: str, match: str = "match dscp af31") -> str:
    return mqc(POLICE.format(conform, exceed), match=match)


MISTAKES = {
    "marked in one class and queued in another": Mistake(
        "QOS203", 8, DSCP, "service-policy output", "service-policy input"
    ),
    "the same with precedence": Mistake(
        "QOS203",
        8,
        LATE.format("precedence 5", "precedence 5"),
        "  set precedence 5\n",
        "  set precedence 5\n  priority percent 10\n",
    ),
    "scavenger marked EF": Mistake(
        "QOS205", 6, SCAVENGER.format("ef", "default"), "set dscp ef", "set dscp cs1"
    ),
    "all the rest marked EF": Mistake(
        "QOS205", 8, SCAVENGER.format("cs1", "ef"), "set dscp ef", "set dscp default"
    ),
    "a precedence matched as a DSCP": Mistake(
        "QOS206", 2, mqc("bandwidth 100", match="match dscp 5"), "dscp 5", "precedence 5"
    ),
    "a precedence set as a DSCP": Mistake(
        "QOS206", 5, mqc("set dscp 3", match="match protocol ip"), "dscp 3", "dscp 24"
    ),
    "a precedence as the DSCP of a list": Mistake(
        "QOS206",
        9,
        mqc("bandwidth 100", match="match access-group name L")
        + "ip access-list extended L\n permit udp any any dscp 5\n",
        "dscp 5",
        "dscp cs5",
    ),
    "exceed to a higher class": Mistake(
        "QOS314", 5, police("transmit", "af41"), "transmit af41", "transmit af32"
    ),
    "exceed to EF": Mistake("QOS314", 5, police("transmit", "ef"), "transmit ef", "transmit cs1"),
    "exceed to a lower drop precedence": Mistake(
        "QOS314", 5, police("set-dscp-transmit af32", "af31"), "transmit af31", "transmit af33"
    ),
    "exceed to more than best effort": Mistake(
        "QOS314",
        5,
        police("transmit", "af11", "match dscp default"),
        "transmit af11",
        "transmit cs1",
    ),
    "EF in a bandwidth class": Mistake("QOS451", 5, EF, "bandwidth percent", "priority percent"),
    "EF in a class with random-detect": Mistake(
        "QOS451",
        5,
        mqc("bandwidth percent 20", "random-detect", match="match dscp ef"),
        "dscp ef",
        "dscp af21",
    ),
    "AF11 in the priority class": Mistake("QOS452", 2, BULK, " af11", " cs5"),
    "best effort in the priority class": Mistake(
        "QOS452", 2, BULK.replace("af11", "default"), "priority 100", "bandwidth 100"
    ),
    "best effort of IPv4 in the priority class": Mistake(
        "QOS452",
        3,
        INSIDE,
        " match ip dscp default\n",
        " match access-group 110\n match ip dscp default\n",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_is_found_at_its_line_and_the_mend_settles_it(name: str) -> None:
    judge(MISTAKES[name])


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (("set dscp ef",), True),
        (("set dscp cs5",), False),
        (("set dscp ef", "police cir 1000000"), False),
        (("set dscp ef", "priority 100"), False),
    ],
)
def test_a_class_that_only_sets_what_it_matches_is_told(lines: tuple[str, ...], told: bool) -> None:
    found = [
        one for one in lint(mqc(*lines, match="match dscp ef"), "ios-15") if one.code == "QOS204"
    ]
    assert [(one.primary.line, one.severity) for one in found] == (
        [(5, Severity.INFO)] if told else []
    )


def test_the_default_class_that_marks_all_of_a_port_is_left_alone() -> None:
    """A voice gateway behind a port: nothing else comes there."""
    text = "policy-map P\n class class-default\n  set dscp ef\ninterface FastEthernet0/0\n"
    assert lint(text + " service-policy input P\n", "ios-15") == []


def test_a_run_of_low_dscps_is_meant() -> None:
    text = mqc("bandwidth 100", match="match dscp 0 1 2 3 4 5 6 7")
    assert "QOS206" not in {one.code for one in lint(text, "ios-15")}


def test_ef_that_a_priority_class_before_takes_is_left_alone() -> None:
    text = EF.replace(
        "policy-map P\n", "class-map V\n match dscp ef\npolicy-map P\n class V\n  priority 100\n"
    )
    assert "QOS451" not in {one.code for one in lint(text, "ios-15")}
