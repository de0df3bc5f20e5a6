"""What the tools themselves sent, counted on Linux, and what the simulator sends for their lines.

Recorded on the loopback of Debian 12 with iperf 2.1.8, iperf3 3.12 (its JSON), nuttcp 6.1.2 and
mgen 5.02 (its log of what came). The lines of iperf send a few more: their end is told by datagrams
too.
"""

from __future__ import annotations

import pytest

from qosc.scenario import Scenario, lay_over, load
from qosc.simulator import simulate
from tests.traffic.import_kit import made

_SCENARIO = """\
schema: qosc/scenario/1
duration_ms: 1000
nodes:
  - {name: sender, kind: host, address: 10.0.0.1}
  - {name: receiver, kind: host, address: 10.0.0.2}
links:
  - ends: [{node: sender, port: eth0}, {node: receiver, port: eth0}]
    rate_bps: 1000000000
"""


_BURSTS = """\
0.0 ON 1 UDP DST 127.0.0.1/5997 BURST [REGULAR 1.0 PERIODIC [100 256] FIXED 0.25]
3.0 OFF 1
"""


@pytest.mark.parametrize(
    ("lines", "sent", "more"),
    [
        ("iperf3 -c 127.0.0.1 -u -b 8m -l 972 -t 2", 2057, 2),
        ("iperf -c 127.0.0.1 -u -b 8m -l 972 -t 2", 2062, 5),
        ("iperf -c 127.0.0.1 -u -b 8M -l 972 -t 2", 2162, 5),
        ("nuttcp -u -l972 -R1000p -T2 127.0.0.1", 2000, 1),
        ("0.0 ON 1 UDP DST 127.0.0.1/5997 PERIODIC [100 1024]\n2.0 OFF 1", 200, 0),
        (_BURSTS, 75, 0),
        ("0.0 ON 1 UDP DST 127.0.0.1/5997 PERIODIC [50 512] COUNT 40\n3.0 OFF 1", 40, 0),
    ],
)
def test_as_many_packets_as_the_tool_sends(lines: str, sent: int, more: int) -> None:
    base = load(_SCENARIO, "base")
    assert isinstance(base, Scenario)
    (flow,) = simulate(lay_over(base, made(lines))).flows
    assert abs(flow["sent_packets"] - sent) <= more
