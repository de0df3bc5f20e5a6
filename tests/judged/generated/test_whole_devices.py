"""Whole devices, with the figures of each port as they were written down before qosc was run.

By the manuals: percentages of a policy inside a class are of that class's shaper (Cisco, police
(percent) and Percentage-Based Shaping); a policer without a burst holds 250 ms (CIR/32 bytes), an
LLQ 200 ms; `shape peak` sends CIR * (1 + Be/Bc); weight 10 of `srr-queue bandwidth shape` is a 10th
of the port; IOS XR has the policy of a bundle on each member; JunOS takes percentages of the shaper
above (Juniper, shaping-rate and traffic-control-profiles). `qosc show` is asked, since it prints
every figure that the other commands work with.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc

DEVICES = Path(__file__).with_name("devices")
FIGURES = {
    ("percentages.cfg", "GigabitEthernet0/0"): [
        "shaped to 50% = 500 Mbit/s",
        "at least 40% = 200 Mbit/s",
        "shaped to 60% = 300 Mbit/s",
        "up to 10% = 30 Mbit/s",
        "20% = 60 Mbit/s, burst 1875000 bytes",
    ],
    ("subinterfaces.cfg", "GigabitEthernet0/0.10"): [
        "shaped to 20 Mbit/s",
        "strict priority (LLQ) up to 20% = 4 Mbit/s, burst",
        "100000 bytes*",
        "at least 50% = 10 Mbit/s",
    ],
    ("subinterfaces.cfg", "GigabitEthernet0/0.20"): [
        "shaped to 5 Mbit/s",
        "strict priority (LLQ) up to 20% = 1 Mbit/s, burst",
        "25000 bytes*",
        "at least 50% = 2500 kbit/s",
    ],
    ("circuits.cfg", "ATM0/0.1 pvc 1/100"): ["at least 50% = 500 kbit/s"],
    ("circuits.cfg", "Serial0/0.1 dlci 100"): ["shaped to 256 kbit/s", "at least 50% = 128 kbit/s"],
    ("peak.cfg", "FastEthernet0/0"): [
        "shaped to 128 kbit/s",
        "1 Mbit/s, burst 31250 bytes*, peak 2 Mbit/s, peak burst 62500 bytes",
    ],
    ("srr_queue.cfg", "GigabitEthernet1/0/1"): [
        "strict priority",
        "ratio 20",
        "ratio 30",
        "ratio 40",
    ],
    ("srr_queue.cfg", "GigabitEthernet1/0/2"): [
        "shaped to 50% = 500 Mbit/s",
        "shaped to 20% = 100 Mbit/s",
    ],
    ("bundle_xr.cfg", "Bundle-Ether1"): ["10% = 1 Gbit/s, burst", "1250000 bytes*"],
    ("bundle_xr.cfg", "TenGigE0/0/0/2"): [
        "shaped to 1 Gbit/s",
        "10% = 100 Mbit/s,",
        "burst 125000 bytes*",
    ],
    ("port_shapers.conf", "ge-0/0/0"): [
        "shaped to 100 Mbit/s",
        "10% = 10 Mbit/s, rate-limit",
        "40% = 40 Mbit/s",
        "50% = 50 Mbit/s",
    ],
    ("port_shapers.conf", "ge-0/0/1"): [
        "10% = 100 Mbit/s, rate-limit",
        "40% = 400 Mbit/s",
        "50% = 500 Mbit/s",
    ],
    ("port_shapers.conf", "xe-0/1/0"): [
        "shaped to 2 Gbit/s, burst-size 20000 bytes",
        "40% = 800 Mbit/s",
        "50% = 1 Gbit/s",
    ],
    ("levels.conf", "ge-1/0/0.10"): [
        "shaped to 500 Mbit/s",
        "shaped to 200 Mbit/s",
        "guaranteed-rate 100 Mbit/s",
        "shaped to 50 Mbit/s",
        "guaranteed-rate 20 Mbit/s",
        "50% = 10 Mbit/s",
    ],
}


@pytest.mark.parametrize(("file", "port"), FIGURES, ids="-".join)
def test_the_figures_of_a_port(file: str, port: str) -> None:
    text = str(qosc.show(qosc.load(DEVICES / file)))
    sections = {each.split(":")[0].split(" with ")[0]: each for each in _sections(text)}
    shown = " ".join(sections[port].split())
    assert [one for one in FIGURES[file, port] if one not in shown] == []


def _sections(text: str) -> list[str]:
    """The parts of a text that begin at the margin, one a port. Cells of tables are wrapped."""
    found: list[str] = []
    for line in text.splitlines():
        if line[:1].strip():
            found.append(line)
        elif found:
            found[-1] += f"\n{line}"
    return found
