"""Small IOS policies whose tables were written by hand from the manuals, before the interpreter."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from tests.generator.ios.model import (
    Ace,
    Acl,
    Amount,
    Anything,
    ClassMap,
    Compare,
    InAcl,
    InClass,
    InGroup,
    Length,
    Line,
    Mark,
    Marked,
    Police,
    Policy,
    PolicyClass,
    Port,
    Predicate,
    Prefix,
    RateLimit,
    Router,
    Version,
)
from tests.generator.ios.treat import treat
from tests.wire import Packet

ANY = Amount(percent=10)


def network(text: str, wildcard: str) -> Prefix:
    return Prefix(int(ip_address(text)), int(ip_address(wildcard)))


def router(classes: dict[str, ClassMap], acls: tuple[Acl, ...] = (), **ports: object) -> Router:
    """Two ports: `out` has a queueing policy of the classes, in their order."""
    policy = Policy("P", tuple(PolicyClass(name, bandwidth=ANY) for name in classes))
    policies = {"P": policy}
    for extra in ports.pop("policies", ()):  # type: ignore[attr-defined]
        policies[extra.name] = extra
    return Router(
        "R",
        "ios-15",
        (
            Port("in", 10**9, **ports.get("ingress", {})),  # type: ignore[arg-type]
            Port("out", 10**9, **(ports.get("egress") or {"output": "P"})),  # type: ignore[arg-type]
        ),
        {acl.name: acl for acl in acls},
        classes,
        policies,
    )


def of_class(*lines: Predicate | Line, match_any: bool = False) -> dict[str, ClassMap]:
    wrapped = tuple(each if isinstance(each, Line) else Line(each) for each in lines)
    return {"A": ClassMap("A", wrapped, match_any)}


def leaf(of: Router, **fields: object) -> str:
    """The class of a packet, or "?" when no source decides."""
    found = treat(of, "in", "out", Packet(**fields))  # type: ignore[arg-type]
    assert found.leaf is not None
    return "?" if "leaf" in found.unknown else found.leaf[-1]


def listed(*entries: Ace) -> Router:
    return router(of_class(InAcl("L")), (Acl("L", entries),))


def test_dscp_of_both_versions_and_of_one() -> None:
    both, four = router(of_class(Marked((46, 10)))), router(of_class(Marked((46,), ipv4_only=True)))
    assert [leaf(both, dscp=value) for value in (45, 46, 47, 9, 10, 11)] == [
        "class-default",
        "A",
        "class-default",
        "class-default",
        "A",
        "class-default",
    ]
    assert leaf(both, dscp=46, version=6) == "A"
    assert leaf(four, dscp=46, version=6) == "class-default"
    assert leaf(four, dscp=46) == "A"


def test_precedence_is_the_three_high_bits() -> None:
    of = router(of_class(Marked((5,), precedence=True)))
    found = [leaf(of, dscp=value) for value in (39, 40, 46, 47, 48)]
    assert found == ["class-default", "A", "A", "A", "class-default"]


def test_all_lines_or_any_line() -> None:
    lines = (Marked((46,)), Length(100, 200))
    every, some = router(of_class(*lines)), router(of_class(*lines, match_any=True))
    # 20 bytes of IP, 8 of UDP, 72 of payload are 100
    cases = [(46, 72), (46, 71), (0, 72), (0, 71), (46, 172), (46, 173)]
    assert [leaf(every, dscp=dscp, payload_length=size) for dscp, size in cases] == [
        "A",
        "class-default",
        "class-default",
        "class-default",
        "A",
        "class-default",
    ]
    assert [leaf(some, dscp=dscp, payload_length=size) for dscp, size in cases] == [
        "A",
        "A",
        "A",
        "class-default",
        "A",
        "A",
    ]


def test_match_not_takes_what_is_no_ip_too() -> None:
    of = router(of_class(Line(Marked((0,)), negated=True)))
    assert leaf(of, dscp=0) == "class-default"
    assert leaf(of, dscp=1) == "A"
    assert leaf(of, ethertype=0x0806) == "A"


def test_a_deny_hands_the_packet_to_the_next_class() -> None:
    classes = {
        "A": ClassMap("A", (Line(InAcl("L")),)),
        "B": ClassMap("B", (Line(Anything()),)),
    }
    acl = Acl(
        "L",
        (
            Ace(permit=False, protocol=6, dst_port=Compare("eq", (22,))),
            Ace(permit=True, protocol=6),
        ),
    )
    of = router(classes, (acl,))
    assert leaf(of, protocol=6, dst_port=22) == "B"
    assert leaf(of, protocol=6, dst_port=23) == "A"
    assert leaf(of, protocol=17, dst_port=23) == "B"
    assert leaf(of, protocol=6, dst_port=23, version=6) == "B"


@pytest.mark.parametrize(
    ("operator", "numbers", "inside"),
    [
        ("eq", (80,), {80}),
        ("neq", (80,), {79, 81, 99, 100, 101, 0, 65535}),
        ("lt", (80,), {79, 0}),
        ("gt", (80,), {81, 99, 100, 101, 65535}),
        ("range", (80, 100), {80, 81, 99, 100}),
    ],
)
def test_ports(operator: str, numbers: tuple[int, ...], inside: set[int]) -> None:
    of = listed(Ace(permit=True, protocol=17, dst_port=Compare(operator, numbers)))
    ports = {0, 79, 80, 81, 99, 100, 101, 65535}
    assert {port for port in ports if leaf(of, dst_port=port) == "A"} == inside
    assert leaf(of, protocol=6, dst_port=80) == leaf(of, src_port=80, dst_port=1, protocol=6)


def test_a_wildcard_with_holes() -> None:
    of = listed(Ace(permit=True, src=network("10.0.0.1", "0.0.255.2")))
    found = {
        text: leaf(of, src=text)
        for text in ("10.0.0.1", "10.0.0.3", "10.0.77.1", "10.0.0.0", "10.0.0.2", "10.1.0.1")
    }
    assert found == {
        "10.0.0.1": "A",
        "10.0.0.3": "A",
        "10.0.77.1": "A",
        "10.0.0.0": "class-default",
        "10.0.0.2": "class-default",
        "10.1.0.1": "class-default",
    }


def test_later_fragments_of_a_permit_and_of_a_deny_with_ports() -> None:
    """IPC-94: a permit applies by its layer-3 part, a deny leaves the fragment to the next."""
    port = Compare("eq", (25,))
    permit = listed(Ace(permit=True, protocol=6, dst_port=port))
    deny = listed(Ace(permit=False, protocol=6, dst_port=port), Ace(permit=True))
    plain = listed(Ace(permit=False, protocol=6), Ace(permit=True))
    later = {"protocol": 6, "fragment_offset": 10, "payload_length": 24}
    assert leaf(permit, **later) == "A"
    assert leaf(permit, **{**later, "protocol": 17}) == "class-default"
    assert leaf(deny, **later) == "A"
    assert leaf(plain, **later) == "class-default"
    first = {"protocol": 6, "dst_port": 26, "more_fragments": True}
    assert leaf(permit, **first) == "class-default"


def test_fragments_keyword_takes_later_fragments_alone() -> None:
    of = listed(Ace(permit=True, protocol=17, fragments=True))
    assert leaf(of, fragment_offset=1) == "A"
    assert leaf(of, more_fragments=True) == "class-default"
    assert leaf(of) == "class-default"


def test_tcp_flags() -> None:
    established = listed(Ace(permit=True, protocol=6, established=True))
    mixed = listed(Ace(permit=True, protocol=6, flags_all=(("syn", True), ("ack", False))))
    either = listed(Ace(permit=True, protocol=6, flags_any=(("syn", True), ("fin", True))))
    syn, ack, rst, fin = 2, 16, 4, 1
    assert [leaf(established, protocol=6, tcp_flags=f) for f in (syn, ack, rst, syn | ack)] == [
        "class-default",
        "A",
        "A",
        "A",
    ]
    assert [leaf(mixed, protocol=6, tcp_flags=f) for f in (syn, ack, syn | ack, syn | fin)] == [
        "A",
        "class-default",
        "class-default",
        "A",
    ]
    assert [leaf(either, protocol=6, tcp_flags=f) for f in (syn, fin, ack, rst | fin)] == [
        "A",
        "A",
        "class-default",
        "A",
    ]


def test_icmp_types_and_codes() -> None:
    kind = listed(Ace(permit=True, protocol=1, icmp=(3, None)))
    code = listed(Ace(permit=True, protocol=1, icmp=(3, 1)))
    packets = ((3, 0), (3, 1), (4, 1), (0, 3))
    assert [leaf(kind, protocol=1, icmp_type=t, icmp_code=c) for t, c in packets] == [
        "A",
        "A",
        "class-default",
        "class-default",
    ]
    assert [leaf(code, protocol=1, icmp_type=t, icmp_code=c) for t, c in packets] == [
        "class-default",
        "A",
        "class-default",
        "class-default",
    ]


@pytest.mark.parametrize("number", [1, 2, 47, 50, 51, 88, 89, 103, 112, 132, 255])
def test_protocol_numbers(number: int) -> None:
    of = listed(Ace(permit=True, protocol=number))
    assert leaf(of, protocol=number) == "A"
    assert leaf(of, protocol=number - 1) == "class-default"
    assert leaf(of, protocol=number, version=6, dscp=0) == "class-default"


def test_ipv6_lists_and_what_no_source_decides_behind_extension_headers() -> None:
    acl = Acl("L", (Ace(permit=True, protocol=6, dst_port=Compare("eq", (80,))),), version=6)
    of = router(of_class(InAcl("L")), (acl,))
    web = {"version": 6, "protocol": 6, "dst_port": 80}
    assert leaf(of, **web) == "A"
    assert leaf(of, **{**web, "version": 4}) == "class-default"
    assert leaf(of, **web, extension_headers=(0,)) == "?"
    assert leaf(of, **{**web, "dst_port": 81}, extension_headers=(0,)) == "class-default"


def test_nested_class_maps_and_protocol_lines() -> None:
    classes = {
        "inner": ClassMap("inner", (Line(Marked((46,))), Line(Marked((40,)))), match_any=True),
        "A": ClassMap("A", (Line(InClass("inner")), Line(Version(6)))),
    }
    of = router(classes)
    of = Router(
        of.hostname,
        of.platform,
        of.ports,
        of.acls,
        classes,
        {"P": Policy("P", (PolicyClass("A", bandwidth=ANY),))},
    )
    assert leaf(of, version=6, dscp=40) == "A"
    assert leaf(of, version=4, dscp=40) == "class-default"
    assert leaf(of, version=6, dscp=41) == "class-default"


def test_input_marks_decide_the_output_class() -> None:
    marker = Policy("M", (PolicyClass("A", marks=(Mark("dscp", 10), Mark("qos-group", 7))),))
    classes = {
        "A": ClassMap("A", (Line(Marked((46,))),)),
        "B": ClassMap("B", (Line(Marked((10,))), Line(InGroup(7)))),
    }
    of = router(classes, ingress={"input": "M"}, policies=(marker,))
    found = treat(of, "in", "out", Packet(dscp=46))
    assert (found.input_leaf, found.leaf, found.dscp_out) == (("A",), ("B",), 10)
    found = treat(of, "in", "out", Packet(dscp=10))
    assert (found.input_leaf, found.leaf, found.dscp_out) == (
        ("class-default",),
        ("class-default",),
        10,
    )


def test_children_classify_inside_their_parent() -> None:
    child = Policy("C", (PolicyClass("A", priority=None, bandwidth=ANY),))
    parent = Policy("W", (PolicyClass("class-default", shape=Amount(bps=10**6), child="C"),))
    of = router(of_class(Marked((46,))), egress={"output": "W"}, policies=(child, parent))
    assert treat(of, "in", "out", Packet(dscp=46)).leaf == ("class-default", "A")
    assert treat(of, "in", "out", Packet()).leaf == ("class-default", "class-default")
    assert treat(of, "out", "in", Packet()).leaf is None


def test_meters_in_order_and_their_marks() -> None:
    inner = Policy(
        "C", (PolicyClass("A", police=Police(Amount(bps=8000), conform=Mark("dscp", 8))),)
    )
    outer = Policy(
        "M", (PolicyClass("class-default", police=Police(Amount(bps=64000)), child="C"),)
    )
    of = router(of_class(Marked((46,))), ingress={"input": "M"}, policies=(inner, outer))
    found = treat(of, "in", "out", Packet(dscp=46))
    assert found.meters == ("input:M/class-default", "input:M/class-default:C/A")
    assert found.dscp_out == 8
    assert treat(of, "in", "out", Packet()).meters == ("input:M/class-default",)


def test_set_precedence_is_unknown_only_where_low_bits_were_set() -> None:
    marker = Policy("M", (PolicyClass("A", marks=(Mark("precedence", 3),)),))
    of = router(of_class(Anything()), ingress={"input": "M"}, policies=(marker,))
    clean, low = (treat(of, "in", "out", Packet(dscp=value)) for value in (40, 46))
    assert (clean.dscp_out, "dscp_out" in clean.unknown) == (24, False)
    assert "dscp_out" in low.unknown


def test_rate_limits_are_examined_in_order() -> None:
    rules = (
        RateLimit("L", 8000, 8000, 8000, conform=Mark("precedence", 4)),
        RateLimit(None, 64000, 8000, 8000, goes_on=True),
        RateLimit(None, 96000, 8000, 8000, conform=Mark("dscp", 0)),
    )
    acl = Acl("L", (Ace(permit=True, protocol=6),))
    of = router({}, (acl,), egress={"output_rules": rules})
    tcp, udp = (treat(of, "in", "out", Packet(protocol=p, dscp=8)) for p in (6, 17))
    assert (tcp.meters, tcp.dscp_out) == (("output:rate-limit 1",), 32)
    assert (udp.meters, udp.dscp_out) == (("output:rate-limit 2", "output:rate-limit 3"), 0)


def test_ttl_on_output_is_unknown_beside_the_border_alone() -> None:
    of = listed(Ace(permit=True, ttl=Compare("gt", (10,))))
    assert [leaf(of, ttl=value) for value in (10, 11, 12)] == ["class-default", "?", "A"]
