"""What the ledger says of ARP that comes in, and of packets that the machine itself sends."""

from __future__ import annotations

import pytest

import qosc
from qosc.ledger import Entry, Fidelity
from qosc.profiles import NAMES

PORT = "interface GigabitEthernet0/0\n service-policy {} P\n"
METER = "police 1000000 8000 conform-action transmit exceed-action {}"
JUNOS = """interfaces {{
    ge-0/0/0 {{ unit 0 {{ {} }} }}
}}
firewall {{
    policer M {{ if-exceeding {{ bandwidth-limit 1m; burst-size-limit 15k; }} then discard; }}
    family inet {{ filter F {{ term a {{ from {{ protocol udp; }} then accept; }} }} }}
    family any {{ filter A {{ term a {{ then {{ policer M; accept; }} }} }} }}
}}
"""
ARP, SENT = "Linux > ARP ", "Linux > packets that the machine sends"


def rows(text: str, platform: str, start: str) -> list[Entry]:
    made = qosc.compile(qosc.loads(text, platform=platform), allow_loss=True)
    return [entry for entry in made.ledger if entry.path.startswith(start)]


def policy(line: str, side: str = "input") -> str:
    return f"policy-map P\n class class-default\n  {line}\n{PORT.format(side)}"


@pytest.mark.parametrize(
    ("text", "got"),
    [
        (policy(METER.format("drop")), "metered on GigabitEthernet0/0"),
        (policy("drop"), "dropped on GigabitEthernet0/0"),
        (policy(METER.format("set-dscp-transmit default")), None),
        (policy("set ip dscp af11"), None),
        (policy(METER.format("drop"), "output"), None),
    ],
    ids=["metered", "dropped", "marked", "no meter", "on output"],
)
def test_arp_that_a_meter_on_input_drops_is_told(text: str, got: str | None) -> None:
    found = rows(text, "ios-15", ARP)
    assert [entry.got for entry in found] == ([] if got is None else [got])
    assert all(entry.fidelity is Fidelity.UNKNOWN for entry in found)
    assert all("match protocol arp" in entry.note for entry in found)


@pytest.mark.parametrize("platform", [name for name in NAMES if name != "os390"])
def test_arp_is_told_of_on_each_platform(platform: str) -> None:
    """One without a row was an internal error. OS/390 has no router's config."""
    junos = JUNOS.format("family any { filter { input A; } } family inet { address 10.1.1.1/24; }")
    text = junos if platform.startswith("junos") else policy(METER.format("drop"))
    for entry in rows(text, platform, ARP):
        assert entry.fidelity is Fidelity.UNKNOWN
        assert "ARP" in entry.note


def test_arp_on_xr_is_not_said_to_be_metered_by_ios() -> None:
    (entry,) = rows(policy(METER.format("drop")), "ios-xr", ARP)
    assert entry.got == "metered on GigabitEthernet0/0"
    assert "whether IOS XR meters ARP" in entry.note


def test_a_class_for_arp_takes_it_before_the_meter() -> None:
    arp = "class-map match-all ARP\n match protocol arp\n"
    arp += "policy-map P\n class ARP\n  set qos-group 1\n"
    assert rows(arp + policy(METER.format("drop")), "ios-15", ARP) == []


def test_a_meter_below_the_class_of_arp_is_found() -> None:
    child = f"policy-map C\n class class-default\n  {METER.format('drop')}\n"
    (found,) = rows(child + policy("service-policy C"), "ios-15", ARP)
    assert found.got == "metered on GigabitEthernet0/0"


def test_ports_beyond_the_fifth_are_counted() -> None:
    ports = "".join(
        f"interface GigabitEthernet0/{n}\n service-policy input P\n" for n in range(1, 8)
    )
    (found,) = rows(policy(METER.format("drop")) + ports, "ios-15", ARP)
    assert found.got.endswith("GigabitEthernet0/4 and 3 more")


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        ("family inet { filter { input F; } }", False),
        ("family inet { policer { input M; } }", False),
        ("filter { input A; }", True),
    ],
    ids=["filter of a family", "policer of a family", "filter of all families"],
)
def test_families_of_junos_do_not_meet_arp(unit: str, told: bool) -> None:
    found = rows(JUNOS.format(unit), "junos-mx", ARP)
    assert bool(found) is told
    assert all("policer arp" in entry.note for entry in found)


@pytest.mark.parametrize(
    ("platform", "word"), [("ios-15", "pak_priority"), ("ios-xr", "traffic class")]
)
def test_what_the_machine_sends_is_told_where_packets_are_queued(platform: str, word: str) -> None:
    (found,) = rows(policy("bandwidth percent 50", "output"), platform, SENT)
    assert found.fidelity is Fidelity.APPROX
    assert word in found.note
    assert rows(policy("set ip dscp af11"), platform, SENT) == []


def test_junos_names_the_queues_of_the_routing_engine() -> None:
    text = """interfaces { ge-0/0/0 { unit 0 { family inet; } } }
class-of-service {
    interfaces { ge-0/0/0 { scheduler-map S; } }
    scheduler-maps { S { forwarding-class best-effort scheduler B; } }
    schedulers { B { transmit-rate percent 50; } }
}
"""
    (found,) = rows(text, "junos-mx", SENT)
    assert "queue 3" in found.note
    assert "host-outbound-traffic" in found.note
