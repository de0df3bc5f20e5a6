"""Tickets on whole devices, as in `test_tickets`: a policy on ports of several speeds, hierarchies,
units, a direction swapped, a port and an object renamed, an entry inserted, a port of another kind.

Each row is judged from the text diff and the vendors' references. Of several the output had been
seen before the row was written: these hold the behaviour, and do not judge it blind.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diff.running import compared
from tests.judged.tickets import devices_of_tickets as devices
from tests.judged.tickets.test_tickets import Sent, told

Edits = tuple[tuple[str, str], ...]
Wanted = dict[tuple[Sent, str], set[str]]

LAN = "GigabitEthernet0/0/0"
MPLS, NET, SITE = "GigabitEthernet0/0/1", "GigabitEthernet0/0/2", "GigabitEthernet0/0/3.30"
CALL = Sent(LAN, 17, "10.1.2.3", 20000, 0)
SPARED = Sent(LAN, 17, "10.1.9.9", 20000, 0)
BUSY = Sent(LAN, 6, "10.1.2.3", 443, 26)
WEB = Sent(LAN, 6, "10.1.2.3", 443, 10)
MARKED = Sent("", 17, "10.7.0.1", 20000, 46)
AT_XE: dict[str, tuple[Edits, Wanted]] = {
    "a fifth for calls, on lines of 50 and 20 Mbit/s": (
        (("priority percent 10", "priority percent 20"),),
        {(CALL, MPLS): {"priority rate"}, (MARKED, SITE): {"priority rate"}, (BUSY, NET): set()},
    ),
    "one line becomes faster": (
        ((" bandwidth 50000", " bandwidth 100000"),),
        {(CALL, MPLS): {"priority rate"}, (BUSY, MPLS): {"guarantee"}, (BUSY, NET): set()},
    ),
    "an entry between two": (
        ((" 20 permit", " 15 deny udp 10.1.9.0 0.0.0.255 any\n 20 permit"),),
        {(SPARED, MPLS): set(), (CALL, MPLS): set(), (BUSY, NET): set()},
    ),
    "an entry before all": (
        ((" 10 permit", " 5 deny udp 10.1.9.0 0.0.0.255 any\n 10 permit"),),
        {(SPARED, MPLS): {"dscp", "priority"}, (CALL, MPLS): set(), (BUSY, NET): set()},
    ),
    "the policy of the LAN in the other direction": (
        (("service-policy input LAN-IN", "service-policy output LAN-IN"),),
        {(CALL, MPLS): {"dscp", "priority"}, (BUSY, NET): {"policer"}, (MARKED, NET): set()},
    ),
    "calls have another name and another rate": (
        (("EF-Q", "CALLS"), ("priority percent 10", "priority percent 15")),
        {(CALL, NET): {"priority rate"}, (BUSY, NET): set(), (WEB, NET): set()},
    ),
    "the shaper of two sites": (
        (("average 20000000", "average 30000000"),),
        {(CALL, SITE): {"cap", "priority rate"}, (BUSY, NET): {"guarantee"}, (BUSY, MPLS): set()},
    ),
    "a release with other defaults": (
        (("version 16.12", "version 15.4"),),
        {(CALL, MPLS): {"depth"}, (MARKED, NET): {"depth"}, (BUSY, MPLS): {"depth"}},
    ),
}
STORAGE = Sent("Ethernet1/1", 6, "10.1.2.3", 3260, 0)
DISK = Sent("Ethernet1/2", 6, "10.1.2.3", 3260, 0)
LEAF_CALL = Sent("Ethernet1/1", 17, "10.1.2.3", 20000, 46)
AT_LEAF: dict[str, tuple[Edits, Wanted]] = {
    "storage goes to a group without a queue": (
        (("set qos-group 3", "set qos-group 2"),),
        {
            (STORAGE, "Ethernet1/3"): {"share of the rest"},
            (DISK, "Ethernet1/3"): {"share of the rest"},
            (LEAF_CALL, "Ethernet1/3"): set(),
        },
    ),
}
PHONE = Sent("GigabitEthernet0/2", 17, "10.1.2.3", 20000, 46)
OLD_MARK = Sent("GigabitEthernet0/24", 17, "10.1.2.3", 20000, 46)
PLAIN = Sent("GigabitEthernet0/24", 6, "10.1.2.3", 443, 0)
AT_ACCESS: dict[str, tuple[Edits, Wanted]] = {
    "more buffers for the second queue": (
        (("buffers 15 25 40 20", "buffers 10 30 40 20"),),
        {
            (PHONE, "GigabitEthernet0/24"): {"depth"},
            (PLAIN, "GigabitEthernet0/1"): {"depth"},
            (Sent("GigabitEthernet0/24", 6, "10.1.2.3", 443, 8), "GigabitEthernet0/1"): set(),
        },
    ),
    "ef in the third queue": (
        (("queue 1 threshold 3 46", "queue 3 threshold 3 46"),),
        {
            (PHONE, "GigabitEthernet0/24"): {"priority"},
            (OLD_MARK, "GigabitEthernet0/1"): {"priority"},
            (PLAIN, "GigabitEthernet0/1"): set(),
        },
    ),
}
EDGE = "ge-0/0/0"
SPOKEN = Sent(EDGE, 17, "10.0.0.9", 20000, 0)
SQL = Sent(EDGE, 6, "10.0.0.9", 1521, 0)
NEW_SQL = Sent(EDGE, 6, "10.0.0.130", 1521, 0)
REST = Sent(EDGE, 6, "10.0.0.9", 443, 0)
AT_MX: dict[str, tuple[Edits, Wanted]] = {
    "40 Mbit/s for one unit": (
        (
            (
                "T20 { scheduler-map MAP; shaping-rate 20m",
                "T20 { scheduler-map MAP; shaping-rate 40m",
            ),
        ),
        {
            (SPOKEN, "ge-0/0/1.100"): {"guarantee", "cap"},
            (SQL, "ge-0/0/1.100"): {"guarantee", "cap"},
            (SQL, "ge-0/0/1.200"): set(),
        },
    ),
    "servers of a second network": (
        (("10.0.0.0/25; }", "10.0.0.0/25; 10.0.0.128/26; }"),),
        {
            (NEW_SQL, "xe-0/1/0"): {"policer", "dscp", "guarantee"},
            (SQL, "xe-0/1/0"): set(),
            (REST, "ge-0/0/1.200"): set(),
        },
    ),
    "a port moves, and a policer is called otherwise": (
        (("xe-0/1/0", "xe-1/1/0"), ("P10", "TEN"), ("bandwidth-limit 10m", "bandwidth-limit 20m")),
        {
            (SQL, "xe-0/1/0"): {"policer rate"},
            (SPOKEN, "xe-0/1/0"): set(),
            (REST, "xe-0/1/0"): set(),
        },
    ),
    "late business is marked af33": (
        (("code-point af32", "code-point af33"),),
        {
            (SQL, "xe-0/1/0"): {"exceeding: dscp"},
            (SPOKEN, "xe-0/1/0"): set(),
            (SQL, "ge-0/0/1.100"): set(),
        },
    ),
}
TICKETS = {
    f"{where}: {name}": (text, edits, wanted)
    for where, text, rows in (
        ("xe", devices.XE, AT_XE),
        ("leaf", devices.LEAF, AT_LEAF),
        ("access", devices.ACCESS, AT_ACCESS),
        ("mx", devices.MX, AT_MX),
    )
    for name, (edits, wanted) in rows.items()
}


def test_there_are_fifteen() -> None:
    assert len(TICKETS) == 15
    assert all(len(wanted) == 3 for _, _, wanted in TICKETS.values())


@pytest.mark.parametrize("ticket", list(TICKETS))
def test_three_packets_of_a_ticket(ticket: str, tmp_path: Path) -> None:
    old, edits, packets = TICKETS[ticket]
    new = old
    for before, after in edits:
        assert before in new
        new = new.replace(before, after)
    _, device = compared(tmp_path, old, new)
    found = {where: told(device, *where) for where in packets}
    assert {where: bool(names) for where, names in found.items()} == {
        where: bool(names) for where, names in packets.items()
    }
    for where, names in packets.items():
        assert found[where] >= names, where
