"""A rule asks what a system takes, and never what it is called."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from qosc import lint
from qosc.platforms import NAMES
from qosc.profiles import profile
from qosc.profiles.takes import Takes

FOLDER = Path(lint.__file__).parent
ASKED = re.compile(r"(?:profile\.name|device\.platform)\b")
WORDS = "|".join(map(re.escape, (*NAMES, "junos", "junos-", "cat", "ios")))
NAMED = re.compile(f"[\"'](?:{WORDS})[\"']")


def code_of(path: Path) -> str:
    """A module without its docstring, where examples say for which platform they are."""
    text = path.read_text(encoding="utf-8")
    return text.split('"""', 2)[2] if text.startswith('"""') else text


@pytest.mark.parametrize(
    "path",
    sorted((FOLDER / "rules").rglob("*.py")) + sorted((FOLDER / "facts").rglob("*.py")),
    ids=lambda path: path.stem,
)
def test_no_rule_compares_the_name_of_a_platform(path: Path) -> None:
    text = code_of(path)
    assert ASKED.findall(text) == []
    assert NAMED.findall(text) == []


@pytest.mark.parametrize(
    ("fact", "names"),
    [
        ("junos_statements", {name for name in NAMES if name.startswith("junos-")}),
        ("burst_required", {name for name in NAMES if name.startswith("junos-")}),
        ("own_units", {name for name in NAMES if name.startswith("junos-")}),
        ("rates_by_statement", {"junos-mx", "junos-srx", "junos-ex", "junos-acx"}),
        ("several_strict_high", {"junos-ex", "junos-qfx", "junos-acx"}),
        ("ratios_alone", {"ios-12", "ios-15", "ios-xe"}),
        ("child_needs_shaper", {"ios-12", "ios-xe"}),
        ("switch", {name for name in NAMES if name.startswith("cat")}),
        ("mls_enables", {"cat3550", "cat3750", "cat6500"}),
        ("buffer_ratios", {"cat9000"}),
        ("wired_refusals", {"cat9000"}),
        ("queues_by_group", {"nxos"}),
        ("lists_deny", set(NAMES) - {"ios-xr-ncs"}),
        ("queues_nowhere", {name for name in NAMES if name.startswith(("cat", "ios"))}),
    ],
)
def test_a_fact_holds_of_the_systems_whose_documents_say_so(fact: str, names: set[str]) -> None:
    assert {name for name in NAMES if getattr(profile(name).takes, fact)} == names


@pytest.mark.parametrize(
    ("fact", "names"),
    [
        ("output_policies", {"cat3750"}),
        ("bundle_queues", {"cat4500", "cat9000"}),
        ("unit_queues", {"junos-ex", "junos-qfx"}),
        ("limited_transmit_rate", {"junos-ex", "junos-qfx"}),
    ],
)
def test_a_fact_is_denied_of_the_systems_whose_documents_say_so(fact: str, names: set[str]) -> None:
    assert {name for name in NAMES if not getattr(profile(name).takes, fact)} == names


def test_the_bursts_that_juniper_recommends() -> None:
    """Determining Proper Burst Size for Traffic Policers: ten times the MTU, 5 ms of the line."""
    assert profile("junos-mx").takes[1:3] == (10, 5)
    assert profile("ios-15").takes[1:3] == (0, 0)


def test_a_host_takes_what_most_take_and_has_no_lines_of_cisco() -> None:
    assert profile("os390").takes == Takes(cisco_lines=False)
