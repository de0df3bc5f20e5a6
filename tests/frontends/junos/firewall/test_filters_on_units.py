"""A filter on many units is held once, and has the meters that each unit has."""

from __future__ import annotations

import pytest

import qosc
from qosc.ir import RuleList

UNITS = 500


def stages(kind: str, scope: str = "") -> list[RuleList]:
    units = "".join(
        f"unit {n} {{ vlan-id {n}; family inet {{ filter {{ input F; }} }} }}\n"
        for n in range(1, UNITS + 1)
    )
    text = (
        "firewall { policer P { "
        + scope
        + " if-exceeding { bandwidth-limit 1m; burst-size-limit 15k; }\n"
        " then discard; }\n"
        f" family inet {{ filter F {{ {kind} term a {{ from {{ dscp ef; }}\n"
        "  then { policer P; accept; } } term b { then accept; } } } }\n"
        f"interfaces {{ ge-0/0/0 {{ vlan-tagging;\n{units}}} }}\n"
    )
    device = qosc.loads(text).joined_device
    return [
        one for port in device.ports.values() for one in port.input if isinstance(one, RuleList)
    ]


@pytest.mark.parametrize(
    ("kind", "meter"),
    [("", "policer P of filter inet F term a"), ("interface-specific;", "")],
)
def test_a_filter_on_500_units(kind: str, meter: str) -> None:
    found = stages(kind)
    assert len(found) == UNITS
    assert len({id(one) for one in found}) == 1
    # The meter of a filter is one for all; one without a name is each port's own.
    assert {rule.policer.shared for one in found for rule in one.rules if rule.policer} == {meter}


def test_a_policer_of_each_unit_is_held_for_each() -> None:
    found = stages("", "logical-interface-policer;")
    assert len({id(one) for one in found}) == UNITS
    names = {rule.policer.shared for one in found for rule in one.rules if rule.policer}
    assert len(names) == UNITS
