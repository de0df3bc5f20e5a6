"""Queues on input: no script has them, and each system is told why.

Cisco, ASR9000/XR: Understanding QoS, default marking behavior: `priority level` on input is the
priority on the way through the switch fabric. Juniper, Configuring Ingress Hierarchical CoS on MIC
and MPC Interfaces: `input-scheduler-map` and `input-shaping-rate` need a queueing line card.
"""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Fidelity

MQC = """
class-map match-any VOICE
 match dscp ef
policy-map LAN
 class VOICE
  priority level 1
  set qos-group 5
 class class-default
interface {port}
 service-policy input LAN
"""
JUNOS = """
interfaces { ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/30; } } } }
class-of-service {
    interfaces { ge-0/0/0 { input-scheduler-map M; input-shaping-rate 100m; scheduler-map M; } }
    scheduler-maps { M { forwarding-class best-effort scheduler S; } }
    schedulers { S { transmit-rate percent 90; } }
}
"""


@pytest.mark.parametrize(
    ("platform", "port", "why"),
    [
        ("ios-xe", "GigabitEthernet0/1", "the router rejects a policy with queues on input"),
        ("ios-xr", "TenGigE0/0/0/1", "no ifb device is set up for it"),
    ],
)
def test_a_queue_on_input_is_lost_and_its_marks_are_not(platform: str, port: str, why: str) -> None:
    config = qosc.loads(MQC.format(port=port), name="router.cfg", platform=platform)
    made = qosc.compile(config, target="tc", allow_loss=True)
    level = next(e for e in made.ledger if e.path.endswith("class VOICE > priority > level"))
    assert (level.fidelity, level.got) == (Fidelity.UNSUPPORTED, "nothing")
    assert why in level.note
    script = made.files[0].text
    assert "mirred" not in script
    commands = [line.split() for line in script.splitlines() if line.strip().startswith("tc ")]
    made_here = [words for words in commands if words[:3] == ["tc", "qdisc", "add"]]
    assert made_here == [["tc", "qdisc", "add", "dev", '"$dev"', "clsact"]]
    assert any("skbedit" in words and "mark" in words for words in commands)


def test_a_junos_scheduler_on_input_is_named_as_left_out() -> None:
    config = qosc.loads(JUNOS, name="router.conf", platform="junos-mx")
    made = qosc.compile(config, target="tc", allow_loss=True)
    assert [each.text.split()[0] for each in made.left_out] == ["input-scheduler-map", "100m"]
