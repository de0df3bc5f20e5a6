"""QOS316 and QOS317: which packets routing protocols need, by their RFCs and IANA's numbers.

BGP: TCP port 179 on one side, any other port from 1024 on the other (RFC 4271, RFC 6056). OSPF: IP
protocol 89 (RFC 2328, RFC 5340). EIGRP: IP protocol 88 (RFC 7868). RIP: UDP to port 520 (RFC 2453).
"""

from __future__ import annotations

import pytest

from qosc.diagnostics import Diagnostic
from tests.rules.linting import lint

JUNOS = """\
interfaces {{
    ge-0/0/0 {{ unit 0 {{ family {family} {{ address {address}; }} }} }}
    lo0 {{ unit 0 {{ family {family} {{ filter {{ input F; }} }} }} }}
}}
protocols {{
    {protocol}
}}
firewall {{
    policer P {{
        if-exceeding {{ bandwidth-limit 1m; burst-size-limit 15k; }}
        then discard;
    }}
    family {family} {{
        filter F {{
            term A {{
                from {{ {match} }}
                then {{ {then}; }}
            }}
            term Z {{ then {{ {last}; }} }}
        }}
    }}
}}
"""
SAID = {
    "OSPF": "ospf {",
    "BGP": "bgp {",
    "BGP over IPv6": "bgp {",
    "RIP": "rip {",
    "OSPFv3": "ospf3 {",
}
MORE = {
    "OSPF": "area 0 { interface ge-0/0/0; } }",
    "BGP": "group G { neighbor 192.0.2.2; } }",
    "BGP over IPv6": "group G { neighbor 2001:db8::2; } }",
    "RIP": "group G { neighbor ge-0/0/0; } }",
    "OSPFv3": "area 0 { interface ge-0/0/0; } }",
}


def junos(name: str, match: str, then: str = "accept", last: str = "discard") -> list[Diagnostic]:
    six = name in ("OSPFv3", "BGP over IPv6")
    text = JUNOS.format(
        family="inet6" if six else "inet",
        address="2001:db8::1/64" if six else "192.0.2.1/30",
        protocol=f"{SAID[name]} {MORE[name]}",
        match=match,
        then=then,
        last=last,
    )
    return [each for each in lint(text, "junos-mx") if each.code == "QOS317"]


@pytest.mark.parametrize(
    ("name", "match"),
    [
        ("OSPF", "protocol 89;"),
        ("OSPFv3", "next-header 89;"),
        ("RIP", "protocol 17; destination-port 520;"),
        ("RIP", "protocol udp; destination-port 1-520;"),
        ("BGP", "protocol 6; destination-port 179;"),
        ("BGP", "protocol 6; source-port 179;"),
        ("BGP", "protocol 6; source-port 1024; destination-port 179;"),
        ("BGP", "protocol 6; source-port 65535; destination-port 179;"),
        ("BGP", "protocol 6; source-port 179; destination-port 1024;"),
        ("BGP", "protocol 6; source-port 179; destination-port 65535;"),
        ("BGP over IPv6", "next-header 6; destination-port 179;"),
        ("BGP over IPv6", "next-header 6; source-port 179;"),
    ],
)
def test_a_filter_that_accepts_some_of_its_packets_is_no_loss(name: str, match: str) -> None:
    assert junos(name, match) == []


@pytest.mark.parametrize(
    ("name", "match"),
    [
        ("OSPF", "protocol 88;"),
        ("OSPF", "protocol 90;"),
        ("OSPFv3", "next-header 88;"),
        ("OSPFv3", "next-header 90;"),
        ("RIP", "protocol 17; destination-port 521;"),
        ("RIP", "protocol 17; destination-port 519;"),
        ("RIP", "protocol 6; destination-port 520;"),
        ("BGP", "protocol 6; destination-port 178;"),
        ("BGP", "protocol 6; destination-port 180;"),
        ("BGP", "protocol 17; destination-port 179;"),
        ("BGP", "protocol 6; source-port 1023; destination-port 179;"),
        ("BGP", "protocol 6; source-port 179; destination-port 1023;"),
        ("BGP over IPv6", "next-header 17; destination-port 179;"),
        ("BGP over IPv6", "next-header 6; destination-port 180;"),
    ],
)
def test_a_filter_that_accepts_what_is_beside_them_is_told(name: str, match: str) -> None:
    (finding,) = junos(name, match)
    assert finding.message == (f"filter F on lo0.0 accepts no packet of {name} of this router")
    assert finding.help == f"accept {name} in a term before the one that discards"
    (related,) = finding.related
    assert (related.message, related.span.line) == (f"{name} runs here", 6)


@pytest.mark.parametrize(
    ("then", "last", "told"),
    [
        ("policer P", "discard", False),
        ("policer P; accept", "discard", False),
        ("policer P; next term", "discard", False),
        ("policer P; discard", "accept", True),
        ("count c; next term", "discard", True),
        ("count c; next term", "accept", False),
        ("discard", "accept", True),
        ("reject", "accept", True),
        ("count c", "discard", False),
    ],
)
def test_what_a_term_does_with_them(then: str, last: str, told: bool) -> None:
    assert bool(junos("OSPF", "protocol 89;", then, last)) is told


