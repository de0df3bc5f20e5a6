"""Rates, VLANs, tunnels, marks and neighbors that only look like the mistakes of the rules."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint


def found(code: str, text: str, platform: str = "ios-15") -> list[str]:
    """The messages of one rule."""
    return [one.message for one in lint(text, platform) if one.code == code]


SHAPED = """policy-map {name}
 class class-default
  shape average {rate}
interface GigabitEthernet0/0
 {said}
 service-policy output {name}
"""


@pytest.mark.parametrize(
    ("name", "rate", "said", "told"),
    [
        ("P", 20000, "bandwidth 20000", True),
        ("P", 20000000, "bandwidth 20000", False),
        ("P", 20000, "description uplink 20M", True),
        ("P", 20000, "description uplink 20 Mbps, backup 20 kbps", False),
        ("P-20M", 20000, "ip address 192.0.2.1 255.255.255.0", True),
        ("P_20MBPS", 20000, "ip address 192.0.2.1 255.255.255.0", True),
        ("P", 20000, "ip address 192.0.2.1 255.255.255.0", True),
        ("P", 64000, "ip address 192.0.2.1 255.255.255.0", False),
        ("P", 1000000, "description 1G to core", False),
        ("P", 1000000, "bandwidth 1000000", False),
        ("P", 2000000, "description rack 2 g3", False),
    ],
)
def test_a_rate_is_compared_with_what_is_named_beside_it(
    name: str, rate: int, said: str, *, told: bool
) -> None:
    text = SHAPED.format(name=name, rate=rate, said=said)
    assert bool(found("QOS454", text)) is told


@pytest.mark.parametrize(
    ("rate", "said", "told"),
    [
        ("50k", "circuit 4711, 50M", True),
        ("50m", "circuit 4711, 50M", False),
        ("40m", "circuit 4711, 50M", False),
        ("50k", "circuit 4711", False),
    ],
)
@pytest.mark.parametrize("place", ["", " unit 0"])
def test_a_shaping_rate_is_compared_with_the_description(
    rate: str, said: str, place: str, *, told: bool
) -> None:
    text = (
        f"set class-of-service interfaces ge-0/0/0{place} shaping-rate {rate}\n"
        f'set interfaces ge-0/0/0{place} description "{said}"\n'
        "set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24\n"
    )
    assert bool(found("QOS454", text, "junos-mx")) is told


VLAN = """hostname r1
class-map match-any V
 match vlan {asked}
policy-map P
 class V
  police 2000000
interface GigabitEthernet0/0
 service-policy input P
interface GigabitEthernet0/0.10
 encapsulation dot1Q 10
{more}end
"""


@pytest.mark.parametrize(
    ("asked", "more", "told"),
    [
        ("20", "", True),
        ("10", "", False),
        ("9-12", "", False),
        ("20", "interface GigabitEthernet0/0.20\n encapsulation dot1Q 20\n", False),
        ("20", "interface GigabitEthernet0/1\n switchport access vlan 20\n", False),
        ("20", "vlan 19-21\n", False),
    ],
)
def test_a_vlan_is_asked_of_all_that_may_carry_it(asked: str, more: str, *, told: bool) -> None:
    assert bool(found("QOS120", VLAN.format(asked=asked, more=more))) is told


TUNNEL = """access-list 101 permit tcp any any eq 443
class-map match-all WEB
 match {match}
policy-map WAN
 class WEB
  bandwidth percent 20
interface Tunnel0
 {more}
 tunnel source {source}
interface Serial0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy output WAN
"""


@pytest.mark.parametrize(
    ("match", "more", "source", "told"),
    [
        ("access-group 101", "ip mtu 1400", "Serial0/0", True),
        ("access-group 101", "ip mtu 1400", "192.0.2.1", True),
        ("access-group 101", "qos pre-classify", "Serial0/0", False),
        ("dscp af21", "ip mtu 1400", "Serial0/0", False),
        ("access-group 101", "ip mtu 1400", "Serial0/1", False),
    ],
)
def test_ports_are_asked_inside_a_tunnel(match: str, more: str, source: str, *, told: bool) -> None:
    text = TUNNEL.format(match=match, more=more, source=source)
    assert bool(found("QOS119", text)) is told


def test_a_class_for_the_tunnel_itself_shows_that_it_is_known() -> None:
    text = TUNNEL.format(match="access-group 101", more="ip mtu 1400", source="Serial0/0")
    assert found("QOS119", "access-list 101 permit gre any any\n" + text) == []


CLEARED = """hostname r1
class-map match-all VOICE
 match {match}
