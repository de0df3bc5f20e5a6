"""What a run is estimated to cost, held against the events that it takes."""

from __future__ import annotations

import pytest

from qosc.scenario import Scenario, load
from qosc.scenario.cost import estimate
from qosc.simulator import TooManyEventsError, simulate

NETWORK = """
schema: qosc/scenario/1
duration_ms: 2000
nodes:
  - {{name: a, kind: host, address: "10.0.0.1"}}
  - {{name: r, kind: router}}
  - {{name: z, kind: host, address: "10.0.1.1"}}
links:
  - {{ends: [{{node: a, port: e}}, {{node: r, port: in}}], rate_bps: 1000000000, delay_us: 100}}
  - {{ends: [{{node: r, port: out}}, {{node: z, port: e}}], rate_bps: 1000000000, delay_us: 100}}
ports:
  - node: r
    port: out
    output:
      - kind: policy
        name: WAN
        classes:
{classes}
traffic:
  - {{kind: tcp, name: bulk, from: a, to: z, socket_buffer_bytes: 1000000, flows: 10}}
"""
SHAPED = """\
          - name: class-default
            match: {all: []}
            queue: {shape: {rate_bps: 10000000, burst_bytes: 15000}}
"""
CHILDREN = """\
          - name: class-default
            match: {all: []}
            queue: {}
            child:
              kind: policy
              name: QUEUES
              classes:
                - name: one
                  match: {where: {dscp: [46]}}
                  queue: {shape: {rate_bps: 4000000, burst_bytes: 15000}}
                - name: rest
                  match: {all: []}
                  queue: {shape: {rate_bps: 6000000, burst_bytes: 15000}}
"""
OPEN = """\
          - name: one
            match: {where: {dscp: [46]}}
            queue: {shape: {rate_bps: 4000000, burst_bytes: 15000}}
          - name: rest
            match: {all: []}
            queue: {}
"""


def made(classes: str) -> Scenario:
    """Ten TCP connections over links of 1 Gbit/s, through a port with these classes."""
    found = load(NETWORK.format(classes=classes.rstrip()), "s.yaml")
    assert isinstance(found, Scenario), found
    return found


@pytest.mark.parametrize("classes", [SHAPED, CHILDREN])
def test_tcp_behind_a_shaper_costs_what_the_shaper_lets_through(classes: str) -> None:
    scenario = made(classes)
    events = estimate(scenario).events
    # 10 Mbit/s for 2 s are 1667 segments of 1500 bytes, each with its acknowledgement: without
    # the shaper it would be some 160,000.
    assert 5 * 1667 < events < 40_000
    simulate(scenario, max_events=events)
    with pytest.raises(TooManyEventsError):
        simulate(scenario, max_events=events // 6)


def test_a_port_with_a_class_that_nothing_shapes_is_as_fast_as_its_link() -> None:
    assert estimate(made(OPEN)).events > 500_000