COPP = """\
access-list 101 permit {first}
class-map match-all ROUTING
 match access-group 101
policy-map COPP
 class ROUTING
  {own}
 class class-default
  {rest}
router {protocol}
control-plane
 service-policy input COPP
"""


def copp(protocol: str, first: str, rest: str = "drop") -> list[Diagnostic]:
    own = "police 8000 conform-action transmit exceed-action transmit"
    text = COPP.format(first=first, own=own, rest=rest, protocol=protocol)
    return [each for each in lint(text, "ios-15") if each.code == "QOS316"]


@pytest.mark.parametrize(
    ("protocol", "first", "told"),
    [
        ("eigrp 1", "88 any any", False),
        ("eigrp 1", "89 any any", True),
        ("eigrp 1", "87 any any", True),
        ("ospf 1", "89 any any", False),
        ("ospf 1", "88 any any", True),
        ("rip", "udp any any eq 520", False),
        ("rip", "udp any any eq 521", True),
        ("bgp 65001", "tcp any any eq 179", False),
        ("bgp 65001", "tcp any eq 179 any", False),
        ("bgp 65001", "tcp any any eq 180", True),
        ("isis", "udp any any", False),
    ],
)
def test_a_class_of_their_own_holds_them(protocol: str, first: str, told: bool) -> None:
    found = copp(protocol, first)
    name = protocol.split(maxsplit=1)[0].upper()
    assert [each.message for each in found] == (
        [f"class class-default of policy-map COPP drops {name} of this router"] if told else []
    )


@pytest.mark.parametrize(
    ("rest", "words"),
    [
        ("drop", "drops OSPF of this router"),
        (
            "police 63999 conform-action transmit exceed-action drop",
            "polices OSPF to 63999 bit/s",
        ),
        ("police 64000 conform-action transmit exceed-action drop", ""),
        ("police 8000 conform-action transmit exceed-action transmit", ""),
        ("police 1000000 conform-action drop exceed-action drop", "drops OSPF of this router"),
        ("police 1000000 conform-action drop exceed-action transmit", ""),
        ("police 1000000 conform-action transmit exceed-action drop", ""),
    ],
)
def test_what_class_default_does_with_them(rest: str, words: str) -> None:
    found = copp("ospf 1", "88 any any", rest)
    assert [
        each.message.removeprefix("class class-default of policy-map COPP ") for each in found
    ] == ([words] if words else [])
    for each in found:
        assert each.primary.line == (7 if rest == "drop" else 8)
        assert [(one.message, one.span.line) for one in each.related] == [("OSPF runs here", 9)]
        assert each.help == "give OSPF a class of its own before class class-default"


def test_two_protocols_in_one_class_are_one_finding() -> None:
    (finding,) = copp("ospf 1\nrouter eigrp 1", "udp any any")
    assert finding.message == (
        "class class-default of policy-map COPP drops OSPF and EIGRP of this router"
    )
    assert [each.span.line for each in finding.related] == [9, 10]


ONE_LINE = """\
set interfaces ge-0/0/0 unit 0 family inet6 address 2001:db8::1/64
set interfaces lo0 unit 0 family inet6 filter input F
set firewall family inet6 filter F term A from next-header ospf
set firewall family inet6 filter F term A then accept
set firewall family inet6 filter F term Z then discard
set protocols bgp group G neighbor {neighbor}"""


@pytest.mark.parametrize(
    ("neighbor", "told"), [("2001:db8::2", ["BGP over IPv6"]), ("192.0.2.2", [])]
)
def test_the_last_line_of_a_config_of_set_lines_names_the_neighbour(
    neighbor: str, told: list[str]
) -> None:
    found = lint(ONE_LINE.format(neighbor=neighbor), "junos-mx")
    assert [each.message for each in found if each.code == "QOS317"] == [
        f"filter F on lo0.0 accepts no packet of {name} of this router" for name in told
    ]


ONLY_IPV6 = """\
ipv6 access-list BGP6
 permit tcp any any eq 179
 permit tcp any eq 179 any
class-map match-all ROUTING
 match access-group name BGP6
policy-map COPP
 class ROUTING
  police 8000 conform-action transmit exceed-action transmit
 class class-default
  drop
router bgp 65001
 neighbor {neighbor}
control-plane
 service-policy input COPP
"""


@pytest.mark.parametrize(
    ("neighbor", "told"),
    [("PEERS peer-group", 0), ("192.0.2.2 remote-as 2", 1), ("2001:db8::1 remote-as 2", 0)],
)
def test_neighbours_without_addresses_may_speak_ipv6_where_the_text_has_it(
    neighbor: str, told: int
) -> None:
    """The class holds BGP over IPv6 alone: only IPv4 neighbours are surely dropped."""
    found = lint(ONLY_IPV6.format(neighbor=neighbor), "ios-15")
    assert len([each for each in found if each.code == "QOS316"]) == told
