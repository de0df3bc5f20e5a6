"""docs/semantics.md says what the code says, of every construct, and what it points to is there."""

import dataclasses
import importlib
import re
import sys
import typing
from pathlib import Path

import pytest

from qosc.ir import AtmShaping, Meter, Outcome, Policer, Port, Rule, RuleList, TrafficClass
from qosc.targets.tc import model

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "scripts"))  # where its parts are, as for scripts/gen_docs.py
semantics_page = importlib.import_module("pages.semantics_page")
CONSTRUCTS = semantics_page.CONSTRUCTS
# What says where something is, or is a part of a construct that has a row under its own name.
NAMES = {
    "TrafficClass.name",
    "TrafficClass.origin",
    "TrafficClass.overridden",
    "Port.name",
    "TrafficClass.queued",
    "TrafficClass.default_by",
    "Shaper.by_guarantee",
    "TrafficClass.pools",
    "TrafficClass.metered",
    "TrafficClass.remainder",
    "Port.kind",
    "Port.parent",
    "Port.description",
    "Port.origin",
    "Port.shutdown",
    "Port.output",
    "Port.max_reserved",
    "Policer.origin",
    "Policer.kind",
    "Policer.meter",
    "Policer.conform",
    "Policer.exceed",
    "Policer.violate",
    "Meter.origin",
    "Rule.origin",
    "RuleList.origin",
    "RuleList.feature",
    "RuleList.name",
    "Outcome.origin",
    "Rule.label",
    "Rule.undefined",
    "Rule.rank",
    "RuleList.kind",
    "RuleList.default_by",
    "Outcome.default_by",
    "Port.unit",
    "Port.of_unit",
    "Port.speed_by_name",
    "Port.per_link",
}


def test_the_page_is_as_the_code_says():
    written = (ROOT / "docs" / "semantics.md").read_text()
    assert written == semantics_page.page(), "run scripts/gen_docs.py"


@pytest.mark.parametrize("node", [TrafficClass, Port, Policer, Meter, Rule, RuleList, Outcome])
def test_every_field_of_the_model_has_a_construct(node):
    covered = {name for found in CONSTRUCTS for name in found.fields}
    fields = {f"{node.__name__}.{field.name}" for field in dataclasses.fields(node)}
    assert fields - covered - NAMES == set()
    assert not covered & NAMES


def test_every_construct_is_of_fields_that_there_are():
    known = {
        f"{node.__name__}.{field.name}"
        for node in (TrafficClass, Port, Policer, Meter, Rule, RuleList, Outcome, AtmShaping)
        for field in dataclasses.fields(node)
    }
    assert {name for found in CONSTRUCTS for name in found.fields} <= known


def test_every_kind_of_command_belongs_to_a_construct():
    kinds = {
        node.__name__
        for union in (model.Node, model.Action, model.Match)
        for node in typing.get_args(union)
    }
    named = {name for found in CONSTRUCTS for name in found.nodes}
    assert kinds <= named
    assert all(hasattr(model, name) for name in named)


@pytest.mark.parametrize("found", CONSTRUCTS, ids=lambda found: found.title)
def test_what_a_construct_points_to_is_there(found):
    agreement = (ROOT / "docs" / "agreement.md").read_text()
    for row in found.rows:
        assert re.search(rf"^\| {re.escape(row)} \|", agreement, re.MULTILINE)
    for test in found.tests:
        assert "pytest.mark.engine" in (ROOT / test).read_text()
    if found.config:
        assert semantics_page.told(found), "no leaf of the small config is of this construct"
