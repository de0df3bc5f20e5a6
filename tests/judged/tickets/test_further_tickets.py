"""Tickets of a hub of Cisco and of an edge router of Juniper, as in `test_tickets`.

What differs for each packet is judged by hand from the two texts, Cisco's command references and
Juniper's Class of Service User Guide, before any output is seen.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.diff.running import compared
from tests.judged.tickets.test_tickets import Sent, told

HUB = """\
version 15.4
hostname hub
ip access-list extended BACKUP
 deny ip host 10.9.0.66 any
 permit ip 10.9.0.0 0.0.0.255 any
class-map match-any BULK
 match access-group name BACKUP
class-map match-all VIDEO
 match dscp af41
class-map match-any CONTROL
 match dscp cs6
policy-map LAN
 class BULK
  set dscp af11
 class VIDEO
  police 2000000 62500 conform-action transmit exceed-action drop
policy-map QUEUES
 class CONTROL
  bandwidth 64
 class VIDEO
  bandwidth percent 40
 class class-default
  fair-queue
policy-map SITE
 class class-default
  shape average 4000000
  service-policy QUEUES
interface GigabitEthernet0/0
 service-policy input LAN
interface GigabitEthernet0/1
 service-policy output SITE
"""
REWRITE = "set class-of-service rewrite-rules dscp MARK forwarding-class"
EDGE = f"""\
set system host-name edge
set firewall family inet filter IN term voice from protocol udp
set firewall family inet filter IN term voice from destination-port 16384-32767
set firewall family inet filter IN term voice then forwarding-class expedited-forwarding
set firewall family inet filter IN term voice then loss-priority low
set firewall family inet filter IN term voice then accept
set firewall family inet filter IN term bulk from source-address 10.9.0.0/24
set firewall family inet filter IN term bulk then policer P2
set firewall family inet filter IN term bulk then forwarding-class assured-forwarding
set firewall family inet filter IN term bulk then loss-priority low
set firewall family inet filter IN term rest then forwarding-class best-effort
set firewall family inet filter IN term rest then loss-priority low
set firewall family inet filter IN term rest then accept
set firewall policer P2 if-exceeding bandwidth-limit 2m
set firewall policer P2 if-exceeding burst-size-limit 62500
set firewall policer P2 then discard
set interfaces ge-0/0/0 unit 0 family inet filter input IN
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.1/30
set class-of-service interfaces ge-0/0/1 scheduler-map OUT
set class-of-service interfaces ge-0/0/1 unit 0 rewrite-rules dscp MARK
{REWRITE} expedited-forwarding loss-priority low code-point ef
{REWRITE} assured-forwarding loss-priority low code-point af11
set class-of-service scheduler-maps OUT forwarding-class expedited-forwarding scheduler VOICE
set class-of-service scheduler-maps OUT forwarding-class assured-forwarding scheduler BULK
set class-of-service scheduler-maps OUT forwarding-class best-effort scheduler REST
set class-of-service schedulers VOICE transmit-rate percent 20
set class-of-service schedulers VOICE priority strict-high
set class-of-service schedulers BULK transmit-rate percent 30
set class-of-service schedulers BULK buffer-size percent 30
set class-of-service schedulers REST transmit-rate percent 50
set class-of-service schedulers REST buffer-size percent 50
"""
LAN, EDGE_IN = "GigabitEthernet0/0", "ge-0/0/0"
SERVER = Sent(LAN, 6, "10.9.0.5", 873, 0)
SPARED = Sent(LAN, 6, "10.9.0.66", 873, 0)
FILM = Sent(LAN, 17, "10.2.0.1", 5004, 34)
ROUTES = Sent(LAN, 6, "10.2.0.2", 179, 48)
WEB = Sent(LAN, 6, "10.2.0.1", 443, 0)
PHONE = Sent(EDGE_IN, 17, "10.2.0.1", 20000, 0)
COPY = Sent(EDGE_IN, 6, "10.9.0.5", 873, 0)
MAIL = Sent(EDGE_IN, 6, "10.2.0.1", 25, 0)
ABOVE = Sent(EDGE_IN, 17, "10.2.0.1", 40000, 0)
TERM = "set firewall family inet filter IN term "

Edit = tuple[str, str]
Wanted = dict[Sent, set[str]]
AT_HUB: dict[str, tuple[Edit, Wanted]] = {
    "video may send 3 Mbit/s": (
        ("police 2000000", "police 3000000"),
        {FILM: {"policer rate"}, SERVER: set(), WEB: set()},
    ),
    "video that exceeds is marked": (
        ("exceed-action drop", "exceed-action set-dscp-transmit af42"),
        {FILM: {"exceeding: verdict"}, ROUTES: set(), WEB: set()},
    ),
    "a faster line": (
        ("average 4000000", "average 8000000"),
        {FILM: {"guarantee", "cap"}, ROUTES: {"cap"}, WEB: {"cap"}},
    ),
    "the server that was spared is backup, too": (
        (" deny ip host 10.9.0.66 any\n", ""),
        {SPARED: {"dscp"}, SERVER: set(), WEB: set()},
    ),
    "the exception behind what it is of": (
        (
            " deny ip host 10.9.0.66 any\n permit ip 10.9.0.0 0.0.0.255 any\n",
            " permit ip 10.9.0.0 0.0.0.255 any\n deny ip host 10.9.0.66 any\n",
        ),
        {SPARED: {"dscp"}, SERVER: set(), FILM: set()},
    ),
    "backup is af12": (
        ("set dscp af11", "set dscp af12"),
        {SERVER: {"dscp"}, SPARED: set(), FILM: set()},
    ),
    "another network for backup": (
        ("permit ip 10.9.0.0", "permit ip 10.2.0.0"),
        {SERVER: {"dscp"}, WEB: {"dscp"}, SPARED: set()},
    ),
    "cs7 is control, too": (
        (" match dscp cs6\n", " match dscp cs6\n match dscp cs7\n"),
        {Sent(LAN, 6, "10.2.0.2", 179, 56): {"guarantee"}, ROUTES: set(), WEB: set()},
    ),
    "control is the first served": (
        ("  bandwidth 64\n", "  priority 64\n"),
        {ROUTES: {"priority"}, SERVER: set(), WEB: set()},
    ),
    "video waits with all else": (
        (" class VIDEO\n  bandwidth percent 40\n", ""),
        {FILM: {"guarantee"}, ROUTES: set(), WEB: {"share of the rest"}},
    ),
    "no policy on the line": (
        (" service-policy output SITE\n", ""),
        {FILM: {"guarantee"}, ROUTES: {"guarantee"}, WEB: {"queue"}},
    ),
}
AT_EDGE: dict[str, tuple[Edit, Wanted]] = {
    "voice has fewer ports": (
        ("16384-32767", "16384-17000"),
        {PHONE: {"dscp", "priority"}, COPY: set(), MAIL: set()},
    ),
    "voice has more ports": (
        ("16384-32767", "16384-65535"),
        {ABOVE: {"dscp", "priority"}, PHONE: set(), COPY: set()},
    ),
    "backup may send 5 Mbit/s": (
        ("bandwidth-limit 2m", "bandwidth-limit 5m"),
        {COPY: {"policer rate"}, PHONE: set(), MAIL: set()},
    ),
    "backup that exceeds loses its priority": (
        ("P2 then discard", "P2 then loss-priority high"),
        {COPY: {"exceeding: verdict"}, PHONE: set(), MAIL: set()},
    ),
    "backup is best effort": (
        ("bulk then forwarding-class assured-forwarding", "bulk then forwarding-class best-effort"),
        {COPY: {"dscp", "guarantee"}, PHONE: set(), MAIL: set()},
    ),
    "voice is marked cs5": (
        ("code-point ef", "code-point cs5"),
        {PHONE: {"dscp"}, COPY: set(), MAIL: set()},
    ),
    "voice is not strict": (
        ("VOICE priority strict-high", "VOICE priority low"),
        {PHONE: {"priority"}, COPY: set(), MAIL: set()},
    ),
    "backup gets 20 percent": (
        ("BULK transmit-rate percent 30", "BULK transmit-rate percent 20"),
        {COPY: {"guarantee"}, PHONE: set(), MAIL: set()},
    ),
    "the term of backup goes first": (
        (
            f"{TERM}voice from protocol udp\n",
            f"{TERM}bulk from source-address 10.9.0.0/24\n{TERM}voice from protocol udp\n",
        ),
        {Sent(EDGE_IN, 17, "10.9.0.5", 20000, 0): {"dscp", "policer"}, PHONE: set(), MAIL: set()},
    ),
    "all else is refused": (
        ("rest then accept", "rest then discard"),
        {MAIL: {"verdict"}, PHONE: set(), COPY: set()},
    ),
    "no filter": (
        (
            "set interfaces ge-0/0/0 unit 0 family inet filter input IN\n",
            "set interfaces ge-0/0/0 unit 0 family inet address 10.2.0.9/24\n",
        ),
        {PHONE: {"dscp", "priority"}, COPY: {"dscp", "policer"}, MAIL: set()},
    ),
}
TICKETS = {
    **{name: (HUB, "GigabitEthernet0/1", *each) for name, each in AT_HUB.items()},
    **{name: (EDGE, "ge-0/0/1", *each) for name, each in AT_EDGE.items()},
}


@pytest.mark.parametrize("ticket", list(TICKETS))
def test_three_packets_of_a_ticket(ticket: str, tmp_path: Path) -> None:
    old, out, (before, after), packets = TICKETS[ticket]
    assert old.count(before) == 1
    _, device = compared(tmp_path, old, old.replace(before, after))
    found = {packet: told(device, packet, out) for packet in packets}
    assert {packet: bool(names) for packet, names in found.items()} == {
        packet: bool(names) for packet, names in packets.items()
    }
    for packet, names in packets.items():
        assert found[packet] >= names, packet
