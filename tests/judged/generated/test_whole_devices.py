"""Whole devices, with the figures of each port as they were written down before qosc was run.

By the manuals: percentages of a policy inside a class are of that class's shaper (Cisco, police
(percent) and Percentage-Based Shaping); a policer without a burst holds 250 ms (CIR/32 bytes), an
LLQ 200 ms; `shape peak` sends CIR * (1 + Be/Bc); weight 10 of `srr-queue bandwidth shape` is a 10th
of the port; IOS XR has the policy of a bundle on each member; JunOS takes percentages of the shaper
above (Juniper, shaping-rate and traffic-control-profiles). `qosc show` is asked, since it prints
every figure that the other commands work with. NCS 5500: a policer without a burst holds 10 ms of
its CIR, its peak burst 10 ms of the PIR (Cisco, police rate); MX: percentages of a scheduler are of
the guaranteed-rate above it where there is one, those of a policer of the port's speed (Juniper,
bandwidth-percent); ASR 1000: a class of a policy with ratios that has none has ratio 1 (Cisco,
Distribution of Remaining Bandwidth Using Ratio).
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
    ("ncs_ports.cfg", "Bundle-Ether1"): [
        "10% = 1 Gbit/s, burst 1250000 bytes*",
        "50 Mbit/s, burst 62500 bytes*, peak",
        "100 Mbit/s, peak burst 125000 bytes*",
    ],
    ("ncs_ports.cfg", "HundredGigE0/0/1/0"): [
        "10% = 10 Gbit/s, burst 12500000 bytes*",
        "50 Mbit/s, burst 62500 bytes*, peak",
        "strict priority",
        "10 ms* 10% = 10 Gbit/s",
        "ratio 3",
        "ratio 1",
    ],
    ("ncs_ports.cfg", "TenGigE0/0/0/3.100"): [
        "shaped to 500 Mbit/s",
        "10% = 50 Mbit/s",
        "ratio 3",
        "ratio 1",
    ],
    ("units_mx.conf", "ge-1/0/0"): [
        "shaped to 800 Mbit/s",
        "ge-1/0/0.10 100 Mbit/s 200 Mbit/s",
        "ge-1/0/0.20 20 Mbit/s 60 Mbit/s",
        "expedited-forwarding 40% = 40 Mbit/s high",
        "best-effort 60% = 60 Mbit/s low",
        "expedited-forwarding 40% = 8 Mbit/s high",
        "best-effort 60% = 12 Mbit/s low",
    ],
    ("units_mx.conf", "ge-1/0/0.10"): ["5% = 50 Mbit/s, burst 625000 bytes"],
    ("units_mx.conf", "xe-0/1/0"): [
        "5% = 500 Mbit/s, burst 625000 bytes",
        "shaped to 2 Gbit/s",
        "40% = 800 Mbit/s",
        "60% = 1200 Mbit/s",
    ],
    ("ratios_asr.cfg", "GigabitEthernet0/0/0"): [
        "1% = 10 Mbit/s, burst 312500 bytes*",
        "shaped to 50 Mbit/s",
        "up to 20% = 10 Mbit/s, 512 packets* burst 250000 bytes*",
        "ratio 4",
        "ratio 2",
        "class-default everything else ratio 1*",
    ],
    ("ratios_asr.cfg", "TenGigabitEthernet0/1/0"): [
        "1% = 100 Mbit/s, burst 3125000 bytes*",
        "shaped to 30% = 3 Gbit/s",
        "up to 20% = 600 Mbit/s, 512 packets* burst 15000000 bytes*",
        "class-default everything else ratio 1*",
    ],
}
PLATFORMS = {"ncs_ports.cfg": "ios-xr-ncs"}
SILENT = {
    "ncs_ports.cfg": ["TenGigE0/0/0/4", "TenGigE0/0/0/1"],
    "ratios_asr.cfg": ["GigabitEthernet0/0/1"],
}
"""Ports without QoS, and members that have what their bundle has."""


@pytest.mark.parametrize(("file", "port"), FIGURES, ids="-".join)
def test_the_figures_of_a_port(file: str, port: str) -> None:
    text = str(qosc.show(qosc.load(DEVICES / file, platform=PLATFORMS.get(file))))
    sections = {each.split(":")[0].split(" with ")[0]: each for each in _sections(text)}
    shown = " ".join(sections[port].split())
    assert [one for one in FIGURES[file, port] if one not in shown] == []


@pytest.mark.parametrize(("file", "port"), [(a, b) for a, each in SILENT.items() for b in each])
def test_a_port_without_qos_has_no_figures(file: str, port: str) -> None:
    text = str(qosc.show(qosc.load(DEVICES / file, platform=PLATFORMS.get(file))))
    assert f"{port}:" not in text


def test_buffers_of_units_are_of_their_guaranteed_rates() -> None:
    """Juniper, delay-buffer-rate, and Scheduler Delay Buffering on MIC and MPC Interfaces: 500 ms
    of 100 and of 20 Mbit/s, of the shaper of 2 Gbit/s 100 ms; 40 and 60 % of these.
    """
    made = qosc.compile(qosc.load(DEVICES / "units_mx.conf"), target="sim", allow_loss=True)
    sizes = [
        entry.got
        for entry in made.ledger
        if entry.path.endswith("limits[1] > depth") and "of the buffer" in entry.asked
    ]
    assert sorted(sizes) == sorted(
        f"{size} bytes" for size in (2500000, 3750000, 500000, 750000, 10000000, 15000000)
    )


def _sections(text: str) -> list[str]:
    """The parts of a text that begin at the margin, one a port. Cells of tables are wrapped."""
    found: list[str] = []
    for line in text.splitlines():
        if line[:1].strip():
            found.append(line)
        elif found:
            found[-1] += f"\n{line}"
    return found
