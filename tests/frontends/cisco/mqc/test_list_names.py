"""Access lists of IPv4 and of IPv6 with one name: refused by IOS, two lists on its relatives."""

from __future__ import annotations

import pytest

from qosc.fields import Field
from qosc.frontends.cisco import load
from qosc.ir import Device, SupportState, Test
from qosc.ir.leaves import plain_tests
from qosc.source import SourceText

V4 = "{v4} access-list {kind}both\n 10 permit tcp any any eq 80\n"
V6 = "ipv6 access-list both\n {number}permit tcp any any eq 443\n"
USE = "class-map c\n match access-group name both\n"


def read(text: str, dialect: str = "ios") -> Device:
    return load(SourceText("t.cfg", text), dialect=dialect)


def ports(device: Device) -> list[int]:
    """The ports to which the entries of the list are for."""
    found: list[Test] = []
    for entry in device.access_lists["both"].entries:
        found += plain_tests(entry.match)
    return [test.values[0].low for test in found if test.field is Field.DST_PORT]  # type: ignore[union-attr]


@pytest.mark.parametrize("first", [4, 6])
def test_ios_refuses_the_second_list_of_a_name(first: int) -> None:
    lists = [V4.format(v4="ip", kind="extended "), V6.format(number="")]
    ordered = lists if first == 4 else lists[::-1]
    found = read("".join(ordered) + USE)
    assert ports(found) == ([80] if first == 4 else [443])
    assert [residue.state for residue in found.residue] == [SupportState.UNKNOWN] * 2
    reasons = {residue.reason for residue in found.residue}
    assert reasons == {f"there is an IPv{first} access list of that name"}


def test_a_list_that_is_gone_leaves_its_name() -> None:
    v4 = V4.format(v4="ip", kind="extended ")
    found = read(v4 + "no ip access-list extended both\n" + V6.format(number="") + USE)
    assert (ports(found), found.residue) == ([443], ())


def test_relatives_number_the_two_lists_apart() -> None:
    both = V4.format(v4="ipv4", kind="") + V6.format(number="10 ")
    found = read(both + USE, "ios-xr")
    assert (sorted(ports(found)), found.residue) == ([80, 443], ())
    less = read(both + " no 10\n" + USE, "ios-xr")
    assert ports(less) == [80]
