"""Facts of platforms, written down from their sources once more and not taken from the tables."""

from __future__ import annotations

import pytest

from qosc import frontends
from qosc.datapath import link_rate
from qosc.datapath.queues.fair import flow_queues_of
from qosc.ir import FairQueue
from qosc.profiles import profile
from qosc.profiles.nexus_names import is_system_class, is_system_policy, queue_group
from qosc.render.shows.model import show_port
from qosc.source import SourceText
from tests.rules.linting import complete

MEGA, GIGA = 1_000_000, 1_000_000_000
SPEEDS = [
    # Names of interfaces of Cisco say their speed, but for Serial (a T1) and BRI (a B channel),
    # of which routers print BW 1544 and BW 64 Kbit.
    ("Ethernet0/0", "ios-12", 10 * MEGA),
    ("FastEthernet0/0", "ios-12", 100 * MEGA),
    ("GigabitEthernet0/0", "ios-15", GIGA),
    ("TwoGigabitEthernet1/0/1", "ios-xe", 2500 * MEGA),
    ("FiveGigabitEthernet1/0/1", "ios-xe", 5 * GIGA),
    ("TenGigabitEthernet1/0/1", "ios-xe", 10 * GIGA),
    ("TwentyFiveGigE1/0/1", "ios-xe", 25 * GIGA),
    ("FortyGigabitEthernet1/0/1", "ios-xe", 40 * GIGA),
    ("HundredGigE1/0/1", "ios-xe", 100 * GIGA),
    ("AppGigabitEthernet1/0/1", "ios-xe", GIGA),
    ("WLAN-GigabitEthernet0/1/0", "ios-xe", GIGA),
    ("Serial0/0", "ios-12", 1_544_000),
    ("BRI0", "ios-12", 64_000),
    ("GigabitEthernet0/0.100", "ios-12", GIGA),
    ("TenGigE0/0/0/1", "ios-xr", 10 * GIGA),
    ("FiftyGigE0/0/0/1", "ios-xr", 50 * GIGA),
    ("TwoHundredGigE0/0/0/1", "ios-xr", 200 * GIGA),
    ("FourHundredGigE0/0/0/1", "ios-xr", 400 * GIGA),
    # Of these the name says none: some timeslots of a Serial, and any Ethernet of a Nexus.
    ("Serial1/0:23", "ios-12", None),
    ("Ethernet1/1", "nxos", None),
]


@pytest.mark.parametrize(("name", "platform", "bps"), SPEEDS)
def test_the_speed_that_the_name_of_an_interface_says(
    name: str, platform: str, bps: int | None
) -> None:
    text = f"interface {name}\n ip access-group 1 in\n"
    device = frontends.load(SourceText("t.cfg", text), platform)
    assert link_rate(device, device.ports[name], profile(platform)) == bps


@pytest.mark.parametrize(
    ("name", "bps"),
    [("fe-0/0/0", 100 * MEGA), ("ge-0/0/0", GIGA), ("xe-0/0/0", 10 * GIGA), ("et-0/0/0", None)],
)
def test_the_speed_that_the_media_type_of_junos_says(name: str, bps: int | None) -> None:
    text = f"interfaces {{ {name} {{ unit 0 {{ family inet {{ filter {{ input F; }} }} }} }} }}"
    device = frontends.load(SourceText("t.conf", text), "junos-mx")
    assert link_rate(device, device.ports[f"{name}.0"], profile("junos-mx")) == bps


