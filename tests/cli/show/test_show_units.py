"""What `qosc show` says of JunOS ports, their units and what these share."""

from __future__ import annotations

import qosc
from qosc.api import qos_ports
from qosc.render.shows.model import show_loose_policies, show_ports
from qosc.render.style import Style

SETS = """
set interfaces interface-set S interface ge-1/0/0 unit 1
set interfaces ge-1/0/0 hierarchical-scheduler
set interfaces ge-1/0/0 unit 1 vlan-id 1
set class-of-service traffic-control-profiles set shaping-rate 60m
set class-of-service traffic-control-profiles rest shaping-rate 10m
set class-of-service traffic-control-profiles spare shaping-rate 5m
set class-of-service interfaces ge-1/0/0 output-traffic-control-profile-remaining rest
set class-of-service interfaces interface-set S output-traffic-control-profile set
"""
TREE = """
set interfaces ge-0/0/0 hierarchical-scheduler
set interfaces ge-0/0/0 vlan-tagging
set interfaces ge-0/0/0 unit 10 vlan-id 10
set interfaces ge-0/0/0 unit 20 vlan-id 20
set class-of-service schedulers a transmit-rate percent 100
set class-of-service scheduler-maps M forwarding-class best-effort scheduler a
set class-of-service traffic-control-profiles PORT shaping-rate 50m
set class-of-service traffic-control-profiles T shaping-rate 40m
set class-of-service traffic-control-profiles T guaranteed-rate 20m
set class-of-service traffic-control-profiles T scheduler-map M
set class-of-service interfaces ge-0/0/0 output-traffic-control-profile PORT
set class-of-service interfaces ge-0/0/0 unit 10 output-traffic-control-profile T
set class-of-service interfaces ge-0/0/0 unit 20 output-traffic-control-profile T
"""
TWICE = """
set interfaces ge-0/0/1 unit 0 family inet address 10.0.0.1/24
set class-of-service schedulers a transmit-rate percent 90
set class-of-service scheduler-maps m forwarding-class best-effort scheduler a
set class-of-service scheduler-maps k forwarding-class best-effort scheduler a
set class-of-service interfaces ge-0/0/1 scheduler-map m
set class-of-service interfaces ge-0/0/1 unit 0 scheduler-map k
"""


def _shown(text: str) -> list[str]:
    config = qosc.loads(text.lstrip())
    style = Style(room=1000)
    ports = qos_ports(config)
    return [
        " ".join(line.split())
        for line in (
            *show_ports(config.joined_device, ports, config.profile, style),
            *show_loose_policies(
                config.complete_device, config.profile, style, config.joined_device
            ),
        )
    ]


def test_a_profile_of_a_set_or_of_the_remaining_traffic_is_applied_somewhere() -> None:
    lines = _shown(SETS)
    assert "traffic-control-profile set, used by interface-set S" in lines
    assert "traffic-control-profile rest, used by ge-1/0/0" in lines
    assert "traffic-control-profile spare, applied to no interface" in lines


def test_a_profile_of_the_remaining_traffic_is_shown_once() -> None:
    lines = _shown(
        TREE + "set class-of-service traffic-control-profiles REST shaping-rate 5m\n"
        "set class-of-service interfaces ge-0/0/0 output-traffic-control-profile-remaining REST\n"
    )
    assert any(line.startswith("no unit ") and "5 Mbit/s" in line for line in lines)
    assert not any("REST" in line for line in lines)


def test_a_scheduler_is_not_called_a_guaranteed_rate() -> None:
    lines = _shown(
        "set interfaces ge-0/0/0 unit 0 family inet\n"
        "set class-of-service interfaces ge-0/0/0 shaping-rate 5m\n"
        "set class-of-service schedulers a shaping-rate 10m\n"
        "set class-of-service scheduler-maps m forwarding-class best-effort scheduler a\n"
    )
    assert not [line for line in lines if "guaranteed-rate" in line]
    assert [line for line in lines if line.startswith("best-effort 95%*")]


def test_units_in_the_tree_of_their_port_are_a_table_of_units() -> None:
    lines = _shown(TREE)
    assert [line for line in lines if line.startswith("unit guaranteed rate shaping rate")]
    assert [line for line in lines if line.startswith("ge-0/0/0.10 20 Mbit/s 40 Mbit/s")]
    (inside,) = (line for line in lines if line.startswith("inside unit ge-0/0/0.20: "))
    assert "scheduler-map M, percentages of 20 Mbit/s, the guaranteed-rate" in inside
    assert "perhaps of 40 Mbit/s" in inside


def test_a_port_with_two_maps_is_said_to_have_the_queues_of_its_unit() -> None:
    assert "has the queues of its unit in place of scheduler-map m" in _shown(TWICE)


def test_a_line_of_a_tunnel_is_told_of_the_spokes_of_each_group() -> None:
    text = """\
policy-map FAST
 class class-default
  shape average 5000000
policy-map SLOW
 class class-default
  shape average 1000000
interface Tunnel1
 ip address 10.255.0.1 255.255.255.0
 nhrp map group G service-policy output FAST
 nhrp map group H service-policy output SLOW
 tunnel source GigabitEthernet0/0/0
 tunnel mode gre multipoint
 qos pre-classify
"""
    lines = _shown(text)
    headings = [at for at, line in enumerate(lines) if line.startswith("Tunnel1 nhrp group ")]
    assert len(headings) == 2
    for at in headings:
        assert any("not modelled: qos pre-classify" in line for line in lines[at : at + 4])
