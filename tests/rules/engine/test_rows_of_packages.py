"""Rules of other packages: which rows are taken, and what is told of one that is not."""

from __future__ import annotations

from typing import Any

import pytest

from qosc.guests import RULES, Guest, GuestError
from qosc.lint.engine import guest_rules
from qosc.lint.engine.guest_rules import guest_rows, rule_module
from qosc.lint.engine.registry import ROWS, Row

TOYS = Guest(RULES, "toys", "toys.rules:ROWS", "toy-rules")
HEAD = f"the package 'toy-rules' adds 'toys' to {RULES} as 'toys.rules:ROWS': "
TAIL = "; mend it, or uninstall it"
GOOD = Row("TOY001", "no-voice-class", "toys.voice", frozenset({"attachment"}))


def given(monkeypatch: pytest.MonkeyPatch, rows: Any) -> None:
    """Let one package be installed, with these rows."""
    monkeypatch.setattr(guest_rules, "guests", lambda group: (TOYS,) if group == RULES else ())
    monkeypatch.setattr(guest_rules, "load_guest", lambda guest: rows if guest is TOYS else ())


def test_rows_that_are_in_order_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    more = GOOD._replace(code="TOY002", name="odd-2-name", traits=frozenset({"asa", "cos"}))
    given(monkeypatch, (GOOD, more))
    assert guest_rows(ROWS) == (GOOD, more)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([GOOD], "it is no tuple of qosc.lint.engine.registry.Row"),
        ((GOOD, "TOY002"), "it is no tuple of qosc.lint.engine.registry.Row"),
        (
            (GOOD._replace(code="QOS999"),),
            "the code 'QOS999' is not of the form HOUSE001, or begins with QOS",
        ),
        (
            (GOOD._replace(code="TOY1"),),
            "the code 'TOY1' is not of the form HOUSE001, or begins with QOS",
        ),
        (
            (GOOD._replace(name="No Voice"),),
            "the name 'No Voice' is not of the form no-voice-class",
        ),
        (
            (GOOD._replace(name="unattached-policy-map"),),
            "there is a rule unattached-policy-map already",
        ),
        ((GOOD, GOOD._replace(name="other")), "there is a rule TOY001 already"),
        ((GOOD, GOOD._replace(code="TOY002")), "there is a rule no-voice-class already"),
        (
            (GOOD._replace(traits=frozenset({"cos", "wings", "beak"})),),
            "the traits of TOY001 (beak, wings) are none that a device has",
        ),
        (
            (GOOD._replace(traits=frozenset()),),
            "the traits of TOY001 (none) are none that a device has",
        ),
    ],
)
def test_a_row_that_is_none_is_told_with_its_package(
    rows: Any, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    given(monkeypatch, rows)
    with pytest.raises(GuestError) as told:
        guest_rows(ROWS)
    assert str(told.value) == f"{HEAD}{why}{TAIL}"


def test_a_module_that_is_not_there_is_told_with_its_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given(monkeypatch, (GOOD,))
    with pytest.raises(GuestError) as told:
        rule_module(GOOD)
    assert str(told.value).startswith(f"{HEAD}toys.voice: ModuleNotFoundError: ")


def test_a_module_without_its_rule_is_told_with_its_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    row = GOOD._replace(module="string")
    given(monkeypatch, (row,))
    with pytest.raises(GuestError) as told:
        rule_module(row)
    assert str(told.value) == f"{HEAD}string has no RULE of the code and name of its row{TAIL}"
