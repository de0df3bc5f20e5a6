"""Lists of VLANs of a trunk: what they name, and that no list is too long for them."""

from __future__ import annotations

import pytest

from qosc.lint.facts.switches.vlan_lists import vlans_in
from tests.rules.linting import codes

TRUNK = (
    "policy-map P\n class class-default\n  police 1000000 8000\n"
    "interface GigabitEthernet1/1\n switchport mode trunk\n"
    " switchport trunk allowed vlan {carried}\n vlan-range {ranged}\n  service-policy input P\n"
)


@pytest.mark.parametrize(
    ("words", "vlans"),
    [
        ("10", {10}),
        ("10,20-22", {10, 20, 21, 22}),
        ("add 5 - 7", {5, 6, 7}),
        ("22-20", set()),
        ("1," + "9" * 5000, {1}),
    ],
)
def test_a_list_names_its_vlans(words: str, vlans: set[int]) -> None:
    assert vlans_in(words) == sum(1 << vlan for vlan in vlans)


def test_a_run_named_often_is_one_run() -> None:
    assert vlans_in(",".join(["1-4094"] * 50_000)) == sum(1 << vlan for vlan in range(1, 4095))


@pytest.mark.parametrize(("ranged", "told"), [("20", True), ("10", False), ("9-11", False)])
def test_a_range_is_held_against_the_list_of_its_trunk(ranged: str, told: bool) -> None:
    text = TRUNK.format(carried="10,30-40", ranged=ranged)
    assert ("QOS971" in codes(text)) == told


def test_a_number_of_thousands_of_digits_is_no_vlan() -> None:
    text = TRUNK.format(carried="10," + "9" * 5000, ranged="8" * 5000)
    assert "QOS971" not in codes(text)
