"""Traffic descriptions of other tools (mgen, netperf, nuttcp, iperf, iperf3, ping, Chariot) as the
traffic of a scenario, with an account of each of their words. No tool is run, or needed.
"""

from __future__ import annotations

from qosc.traffic.account import Fate, Item
from qosc.traffic.flows import Hosts
from qosc.traffic.making import NoTrafficError, traffic_of
from qosc.traffic.reading import Read, read_texts

__all__ = ["Fate", "Hosts", "Item", "NoTrafficError", "Read", "read_texts", "traffic_of"]