policy-map LAN
 class class-default
  set dscp {mark}
policy-map WAN
 class VOICE
  priority 100
interface FastEthernet0/0
 ip address 192.0.2.1 255.255.255.0
 service-policy input LAN
{more}interface Serial0/0
 ip address 198.51.100.1 255.255.255.252
 service-policy output WAN
end
"""


@pytest.mark.parametrize(
    ("match", "mark", "more", "told"),
    [
        ("dscp ef", "default", "", True),
        ("precedence 5", "default", "", True),
        ("dscp ef", "ef", "", False),
        ("dscp cs6", "default", "", False),
        ("precedence 5", "ef", "", False),
        (
            "dscp ef",
            "default",
            "interface FastEthernet0/1\n ip address 10.0.0.1 255.0.0.0\n",
            False,
        ),
        ("dscp ef", "default", "interface FastEthernet0/1\n no ip address\n shutdown\n", True),
        ("dscp ef", "default", "dial-peer voice 1 voip\n", False),
        ("dscp ef", "default", "interface Vlan1\n ip unnumbered Serial0/0\n", False),
        ("dscp ef", "default", "interface Dialer1\n ip address negotiated\n", False),
        ("dscp ef", "default", "interface Cellular0\n ip address negotiated\n", False),
        ("dscp ef", "default", "interface Serial0/1\n ip address pool\n", False),
        ("dscp ef", "default", "interface Serial0/1\n no ip address\n ipv6 enable\n", False),
        ("dscp ef", "default", "interface Serial0/1\n no ip address\n ppp chap refuse\n", False),
        ("dscp ef", "default", "interface FastEthernet0/1/0\n", False),
        ("dscp ef", "default", "interface FastEthernet0/1\n no ip address\n", True),
        (
            "dscp ef",
            "default",
            "interface Serial0/1\n no ip address\n ppp multilink group 1\n",
            True,
        ),
        ("dscp ef", "default", "interface Loopback0\n ip address 10.0.0.1 255.0.0.0\n", True),
        ("dscp ef", "default", "voice-port 0/1/0\n", False),
        ("dscp ef", "default", "dspfarm profile 1 transcode\n", False),
    ],
)
def test_marks_are_followed_from_every_input(
    match: str, mark: str, more: str, *, told: bool
) -> None:
    text = CLEARED.format(match=match, mark=mark, more=more)
    assert bool(found("QOS207", text)) is told


LEFT_OUT = """set interfaces lo0 unit 0 family inet filter input F
{bgp}set firewall family inet filter F term b from source-address 192.0.2.2/32
set firewall family inet filter F term b from protocol tcp
set firewall family inet filter F term b from port bgp
set firewall family inet filter F term b then accept
set firewall family inet filter F term z then discard
"""
PEER = "set protocols bgp group g neighbor {}\n"


@pytest.mark.parametrize(
    ("bgp", "told"),
    [
        (PEER.format("192.0.2.9"), ["192.0.2.9"]),
        (PEER.format("192.0.2.2"), []),
        (PEER.format("192.0.2.2") + PEER.format("192.0.2.9"), ["192.0.2.9"]),
        (PEER.format("2001:db8::1"), []),
        (PEER.format("192.0.2.999"), []),
        ("set routing-instances V protocols bgp group g neighbor 192.0.2.9\n", []),
    ],
)
def test_each_neighbor_is_asked_for(bgp: str, told: list[str]) -> None:
    messages = found("QOS319", LEFT_OUT.format(bgp=bgp), "junos-mx")
    assert [one.rpartition(" ")[2] for one in messages] == told


APPLIED = (
    LEFT_OUT.format(bgp=PEER.format("192.0.2.9"))
    + "set firewall family inet filter F term b from source-prefix-list L\n"
)
PATH = 'set policy-options prefix-list {} apply-path "{}"\n'


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("", ["QOS319"]),
        (PATH.format("NTP", "system ntp server <*>"), ["QOS319"]),
        (PATH.format("L", "protocols bgp group <*> neighbor <*>"), []),
        (PATH.format("L", "protocols bgp group <*> peer <*>"), ["QOS091"]),
        (
            'policy-options {\n prefix-list L {\n  apply-path "protocols mpls path <*>";\n }\n}\n',
            ["QOS091"],
        ),
    ],
)
def test_only_a_prefix_list_of_the_filter_counts(path: str, told: list[str]) -> None:
    listed = "set policy-options prefix-list L 192.0.2.3/32\n" if "L" not in path else ""
    all_of_it = lint(path + listed + APPLIED, "junos-mx")
    assert [one.code for one in all_of_it if one.code in ("QOS319", "QOS091")] == told


def test_neighbors_that_are_not_asked_for_are_told() -> None:
    many = "".join(PEER.format(f"192.0.2.{last}") for last in range(10, 80))
    found = lint(LEFT_OUT.format(bgp=many), "junos-mx")
    (told,) = [one.message for one in found if one.code == "QOS091"]
    assert "the 6 neighbors after the first 64" in told


def test_a_neighbor_that_is_shut_down_is_left_alone() -> None:
    text = (
        "access-list 110 permit tcp host 192.0.2.2 any eq 179\n"
        "class-map match-all BGP\n match access-group 110\n"
        "policy-map COPP\n class BGP\n  police 1000000\n class class-default\n  police 8000\n"
        "router bgp 1\n neighbor 192.0.2.2 remote-as 2\n neighbor 192.0.2.9 remote-as 2\n{}"
        "control-plane\n service-policy input COPP\n"
    )
    assert len(found("QOS319", text.format(""))) == 1
    assert found("QOS319", text.format(" neighbor 192.0.2.9 shutdown\n")) == []


TABLES = """set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24
set class-of-service classifiers dscp C import default
set class-of-service classifiers dscp C forwarding-class expedited-forwarding loss-priority low code-points ef
set class-of-service rewrite-rules dscp R import default
set class-of-service rewrite-rules dscp R forwarding-class {} loss-priority low code-point {}
set class-of-service interfaces ge-0/0/0 unit 0 classifiers dscp C
set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules dscp R
"""  # noqa: E501 - lines of JunOS


@pytest.mark.parametrize(
    ("name", "point", "told"),
    [
        ("expedited-forwarding", "be", True),
        ("expedited-forwarding", "ef", False),
        ("best-effort", "ef", True),
        ("best-effort", "cs2", False),
        ("expedited-forwarding", "cs5", True),
    ],
)
def test_what_is_written_is_read_again(name: str, point: str, *, told: bool) -> None:
    assert bool(found("QOS208", TABLES.format(name, point), "junos-mx")) is told


@pytest.mark.parametrize(
    ("kind", "read", "written", "told"),
    [
        ("dscp", "ef", "cs5", True),
        ("dscp", "[ ef cs5 ]", "cs5", False),
        ("exp", "101", "010", True),
        ("exp", "101", "101", False),
    ],
)
def test_a_point_that_no_entry_lists_is_read_as_best_effort(
    kind: str, read: str, written: str, *, told: bool
) -> None:
    name = "forwarding-class expedited-forwarding loss-priority low"
    text = (
        "set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/24\n"
        "set interfaces ge-0/0/0 unit 0 family mpls\n"
        f"set class-of-service classifiers {kind} C {name} code-points {read}\n"
        f"set class-of-service rewrite-rules {kind} R {name} code-point {written}\n"
        f"set class-of-service interfaces ge-0/0/0 unit 0 classifiers {kind} C\n"
        f"set class-of-service interfaces ge-0/0/0 unit 0 rewrite-rules {kind} R\n"
    )
    messages = found("QOS208", text, "junos-mx")
    assert [one.endswith("as best-effort") for one in messages] == [True] * told
