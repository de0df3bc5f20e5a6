"""Access lists of thousands of entries: what is given up early, and what is not."""

from __future__ import annotations

import pytest
from hypothesis import given

import qosc
from qosc.ir import AllOf, AnyOf, Device, Predicate
from qosc.targets.tc.lower.classify import decision
from qosc.targets.tc.lower.classify.budget import Budget, TooLargeError, TooMuchError
from qosc.targets.tc.lower.classify.decision import decide
from tests.targets import tc_strategies as some

HEAD = "ip access-list extended A\n"
USED = """class-map match-all c
 match access-group name A
policy-map p
 class c
  set dscp ef
interface Serial0/0
 bandwidth 2000
 service-policy output p
"""


def hosts(count: int) -> str:
    lines = (
        f" permit tcp host 10.{n >> 16}.{n >> 8 & 255}.{n & 255} any eq {n % 60000}\n"
        for n in range(count)
    )
    return "".join(lines)


def device_of(entries: str) -> Device:
    return qosc.loads(f"{HEAD}{entries}{USED}", platform="ios-15").complete_device


def class_of(device: Device) -> Predicate:
    return device.class_maps["c"].match


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a list is long with a few hundred entries."""
    monkeypatch.setattr(decision, "MOST", 600)


def test_a_list_that_is_too_long_is_given_up_for_its_length_not_for_the_work() -> None:
    device = device_of(hosts(3_000))
    with pytest.raises(TooLargeError) as told:
        decide(device, class_of(device), budget=Budget(most=500_000))
    assert not isinstance(told.value, TooMuchError)


def test_the_ledger_tells_that_a_long_list_was_given_up() -> None:
    config = qosc.loads(f"{HEAD}{hosts(400)}{USED}", platform="ios-15")
    ledger = qosc.compile(config, allow_loss=True).ledger
    lost = [each for each in ledger if "access-list A" in each.path]
    assert len(lost) > 400
    assert {each.fidelity.value for each in lost} == {"unsupported"}
    assert all("filters in all" in each.note for each in lost)


@pytest.mark.parametrize("first", ["permit tcp any any", "deny tcp any any"])
def test_a_long_list_whose_first_entry_covers_the_rest_is_as_that_entry(first: str) -> None:
    alone = device_of(f" {first}\n")
    ports = "".join(f" permit tcp any any eq {n}\n" for n in range(1, 900))
    long = device_of(f" {first}\n{ports}")
    assert decide(long, class_of(long)) == decide(alone, class_of(alone))


@given(some.access_lists(), some.predicates)
def test_one_part_alone_decides_as_it_does_by_itself(lists: dict, part: Predicate) -> None:
    device = Device(access_lists=lists)
    assert decide(device, AllOf((part,))) == decide(device, part) == decide(device, AnyOf((part,)))
