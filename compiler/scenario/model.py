"""The scenario: nodes, links, ports with their pipelines, traffic, and what to measure."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field as Key
from pydantic import field_validator

from qosc.scenario.base import Address, Model, Name, Natural, Positive, Text
from qosc.scenario.pipeline import Policy, Stage
from qosc.scenario.queue import DEFAULT_LIMIT, Limit
from qosc.scenario.traffic import Source

__all__ = ["SCHEMA", "End", "Link", "Measure", "Node", "Port", "Scenario"]

SCHEMA = "qosc/scenario/1"


class Node(Model):
    """A host, where traffic starts and ends, or a router. A host has an IPv4 address."""

    name: Name
    kind: Literal["host", "router"]
    address: Address | None = None


class End(Model):
    """Where a link ends: a port of a node."""

    node: Name
    port: Name


class Link(Model):
    """A point-to-point link, alike in both directions.

    A packet of L bytes takes L + `overhead_bytes` on an `ethernet` link; on an `atm` link these
    are cut into cells, 53 bytes for each 48 or part of it. `loss_ppm` is the share of packets that
    are lost at random, in parts per million.
    """

    name: Text = ""
    ends: tuple[End, End]
    rate_bps: Positive
    delay_us: Natural = 0
    mtu_bytes: Annotated[int, Key(strict=True, ge=68, le=65_535)] = 1500
    overhead_bytes: Annotated[int, Key(strict=True, ge=0, le=1000)] = 0
    linklayer: Literal["ethernet", "atm"] = "ethernet"
    loss_ppm: Annotated[int, Key(strict=True, ge=0, le=1_000_000)] = 0


class Port(Model):
    """The QoS of one port. A port that is not listed sends first in, first out.

    `accounting_bytes` is added to the IP length by all meters, shapers, byte limits and the
    scheduler of the port. `limit` bounds the one queue of a port whose output has no queues.
    `tx_ring_packets` is a first-in-first-out ring between the scheduler and the wire.
    """

    node: Name
    port: Name
    accounting_bytes: Annotated[int, Key(strict=True, ge=-100, le=100)] = 0
    input: tuple[Stage, ...] = ()
    output: tuple[Stage, ...] = ()
    limit: Limit = DEFAULT_LIMIT
    tx_ring_packets: Natural = 0
    origin: Text = ""

    @field_validator("output")
    @classmethod
    def _one_scheduler(cls, stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
        if sum(has_queues(stage) for stage in stages) > 1:
            raise ValueError("only one policy of a port can have queues")
        return stages

    @field_validator("input")
    @classmethod
    def _no_queue(cls, stages: tuple[Stage, ...]) -> tuple[Stage, ...]:
        if any(has_queues(stage) for stage in stages):
            raise ValueError("an input policy has no queues")
        return stages


def has_queues(stage: Stage) -> bool:
    """Whether a stage is a policy with queues."""
    return isinstance(stage, Policy) and any(each.queue is not None for each in stage.classes)


class Measure(Model):
    """What of the run counts: from `warm_up_ms` to the end.

    `interval_ms` adds a series of the bytes that each source delivered in each interval,
    `occupancy_every_ms` for the depth of each queue at such times.
    """

    warm_up_ms: Natural = 0
    interval_ms: Positive | None = None
    occupancy_every_ms: Positive | None = None


class Scenario(Model):
    """One experiment. The same scenario and seed give the same result, to the byte."""

    schema_: Literal["qosc/scenario/1"] = Key(alias="schema")
    name: Text = ""
    seed: Natural = 1
    duration_ms: Positive
    measure: Measure = Measure()
    nodes: tuple[Node, ...] = Key(min_length=2)
    links: tuple[Link, ...] = Key(min_length=1)
    ports: tuple[Port, ...] = ()
    traffic: tuple[Source, ...] = ()
