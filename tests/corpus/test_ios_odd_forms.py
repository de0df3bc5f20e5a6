"""Forms of statements that running configs and posted excerpts have, not the manuals."""

from __future__ import annotations

import pytest

from qosc.amounts import Depth
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import Device, Policy, SupportState, TrafficClass
from qosc.source import SourceText


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def first(lines: str, name: str = "X") -> TrafficClass:
    """The class of a policy-map with some lines in it."""
    found = device(f"policy-map P\n class {name}\n{lines}")
    return found.policies["P"].classes[0]


def reasons(found: Device, state: SupportState = SupportState.RECOGNISED) -> dict[str, str]:
    return {one.text: one.reason for one in found.residue if one.state is state}


@pytest.mark.parametrize("taken", ["no police", "no police cir", "no police rate"])
def test_a_bare_no_police_takes_the_policer_and_leaves_the_next_line(taken: str) -> None:
    found = first(f"  police cir 64000\n  {taken}\n  set dscp af11\n")
    assert found.policers == ()
    assert [mark.value for mark in found.marks] == [10]


def test_the_buffer_limit_behind_a_shaped_group() -> None:
    lines = "interface e0/1\n traffic-shape group 100 64000 8000 8000 {}\n"
    (policy,) = policies(device(lines.format(1000)))
    assert [limit.depth for limit in policy.classes[0].limits] == [Depth(1000)]
    assert reasons(device(lines.format(99999)), SupportState.UNKNOWN)


def policies(found: Device) -> list[Policy]:
    return list(found.policies.values())


@pytest.mark.parametrize("word", ["prec", "preced", "ip prec"])
def test_precedence_is_abbreviated(word: str) -> None:
    (mark,) = first(f"  set {word} 5\n").marks
    assert (mark.field, mark.value) == (Field.PRECEDENCE, 5)
    (policer,) = first("  police 64000\n   conform-action set prec 3\n").policers
    assert [mark.value for mark in policer.conform.marks] == [3]


@pytest.mark.parametrize(
    "line",
    ["set prec tunnel 4", "conform-action set prec tunnel 4", "exceed-action set dscp tunnel ef"],
)
def test_marks_of_a_tunnel_header_are_known_in_each_form(line: str) -> None:
    before = "" if line.startswith("set") else "  police 64000\n "
    found = device(f"policy-map P\n class class-default\n{before}  {line}\n")
    assert "tunnel" in reasons(found)[line]


def test_a_shared_policer_goes_on_in_the_next_line() -> None:
    text = (
        "mls qos\nmls qos aggregate-policer A 1000000 8000 exceed-action\npoliced-dscp-transmit\n"
        "mls qos aggregate-policer B 2000000 8000\nexceed-action drop\nmls qos\n"
    )
    assert not reasons(device(text), SupportState.UNKNOWN)
    policy = "policy-map P\n class class-default\n  police aggregate {}\n"
    for name, rate in (("A", 1_000_000), ("B", 2_000_000)):
        (policer,) = device(text + policy.format(name)).policies["P"].classes[0].policers
        assert policer.meter.cir.value == rate
