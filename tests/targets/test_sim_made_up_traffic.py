"""The traffic that is made up for a config that brings none."""

from __future__ import annotations

import qosc
from qosc.scenario import Scenario, load

TEXT = (
    "interface GigabitEthernet3/1\n wrr-queue bandwidth {}\n wrr-queue cos-map 1 1 0\n"
    " wrr-queue cos-map 2 1 1 2 3 4 5 6 7\n"
)


def ping(weights: str) -> bool:
    """Whether the ping has a precedence, and so goes to queue 2."""
    config = qosc.loads(TEXT.format(weights), platform="cat6500")
    (file,) = qosc.compile(config, target="sim").files
    scenario = load(file.text, "made.yaml")
    assert isinstance(scenario, Scenario)
    (found,) = (source for source in scenario.traffic if source.name == "ping")
    return bool(found.model_dump(by_alias=True)["header"].get("dscp", 0))


def test_the_ping_is_in_the_class_with_the_largest_weight() -> None:
    assert not ping("99 1")
    assert ping("1 99")
