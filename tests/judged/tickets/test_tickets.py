"""Tickets of a branch office: what becomes of three packets, told from the change alone.

Each row has the ticket, the edit, and for three packets what has to be told of them: the names of
figures that differ, judged by hand from the text and Cisco's command references. Nothing told says
that the packet is treated as before.
"""

from __future__ import annotations

from ipaddress import IPv4Address
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.diff.running import compared
from tests.judged.reported import in_term, is_of_packets

OLD = (Path(__file__).parents[3] / "docs" / "diff" / "old.cfg").read_text(encoding="utf-8")
LAN = "FastEthernet0/0"
PHONES = " permit udp 10.1.0.0 0.0.255.255 any range 16384 32767\n"


class Sent(NamedTuple):
    """A packet with the port that it comes in by; an empty one: any other port."""

    came: str
    protocol: int
    source: str
    port: int
    dscp: int

    def fields(self) -> dict[str, int | str]:
        return {
            "ip-version": 4,
            "ethertype": 0x0800,
            "protocol": self.protocol,
            "src4": int(IPv4Address(self.source)),
            "dst4": int(IPv4Address("192.0.2.9")),
            "src-port": 1024,
            "dst-port": self.port,
            "dscp": self.dscp,
            "ecn": 0,
            "fragment": 0,
            "first-fragment": 0,
            "tagged": 0,
            "labelled": 0,
            "input-interface": self.came,
        }


PHONE = Sent(LAN, 17, "10.1.2.3", 20000, 0)
NEW_PHONE = Sent(LAN, 17, "10.5.2.3", 20000, 0)
MARKED = Sent(LAN, 17, "10.2.0.1", 20000, 46)
ORDERS_LAN = Sent(LAN, 6, "10.9.9.9", 443, 26)
WEB = Sent(LAN, 6, "10.9.9.9", 443, 0)
ORDERS = Sent("", 6, "10.9.9.9", 443, 26)
VOICE = Sent("", 17, "10.2.0.1", 20000, 46)
OTHER = Sent("", 6, "10.9.9.9", 443, 18)

TICKETS: dict[str, tuple[tuple[str, str], dict[Sent, set[str]]]] = {
    "voice gets 800 kbit/s": (
        ("priority 500", "priority 800"),
        {PHONE: {"priority rate"}, ORDERS: set(), WEB: {"share of the rest"}},
    ),
    "phones of a second network": (
        (PHONES, PHONES + PHONES.replace("10.1.", "10.5.")),
        {PHONE: set(), NEW_PHONE: {"dscp", "priority"}, ORDERS: set()},
    ),
    "fewer ports for phones": (
        ("16384 32767", "16384 17000"),
        {PHONE: {"dscp", "priority"}, MARKED: set(), VOICE: set()},
    ),
    "marks of the LAN are kept": (
        (" class class-default\n  set ip dscp default\n", ""),
        {PHONE: set(), ORDERS_LAN: {"dscp", "guarantee"}, MARKED: {"dscp", "priority"}},
    ),
    "orders get 40 percent": (
        ("percent 30", "percent 40"),
        {ORDERS: {"guarantee"}, ORDERS_LAN: {"share of the rest"}, VOICE: set()},
    ),
    "a slower line": (
        (" bandwidth 2048", " bandwidth 1024"),
        {ORDERS: {"guarantee"}, VOICE: set(), WEB: {"share of the rest"}},
    ),
    "orders are af21 as well": (
        ("dscp af31", "dscp af31 af21"),
        {OTHER: {"guarantee"}, ORDERS: set(), WEB: set()},
    ),
    "orders are af21 from now on": (
        ("dscp af31", "dscp af21"),
        {OTHER: {"guarantee"}, ORDERS: {"guarantee"}, VOICE: set()},
    ),
    "voice is policed, not queued first": (
        ("  priority 500\n", "  police 500000\n"),
        {PHONE: {"policer", "priority"}, VOICE: {"policer", "priority"}, ORDERS: set()},
    ),
    "a deeper queue for orders": (
        ("percent 30\n", "percent 30\n  queue-limit 128\n"),
        {ORDERS: {"depth"}, VOICE: set(), WEB: set()},
    ),
    "the class is called otherwise": (
        ("SAP", "ORDERS"),
        {ORDERS: set(), VOICE: set(), PHONE: set()},
    ),
    "no policy towards the LAN": (
        (" service-policy input MARK\n", ""),
        {PHONE: {"dscp", "priority"}, ORDERS_LAN: {"dscp", "guarantee"}, VOICE: set()},
    ),
}


def told(device: dict[str, Any], packet: Sent, out: str = "Serial0/0") -> set[str]:
    """What the changes of the packet's way to the WAN say of it."""
    into = packet.came or None
    composed = any(into in way["inputs"] and out in way["outputs"] for way in device["composed"])
    found: set[str] = set()
    for change in device["changes"]:
        port = into if composed else None
        ways = change["ways"]
        here = any(port in way["inputs"] and out in way["outputs"] for way in ways)
        first = not composed and any(
            into in way["inputs"] and None in way["outputs"] for way in ways if into
        )
        if (here or first) and is_of_packets(change):
            assert change["region"] is not None
            if any(in_term(term, packet.fields()) for term in change["region"]):
                found |= {one["name"] for one in change["differences"]}
    return found


@pytest.mark.parametrize("ticket", list(TICKETS))
def test_three_packets_of_a_ticket(ticket: str, tmp_path: Path) -> None:
    (before, after), packets = TICKETS[ticket]
    assert OLD.count(before) >= 1
    _, device = compared(tmp_path, OLD, OLD.replace(before, after))
    for packet, names in packets.items():
        found = told(device, packet)
        assert found >= names, packet
        assert bool(found) is bool(names), packet
