"""Facts that all IOS platforms share.

"Recorded" outputs, where no other place is named, are the samples of `show policy-map interface` in
the public repository CiscoTestAutomation/genieparser, folder
`src/genie/libs/parser/iosxe/tests/ShowPolicyMapInterface/cli/equal`. They and others are rows of
`tests/rules/test_recorded_*.py`.
"""

from __future__ import annotations

from qosc.profiles.model import Fact

__all__ = [
    "EQUAL_FLOWS",
    "INTERFACE_SPEEDS",
    "MQC_RANGES",
    "MTU",
    "POLICE_BURST_LEAST",
    "POLICE_BURST_TIME",
    "PRIORITY_BURST_LEAST",
    "PRIORITY_BURST_TIME",
    "QUEUES_ON_INPUT",
    "QUEUES_ON_LOGICAL_PORTS",
    "SHAPE_BURSTS_IN_BITS",
    "STATEMENTS",
    "UNKNOWN_SPEEDS",
    "WRED_DENOMINATOR",
    "WRED_DSCP",
    "WRED_EXPONENT",
    "WRED_HQF",
    "WRED_MAXIMUM",
    "WRED_PRECEDENCE",
]

INTERFACE_SPEEDS = Fact(
    {
        "ethernet": 10_000_000,
        "fastethernet": 100_000_000,
        "gigabitethernet": 1_000_000_000,
        "twogigabitethernet": 2_500_000_000,
        "fivegigabitethernet": 5_000_000_000,
        "tengigabitethernet": 10_000_000_000,
        "twentyfivegige": 25_000_000_000,
        "fortygigabitethernet": 40_000_000_000,
        "hundredgige": 100_000_000_000,
        "appgigabitethernet": 1_000_000_000,
        "wlan-gigabitethernet": 1_000_000_000,
        "serial": 1_544_000,
        "bri": 64_000,
    },
    "recorded show interfaces: BW 10000, 100000, 1000000 Kbit/sec by type, Serial BW 1544 Kbit, "
    "BRI BW 64 Kbit; the names of the faster types give their speed",
)

_BUNDLE = "the sum of its members"
_NO_LINK = "it is no link"
_BELOW = "that of the ports its packets leave by"
UNKNOWN_SPEEDS = Fact(
    {
        "async": "that of its modem",
        "atm": "its circuits have contracts, its port depends on the card",
        "bundle-ether": _BUNDLE,
        "bvi": _BELOW,
        "cellular": "that of the radio",
        "control-plane": _NO_LINK,
        "dialer": "that of the line it dials",
        "hssi": "up to 52 Mbit/s, as its DSU gives the clock",
        "loopback": _NO_LINK,
        "mfr": _BUNDLE,
        "multilink": _BUNDLE,
        "null": _NO_LINK,
        "nve": _BELOW,
        "port-channel": _BUNDLE,
        "pos": "155 Mbit/s to 10 Gbit/s by its optics",
        "tokenring": "4 or 16 Mbit/s",
        "tunnel": _BELOW,
        "virtual-access": "that of its line",
        "virtual-template": "that of each line that uses it",
        "vlan": _BELOW,
    },
    "Cisco, Interface and Hardware Component Command Reference, interface; for HSSI Cisco IOS "
    "11.2, High-Speed Serial Interface network processor module. A bundle has what its members "
    "that are up have together: I. Pepelnjak, blog.ipspace.net, 'Multilink bundles have varying "
    "bandwidth' (2000 and 4000 kbit/s are BW 6000); recorded of a Cisco 2811 with three channels "
    "of 31 timeslots: BW 5952 Kbit. A timeslot has 64 kbit/s, of a T1 without `speed` 56 by Cisco "
    "IOS in a Nutshell, channel-group (controller), and 64 on other cards: there it is not known",
)
"""Why the speed of an interface does not follow from its name: in words that follow 'speed'."""

MTU = Fact(1500, "recorded show interfaces: MTU 1500 bytes on Ethernet and serial")

EQUAL_FLOWS = Fact(
    value=False,
    source="Cisco tech note 110850 'Understand Queue Limits and Output Drops': with HQF the flows "
    "of fair-queue are scheduled equally, in class-default as in any class",
)

