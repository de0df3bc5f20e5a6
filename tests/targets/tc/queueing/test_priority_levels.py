"""Levels of unbounded priority: what is left goes to the first, the others borrow in order."""

from __future__ import annotations

import qosc
from qosc.api import qos_ports
from qosc.targets.tc.compiling import lower
from qosc.targets.tc.model import HtbClass
from qosc.targets.tc.options import TcOptions

CONFIG = """
class-map match-all voice
 match dscp ef
class-map match-all video
 match dscp af41
class-map match-all data
 match dscp af21
policy-map out
 class voice
  priority level 1
 class video
  priority level 2
 class data
  bandwidth 500
interface Serial0/1
 bandwidth 2000
 service-policy output out
"""


def test_the_second_level_keeps_nothing_from_the_first() -> None:
    config = qosc.loads(CONFIG, name="router.cfg", platform="ios-xe")
    plans, _ = lower(config.complete_device, qos_ports(config), TcOptions(config.profile))
    nodes = [each.node for plan in plans for each in plan.commands]
    voice, video, data, _ = [n for n in nodes if isinstance(n, HtbClass) and n.parent.minor]
    assert voice.rate > 1_400_000
    assert video.rate == 2_000
    assert data.rate == 500_000
    assert voice.prio < video.prio < data.prio
    assert voice.rate + video.rate + data.rate <= 2_000_000
    assert {voice.ceil, video.ceil} == {2_000_000}


JUNOS = """
interfaces { ge-0/0/0 { speed 10m; unit 0 { family inet { address 192.0.2.1/30; } } } }
class-of-service {
    forwarding-classes { class rest queue-num 0; class gold queue-num 1; }
    interfaces { ge-0/0/0 { scheduler-map m; shaping-rate 2m; } }
    scheduler-maps { m {
        forwarding-class gold scheduler gold;
        forwarding-class rest scheduler rest;
    } }
    schedulers {
        gold { transmit-rate percent 50; priority high; excess-priority low; }
        rest { transmit-rate percent 25; priority low; excess-priority high; }
    }
}
"""


def test_what_is_left_goes_by_the_excess_priority() -> None:
    """HTB keeps guarantees whatever the order, and lends by it: gold is behind beyond its rate
    (on a kernel: the row junos-levels of docs/agreement.md)."""
    config = qosc.loads(JUNOS, platform="junos-mx")
    (plan,), ledger = lower(config.complete_device, qos_ports(config), TcOptions(config.profile))
    found = {
        command.notes[0]: command.node.prio
        for command in plan.commands
        if isinstance(command.node, HtbClass)
    }
    assert found["class rest"] < found["class gold"]
    told = [entry for entry in ledger if entry.path.endswith("class gold > level")]
    assert all("waits for what classes before it may send at once" in e.note for e in told)
    assert told
