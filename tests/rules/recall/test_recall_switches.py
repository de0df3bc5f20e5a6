"""Mistakes on Catalyst switches: policies that they refuse, QoS left off, voice elsewhere."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint
from tests.rules.recall.recall import Mistake, judge

OUT = """mls qos
class-map match-all V
 match ip dscp ef
policy-map P
 class V
  police 1000000 8000 exceed-action drop
interface {}
 service-policy output P
"""
SVI = """class-map match-any V
 match dscp ef
policy-map P
 class V
  priority level 1
  police cir 1000000
interface Vlan10
 service-policy output P
"""
PORT = """interface FastEthernet1/0/1
 switchport mode access
 mls qos trust {}
 srr-queue bandwidth shape 0 0 0 0
 priority-queue out
 switchport voice vlan 110
"""
OFF = "hostname s1\n" + PORT.format("dscp")
MAP = "mls qos\nmls qos srr-queue output {}-map queue 3 threshold 3 {}\n"
OTHER = MAP.format("dscp", 46) + PORT.format("dscp")
RATIOS = """policy-map P
 class D
  bandwidth remaining percent 50
  queue-buffers ratio 50
 class class-default
  bandwidth remaining percent 50
  queue-buffers ratio 80
class-map match-any D
 match dscp af21
interface GigabitEthernet1/0/1
 service-policy output P
"""
BY_LIST = """access-list 150 permit tcp any any eq 873
class-map match-any D
 match access-group 150
policy-map P
 class D
  bandwidth remaining percent 10
 class class-default
  bandwidth remaining percent 90
interface GigabitEthernet1/0/1
 service-policy output P
"""
INSIDE = (
    BY_LIST.partition("interface")[0]
    + """policy-map S
 class class-default
  shape average 100000000
  service-policy P
interface GigabitEthernet1/0/1
 service-policy output S
"""
)
THREE = """policy-map P
 class class-default
  police cir 1000000 bc 125000 conform-action transmit exceed-action {}
interface GigabitEthernet1/0/1
 service-policy input P
"""

MISTAKES = {
    "an output policy on a 3750": Mistake(
        "QOS514",
        8,
        OUT.format("GigabitEthernet1/0/1") + " mls qos trust dscp\n",
        "policy output",
        "policy input",
        "cat3750",
    ),
    "an output policy on a VLAN interface of a 3750": Mistake(
        "QOS514", 8, OUT.format("Vlan10"), "policy output", "policy input", "cat3750"
    ),
    "queues on a VLAN interface of a 9000": Mistake(
        "QOS514", 8, SVI, "Vlan10", "GigabitEthernet1/0/1", "cat9000"
    ),
    "queues on a port channel of a 9000": Mistake(
        "QOS514",
        8,
        SVI.replace("Vlan10", "Port-channel1"),
        "interface Port-channel1",
        "interface GigabitEthernet1/0/1",
        "cat9000",
    ),
    "buffers of 130% of a 9000": Mistake("QOS438", 7, RATIOS, "ratio 80", "ratio 50", "cat9000"),
    "queues of packets of an access list": Mistake(
        "QOS521",
        6,
        BY_LIST,
        " match access-group 150",
        " match dscp cs1",
        "cat9000",
    ),
    "queues by an access list inside a shaper": Mistake(
        "QOS521", 6, INSIDE, " match access-group 150", " match dscp cs1", "cat9000"
    ),
    "three colours of one rate": Mistake(
        "QOS521",
        3,
        THREE.format("drop violate-action drop"),
        " violate-action drop",
        "",
        "cat9000",
    ),
    "what exceeds marked without a table-map": Mistake(
        "QOS521",
        3,
        THREE.format("set-dscp-transmit cs1"),
        THREE.format("set-dscp-transmit cs1"),
        "table-map T\n default copy\n" + THREE.format("set-dscp-transmit dscp table T"),
        "cat9000",
    ),
    "a switch without mls qos": Mistake(
        "QOS515", 4, OFF, "hostname s1\n", "hostname s1\nmls qos\n", "cat3750"
    ),
    "a part of a config without mls qos": Mistake(
        "QOS515", 4, OFF, "hostname s1\n", "! ports\n", "cat3750"
    ),
    "EF in queue 3": Mistake("QOS516", 2, OTHER, "queue 3", "queue 1", "cat3750"),
    "CoS 5 in queue 3": Mistake(
        "QOS516",
        2,
        MAP.format("cos", 5)
        + MAP[8:].format("cos", 4).replace("queue 3", "queue 1")
        + PORT.format("cos"),
        "threshold 3 5",
        "threshold 3 3",
        "cat3750",
    ),
    "EF in queue 3 that no queue precedes": Mistake(
        "QOS516", 2, OTHER, " priority-queue out\n", "", "cat3750"
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_is_found_at_its_line_and_the_mend_settles_it(name: str) -> None:
    judge(MISTAKES[name])


@pytest.mark.parametrize("line", ["mls qos trust", "priority-queue out"])
def test_each_kind_of_line_shows_that_qos_was_meant(line: str) -> None:
    more = " dscp" if line.endswith("trust") else ""
    text = f"hostname s1\ninterface FastEthernet1/0/1\n switchport mode access\n {line}{more}\n"
    (found,) = [one for one in lint(text, "cat3750") if one.code == "QOS515"]
    assert found.message == f"`{line}` without effect: `mls qos` is missing"
