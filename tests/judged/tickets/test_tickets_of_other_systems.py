"""Tickets of five more routers, as in `test_tickets`: an edit, three packets, what has to be told.

Each row is written from the text diff and the vendors' references before any output is seen. The
first-match interpreter, which knows no sets of packets, goes over the same packets: where it can
say whether one is treated otherwise, it has to say what the hand said.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import qosc
from qosc.ir import Device
from qosc.source import SourceText
from tests.diff.running import compared
from tests.judged.changes.test_edited_texts import LAYERS, Verdict, judged
from tests.judged.first_match import Fate, UnknownError, fate
from tests.judged.tickets import ticket_devices as devices
from tests.judged.tickets.test_tickets import Sent, told

Edit = tuple[str, str]
Wanted = dict[Sent, set[str]]
ANY_OTHER = ""

LAN = "GigabitEthernet0/0/0"
CALL = Sent(LAN, 17, "10.1.2.3", 20000, 0)
SQL = Sent(LAN, 6, "10.2.0.1", 1521, 0)
BULK_SQL = Sent(LAN, 6, "10.2.0.1", 1521, 8)
WEB = Sent(LAN, 6, "10.2.0.1", 443, 0)
MARKED = Sent(LAN, 6, "10.2.0.1", 443, 26)
BEHIND = Sent(ANY_OTHER, 17, "10.2.0.1", 20000, 46)
SCAVENGER = Sent(ANY_OTHER, 6, "10.2.0.1", 443, 8)
AT_XE: dict[str, tuple[Edit, Wanted]] = {
    "calls have fewer ports": (
        ("range 16384 32767", "range 16384 17000"),
        {CALL: {"dscp", "priority"}, SQL: set(), WEB: set()},
    ),
    "what asks for less is business, too": (
        (" match not dscp cs1\n", ""),
        {BULK_SQL: {"dscp", "policer"}, SQL: set(), WEB: set()},
    ),
    "business may burst to 6 Mbit/s": (
        ("pir 4000000", "pir 6000000"),
        {SQL: {"policer peak rate"}, CALL: set(), BULK_SQL: set()},
    ),
    "business that exceeds is af33": (
        ("exceed-action set-dscp-transmit af32", "exceed-action set-dscp-transmit af33"),
        {SQL: {"exceeding: dscp"}, CALL: set(), WEB: set()},
    ),
    "a line of 50 Mbit/s": (
        ("average 20000000", "average 50000000"),
        {CALL: {"cap"}, SQL: {"cap"}, WEB: {"cap"}},
    ),
    "2 Mbit/s for calls": (
        ("police cir 1000000 bc 31250", "police cir 2000000 bc 31250"),
        {CALL: {"policer rate"}, BEHIND: {"policer rate"}, SQL: set()},
    ),
    "no early drop": (
        ("  random-detect dscp-based\n", ""),
        {SQL: {"early drop"}, CALL: set(), WEB: set()},
    ),
    "a queue of 400 for business": (
        ("queue-limit 200 packets", "queue-limit 400 packets"),
        {SQL: {"depth"}, CALL: set(), WEB: set()},
    ),
    "business has 20 parts": (
        ("ratio 40", "ratio 20"),
        {SQL: {"share of the rest"}, WEB: {"share of the rest"}, CALL: set()},
    ),
    "marks are kept": (
        (" class class-default\n  set dscp default\n", ""),
        {MARKED: {"dscp", "share of the rest"}, SQL: set(), WEB: set()},
    ),
    "the scavenger is served first": (
        ("  bandwidth remaining ratio 1\n", "  priority level 2\n  police cir 64000\n"),
        {SCAVENGER: {"priority", "policer"}, CALL: set(), BEHIND: set()},
    ),
}
IN_XR = "GigabitEthernet0/0/0/0"
SSH = Sent(IN_XR, 6, "10.2.0.1", 22, 0)
SNMP = Sent(IN_XR, 17, "10.2.0.1", 161, 0)
CALL_XR = Sent(IN_XR, 17, "10.2.0.1", 20000, 46)
WEB_XR = Sent(IN_XR, 6, "10.2.0.1", 443, 0)
GOLD_XR = Sent(IN_XR, 6, "10.2.0.1", 443, 26)
GOLD = Sent(ANY_OTHER, 6, "10.2.0.1", 443, 26)
LATE_GOLD = Sent(ANY_OTHER, 6, "10.2.0.1", 443, 30)
AT_XR: dict[str, tuple[Edit, Wanted]] = {
    "20 Mbit/s for calls": (
        ("rate 10 mbps", "rate 20 mbps"),
        {CALL_XR: {"policer rate"}, SSH: set(), WEB_XR: set()},
    ),
    "calls that exceed are af11": (
        ("exceed-action drop", "exceed-action set dscp af11"),
        {CALL_XR: {"exceeding: verdict"}, SSH: set(), WEB_XR: set()},
    ),
    "SNMP is no management": (
        (" 20 permit udp any any eq 161\n", ""),
        {SNMP: {"dscp"}, SSH: set(), CALL_XR: set()},
    ),
    "SSH is denied its mark": (
        ("permit tcp any any eq 22", "deny tcp any any eq 22"),
        {SSH: {"dscp"}, SNMP: set(), GOLD_XR: set()},
    ),
    "af33 is gold": (
        ("dscp af31 af32", "dscp af31 af32 af33"),
        {LATE_GOLD: {"share of the rest"}, GOLD: set(), SSH: set()},
    ),
    "a longer queue of gold": (
        ("queue-limit 400", "queue-limit 800"),
        {GOLD: {"depth"}, LATE_GOLD: set(), CALL_XR: set()},
    ),
    "calls wait behind another level": (
        ("priority level 1", "priority level 2"),
        {CALL_XR: {"priority"}, SSH: set(), GOLD: set()},
    ),
    "marks of the customer stay": (
        (" class class-default\n  set dscp default\n !\n", ""),
        {GOLD_XR: {"dscp"}, WEB_XR: set(), SSH: set()},
    ),
}
LEAF = "Ethernet1/1"
ISCSI = Sent(LEAF, 6, "10.2.0.1", 3260, 0)
OF_26 = Sent(LEAF, 6, "10.2.0.1", 443, 26)
WEB_LEAF = Sent(LEAF, 6, "10.2.0.1", 443, 0)
AT_LEAF: dict[str, tuple[Edit, Wanted]] = {
    "less for the rest": (
        ("cir 100 mbps", "cir 50 mbps"),
        {WEB_LEAF: {"policer rate"}, ISCSI: set(), OF_26: set()},
    ),
    "storage is marked 24": (
        ("set dscp 26", "set dscp 24"),
        {ISCSI: {"dscp"}, OF_26: set(), WEB_LEAF: set()},
    ),
    "what is marked is limited": (
        ("  match dscp 26\n", "  match dscp 28\n"),
        {OF_26: {"policer"}, ISCSI: set(), WEB_LEAF: set()},
    ),
}
ETHERNET = "FastEthernet0/0"
HTTP = Sent(ETHERNET, 6, "10.2.0.1", 80, 0)
DNS = Sent(ETHERNET, 17, "10.2.0.1", 53, 0)
TELNET = Sent(ETHERNET, 6, "10.2.0.1", 23, 0)
MAIL = Sent(ETHERNET, 6, "10.2.0.1", 25, 0)
CALL_12 = Sent(ETHERNET, 17, "10.2.0.1", 20000, 46)
WEB_LINE, ALL_LINE = devices.CAR.splitlines(keepends=True)[5:7]
AT_CAR: dict[str, tuple[Edit, Wanted]] = {
    "the web may have 2 Mbit/s": (
        ("101 1000000", "101 2000000"),
        {HTTP: {"policer rate"}, DNS: set(), MAIL: set()},
    ),
    "all first, then the web": (
        (WEB_LINE + ALL_LINE, ALL_LINE + WEB_LINE),
        {HTTP: {"policer rate"}, DNS: set(), MAIL: set()},
    ),
    "all of UDP goes first": (
        ("udp any any eq domain", "udp any any"),
        {CALL_12: {"priority"}, DNS: set(), MAIL: set()},
    ),
    "telnet waits with the rest": (
        ("priority-list 1 protocol ip medium tcp telnet\n", ""),
        {TELNET: {"priority"}, DNS: set(), MAIL: set()},
    ),
}
FROM = "ge-0/0/0"
CALL_J = Sent(FROM, 17, "10.1.2.3", 20000, 0)
GUEST = Sent(FROM, 6, "10.9.0.1", 443, 0)
BUSY_J = Sent(FROM, 6, "10.2.0.1", 443, 26)
WEB_J = Sent(FROM, 6, "10.2.0.1", 443, 0)
NEW_CALL = Sent(FROM, 17, "10.5.0.1", 20000, 0)
CALLS = "set policy-options prefix-list CALLS 10.1.0.0/16\n"
AT_JUNOS: dict[str, tuple[Edit, Wanted]] = {
    "calls of a second network": (
        (CALLS, CALLS + CALLS.replace("10.1.", "10.5.")),
        {NEW_CALL: {"dscp", "priority"}, CALL_J: set(), WEB_J: set()},
    ),
    "guests that exceed are dropped": (
        ("TWO then loss-priority high", "TWO then discard"),
        {GUEST: {"exceeding: verdict"}, CALL_J: set(), WEB_J: set()},
    ),
    "af31 is best effort": (
        (
            "assured-forwarding loss-priority low code-points af31",
            "best-effort loss-priority low code-points af31",
        ),
        {BUSY_J: {"dscp"}, CALL_J: set(), WEB_J: set()},
    ),
    "a line of 50 Mbit/s": (
        ("shaping-rate 20m", "shaping-rate 50m"),
        {BUSY_J: {"guarantee"}, WEB_J: {"share of the rest"}, CALL_J: {"cap"}},
    ),
    "4 Mbit/s for calls, of what the rest had": (
        ("CALLS transmit-rate 2m", "CALLS transmit-rate 4m"),
        {CALL_J: {"guarantee"}, WEB_J: {"share of the rest"}, BUSY_J: set()},
    ),
    "calls are cs5": (
        (" code-point ef", " code-point cs5"),
        {CALL_J: {"dscp"}, BUSY_J: set(), GUEST: set()},
    ),
}
TICKETS = {
    f"{where}: {name}": (text, out, edit, wanted)
    for where, text, out, rows in (
        ("xe", devices.XE, "GigabitEthernet0/0/1.10", AT_XE),
        ("xr", devices.XR, "GigabitEthernet0/0/0/1", AT_XR),
        ("nexus", devices.NEXUS, "Ethernet1/2", AT_LEAF),
        ("car", devices.CAR, "Serial0/0", AT_CAR),
        ("junos", devices.JUNOS, "ge-0/0/1", AT_JUNOS),
    )
    for name, (edit, wanted) in rows.items()
}


def test_there_are_thirty_two() -> None:
    assert len(TICKETS) == 32
    assert all(len(wanted) == 3 for _, _, _, wanted in TICKETS.values())


@pytest.mark.parametrize("ticket", list(TICKETS))
def test_three_packets_of_a_ticket(ticket: str, tmp_path: Path) -> None:
    text, out, (before, after), packets = TICKETS[ticket]
    assert text.count(before) == 1
    _, device = compared(tmp_path, text, text.replace(before, after))
    found = {packet: told(device, packet, out) for packet in packets}
    assert {packet: bool(names) for packet, names in found.items()} == {
        packet: bool(names) for packet, names in packets.items()
    }
    for packet, names in packets.items():
        assert found[packet] >= names, packet


def walked(device: Device, packet: Sent, out: str) -> Fate:
    """A packet through the input of its port and the output of another."""
    came = device.ports.get(packet.came)
    stages = (*(came.input if came is not None else ()), *device.ports[out].output)
    fields = {**packet.fields(), **LAYERS, "loss-priority": "low", "forwarding-class": ""}
    return fate(device, stages, {**fields, "qos-group": 0, "ttl": 64, "length": 200})


def test_the_interpreter_says_the_same() -> None:
    tally: Counter[Verdict] = Counter()
    for name, (text, out, edit, packets) in TICKETS.items():
        both = [
            next(qosc.devices(SourceText.of("t.cfg", each.encode()))).joined_device
            for each in (text, text.replace(*edit))
        ]
        for packet, names in packets.items():
            try:
                fates = [walked(each, packet, out) for each in both]
            except UnknownError:
                tally[Verdict.OPEN] += 1
                continue
            found = judged(*fates, alike=False, queues=True)
            tally[found] += 1
            if found is not Verdict.OPEN:
                assert (found is Verdict.DIFFERS) is bool(names), (name, packet)
    assert tally[Verdict.DIFFERS] > 15
