"""Objects against the networks, neighbors and twins in one text: each told, near misses not."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint


def lines_of(code: str, text: str, platform: str = "ios-15") -> list[int]:
    return [one.primary.line for one in lint(text, platform) if one.code == code]


PHONES = (
    "hostname r1\nrouter ospf 1\n"
    "ip access-list extended RTP\n permit udp {rtp} any range 16384 32767\n"
    "ip access-list extended SIP\n permit tcp {sip} any eq 5060\n"
    "class-map match-all RTP\n match access-group name RTP\n"
    "class-map match-all SIP\n match access-group name SIP\n"
    "policy-map LAN\n class RTP\n  set dscp ef\n class SIP\n  set dscp cs3\n"
    "interface FastEthernet0/0.20\n encapsulation dot1Q 20\n"
    " ip address 10.1.20.1 255.255.254.0\n service-policy input LAN\n"
    "interface FastEthernet0/0.30\n encapsulation dot1Q 30\n ip address 10.1.30.1 255.255.255.0\n"
)
WHOLE = "10.1.20.0 0.0.1.255"


@pytest.mark.parametrize(
    ("rtp", "told"),
    [
        ("10.1.20.0 0.0.0.255", True),
        ("10.1.21.0 0.0.0.255", False),  # chosen: it does not begin with the network
        ("10.1.20.0 0.0.0.15", False),  # a few hosts
        (WHOLE, False),
        ("any", False),
    ],
)
def test_a_part_of_the_network_of_the_port_is_told(rtp: str, told: bool) -> None:
    assert lines_of("QOS901", PHONES.format(rtp=rtp, sip=WHOLE)) == ([4] if told else [])


@pytest.mark.parametrize(
    ("rtp", "sip", "told"),
    [
        ("10.1.30.0 0.0.0.255", "10.1.30.0 0.0.0.255", True),
        ("10.1.30.0 0.0.0.255", "host 10.1.30.9", True),
        ("10.1.30.0 0.0.0.255", "any", False),
        ("10.1.30.0 0.0.0.255", WHOLE, False),
        ("10.9.30.0 0.0.0.255", "10.9.30.0 0.0.0.255", False),  # behind a router, maybe
    ],
)
def test_a_policy_with_the_networks_of_another_port_is_told(rtp: str, sip: str, told: bool) -> None:
    assert bool(lines_of("QOS902", PHONES.format(rtp=rtp, sip=sip))) == told


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("0.0.0.0 255.255.254.0", True),
        ("host 10.1.30.0", True),
        ("host 10.1.21.0", False),  # a host within 10.1.20.0/23
        ("0.0.0.0 255.255.255.255", False),
        ("0.0.0.1 255.255.255.254", False),  # every second host
    ],
)
def test_wildcards_that_no_host_fits_are_told(source: str, told: bool) -> None:
    assert lines_of("QOS111", PHONES.format(rtp=source, sip=WHOLE)) == ([4] if told else [])


@pytest.mark.parametrize(
    ("entries", "told"),
    [
        (" deny udp any any gt 1434\n permit ip any any\n", True),
        (" deny udp any any range 10000 40000\n", True),
        (" deny udp any any eq 1434\n permit ip any any\n", False),
        (
            " permit udp 10.0.0.0 0.255.255.255 any range 16384 32767\n deny udp any any gt 1434\n",
            False,
        ),
        (" deny tcp any any gt 1434\n", False),
    ],
)
def test_a_filter_that_drops_calls_is_told(entries: str, told: bool) -> None:
    text = PHONES.format(rtp=WHOLE, sip="host 10.1.20.9").replace(" eq 5060", " eq 443")
    text += f"ip access-list extended F\n{entries}interface Serial0/0\n ip access-group F in\n"
    assert bool(lines_of("QOS904", text)) == told


@pytest.mark.parametrize(("hop", "told"), [("10.1.30.1", True), ("10.1.30.2", False)])
def test_a_next_hop_of_its_own_is_told(hop: str, told: bool) -> None:
    text = PHONES.format(rtp=WHOLE, sip=WHOLE) + f"route-map V permit 10\n set ip next-hop {hop}\n"
    assert bool(lines_of("QOS905", text)) == told


TWINS = (
    "class-map match-any VOICE\n match dscp ef\nclass-map match-any VIDEO\n match dscp af41\n"
    "policy-map A\n class VOICE\n  set cos 5\n class VIDEO\n  set cos 4\n"
    "policy-map B\n class VOICE\n  set cos {cos}\n{more}"
    "interface FastEthernet0/0\n service-policy {way} A\n"
    "interface FastEthernet0/1\n service-policy {way} B\n"
)


@pytest.mark.parametrize(
    ("cos", "more", "way", "told"),
    [
        (4, "", "input", True),
        (3, "", "input", False),  # a value of its own
        (5, "", "input", False),
        (4, " class VIDEO\n  set cos 5\n", "input", False),  # a plan of its own
        (4, "", "output", False),  # another network behind it
    ],
)
def test_the_mark_of_another_class_of_the_twin_is_told(
    cos: int, more: str, way: str, told: bool
) -> None:
    text = TWINS.format(cos=cos, more=more, way=way)
    assert lines_of("QOS924", text) == ([12] if told else [])