MQC_RANGES = Fact(value=True, source="YangModels/yang, Cisco-IOS-XE-policy of IOS XE 17.18.1")
STATEMENTS = Fact(
    value=True, source="Cisco IOS command references; IOS XE has the same command line"
)
QUEUES_ON_INPUT = Fact(
    value=False,
    source="Cisco, QoS Policing on Catalyst 6500/6000 Series Switches: shaping is for output only; "
    "Cisco IOS 12.0(5)T, Class-Based Weighted Fair Queueing: attached with `service-policy output`",
)
QUEUES_ON_LOGICAL_PORTS = Fact(
    value=False,
    source="IOS itself: `CBWFQ : Not supported on subinterfaces`; see rule QOS441",
)
SHAPE_BURSTS_IN_BITS = Fact(
    value=True,
    source="Cisco IOS Quality of Service Solutions Command Reference, shape: Bc and Be in bits; "
    "police: in bytes",
)

PRIORITY_BURST_TIME = Fact(
    200_000,
    "Cisco 'Low Latency Queueing' feature guide: 200 ms of the rate; recorded: 10 % of 20 Mbit/s, "
    "burst bytes 50000, and 23 %, 115000 (IOS with HQF); 1000000 kbps, 25000000 (golden_output21)",
    others="golden_output24: 30 % of 99872 kbps, burst bytes 749000, where 200 ms are 749040; "
    "nothing says how that is rounded, 12750 kbps gave all of its 318750",
)
PRIORITY_BURST_LEAST = Fact(1500, "lab record of a CSR1000V: Priority: 10 kbps, burst bytes 1500")

POLICE_BURST_TIME = Fact(
    250_000,
    "recorded in genieparser's ShowPolicyMapControlPlane and ShowPolicyMapInterface: cir 200000 "
    "bps, bc 6250 bytes; cir 10000000 bps, be 312500 bytes: a 32nd of the rate; likewise in "
    "Cisco's EasyQoS guide (rate 5000000 bps, burst 156250 bytes) and on IOS 15.7 of IOL (cir "
    "512000 bps, bc 16000 bytes)",
)
POLICE_BURST_LEAST = Fact(
    1500, "recorded in genieparser's ShowPolicyMapControlPlane: cir 8000 bps, bc 1500 bytes"
)

WRED_EXPONENT = Fact(9, "recorded, golden_output6: Exp-weight-constant: 9 (1/512)")
WRED_DENOMINATOR = Fact(10, "recorded, golden_output6: mark probability 1/10")
WRED_MAXIMUM = Fact(
    40, "recorded, golden_output6 (Serial3/1: 40 packets of 1000 bytes) and golden_output24 (40)"
)
WRED_PRECEDENCE = Fact(
    tuple((9 + precedence) * 40 // 18 for precedence in range(8)),
    "recorded, golden_output6 (Serial3/1): 20, 22, 24, 26, 28; recorded show queueing random-"
    "detect of a FastEthernet port: 20, 22, 24, 26, 28, 31, 33, 35 of 40; Cisco 'Configuring "
    "Weighted Random Early Detection': (9 + precedence)/18 of the maximum",
)
WRED_HQF = Fact(
    tuple(20 + 2 * precedence for precedence in range(8)),
    "recorded show policy-map interface of an IOS with HQF, class-default of a queue limit of 64 "
    "packets with random-detect: 20, 22, 24, 26, 28, 30, 32, 34 of 40",
    others="without HQF precedences 5 to 7 have 31, 33 and 35",
)


def _dscp_minimums() -> tuple[int, ...]:
    """AFx1, AFx2 and AFx3 have 32, 28 and 24, EF 36, CSn 20 + 2n, all others 20."""
    minimums = [20] * 64
    for number in range(1, 8):
        minimums[8 * number] = 20 + 2 * number
    for af_class in range(1, 5):
        for drop in range(1, 4):
            minimums[8 * af_class + 2 * drop] = 36 - 4 * drop
    minimums[46] = 36
    return tuple(minimums)


WRED_DSCP = Fact(
    _dscp_minimums(),
    "Cisco IOS Quality of Service Solutions Command Reference, random-detect dscp, table of "
    "default settings",
)
