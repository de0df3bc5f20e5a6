"""Packets to an address of the router that may be for others: no control plane is in the script."""

from __future__ import annotations

import pytest

import qosc
from qosc.api import verify_script
from tests.targets.tc.test_to_itself import (
    CLASSES,
    JUNOS,
    LINK,
    OWN,
    PORTS,
    destinations,
    ios,
    lost,
    script,
)

OUTSIDE = "interface GigabitEthernet0/0\n ip address 10.0.0.1 255.255.255.0\n"


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("ip nat inside source list 1 interface GigabitEthernet0/0 overload\n", "ip nat"),
        (f"{OUTSIDE} ip nat outside\n", "ip nat"),
        ("ipv6 nat v6v4 source list L pool P\n", "ipv6 nat"),
        ("nat64 v4 pool P 10.0.0.1 10.0.0.1\n", "nat64"),
        ("interface Tunnel0\n ip address 10.1.0.1 255.255.255.0\n", "interface Tunnel"),
        ("interface Virtual-Template1\n tunnel source GigabitEthernet0/0\n", "tunnel source"),
        ("crypto map M 10 ipsec-isakmp\n set peer 10.0.0.2\n", "crypto map"),
        ("crypto ipsec transform-set T esp-aes\n", "crypto ipsec"),
        ("pseudowire-class P\n encapsulation l2tpv3\n", "encapsulation l2tpv3"),
        ("vpdn enable\n", "vpdn"),
    ],
)
def test_no_control_plane_where_packets_to_its_address_may_be_for_others(
    lines: str, found: str
) -> None:
    text = PORTS + lines
    config = ios(ports=text)
    above = CLASSES.format("", "").count("\n") + PORTS.count("\n")
    number = above + next(n for n, line in enumerate(lines.splitlines(), 1) if found in line)
    missing = lost(config)
    assert missing
    assert all(entry.path.startswith("control-plane") for entry in missing)
    assert all(f"`{found}` in line {number}" in entry.note for entry in missing)
    assert destinations(script(config)) == []


@pytest.mark.parametrize(
    "lines",
    [
        "no ip nat inside source list 1 interface GigabitEthernet0/0 overload\n",
        "banner motd ^\nip nat inside\ninterface Tunnel0\n^\n",
        "interface GigabitEthernet0/2\n description ip nat inside\n",
        "crypto pki trustpoint T\n",
    ],
)
def test_other_lines_leave_the_control_plane_in_the_script(lines: str) -> None:
    config = ios(ports=PORTS + lines)
    assert lost(config) == []
    assert set(destinations(script(config))) == OWN | LINK


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("security { nat { source { rule-set R { from zone t; } } } }", "nat"),
        ("services { nat { pool P { address 10.0.0.1/32; } } }", "nat"),
        ("security { ike { gateway G { address 10.0.0.2; } } }", "ike"),
        ("interfaces { gr-0/0/0 { unit 0 { family inet; } } }", "gr-0/0/0"),
        ("interfaces { ip-0/0/0 { unit 0 { family inet; } } }", "ip-0/0/0"),
        ("interfaces { st0 { unit 0 { family inet; } } }", "st0"),
        ("interfaces { ge-0/0/5 { unit 0 { tunnel { source 10.0.0.1; } } } }", "tunnel"),
        ("routing-instances { A { routing-options { dynamic-tunnels { T { gre; } } } } }", "dyn"),
    ],
)
def test_no_lo0_where_packets_to_its_address_may_be_for_others(lines: str, found: str) -> None:
    text = JUNOS.format(unit=0, side="input", port="filter { input PORT; }")
    config = qosc.loads(f"{text}{lines}\n", platform="junos-mx")
    missing = lost(config)
    assert missing
    assert all(entry.path.startswith("lo0") for entry in missing)
    line = text.count("\n") + 1
    assert all(found in entry.note for entry in missing)
    assert all(f"in line {line}: " in entry.note for entry in missing)
    assert destinations(script(config)) == []


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("set security nat source rule-set R from zone t", "`security nat` in line"),
        ("set security zones security-zone t host-inbound-traffic system-services ike", ""),
        ("set groups G routing-options dynamic-tunnels T gre", "`dynamic-tunnels` in line"),
    ],
)
def test_set_lines_of_junos_are_asked_for_translation_and_tunnels(line: str, found: str) -> None:
    text = (
        "set interfaces lo0 unit 0 family inet address 192.0.2.1/32\n"
        "set interfaces lo0 unit 0 family inet filter input RE\n"
        "set firewall family inet filter RE term a then accept\n"
    )
    missing = lost(qosc.loads(f"{text}{line}\n", platform="junos-mx"))
    assert bool(missing) == bool(found)
    assert all(found in entry.note for entry in missing)


INSTANCE = """interfaces {{ ge-0/0/2 {{ unit 0 {{ family inet {{ address 10.0.2.1/24; }} }} }}
    lo0 {{ unit 1 {{ family inet {{ address 192.0.2.9/32; }} }} }} }}
routing-instances {{ CUST {{ instance-type vrf; interface ge-0/0/2.0; {more} }} }}
"""


@pytest.mark.parametrize(
    ("more", "apart"),
    [("interface lo0.1;", {"10.0.2.1/32", "192.0.2.9/32"}), ("", set())],
    ids=["a lo0 of its own", "none"],
)
def test_the_filter_of_lo0_holds_for_instances_without_a_lo0_of_their_own(
    more: str, apart: set[str]
) -> None:
    text = JUNOS.format(unit=0, side="input", port="filter { input PORT; }")
    config = qosc.loads(text + INSTANCE.format(more=more), platform="junos-mx")
    made = qosc.compile(config)
    found = {text for text in destinations(made.files[0].text) if text.startswith(("10", "192"))}
    every = {"10.0.0.1/32", "192.0.2.1/32", "10.0.2.1/32", "192.0.2.9/32"}
    assert found == every - apart
    rows = [e.note for e in made.ledger if e.path.startswith("lo0.0 > routing instances")]
    assert len(rows) == bool(apart)
    assert all("left out: 192.0.2.9, 10.0.2.1. " in note for note in rows)
    assert verify_script(config, made.files[0].text, made.ledger).differences == ()
