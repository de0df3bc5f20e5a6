"""Near misses of the rules on routes, on policies that have a twin, and on sides of a session."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import codes, lint

ROUTED = (
    "hostname r1\nip access-list extended L\n permit {entry}\n"
    "class-map match-all C\n match access-group name L\n"
    "policy-map P\n class C\n  {does}\n"
    "interface FastEthernet0/0\n ip address 10.1.0.1 255.255.255.0\n{lan}"
    "interface Serial0/0\n ip address 192.0.2.2 255.255.255.252\n{wan}"
    "ip route 10.50.0.0 255.255.0.0 192.0.2.1\n{more}"
)
IN, OUT = " service-policy input P\n", " service-policy output P\n"


@pytest.mark.parametrize(
    ("entry", "wan", "told"),
    [
        ("tcp 10.50.0.0 0.0.255.255 any", True, True),
        ("tcp any 10.50.0.0 0.0.255.255", True, False),
        ("tcp any 10.1.0.0 0.0.0.255", True, True),  # they do not leave by the WAN
        ("tcp any 203.0.113.0 0.0.0.255", True, False),  # no route says where that is
        ("tcp any host 239.1.1.1", True, False),  # of a group
        ("tcp 10.50.0.0 0.0.255.255 any", False, True),
        ("tcp 10.1.0.0 0.0.0.255 any", False, False),
        ("tcp host 10.1.0.1 any", False, True),  # the router itself
        ("tcp 10.0.0.0 0.255.255.255 any", False, False),  # more than one network
    ],
)
def test_an_entry_for_packets_of_another_way_is_told(entry: str, wan: bool, told: bool) -> None:
    does = "bandwidth 100" if wan else "set dscp af21"
    ports = {"wan": OUT, "lan": ""} if wan else {"wan": "", "lan": IN}
    text = ROUTED.format(entry=entry, does=does, more="", **ports)
    assert ("QOS608" in codes(text, "ios-15")) == told


@pytest.mark.parametrize(
    "more",
    [
        "router ospf 1\n",
        "interface Tunnel0\n tunnel source Serial0/0\n",
        "interface Vlan9\n standby 1 ip 10.9.0.1\n",
        "ip access-list extended L\n permit tcp any any\n",
    ],
)
def test_what_may_bring_packets_by_other_ways_leaves_entries_alone(more: str) -> None:
    text = ROUTED.format(
        entry="tcp 10.50.0.0 0.0.255.255 any", does="bandwidth 100", wan=OUT, lan="", more=more
    )
    found = [one for one in lint(text, "ios-15") if one.code == "QOS608"]
    assert [one.primary.line for one in found] == ([3] if more.startswith("ip access") else [])


BELOW = (
    "interface GigabitEthernet0/1\n{own} service-policy {way} P\n"
    "interface {name}\n ip address 10.50.0.1 255.255.0.0\n"
    "interface FastEthernet0/9\n ip address 198.51.100.1 255.255.255.0\n"
)
NATIVE = " ip address 203.0.113.1 255.255.255.0\n"


@pytest.mark.parametrize(
    ("own", "name", "told"),
    [
        (" switchport mode access\n switchport access vlan 10\n", "Vlan10", False),
        (" channel-group 1 mode active\n", "Port-channel1", False),
        (" bridge-group 1\n", "BVI1", False),
        ("", "GigabitEthernet0/1.10", False),
        (NATIVE, "GigabitEthernet0/1.10", False),
        (NATIVE, "GigabitEthernet0/10", True),
        (NATIVE, "Vlan10", True),
    ],
)
@pytest.mark.parametrize("way", ["input", "output"])
def test_packets_of_a_vlan_a_bundle_or_a_subinterface_pass_the_port_below(
    way: str, own: str, name: str, told: bool
) -> None:
    entry = "ip 10.50.0.0 0.0.255.255 any" if way == "input" else "ip any 10.50.0.0 0.0.255.255"
    head, _, _ = ROUTED.partition("interface")
    text = head.format(entry=entry, does="set dscp af21") + BELOW.format(
        own=own, name=name, way=way
    )
    assert ("QOS608" in codes(text, "ios-15")) == told


@pytest.mark.parametrize(("name", "told"), [("GigabitEthernet0/1.10", False), ("Vlan10", True)])
def test_packets_between_subinterfaces_come_and_go_by_one_port(name: str, told: bool) -> None:
    head, _, _ = ROUTED.partition("interface")
    text = head.format(entry="ip 172.16.0.0 0.0.255.255 any", does="set dscp af21")
    ports = BELOW.format(own=NATIVE, name=name, way="output")
    route = "ip route 172.16.0.0 255.255.0.0 203.0.113.2\n"
    assert ("QOS608" in codes(text + ports + route, "ios-15")) == told
    own = text.replace("172.16.0.0 0.0.255.255", "203.0.113.0 0.0.0.255")
    assert ("QOS123" in codes(own + ports, "ios-15")) == told


@pytest.mark.parametrize(("first", "told"), [(90, True), (80, False), (95, False)])
def test_a_remainder_of_just_nothing_is_told(first: int, told: bool) -> None:
    text = (
        "class-of-service { schedulers {\n"
        f"V {{ transmit-rate percent {first}; }} B {{ transmit-rate remainder; }}\n"
        "N { transmit-rate percent 10; } }\n"
        "scheduler-maps { M { forwarding-class expedited-forwarding scheduler V;\n"
        "forwarding-class best-effort scheduler B;\n"
        "forwarding-class network-control scheduler N; } }\n"
        "interfaces { ge-0/0/0 { scheduler-map M; } } }\n"
        "interfaces { ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } } }\n"
    )
    assert ("QOS609" in codes(text, "junos-mx")) == told


TWINS = (
    "class-map match-any A\n match dscp ef\nclass-map match-any B\n match dscp af31\n"
    "class-map match-any C\n match dscp af21\n"
    "policy-map MARK\n class class-default\n  set dscp {mark}\n"
    "policy-map P\n class A\n  priority 100\n class B\n  bandwidth 100\n class C\n  bandwidth 50\n"
    "policy-map Q\n class A\n  priority 100\n class C\n  {own}\n"
    "interface FastEthernet0/0\n service-policy input MARK\n"
    "interface Serial0/0\n service-policy output P\n"
    "interface Serial0/1\n{used}"
)


@pytest.mark.parametrize(
    ("mark", "own", "used", "told"),
    [
        ("af31", "bandwidth 20", " service-policy output Q\n", Severity.WARNING),
        ("af11", "bandwidth 20", " service-policy output Q\n", Severity.INFO),
        ("af31", "police 8000 1500", " service-policy output Q\n", None),  # of another kind
        ("af31", "bandwidth 20", "", None),  # it is nowhere in force
    ],
)
def test_a_policy_without_the_class_of_its_twin_is_told(
    mark: str, own: str, used: str, told: Severity | None
) -> None:
    found = lint(TWINS.format(mark=mark, own=own, used=used))
    assert [one.severity for one in found if one.code == "QOS610"] == ([told] if told else [])


@pytest.mark.parametrize(
    ("ways", "told"),
    [
        (("output", "output", "input", "output"), [12]),
        (("output", "output", "input"), []),  # two are no majority
        (("output", "output", "input", "input"), []),
    ],
)
def test_a_policy_in_the_other_direction_is_told(ways: tuple[str, ...], told: list[int]) -> None:
    text = "policy-map P\n class class-default\n  police 5000000 156250\n" + "".join(
        f"interface GigabitEthernet0/0.{number}\n encapsulation dot1Q {number}\n"
        f" service-policy {way} P\n"
        for number, way in enumerate(ways, start=1)
    )
    assert [one.primary.line for one in lint(text) if one.code == "QOS612"] == told


def test_a_port_with_a_policy_in_both_directions_is_no_matter() -> None:
    text = "policy-map P\n class class-default\n  police 5000000 156250\n" + "".join(
        f"interface GigabitEthernet0/0.{number}\n service-policy output P\n{more}"
        for number, more in enumerate(("", "", " service-policy input P\n", ""), start=1)
    )
    assert "QOS612" not in codes(text)


COPP = (
    "hostname r1\nip access-list extended BGP\n permit tcp host 192.0.2.2 any eq bgp\n{more}"
    "class-map match-all BGP\n match access-group name BGP\n"
    "policy-map COPP\n class BGP\n"
    "  police 512000 16000 conform-action transmit exceed-action transmit\n"
    " class class-default\n  police 64000 3000 conform-action transmit exceed-action {last}\n"
    "interface GigabitEthernet0/0\n ip address 192.0.2.1 255.255.255.252\n{router}"
    "control-plane\n service-policy input COPP\n"
)
ROUTER = "router bgp 65001\n neighbor 192.0.2.2 remote-as 65002\n"


@pytest.mark.parametrize(
    ("more", "last", "router", "told"),
    [
        ("", "drop", ROUTER, [3]),
        (" permit tcp host 192.0.2.2 eq bgp any\n", "drop", ROUTER, []),
        (" permit tcp any any\n", "drop", ROUTER, []),
        ("", "transmit", ROUTER, []),
        ("", "drop", "", []),
    ],
)
def test_one_side_of_bgp_is_told(more: str, last: str, router: str, told: list[int]) -> None:
    found = lint(COPP.format(more=more, last=last, router=router), "ios-15")
    assert [one.primary.line for one in found if one.code == "QOS613"] == told
