"""What the link layer of a port adds to its packets in a scenario."""

from __future__ import annotations

import pytest

import qosc
from qosc.scenario import Scenario, load

IOS = """
policy-map out
 class class-default
  bandwidth 500
interface {name}
 bandwidth 1000
 service-policy output out
"""
JUNOS = """
set class-of-service interfaces {name} shaping-rate 1m
set class-of-service interfaces {name} scheduler-map m
set class-of-service scheduler-maps m forwarding-class best-effort scheduler s
set class-of-service schedulers s transmit-rate percent 50
set interfaces {name} unit 0 family inet address 10.0.0.1/30
"""


@pytest.mark.parametrize(
    ("text", "name", "overhead"),
    [
        (IOS, "FastEthernet0/0", 38),
        (IOS, "TenGigE0/0/0/1", 38),
        (IOS, "Serial0/0", 7),
        (JUNOS, "fe-0/0/0", 38),
        (JUNOS, "xe-1/0/0", 38),
        (JUNOS, "so-0/0/0", 7),
    ],
)
def test_a_frame_is_as_long_as_its_link_makes_it(text: str, name: str, overhead: int) -> None:
    config = qosc.loads(text.format(name=name))
    files = qosc.compile(config, target="sim", allow_loss=True).files
    scenario = load(files[-1].text, files[-1].name)
    assert isinstance(scenario, Scenario)
    (link,) = (link for link in scenario.links if link.name == "output")
    assert link.overhead_bytes == overhead
