"""Which rules speak on which systems: each example of a rule, taken for a config of the others."""

from __future__ import annotations

import pytest

from qosc.lint import find_rule
from qosc.lint.engine.pages import examples
from qosc.profiles import profile
from tests.rules.linting import codes

IOS = {"ios-12", "ios-15", "ios-xe", "cat9000"}
OTHERS = {"ios-xr", "ios-xr-ncs", "nxos"}
SPEAKS = {
    # What packets a class matches, and what priority does, is alike wherever classes have queues.
    "QOS112": IOS | OTHERS,
    "QOS116": IOS | OTHERS,
    "QOS449": IOS | OTHERS,
    "QOS451": IOS | OTHERS,
    "QOS452": IOS | OTHERS,
    "QOS455": IOS | OTHERS,
    # The name of a Nexus port says no speed.
    "QOS446": IOS | {"ios-xr", "ios-xr-ncs"},
    # Systems with queues on input and on logical ports, and with a unit behind a burst.
    "QOS441": IOS,
    "QOS443": IOS,
    "QOS450": IOS,
    # What is read from lines of IOS.
    "QOS018": IOS,
    "QOS119": IOS,
    "QOS124": IOS,
    "QOS207": IOS,
    # The table of ranges is that of IOS XE.
    "QOS501": IOS,
}


@pytest.mark.parametrize("code", SPEAKS)
def test_a_rule_speaks_where_the_mistake_is_one(code: str) -> None:
    rule = find_rule(code)
    assert rule is not None
    for example in examples(rule, "Example"):
        if not example.platform.startswith("junos") and "{" not in example.text:
            spoken = {name for name in IOS | OTHERS if code in codes(example.text, name)}
            assert spoken == SPEAKS[code]


def test_each_question_of_a_rule_has_a_fact_of_its_own() -> None:
    names = (
        "mqc_ranges",
        "ios_statements",
        "queues_on_input",
        "queues_on_logical_ports",
        "shape_bursts_in_bits",
    )
    said = {
        each: tuple(getattr(profile(each), name).value for name in names)
        for each in (*IOS, *OTHERS, "junos-mx")
    }
    assert {said[each] for each in IOS} == {(True, True, False, False, True)}
    assert {said[each] for each in (*OTHERS, "junos-mx")} == {(False, False, True, True, False)}


XR = """\
hostname xr1
class-map match-any VOICE
 match dscp ef af11
 end-class-map
!
policy-map WAN
 class VOICE
  police rate 10 mbps
  !
  priority level 1
 !
 class class-default
 !
 end-policy-map
!
interface TenGigE0/0/0/0
 service-policy output WAN
!
"""


def test_bulk_in_the_priority_queue_of_ios_xr_is_told() -> None:
    assert "QOS452" in codes(XR, "ios-xr")
    assert "QOS452" not in codes(XR.replace(" af11", ""), "ios-xr")


def test_queues_on_input_of_ios_xr_are_none_of_a_mistake() -> None:
    given = XR.replace(" af11", "").replace("output WAN", "input WAN")
    assert "QOS443" not in codes(given, "ios-xr")
    assert "QOS443" in codes(given, "ios-xe")


FILTERS = """\
firewall {
    family inet {
        filter IN {
            term ALL { then { policer P; accept; } }
            term VOICE { from { dscp ef; } then accept; }
        }
    }
}
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input IN; } } } } }
"""


def test_a_filter_of_one_family_leaves_no_packets_of_another() -> None:
    assert "QOS116" not in codes(FILTERS, "junos-mx")
