"""A policy has queues where it, or a policy below it, gives one to a class."""

from __future__ import annotations

import pytest

import qosc
from qosc.ir.leaves import has_queues

POLICIES = """
class-map match-all gold
 match dscp ef
policy-map queues
 class gold
  bandwidth 100
policy-map polices
 class gold
  police 64000
policy-map above
 class gold
  set dscp cs1
 class class-default
  service-policy queues
policy-map higher
 class gold
  service-policy polices
 class class-default
  service-policy above
policy-map quiet
 class class-default
  service-policy polices
policy-map ring
 class gold
  service-policy ring
 class class-default
  service-policy quiet
policy-map nowhere
 class gold
  service-policy missing
"""


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("queues", True),
        ("polices", False),
        ("above", True),
        ("higher", True),
        ("quiet", False),
        ("ring", False),
        ("nowhere", False),
    ],
)
def test_queues_of_a_policy_and_of_those_below_it(name: str, wanted: bool) -> None:
    device = qosc.loads(POLICIES).device
    assert has_queues(device, device.policies[name]) is wanted


def test_a_policy_above_is_not_looked_into_once_more() -> None:
    device = qosc.loads(POLICIES).device
    assert not has_queues(device, device.policies["above"], ("queues",))
