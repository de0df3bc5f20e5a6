"""The four classes of ESnet's circuits, all of them overloaded, and what theory gives each.

Z. Yan, M. Veeraraghavan, C. Tracy, C. Guok, "On How to Provision Quality of Service (QoS) for Large
Dataset Transfers" (2013), section III: network-control, best-effort, science-data and
scavenger-service have 5, 20, 70 and 5 % of the rate; what conforms to the policer of a circuit is
science-data, what does not is scavenger-service.
"""

from __future__ import annotations

import qosc
from qosc.scenario import Overlay, Scenario, load, load_overlay

__all__ = ["CONFIG", "CONFORMING_BPS", "PARTS", "SENT_BPS", "TOLERANCE_BPS", "expected_bps"]
__all__ += ["overloaded"]

RATE = 100_000_000
PARTS = {"network-control": 5, "best-effort": 20, "science-data": 70, "scavenger-service": 5}
LENGTH = 1000
"""Bytes of each IP packet."""
WIRE, COUNTED = 38, 14
"""Bytes beside IP that a frame takes on the wire (IEEE 802.3: header, FCS, preamble, gap), and that
schedulers of an MX count of them (Juniper, "Transmission rate": the header of layer 2)."""
CIRCUIT = 80_000_000
MEASURED_S = 2
TOLERANCE_BPS = len(PARTS) * LENGTH * 8 // MEASURED_S
"""A class may be a packet of each class ahead or behind when the measured time ends."""
OFFERED = {"control": 10_000_000, "rest": 40_000_000, "circuit": 100_000_000}
"""bit/s of IP packets."""
SENT_BPS = OFFERED["circuit"]
CONFORMING_BPS = CIRCUIT
"""What of the circuit the policer lets through, which counts the IP packet alone (family inet); the
rest are scavengers."""
CONFIG = f"""\
system {{ host-name edge; }}
interfaces {{
    ge-1/0/0 {{ speed 1g; unit 0 {{ family inet {{
        filter {{ input circuits; }} address 10.1.1.1/24; }} }} }}
    ge-1/0/2 {{ speed 100m; unit 0 {{ family inet {{ address 10.1.2.1/24; }} }} }}
}}
firewall {{
    policer circuit {{
        if-exceeding {{ bandwidth-limit {CIRCUIT}; burst-size-limit 20k; }}
        then forwarding-class scavenger-service;
    }}
    family inet {{ filter circuits {{
        term circuit {{
            from {{ protocol udp; destination-port 5000; }}
            then {{ policer circuit; forwarding-class science-data; accept; }}
        }}
        term control {{ from {{ dscp cs6; }} then {{ forwarding-class network-control; accept; }} }}
        term rest {{ then {{ forwarding-class best-effort; accept; }} }}
    }} }}
}}
class-of-service {{
    forwarding-classes {{
        queue 0 best-effort; queue 1 science-data; queue 2 scavenger-service;
        queue 3 network-control;
    }}
    interfaces {{ ge-1/0/2 {{ scheduler-map egress; }} }}
    scheduler-maps {{ egress {{
        forwarding-class network-control scheduler network-control;
        forwarding-class best-effort scheduler best-effort;
        forwarding-class science-data scheduler science-data;
        forwarding-class scavenger-service scheduler scavenger-service;
    }} }}
    schedulers {{
        network-control {{ transmit-rate percent 5; buffer-size percent 5; priority high; }}
        best-effort {{ transmit-rate percent 20; buffer-size percent 20; priority medium-low; }}
        science-data {{ transmit-rate percent 70; buffer-size percent 70; priority medium-high; }}
        scavenger-service {{ transmit-rate percent 5; buffer-size percent 5; priority low; }}
    }}
}}
"""


def expected_bps() -> dict[str, float]:
    """bit/s of IP packets that each class gets: its part, counted in frames without what only the
    wire sees. The parts are then a little more than the wire carries, and the class whose priority
    is lowest goes without that.
    """
    found = {name: RATE * part / 100 * LENGTH / (LENGTH + COUNTED) for name, part in PARTS.items()}
    others = sum(rate for name, rate in found.items() if name != "scavenger-service")
    return found | {"scavenger-service": RATE * LENGTH / (LENGTH + WIRE) - others}


def overloaded() -> Scenario:
    """The scenario of the config, with more than its part for each class."""
    header = {"control": "dscp: 48", "rest": "dst-port: 80", "circuit": "dst-port: 5000"}
    traffic = "\n".join(
        f"  - {{name: {name}, kind: cbr, from: sender, to: receiver, packet_bytes: {LENGTH}, "
        f"rate_bps: {rate}, jitter_ns: {LENGTH * 1_600_000_000 // rate}, "
        f"header: {{{header[name]}}}}}"
        for name, rate in OFFERED.items()
    )
    overlay = load_overlay(
        f"schema: qosc/traffic/1\nduration_ms: {500 + 1000 * MEASURED_S}\n"
        f"measure: {{warm_up_ms: 500}}\n"
        f"traffic:\n{traffic}\n",
        "traffic.yaml",
    )
    assert isinstance(overlay, Overlay), overlay
    made = qosc.compile(
        qosc.loads(CONFIG, platform="junos-mx"),
        target="sim",
        interface="ge-1/0/2",
        overlay=overlay,
    )
    (file,) = made.files
    scenario = load(file.text, file.name)
    assert isinstance(scenario, Scenario), scenario
    return scenario
