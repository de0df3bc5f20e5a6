"""What the tests of the ns-3 engine share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from qosc.lab.ns3.engine import run_scenario
from qosc.scenario import Scenario, load
from qosc.simulator import Result, simulate

EXAMPLES = Path(__file__).parents[2] / "examples"
SCENARIOS = Path(__file__).parent / "scenarios"


def scenario(path: Path) -> Scenario:
    found = load(path.read_text(encoding="utf-8"), path.name)
    assert isinstance(found, Scenario), found
    return found


def read(text: str) -> Scenario:
    found = load(text, "test.yaml")
    assert isinstance(found, Scenario), found
    return found


def in_ns3(model: Scenario) -> Result:
    found = run_scenario(model, timeout=120)
    assert isinstance(found, Result), found
    return found


def both(model: Scenario) -> tuple[Result, Result]:
    """The results of ns-3 and of the simulator."""
    return in_ns3(model), simulate(model)


def figures(result: Result) -> dict[str, Any]:
    """A result without the name of its engine."""
    found: dict[str, Any] = json.loads(result.to_json())
    del found["engine"]
    return found
