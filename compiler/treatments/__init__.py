"""What a device does to packets, as its datapath has it: header space cut into regions, each with
one treatment.

A treatment is a tree. `Metered(meter, branches)` asks a meter, with a tree for each colour, from
green on; `Done(dropped, state)` ends it. `State.wrote` are the bits written to the packet (over the
variables of the space, see `Headers.written`), `State.queues` the queues that it waits in with
their figures (`Queue.figures`: pairs of name and `Figure`, names in `queues`), `State.classes` the
classes that it was in, `State.unknown` what no line of the text settles. `Meter.figures` likewise.

    side = one_side(config.joined_device, config.profile)
    ports = port_ways(config.joined_device)
    for tree, region in along(side, ports["GigabitEthernet0/0"], ports["Serial0/0"]).items():
        ...

`along` gives `Outcomes`: disjoint sets of packets (diagrams) by tree, of the packets as they come
in. A port of None is one without QoS. With `tracing=True` and one packet's set, `State.trail` has
the steps (`Step`: kind, words, place in the config) that led there; `Region(side.space, diagram)`
has witness and membership. `packets` of `along` limits the set: `start(side, port)` & a predicate's
`side.space.region(...).node`.

`two_sides` puts two devices into one space, so that their regions can be compared. Questions raise
`qosc.packets.UndecidedError` where the packets are too many kinds for the budget.
"""

from __future__ import annotations

from qosc.treatments.figures import Figure
from qosc.treatments.headers import Headers
from qosc.treatments.meters import COLOURS, Meter
from qosc.treatments.paths import (
    UNNAMED_PORT,
    along,
    hops,
    one_side,
    port_ways,
    start,
    two_sides,
)
from qosc.treatments.pipeline import Pipeline
from qosc.treatments.queues import Queue
from qosc.treatments.tree import Bits, Metered, Outcomes
from qosc.treatments.walk import Done, Hop, Side, State, Step

__all__ = [
    "COLOURS",
    "UNNAMED_PORT",
    "Bits",
    "Done",
    "Figure",
    "Headers",
    "Hop",
    "Meter",
    "Metered",
    "Outcomes",
    "Pipeline",
    "Queue",
    "Side",
    "State",
    "Step",
    "along",
    "hops",
    "one_side",
    "port_ways",
    "start",
    "two_sides",
]
