"""`match protocol`: what a header field tells is exact, the rest says what it likely is."""

from __future__ import annotations

import pytest

from qosc.datapath import with_defaults
from qosc.fields import Field
from qosc.frontends.cisco import load
from qosc.frontends.cisco.mqc.nbar_protocols import likely
from qosc.ir import AllOf, AnyOf, Interval, Opaque, Predicate, SupportState, Test
from qosc.ir.describe import describe_match
from qosc.ir.leaves import plain_tests
from qosc.lint import check
from qosc.profiles import profile
from qosc.source import NOWHERE, SourceText


def matched(line: str) -> Predicate:
    device = load(SourceText("t.cfg", f"class-map c\n {line}\n"))
    assert device.residue == ()
    (found,) = device.class_maps["c"].match.operands
    return found


def ports(protocols: tuple[int, ...], *numbers: int) -> AllOf:
    values = tuple(Interval(number, number) for number in numbers)
    ends = AnyOf((Test(Field.SRC_PORT, values), Test(Field.DST_PORT, values)))
    return AllOf((Test(Field.PROTOCOL, tuple(Interval(n, n) for n in protocols)), ends))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ospf", Test(Field.PROTOCOL, (Interval(89, 89),))),
        ("ipsec", Test(Field.PROTOCOL, (Interval(50, 50), Interval(51, 51)))),
        ("bgp", ports((6,), 179)),
        ("dns", ports((6, 17), 53)),
        ("dhcp", ports((17,), 67, 68)),
        ("BGP", ports((6,), 179)),
        ("citrix", AnyOf((ports((6,), 1494, 2512, 2513, 2598), ports((17,), 1604)))),
    ],
)
def test_a_registered_protocol_says_what_it_likely_is(name: str, expected: Predicate) -> None:
    found = matched(f"match protocol {name}")
    assert isinstance(found, Opaque)
    assert found.likely == expected
    assert describe_match(found) == f"protocol {name.lower()}"


@pytest.mark.parametrize(
    "words", ["bittorrent", "skype", "rtp", "rtp audio", "http url *.jpg", "attribute category x"]
)
def test_what_only_the_payload_tells_stays_opaque(words: str) -> None:
    found = matched(f"match protocol {words}")
    assert isinstance(found, Opaque)
    assert found.likely is None


@pytest.mark.parametrize(
    ("name", "field", "value"),
    [("ip", Field.VERSION, 4), ("ipv6", Field.VERSION, 6), ("arp", Field.ETHERTYPE, 0x806)],
)
def test_what_one_header_field_tells_is_exact(name: str, field: Field, value: int) -> None:
    assert matched(f"match protocol {name}") == Test(field, (Interval(value, value),))


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("tcp", Test(Field.PROTOCOL, (Interval(6, 6),))),
        ("udp 89", Test(Field.PROTOCOL, (Interval(17, 17), Interval(89, 89)))),
        ("ipv4", Test(Field.VERSION, (Interval(4, 4),))),
        ("ipv6", Test(Field.VERSION, (Interval(6, 6),))),
        ("300", Opaque("protocol", "300")),
    ],
)
def test_ios_xr_names_ip_protocols(words: str, expected: Predicate) -> None:
    text = f"class-map c\n match protocol {words}\n end-class-map\n"
    device = load(SourceText("t.cfg", text), dialect="ios-xr")
    assert device.class_maps["c"].match.operands == (expected,)
    if words == "tcp":
        assert isinstance(matched("match protocol tcp"), Opaque)


def test_two_conditions_are_one_by_their_words_alone() -> None:
    assert Opaque("protocol", "bgp") == matched("match protocol bgp")
    assert hash(Opaque("protocol", "bgp")) == hash(matched("match protocol bgp"))


def test_the_tests_of_a_leaf() -> None:
    fields = [test.field for test in plain_tests(matched("match protocol bgp"))]
    assert fields == [Field.PROTOCOL, Field.SRC_PORT, Field.DST_PORT]
    assert plain_tests(Opaque("protocol", "skype")) == ()
    ospf = likely("ospf", NOWHERE)
    assert plain_tests(ospf) == (ospf,)


def test_findings_do_not_go_by_what_is_only_likely() -> None:
    # NBAR may find web pages on other ports, and other things on port 80.
    text = """\
access-list 110 permit tcp any any eq 80
class-map page
 match protocol http
class-map port
 match access-group 110
policy-map p
 class page
  bandwidth 64
 class port
  bandwidth 64
interface Serial0/0
 service-policy output p
"""
    source = SourceText("r.cfg", text)
    known = profile("ios-15")
    device = with_defaults(load(source), known)
    assert [each.code for each in check(device, known, source, ("QOS1",))] == []
    listed = (
        text.replace("match protocol http", "match access-group 9") + "access-list 9 permit any"
    )
    source = SourceText("r.cfg", listed)
    device = with_defaults(load(source), known)
    assert "QOS101" in [each.code for each in check(device, known, source, ("QOS1",))]


def ports_of(text: str, name: str) -> Predicate | None:
    """What the protocol of a class most likely looks like."""
    found = load(SourceText("t.cfg", f"{text}class-map match-all C\n match protocol {name}\n"))
    assert not found.residue
    (match,) = found.class_maps["C"].match.operands
    assert isinstance(match, Opaque)
    return match.likely


def test_a_port_map_takes_the_place_of_the_well_known_ports() -> None:
    """Cisco IOS QoS command reference, ip nbar port-map."""
    by_port = ports((6,), 81, 8080)
    assert ports_of("ip nbar port-map http tcp 81 8080\n", "http") == by_port
    both = AnyOf((by_port, ports((17,), 80)))
    more = "ip nbar port-map http udp 80\nip nbar port-map http tcp 81 8080\n"
    assert ports_of(more, "http") == both
    usual = ports_of("", "http")
    assert usual != by_port
    gone = "ip nbar port-map http tcp 81\nno ip nbar port-map http tcp\n"
    assert ports_of(gone, "http") == usual
    assert ports_of("ip nbar port-map http tcp 81\n", "telnet") == ports_of("", "telnet")


def test_no_takes_the_ports_of_one_carrier_away() -> None:
    both = "ip nbar custom APP tcp 5000\nip nbar custom APP udp 6000\n"
    only_udp = ports_of("ip nbar custom APP udp 6000\n", "APP")
    assert ports_of(f"{both}no ip nbar custom APP tcp 5000\n", "APP") == only_udp
    assert ports_of(f"{both}no ip nbar custom APP udp 6000\n", "APP") != only_udp
    assert ports_of("ip nbar custom APP tcp 5000\nno ip nbar custom APP tcp 5000\n", "APP") is None


def test_a_protocol_of_the_users_own_has_his_ports() -> None:
    text = "ip nbar custom APP destination udp range 5000 5010\n"
    at = Test(Field.DST_PORT, (Interval(5000, 5010),))
    assert ports_of(text, "APP") == AllOf((Test(Field.PROTOCOL, (Interval(17, 17),)), at))
    assert ports_of("ip nbar custom APP http host *x*\n", "APP") is None
    assert ports_of("ip nbar custom APP 5 ascii SCAN tcp 6000\n", "APP") is None


@pytest.mark.parametrize(
    "line",
    [
        "ip nbar port-map http",
        "ip nbar port-map http tcp",
        "ip nbar port-map http tcp 70000",
        "ip nbar custom APP tcp range 1 2 3",
    ],
)
def test_ports_that_are_none_are_not_understood(line: str) -> None:
    (residue,) = load(SourceText("t.cfg", f"{line}\n")).residue
    assert residue.state is SupportState.UNKNOWN