@pytest.mark.parametrize(
    ("name", "platform", "why"),
    [
        ("ATM1/0", "ios-12", "its circuits have contracts, its port depends on the card"),
        ("nve1", "nxos", "that of the ports its packets leave by"),
        ("Async1", "ios-12", "that of its modem"),
        ("Bundle-Ether1", "ios-xr", "that of one of its members"),
        ("Port-channel1", "ios-xe", "the sum of its members"),
        ("Multilink1", "ios-12", "the sum of its members"),
        ("MFR1", "ios-12", "the sum of its members"),
        ("Cellular0/1/0", "ios-xe", "that of the radio"),
        ("Dialer1", "ios-12", "that of the line it dials"),
        ("Hssi1/0", "ios-12", "up to 52 Mbit/s"),
        ("POS1/0", "ios-12", "155 Mbit/s to 10 Gbit/s by its optics"),
        ("TokenRing0", "ios-12", "4 or 16 Mbit/s"),
        ("Tunnel1", "ios-12", "that of the ports its packets leave by"),
        ("BVI1", "ios-12", "that of the ports its packets leave by"),
        ("Vlan10", "ios-xe", "that of the ports its packets leave by"),
        ("Virtual-Template1", "ios-12", "that of each line that uses it"),
        ("Virtual-Access1", "ios-12", "that of its line"),
        ("Loopback0", "ios-12", "it is no link"),
        ("Null0", "ios-12", "it is no link"),
        ("Serial1/0:23", "ios-12", "that of its timeslots"),
        ("Ethernet1/1", "nxos", "its name says none"),
    ],
)
def test_why_the_speed_of_an_interface_is_not_known(name: str, platform: str, why: str) -> None:
    text = f"interface {name}\n ip access-group 1 in\n"
    device = complete(text, platform)
    shown = show_port(device, device.ports[name], profile(platform))
    assert why in "\n".join(shown)


# Cisco Nexus 9000 QoS Configuration Guide, system-defined class maps of type queuing.
@pytest.mark.parametrize(
    ("name", "group"),
    [
        ("c-out-q1", 1),
        ("c-out-q3", 3),
        ("c-out-q7", 7),
        ("c-out-q-default", 0),
        ("c-out-8q-q5", 5),
        ("c-out-8q-q-default", 0),
        ("C-IN-Q2", 2),
        ("c-out-q8", None),
        ("c-out-q0", None),
        ("1p7q4t-out-q2", None),
        ("mine", None),
    ],
)
def test_which_group_the_queue_of_a_nexus_takes(name: str, group: int | None) -> None:
    assert queue_group(name) == group


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("c-out-q3", True),
        ("1p7q4t-out-q2", True),
        ("1p3q1t-out-pq1", True),
        ("2q4t-7e-drop-in-q1", True),
        ("2q4t-in-q-default", True),
        ("c-4q-7e-drop-in", True),
        ("class-fcoe", True),
        ("class-all-flood", True),
        ("class-ip-multicast", True),
        ("class-all-floods", False),
        ("voice", False),
        ("out-q3", False),
    ],
)
def test_which_classes_a_nexus_brings(name: str, known: bool) -> None:
    assert is_system_class(name) is known


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("fcoe-default-in-policy", True),
        ("default-out-policy", True),
        ("default-4q-8e-in-policy", True),
        ("default-nq-policy", True),
        ("my-policy", False),
        ("default-policy", False),
        ("fcoe-in-policy", False),
    ],
)
def test_which_policies_a_nexus_brings(name: str, known: bool) -> None:
    assert is_system_policy(name) is known


# Cisco IOS QoS Solutions Command Reference, fair-queue (class-default): the default number of
# dynamic queues by bandwidth.
@pytest.mark.parametrize(
    ("kbps", "queues"),
    [
        (56, 16),
        (64, 16),
        (65, 32),
        (128, 32),
        (129, 64),
        (256, 64),
        (257, 128),
        (512, 128),
        (513, 256),
        (1544, 256),
    ],
)
def test_how_many_flow_queues_a_slow_link_has(kbps: int, queues: int) -> None:
    assert flow_queues_of(FairQueue(), kbps * 1000) == queues


def test_a_bit_more_than_a_bound_is_beyond_it() -> None:
    assert [flow_queues_of(FairQueue(), bps) for bps in (512_000, 512_001)] == [128, 256]
    assert flow_queues_of(FairQueue(), None) == 256
    assert flow_queues_of(FairQueue(flows=32), 1_000_000) == 32
