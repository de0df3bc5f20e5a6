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
