"""Scenarios: one document that says which network, which QoS, which traffic, and what to measure.

    found = scenario.load(text, path)      # a Scenario, or diagnostics
    text = scenario.dump(found)
    schema = scenario.json_schema()

Import it where it is needed only: it brings in pydantic.
"""

from __future__ import annotations

from typing import Any

from qosc.scenario.dumping import dump
from qosc.scenario.loading import faults_of, load, load_overlay
from qosc.scenario.match import Entry, Match
from qosc.scenario.model import SCHEMA, End, Link, Measure, Node, Port, Scenario
from qosc.scenario.overlay import Overlay, lay_over
from qosc.scenario.pipeline import (
    Action,
    Class,
    Colours,
    LookUp,
    Meter,
    Police,
    Policy,
    Rule,
    RuleList,
    Stage,
)
from qosc.scenario.queue import Curve, EarlyDrop, FlowQueues, Limit, Priority, Queue, Shape
from qosc.scenario.traffic import (
    Cbr,
    OnOff,
    Ping,
    Poisson,
    RequestResponse,
    ShortTcp,
    Source,
    Tcp,
    header_values,
)

__all__ = [
    "SCHEMA",
    "Action",
    "Cbr",
    "Class",
    "Colours",
    "Curve",
    "EarlyDrop",
    "End",
    "Entry",
    "FlowQueues",
    "Limit",
    "Link",
    "LookUp",
    "Match",
    "Measure",
    "Meter",
    "Node",
    "OnOff",
    "Overlay",
    "Ping",
    "Poisson",
    "Police",
    "Policy",
    "Port",
    "Priority",
    "Queue",
    "RequestResponse",
    "Rule",
    "RuleList",
    "Scenario",
    "Shape",
    "ShortTcp",
    "Source",
    "Stage",
    "Tcp",
    "dump",
    "faults_of",
    "header_values",
    "json_schema",
    "lay_over",
    "load",
    "load_overlay",
    "traffic_schema",
]


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a scenario, for editors."""
    return Scenario.model_json_schema(by_alias=True)


def traffic_schema() -> dict[str, Any]:
    """The JSON Schema of a traffic file, which is laid over a made-up scenario."""
    return Overlay.model_json_schema(by_alias=True)
