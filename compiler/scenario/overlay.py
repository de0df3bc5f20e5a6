"""An experiment's own traffic, laid over a scenario that was made from a config.

So a config, the traffic sent through it and the scenario that holds both need not be kept in step
by hand.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field as Key

from qosc.scenario.base import Address, Model, Name, Natural, Positive, Text
from qosc.scenario.model import Measure, Scenario
from qosc.scenario.traffic import Source

__all__ = ["Overlay", "lay_over"]


class Overlay(Model):
    """What replaces the made-up part of a scenario. Whatever is left out stays as it was made.

    But a `duration_ms` without a `measure` is measured whole: the warm-up that was made belongs to
    the duration that was made.

    `addresses` gives hosts their address, `delays_us` gives links (by name) their delay.
    """

    schema_: Literal["qosc/traffic/1"] = Key(alias="schema")
    name: Text | None = None
    seed: Natural | None = None
    duration_ms: Positive | None = None
    measure: Measure | None = None
    addresses: dict[Name, Address] = Key(default_factory=dict)
    delays_us: dict[Name, Natural] = Key(default_factory=dict)
    traffic: tuple[Source, ...] = Key(min_length=1)


def lay_over(scenario: Scenario, overlay: Overlay) -> Scenario:
    """The scenario with the overlay's parts in place of its own.

    Hosts and links that the scenario does not have are passed over: a config with several output
    ports makes several scenarios, and one overlay serves them all.
    """
    kept = {
        key: value
        for key in ("name", "seed", "duration_ms", "measure")
        if (value := getattr(overlay, key)) is not None
    }
    if overlay.duration_ms is not None:
        kept.setdefault("measure", Measure())
    nodes = tuple(
        node.model_copy(update={"address": overlay.addresses.get(node.name, node.address)})
        for node in scenario.nodes
    )
    links = tuple(
        link.model_copy(update={"delay_us": overlay.delays_us.get(link.name, link.delay_us)})
        for link in scenario.links
    )
    return scenario.model_copy(
        update={**kept, "nodes": nodes, "links": links, "traffic": overlay.traffic}
    )
