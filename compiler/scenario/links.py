"""Which port of one router hangs on which port of another: the document `qosc/links/1`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field as Key
from pydantic import model_validator

from qosc.diagnostics import Diagnostic
from qosc.scenario.base import Address, Model, Name, Natural, PlacedError, Positive, Text
from qosc.scenario.loading import load_model

__all__ = ["Links", "Place", "Station", "Wire", "links_schema", "load_links"]

_DELAY_US = 1_000


class Place(Model):
    """A port of a router. `node` is the router's name, `port` is spelled as for `--interface`."""

    node: Name
    port: Name


class Wire(Model):
    """A link between the ports of two routers.

    Without `rate_bps` it is as fast as the slower of the two ports. `loss_ppm` is the share of
    packets that are lost at random, in parts per million.
    """

    name: Text = ""
    ends: tuple[Place, Place]
    rate_bps: Positive | None = None
    delay_us: Natural = _DELAY_US
    loss_ppm: Annotated[int, Key(strict=True, ge=0, le=1_000_000)] = 0

    @model_validator(mode="after")
    def _two(self) -> Wire:
        if self.ends[0].node == self.ends[1].node:
            raise PlacedError("a link goes from one router to another", "ends", 1, "node")
        return self


class Station(Model):
    """A host, and the port that it hangs on. Without `address` it gets one."""

    name: Name
    at: Place
    address: Address | None = None
    delay_us: Natural = _DELAY_US


class Links(Model):
    """How the routers of several configs are linked.

    A router is called by its hostname; `routers` gives other names, each with the file of its
    config. Beside `hosts`, a host hangs on each port that has QoS and that no link names.
    """

    schema_: Literal["qosc/links/1"] = Key(alias="schema")
    name: Text = ""
    routers: dict[Name, Name] = Key(default_factory=dict)
    links: tuple[Wire, ...] = Key(min_length=1)
    hosts: tuple[Station, ...] = ()

    def places(self) -> Iterator[tuple[tuple[int | str, ...], Place]]:
        """All ports that are named, and where in the document."""
        for number, wire in enumerate(self.links):
            for end, place in enumerate(wire.ends):
                yield ("links", number, "ends", end), place
        for number, host in enumerate(self.hosts):
            yield ("hosts", number, "at"), host.at


def load_links(text: str, path: str) -> Links | tuple[Diagnostic, ...]:
    """The document in `text`, or its faults at line and column; never raises. Whether the routers
    and ports are there is seen when configs are joined by it.
    """
    return load_model(text, path, Links)


def links_schema() -> dict[str, object]:
    """The JSON Schema of the document, for editors."""
    return Links.model_json_schema(by_alias=True)
