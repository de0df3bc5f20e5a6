"""Lines that have no effect where they stand: each told, and its near misses not."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint


def lines_of(code: str, text: str, platform: str = "ios-15") -> list[int]:
    return [one.primary.line for one in lint(text, platform) if one.code == code]


LAN = (
    "ip access-list extended L\n permit {entry}\n"
    "class-map match-all C\n match access-group name L\n"
    "policy-map P\n class C\n  set dscp ef\n"
    "interface FastEthernet0/0\n ip address 10.1.1.1 255.255.255.0\n service-policy {way} P\n"
)


@pytest.mark.parametrize(
    ("entry", "way", "told"),
    [
        ("udp any 10.1.1.0 0.0.0.255", "input", True),
        ("udp any host 10.1.1.9", "input", True),
        ("udp any host 10.1.1.1", "input", False),  # the router itself
        ("udp any 10.1.0.0 0.0.255.255", "input", False),  # more than the network
        ("udp any any", "input", False),
        ("udp 10.1.1.0 0.0.0.255 any", "input", False),
        ("udp 10.1.1.0 0.0.0.255 any", "output", True),
        ("udp any 10.1.1.0 0.0.0.255", "output", False),
        ("udp any any\n permit udp any 10.1.1.0 0.0.0.255", "input", False),
    ],
)
def test_a_class_for_the_network_of_its_own_port_is_told(entry: str, way: str, told: bool) -> None:
    assert lines_of("QOS123", LAN.format(entry=entry, way=way)) == ([2] if told else [])


def test_a_policy_on_another_port_too_may_see_such_packets() -> None:
    text = LAN.format(entry="udp any 10.1.1.0 0.0.0.255", way="input")
    more = (
        "interface FastEthernet0/1\n ip address 10.2.1.1 255.255.255.0\n service-policy input P\n"
    )
    assert lines_of("QOS123", text) == [2]
    assert lines_of("QOS123", text + more) == []


def test_a_filter_for_the_network_of_its_own_unit_is_told() -> None:
    text = (
        "set interfaces ge-0/0/0 unit 0 family inet filter input F\n"
        "set interfaces ge-0/0/0 unit 0 family inet address 10.1.1.1/24\n"
        "set firewall family inet filter F term a from destination-address {}\n"
        "set firewall family inet filter F term a then forwarding-class expedited-forwarding\n"
        "set firewall family inet filter F term b then accept\n"
    )
    braces = (
        "interfaces { ge-0/0/0 { unit 0 { family inet {\nfilter { input F; } address 10.1.1.1/24;\n"
        "} } } }\nfirewall { family inet { filter F {\n"
        "term a { from { destination-address { ADDRESS; } }\n"
        "then { forwarding-class expedited-forwarding; } }\nterm b { then accept; } } } }\n"
    )
    for address, told in (("10.1.1.0/25", [5]), ("10.2.0.0/16", [])):
        assert lines_of("QOS123", braces.replace("ADDRESS", address), "junos-mx") == told
    assert lines_of("QOS123", text.format("10.2.0.0/16"), "junos-mx") == []


NAT = (
    "ip access-list extended PHONES\n permit udp {source} any range 10000 20000\n"
    "class-map match-all C\n match access-group name PHONES\n"
    "policy-map P\n class C\n  priority percent 20\n"
    "interface Serial0/0\n ip address 192.0.2.1 255.255.255.252\n ip nat {side}\n"
    " service-policy output P\n"
    "ip nat inside source list {name} interface Serial0/0 overload\n"
    "access-list 1 permit 192.168.0.0 0.0.255.255\n"
    "ip access-list standard INSIDE\n 10 permit 192.168.1.0 0.0.0.255\n"
)


@pytest.mark.parametrize(
    ("source", "side", "name", "told"),
    [
        ("192.168.1.0 0.0.0.255", "outside", "1", True),
        ("192.168.1.0 0.0.0.255", "outside", "INSIDE", True),
        ("host 192.168.1.7", "outside", "1", True),
        ("192.168.1.0 0.0.0.255", "inside", "1", False),
        ("192.168.1.0 0.0.0.255", "outside", "2", False),
        ("any", "outside", "1", False),
        ("192.0.2.0 0.0.0.255", "outside", "1", False),
        ("192.168.0.0 0.0.255.255", "outside", "INSIDE", False),  # not all are translated
    ],
)
def test_a_class_for_addresses_that_are_translated_before_is_told(
    source: str, side: str, name: str, told: bool
) -> None:
    text = NAT.format(source=source, side=side, name=name)
    assert lines_of("QOS124", text) == ([2] if told else [])


@pytest.mark.parametrize(
    ("port", "way", "told"),
    [
        ("FastEthernet0/2", "input", True),
        ("FastEthernet0/1", "input", False),
        ("Fa0/1.20", "input", False),  # a part of the same port
        ("FastEthernet0/2", "output", False),
    ],
)
def test_an_input_policy_that_waits_for_another_port_is_told(
    port: str, way: str, told: bool
) -> None:
    text = (
        f"hostname r1\nclass-map match-all C\n match input-interface {port}\n"
        "policy-map P\n class C\n  set dscp af21\n"
        "interface FastEthernet0/1\n ip address 192.0.2.1 255.255.255.0\n"
        f" service-policy {way} P\n"
        "interface FastEthernet0/2\n ip address 192.0.3.1 255.255.255.0\n"
        "interface FastEthernet0/1.20\n encapsulation dot1Q 20\nend\n"
    )
    assert lines_of("QOS122", text) == ([3] if told else [])


QUEUE_SETS = "hostname s\nmls qos\n{lines}interface FastEthernet0/1\n{port} mls qos trust dscp\n"


@pytest.mark.parametrize(
    ("lines", "port", "told"),
    [
        ("mls qos queue-set output 1 buffers 10 30 40 20\n", " queue-set 2\n", [5]),
        ("mls qos queue-set output 2 buffers 10 30 40 20\n", "", [3]),
        ("mls qos queue-set output 2 buffers 10 30 40 20\n", " queue-set 2\n", []),
        ("mls qos queue-set output 1 buffers 10 30 40 20\n", "", []),
        ("", " queue-set 2\n", []),
    ],
)
def test_a_queue_set_that_nothing_tunes_is_told(lines: str, port: str, told: list[int]) -> None:
    assert lines_of("QOS519", QUEUE_SETS.format(lines=lines, port=port), "cat3750") == told


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("", True),
        (" switchport voice vlan 110\n", False),
        (" mls qos cos 5\n", False),
        (" mls qos trust device cisco-phone\n", False),
    ],
)
def test_the_cos_of_frames_without_a_tag_is_told(more: str, told: bool) -> None:
    text = (
        "hostname s\nmls qos\ninterface FastEthernet0/1\n switchport mode access\n"
        f"{more} mls qos trust cos\n"
    )
    found = lines_of("QOS520", text, "cat3750")
    assert found == ([5] if told else [])
    assert lines_of("QOS520", text.replace("mode access", "mode trunk"), "cat3750") == []


@pytest.mark.parametrize(
    ("port", "told"), [("Loopback0", True), ("Null0", True), ("Serial0/0", False)]
)
def test_queues_on_a_loopback_are_told(port: str, told: bool) -> None:
    text = (
        "class-map match-all V\n match dscp ef\npolicy-map P\n class V\n  priority percent 20\n"
        f"interface {port}\n service-policy output P\n"
    )
    assert lines_of("QOS514", text) == ([7] if told else [])


def test_a_term_with_exceptions_alone_is_told_and_an_empty_prefix_list_is_not() -> None:
    text = (
        "interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }\n"
        "policy-options { prefix-list NONE; }\n"
        "firewall { family inet { filter F {\nterm a { from {\n"
        "destination-address {\n10.0.0.0/8 except; }\n} then forwarding-class ef; }\n"
        "term b { then accept; } } } }\n"
    )
    assert lines_of("QOS117", text, "junos-mx") == [6]
    whole = text.replace("10.0.0.0/8 except;", "10.0.0.0/8 except; 0.0.0.0/0;")
    assert lines_of("QOS117", whole, "junos-mx") == []
    empty = text.replace("10.0.0.0/8 except;", "").replace("-address {", "-prefix-list { NONE;")
    assert lines_of("QOS117", empty, "junos-mx") == []
