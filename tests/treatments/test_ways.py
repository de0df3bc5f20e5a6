"""What a device does to packets from the port that they come in by to the wire."""

from __future__ import annotations

import qosc
from qosc.fields import Field
from qosc.ir import Interval, Test
from qosc.packets import Region
from qosc.treatments import Done, Metered, Side, along, one_side, port_ways, start

MARKED_ON_INPUT = """\
version 15.4
class-map match-all PHONES
 match access-group 101
class-map match-all VOICE
 match ip dscp ef
policy-map IN
 class PHONES
  police 64000 8000 conform-action set-dscp-transmit ef exceed-action drop
 class class-default
  set ip dscp 0
policy-map OUT
 class VOICE
  priority 500
 class class-default
  bandwidth percent 20
access-list 101 permit udp any any range 16384 32767
interface FastEthernet0/0
 service-policy input IN
interface FastEthernet0/1
 service-policy output OUT
"""


def treated(text: str, ingress: str, egress: str) -> tuple[Side, dict[object, object]]:
    config = qosc.loads(text)
    side = one_side(config.joined_device, config.profile)
    ports = port_ways(config.joined_device)
    return side, along(side, ports.get(ingress), ports.get(egress))


def test_the_output_sees_what_the_input_wrote() -> None:
    side, outcomes = treated(MARKED_ON_INPUT, "FastEthernet0/0", "FastEthernet0/1")
    phones = next(tree for tree in outcomes if isinstance(tree, Metered))
    green, red = phones.branches
    assert str(phones.meter) == "64 kbit/s, burst 8000 bytes"
    assert red.dropped
    assert green.state.classes == ("PHONES", "VOICE")
    assert side.headers.written(green.state.wrote, Field.DSCP) == 46
    packet = Region(side.space, outcomes[phones]).witness()
    assert packet is not None
    assert str(packet).startswith("udp 10.0.0.1:1024 -> 192.0.2.7:16384")


def test_a_way_from_a_port_without_qos_has_the_output_alone() -> None:
    _, outcomes = treated(MARKED_ON_INPUT, "", "FastEthernet0/1")
    assert {tree.state.classes for tree in outcomes} == {("VOICE",), ("class-default",)}


def test_regions_are_disjoint_and_cover_what_comes_in() -> None:
    side, outcomes = treated(MARKED_ON_INPUT, "FastEthernet0/0", "FastEthernet0/1")
    seen = side.space.builder.false
    for packets in outcomes.values():
        assert not (seen & packets).satisfiable()
        seen |= packets
    ports = port_ways(side.device)
    assert seen == start(side, ports["FastEthernet0/0"])


def test_a_queue_has_its_figures_with_where_they_come_from() -> None:
    _, outcomes = treated(MARKED_ON_INPUT, "", "FastEthernet0/1")
    default = next(tree for tree in outcomes if tree.state.classes == ("class-default",))
    figures = {name: str(figure) for name, figure in default.state.queues[0].figures}
    assert figures == {
        "guarantee": "20 Mbit/s (20% of 100 Mbit/s)",
        "depth": "64 packets (default of ios-15)",
    }


def test_a_packet_that_is_traced_has_the_lines_that_treat_it() -> None:
    config = qosc.loads(MARKED_ON_INPUT)
    side = one_side(config.joined_device, config.profile)
    ports = port_ways(config.joined_device)
    ingress, egress = ports["FastEthernet0/0"], ports["FastEthernet0/1"]
    dscp = side.space.region(Test(Field.DSCP, (Interval(0, 0),))).node
    tcp = side.space.region(Test(Field.PROTOCOL, (Interval(6, 6),))).node
    packets = start(side, ingress) & dscp & tcp
    (tree,) = along(side, ingress, egress, packets, tracing=True)
    assert isinstance(tree, Done)
    steps = [(step.kind, step.origin.line) for step in tree.state.trail]
    assert steps == [("class", 9), ("mark", 10), ("class", 14), ("queue", 14)]


def test_a_policy_that_is_not_in_the_text_is_said_to_be_unknown() -> None:
    text = "interface FastEthernet0/1\n service-policy output GONE\n"
    _, outcomes = treated(text, "", "FastEthernet0/1")
    (tree,) = outcomes
    assert tree.state.unknown == ("policy-map GONE is not in the text",)
