"""The example of docs/scenario.md runs."""

from __future__ import annotations

import re
from pathlib import Path

from qosc.scenario import Scenario, load
from qosc.simulator import simulate

DOCUMENT = Path(__file__).parents[2] / "docs" / "scenario.md"


def test_the_example_is_a_scenario_and_does_what_it_says() -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    found = load(text, "scenario.md")
    assert isinstance(found, Scenario), found
    result = simulate(found)
    # CAR marks 900 kbit/s into the priority class, whose bound of 800 kbit/s then drops some.
    rule = result.of_class("rule 1", "input")
    assert rule["meters"][0]["exceed"]["packets"] == 0
    assert result.of_class("voice")["drops"].keys() == {"priority"}
    assert result.flow("app")["throughput_bps"] < 800_000
    assert result.flow("ping")["rtt"]["p99_us"] < 60_000
