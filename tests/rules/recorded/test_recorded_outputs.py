"""Whole recorded outputs of routers: what was configured, and the figures that were printed for it.

A recording names the command, the router where it says which, and where it was published. A figure
is looked up in the model with its defaults filled in, by class and what it is. Figures that a
config gave are not repeated here, only those that the router or arithmetic made.

Outputs that print a depth which the profile has no value for are in `test_recorded_spans.py`.
"""

from __future__ import annotations

import pytest

from tests.rules.linting import complete
from tests.rules.recorded.recording import COLOURS, GENIE, Recording, figure, flat, under

RECORDINGS = [
    Recording(
        GENIE + "golden_output24 (IOS XE)",
        "ios-xe",
        under(
            99_872_000,
            "cs6: bandwidth percent 1; random-detect dscp-based",
            "ef: priority percent 30",
            "af31: bandwidth percent 5",
            "cs1: bandwidth percent 1",
            "class-default: bandwidth percent 58; fair-queue",
        ),
        {
            "P/class-default.bc": 399_488,
            "P/class-default.be": 399_488,
            "C/cs6.kbps": 998,
            "C/ef.kbps": 29_961,
            "C/ef.limit": 512,
            "C/af31.kbps": 4_993,
            "C/cs1.kbps": 998,
            "C/class-default.kbps": 57_925,
            "C/cs6.exponent": 9,
            "C/cs6.limit": 64,
            "C/cs1.limit": 64,
        },
    ),
    Recording(
        GENIE + "golden_output25 (IOS XE)",
        "ios-xe",
        flat("class-default: bandwidth remaining ratio 1; shape average 50000000"),
        {
            "P/class-default.bc": 200_000,
            "P/class-default.be": 200_000,
            "P/class-default.limit": 208,
        },
    ),
    Recording(
        GENIE + "golden_output28, vlan100 and its children (IOS XE)",
        "ios-xe",
        under(
            8_000_000,
            "ef: bandwidth remaining percent 15",
            "class-default: bandwidth remaining percent 85",
        ),
        {
            "P/class-default.bc": 32_000,
            "P/class-default.be": 32_000,
            "P/class-default.limit": 64,
            "C/ef.limit": 64,
        },
    ),
    Recording(
        GENIE + "golden_output28, class-default (IOS XE)",
        "ios-xe",
        flat("class-default: bandwidth remaining ratio 1; shape average 10000000"),
        {"P/class-default.bc": 40_000, "P/class-default.be": 40_000, "P/class-default.limit": 64},
    ),
    Recording(
        GENIE + "golden_output8 (IOS XE)",
        "ios-xe",
        flat(
            "ef: priority level 1 percent 10",
            "af41: priority level 2 percent 20",
            link="TenGigabitEthernet0/0/2",
            lines=("bandwidth 1000000",),
        ),
        {
            "P/ef.kbps": 100_000,
            "P/ef.burst": 2_500_000,
            "P/af41.kbps": 200_000,
            "P/af41.burst": 5_000_000,
        },
    ),
    Recording(
        GENIE + "golden_output21 (IOS XE)",
        "ios-xe",
        flat("ef: priority 1000000", link="GigabitEthernet4"),
        {"P/ef.burst": 25_000_000, "P/ef.limit": 512},
    ),
    Recording(
        GENIE + "golden_output11 (IOS XE, PE1)",
        "ios-xe",
        flat(
            "ef: shape average 80000",
            "class-default: set dscp default",
            link="TenGigabitEthernet0/3/0",
        ),
        {"P/ef.bc": 320, "P/ef.limit": 64, "P/class-default.limit": 41_666},
    ),
    Recording(
        GENIE + "shape-out on GigabitEthernet0/1/5 (IOS XE, 2016)",
        "ios-xe",
        flat("class-default: shape average 474656", link="GigabitEthernet0/1/5"),
        {"P/class-default.bc": 1_899, "P/class-default.be": 1_899, "P/class-default.limit": 64},
    ),
    Recording(
        GENIE + "shape average of 500000 (IOS XE)",
        "ios-xe",
        flat("class-default: shape average 500000"),
        {"P/class-default.bc": 2_000, "P/class-default.be": 2_000},
    ),
    Recording(
        "Cisco EasyQoS guide, show policy-map interface of an ASR1002-X",
        "ios-xe",
        under(
            50_000_000, "ef: priority; police rate percent 10", "cs5: bandwidth remaining percent 8"
        ),
        {
            "P/class-default.bc": 200_000,
            "P/class-default.be": 200_000,
            "P/class-default.limit": 208,
            "C/ef.limit": 512,
            "C/ef.cir": 5_000_000,
            "C/ef.cbs": 156_250,
            "C/cs5.limit": 208,
        },
    ),
    Recording(
        "a branch router's policy, in the tests of a public program that reads it (IOS XE)",
        "ios-xe",
        under(42_500_000, "ef: priority percent 30", "af31: bandwidth remaining percent 20"),
        {
            "P/class-default.bc": 170_000,
            "P/class-default.be": 170_000,
            "C/ef.kbps": 12_750,
            "C/ef.burst": 318_750,
            "C/ef.limit": 512,
        },
    ),
    Recording(
        "a policy of qos-groups on TenGigabitEthernet0/0/24, lab notes (IOS XE)",
        "ios-xe",
        flat("ef: priority level 1 percent 10", link="TenGigabitEthernet0/0/24"),
        {"P/ef.kbps": 1_000_000, "P/ef.burst": 25_000_000},
    ),
    Recording(
        "a lab of a CSR1000V, class TEST3",
        "ios-xe",
        flat("ef: priority 10", link="GigabitEthernet1"),
        {"P/ef.burst": 1_500},
    ),
    Recording(
        "Cisco, QoS: Policing and Shaping (IOS XE 16), Percentage-Based Shaping, Serial2/0/0",
        "ios-xe",
        flat(
            "class-default: shape average percent 30 10 ms 10 ms",
            link="Serial2/0/0",
            lines=("bandwidth 2048",),
        ),
        {
            "P/class-default.cir": 614_400,
            "P/class-default.bc": 6_144,
            "P/class-default.be": 6_144,
            "P/class-default.limit": 64,
        },
    ),
    Recording(
        # The rates printed there are 409500 and 819000, the bursts those of 409600 and 819200.
        "Cisco, QoS: Policing and Shaping (IOS XE 16), Percentage-Based Policing, Serial2/0/0",
        "ios-xe",
        flat(
            "ef: police cir percent 20 bc 300 ms pir percent 40 be 400 ms",
            link="Serial2/0/0",
            lines=("bandwidth 2048",),
        ),
        {"P/ef.cbs": 15_360, "P/ef.pbs": 40_960},
    ),
    Recording(
        "an enterprise WAN lab, UK, FastEthernet0/0 (IOS with HQF)",
        "ios-15",
        under(
            20_000_000,
            "ef: priority percent 10",
            "af41: priority percent 23",
            "af31: bandwidth percent 15; random-detect dscp-based",
            "af21: bandwidth percent 19; random-detect dscp-based",
            "cs1: bandwidth percent 5",
            "cs2: bandwidth percent 3",
            "class-default: bandwidth percent 25; random-detect",
            link="FastEthernet0/0",
        ),
        {
            "P/class-default.bc": 80_000,
            "P/class-default.be": 80_000,
            "P/class-default.limit": 64,
            "C/ef.kbps": 2_000,
            "C/ef.burst": 50_000,
            "C/ef.limit": 64,
            "C/af41.kbps": 4_600,
            "C/af41.burst": 115_000,
            "C/af31.kbps": 3_000,
            "C/af31.limit": 64,
            "C/af31.exponent": 9,
            "C/af21.kbps": 3_800,
            "C/cs1.kbps": 1_000,
            "C/cs2.kbps": 600,
            "C/cs2.limit": 64,
            "C/class-default.kbps": 5_000,
            "C/class-default.exponent": 9,
            **{f"C/class-default.minimum{p}": 20 + 2 * p for p in range(8)},
            **{f"C/class-default.maximum{p}": 40 for p in range(8)},
        },
    ),
    Recording(
        "the same lab, Germany, FastEthernet0/0 and the provider's edge (IOS with HQF)",
        "ios-15",
        flat("class-default: shape average 10000000; police 10000000", link="FastEthernet0/0"),
        {
            "P/class-default.bc": 40_000,
            "P/class-default.be": 40_000,
            "P/class-default.limit": 64,
            "P/class-default.cbs": 312_500,
        },
    ),
    Recording(
        "'Offered & Dropped Rate', a lab with nested policies (IOS with HQF)",
        "ios-15",
        flat("af31: bandwidth 300", "ef: priority 150", link="FastEthernet0/0"),
        {"P/af31.limit": 64, "P/ef.burst": 3_750, "P/ef.limit": 64, "P/class-default.limit": 64},
    ),
    Recording(
        "DMVPN hub of a lab, policy for spokes (IOS 15.7 as IOL)",
        "ios-15",
        flat("class-default: shape average 20000000", link="Ethernet0/0"),
        {"P/class-default.bc": 80_000, "P/class-default.be": 80_000},
    ),
    Recording(
        "DMVPN hub of a lab, child policy on 10 Mbit/s (IOS 15.7 as IOL)",
        "ios-15",
        flat("ef: priority percent 10", "cs2: bandwidth percent 20", link="Ethernet0/0"),
        {"P/ef.kbps": 1_000, "P/ef.burst": 25_000, "P/cs2.kbps": 2_000},
    ),
    Recording(
        "DMVPN hub of a lab, class Social-media-class (IOS 15.7 as IOL)",
        "ios-15",
        flat("ef: police cir 512000", link="Ethernet0/0"),
        {"P/ef.cbs": 16_000},
    ),
    Recording(
        "R2-COPP, a lab, show policy-map control-plane input",
        "ios-15",
        flat(
            f"ef: police cir 8000 {COLOURS} drop",
            f"af31: police cir 64000 {COLOURS} transmit",
            f"af21: police cir 32000 {COLOURS} transmit",
        ),
        {
            "P/ef.cbs": 1_500,
            "P/ef.ebs": 1_500,
            "P/af31.cbs": 2_000,
            "P/af31.ebs": 2_000,
            "P/af21.cbs": 1_500,
            "P/af21.ebs": 1_500,
        },
    ),
    Recording(
        "Router1, a lab, show policy-map control-plane input",
        "ios-15",
        flat(f"ef: police cir 8000 {COLOURS} drop", f"af31: police cir 64000 {COLOURS} transmit"),
        {"P/ef.cbs": 1_500, "P/ef.ebs": 1_500, "P/af31.cbs": 2_000, "P/af31.ebs": 2_000},
    ),
    Recording(
        "a third lab, class CLASS-CoPP-Routing under attack",
        "ios-15",
        flat(f"ef: police cir 64000 {COLOURS} transmit"),
        {"P/ef.cbs": 2_000, "P/ef.ebs": 2_000},
    ),
    Recording(
        "DMVPN hub of a lab, class of Routing-Protocol-acl (IOS 15.7 as IOL)",
        "ios-15",
        flat(f"ef: police cir 128000 {COLOURS} transmit"),
        {"P/ef.cbs": 4_000, "P/ef.ebs": 4_000},
    ),
    Recording(
        "ArnesSI/collectd-python-shower, README, show policy-map control-plane",
        "cat9000",
        flat("ef: police cir 1000000", "class-default: police cir 32000"),
        {"P/ef.cbs": 31_250, "P/class-default.cbs": 1_500},
    ),
    Recording(
        "'CoPP with ACLs and Object Groups', C8000v, 17.13.1a",
        "ios-xe",
        flat("ef: police cir 1000000"),
        {"P/ef.cbs": 31_250},
    ),
    Recording(
        "oznetnerd.com, 'Shape Average vs Shape Peak, part 3' (IOS before HQF)",
        "ios-12",
        flat("class-default: shape average 512000", link="FastEthernet0/0"),
        {
            "P/class-default.bc": 12_800,
            "P/class-default.be": 12_800,
            "P/class-default.bytes": 3_200,
        },
    ),
    Recording(
        "policy TO_CORE on FastEthernet2/0 of R1 (IOS before HQF)",
        "ios-12",
        flat("ef: bandwidth 8; police 8000", "af31: bandwidth 10000", link="FastEthernet2/0"),
        {"P/ef.limit": 64, "P/ef.cbs": 1_500, "P/af31.limit": 64},
    ),
    Recording(
        "CCIE notes, CBWFQ-PERCENT on FastEthernet0/0 of R1 (IOS before HQF)",
        "ios-12",
        flat(
            "ef: bandwidth percent 20",
            "af31: bandwidth percent 30",
            link="FastEthernet0/0",
            lines=("bandwidth 10000",),
        ),
        {"P/ef.kbps": 2_000, "P/ef.limit": 64, "P/af31.kbps": 3_000, "P/af31.limit": 64},
    ),
    Recording(
        "Cisco command reference, show policy-map po1 (IOS before HQF)",
        "ios-12",
        flat("ef: bandwidth 937", "af31: bandwidth 300", link="FastEthernet0/0"),
        {"P/ef.limit": 64, "P/af31.limit": 64},
    ),
    Recording(
        "Cisco, Policer Enhancement - Multiple Actions, Serial3/2 (12.2(8)T)",
        "ios-12",
        flat("class-default: police cir 1000000 pir 2000000", link="Serial3/2"),
        {"P/class-default.cbs": 31_250, "P/class-default.pbs": 31_250},
    ),
    Recording(
        "genieparser, ShowPolicyMapControlPlane, golden_output2: 1500 limit, 1500 extended limit",
        "ios-12",
        flat("ef: police 8000 conform-action transmit exceed-action drop violate-action drop"),
        {"P/ef.cbs": 1_500, "P/ef.ebs": 1_500},
    ),
    Recording(
        "published running configs that a router wrote: police cir 290000 bc 9062",
        "ios-15",
        flat("ef: police cir 290000", "af31: police cir 200000", "cs1: police cir 8000"),
        {"P/ef.cbs": 9_062, "P/af31.cbs": 6_250, "P/cs1.cbs": 1_500},
    ),
    Recording(
        "traffic-shape rate 8000 on FastEthernet0/0 of R2, show traffic-shape (IOS before HQF)",
        "ios-12",
        "interface FastEthernet0/0\n traffic-shape rate 8000\n",
        {"*.bc": 8_000, "*.be": 8_000, "*.bytes": 2_000, "*.tc": 1_000_000},
    ),
    Recording(
        "CCIE notes, show traffic-shape of DLCI 123 on Serial1/0",
        "ios-12",
        "map-class frame-relay slow\n no frame-relay adaptive-shaping\n"
        "interface Serial1/0\n encapsulation frame-relay\n frame-relay traffic-shaping\n"
        "interface Serial1/0.1 point-to-point\n frame-relay interface-dlci 123\n  class slow\n",
        {"*.cir": 56_000, "*.bc": 7_000, "*.be": 0, "*.bytes": 875, "*.tc": 125_000},
    ),
    Recording(
        "a Nexus: police 1000000000 is kept as police cir 1000000000 bps bc 200 ms",
        "nxos",
        flat("ef: police 1000000000", link="Ethernet1/1"),
        {"P/ef.cbs": 25_000_000},
    ),
]


@pytest.mark.parametrize(
    ("recording", "name"),
    [
        pytest.param(found, name, id=f"{found.source[:40]} {name}")
        for found in RECORDINGS
        for name in found.figures
    ],
)
def test_a_figure_that_was_printed(recording: Recording, name: str) -> None:
    device = complete(recording.config, recording.platform)
    assert figure(device, name) == recording.figures[name], recording.source
