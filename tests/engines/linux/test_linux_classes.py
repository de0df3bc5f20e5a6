"""What the kernel counts by class, under the names of the config. Needs no engine."""

from __future__ import annotations

from typing import Any

import qosc
from qosc.api import qos_ports
from qosc.lab.linux.classes import class_figures, class_ids
from qosc.scenario import Scenario, load
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.options import TcOptions

TREE = """
class-map match-all gold
 match ip dscp af11
policy-map child
 class gold
  bandwidth percent 60
policy-map parent
 class class-default
  shape average 1000000
  service-policy child
interface Serial0/0
 bandwidth 2000
 service-policy output parent
"""
BANDS = """
access-list 101 permit ip any any dscp ef
priority-list 1 protocol ip high list 101
interface Serial0/0
 bandwidth 2000
 priority-group 1
"""


def ids(text: str) -> dict[tuple[str, ...], str]:
    config = qosc.loads(text, name="router.cfg")
    plans, _ = lower(config.complete_device, qos_ports(config), TcOptions(config.profile))
    (found,) = class_ids(plans).values()
    return dict(found)


def scenario(text: str) -> Scenario:
    config = qosc.loads(text, name="router.cfg")
    found = load(qosc.compile(config, target="sim").files[0].text, "s.yaml")
    assert isinstance(found, Scenario), found
    return found


def test_classes_are_known_by_those_above_them() -> None:
    found = ids(TREE)
    assert set(found) == {
        ("class-default",),
        ("class-default", "gold"),
        ("class-default", "class-default"),
    }
    assert len(set(found.values())) == 3


def test_bands_are_classes() -> None:
    found = ids(BANDS)
    assert len(found) == 4
    assert len(set(found.values())) == 4
    # Handles of bands are those of the prio qdisc, not of HTB.
    assert not any(name.startswith("1:") for name in found.values())


def counters(gold: str, packets: int, policed: int) -> dict[str, Any]:
    return {
        "classes": {gold: [1014 * packets, packets, 7 if packets else 0, 5 if packets else 0]},
        "filters": [
            {
                "class": gold,
                "came": [0, packets + 12 + policed if packets else 0],
                "police": {"9": [0, 0, policed]},
            },
            {"class": gold, "came": [0, 0], "police": {"9": [0, 0, policed]}},
            {"class": "", "came": [0, 999], "police": {"10": [0, 0, 99]}},
        ],
    }


def test_a_class_has_the_figures_that_the_kernel_counts() -> None:
    model = scenario(TREE)
    found = ids(TREE)
    gold = found["class-default", "gold"]
    first, last = counters(gold, 0, 0), counters(gold, 1000, 30)
    (port,) = [each for each in model.ports if each.output]
    rows = class_figures(
        model, {port.node: {port.port: found}}, {(port.node, port.port): [first, last]}
    )
    row = next(row for row in rows if row["name"] == "gold")
    seconds = (model.duration_ms - model.measure.warm_up_ms) / 1000
    assert row["policy"] == "parent > class-default > child"
    assert row["port"] == f"{port.node} {port.port}"
    assert (row["sent_packets"], row["sent_bytes"]) == (1000, 1_000_000)
    assert row["throughput_bps"] == int(8_000_000 / seconds)
    # Both filters of the class lead to one policer: its drops count once.
    assert row["dropped_packets"] == 37
    assert row["arrived_packets"] == 1042
    assert row["wait"] is None
