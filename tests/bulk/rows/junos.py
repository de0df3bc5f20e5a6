"""JunOS: filters and classifiers (Juniper, Routing Policies, Firewall Filters and Traffic Policers
User Guide; Class of Service User Guide).

A filter that ends with `accept` or `discard` says by the packet's fate what it matched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from tests.bulk.rows.row import Row
from tests.bulk.trial import Probe, Trial, Wanted
from tests.wire import Label, Packet, Vlan

_IN, _OUT = "ge-0/0/0.0", "ge-0/0/1.0"
_NAMED = {
    "ah": 51,
    "egp": 8,
    "esp": 50,
    "gre": 47,
    "icmp": 1,
    "icmp6": 58,
    "igmp": 2,
    "ipip": 4,
    "ipv6": 41,
    "ospf": 89,
    "pim": 103,
    "rsvp": 46,
    "sctp": 132,
    "tcp": 6,
    "udp": 17,
    "vrrp": 112,
}
_NUMBERED = (71, 88, 100, 136, 255)


def _filter(terms: Iterable[str], family: str = "inet") -> str:
    body = "\n".join(f"      term t{n} {{ {each} }}" for n, each in enumerate(terms))
    return f"""
firewall {{
  family {family} {{
    filter F {{
{body}
    }}
  }}
}}
interfaces {{
  ge-0/0/0 {{ unit 0 {{ family {family} {{ filter {{ input F; }} }} }} }}
}}
"""


def _row(
    name: str, covers: str, text: str, packets: Iterable[Packet], passes: Callable[[Packet], bool]
) -> Row:
    probes = tuple(Probe(p, _OUT, Wanted(dropped=not passes(p)), _IN) for p in packets)
    kinds = tuple(each.strip() for each in covers.split(","))
    return Row(f"junos {name}", kinds, Trial(f"junos {name}", text, probes, "junos-mx"))


def _protocols() -> Row:
    words = " ".join([*_NAMED, *map(str, _NUMBERED)])
    text = _filter([f"from {{ protocol [ {words} ]; }} then accept;", "then discard;"])
    wanted = {*_NAMED.values(), *_NUMBERED}
    packets = [Packet(protocol=number) for number in range(256)]
    return _row("protocol", "flower ip_proto, gact", text, packets, lambda p: p.protocol in wanted)


def _next_header() -> Row:
    text = _filter(
        ["from { next-header [ tcp icmp6 ospf 88 ]; } then accept;", "then discard;"], "inet6"
    )
    packets = [Packet(version=6, protocol=n) for n in range(256) if n not in (0, 43, 44, 60)]
    return _row(
        "next-header", "flower ip_proto", text, packets, lambda p: p.protocol in (6, 58, 89, 88)
    )


def _ports() -> Row:
    terms = [
        "from { protocol tcp; destination-port [ 22 179 8000-8002 ]; } then accept;",
        "from { protocol [ tcp udp ]; source-port 53; } then accept;",
        "from { protocol udp; destination-port-except [ 1-100 ]; source-port 7; } then accept;",
    ]
    packets = [
        Packet(protocol=protocol, src_port=source, dst_port=target)
        for protocol, source, target in product(
            (6, 17, 132, 89),
            (6, 7, 52, 53, 54),
            (0, 1, 21, 22, 23, 100, 101, 179, 7999, 8002, 8003),
        )
    ]

    def passes(p: Packet) -> bool:
        if p.protocol == 6 and (p.dst_port in (22, 179) or 8000 <= p.dst_port <= 8002):
            return True
        if p.protocol in (6, 17) and p.src_port == 53:
            return True
        return p.protocol == 17 and p.src_port == 7 and not 1 <= p.dst_port <= 100

    return _row("ports", "flower dst_port, flower src_port", _filter(terms), packets, passes)


def _addresses() -> Row:
    terms = [
        "from { source-address { 10.0.0.0/8; 10.1.0.0/16 except; 10.1.5.0/24; } } then accept;",
        "from { destination-address { 0.0.0.0/0; 172.16.0.0/12 except; } } then discard;",
        "then accept;",
    ]
    sources = (
        "9.255.255.255",
        "10.0.0.0",
        "10.0.255.255",
        "10.1.0.0",
        "10.1.4.255",
        "10.1.5.0",
        "10.1.5.255",
        "10.1.6.0",
        "10.1.255.255",
        "10.2.0.0",
        "11.0.0.0",
    )
    targets = ("172.15.255.255", "172.16.0.0", "172.31.255.255", "172.32.0.0")

    def passes(p: Packet) -> bool:
        first, second, third, _ = map(int, p.src.split("."))
        ours = first == 10 and (second != 1 or third == 5)
        return ours or p.dst in ("172.16.0.0", "172.31.255.255")

    packets = [Packet(src=s, dst=d) for s, d in product(sources, targets)]
    return _row("addresses", "flower src_ip, flower dst_ip", _filter(terms), packets, passes)


def _flags() -> Row:
    terms = [
        'from { protocol tcp; tcp-flags "syn & !ack"; } then discard;',
        "from { protocol tcp; tcp-established; } then accept;",
        "from { protocol udp; } then accept;",
    ]
    packets = [Packet(protocol=6, tcp_flags=flags) for flags in range(64)]
    packets += [Packet(), Packet(protocol=50)]
    return _row(
        "tcp-flags",
        "flower tcp_flags",
        _filter(terms),
        packets,
        lambda p: (
            p.protocol == 17
            or (p.protocol == 6 and p.tcp_flags & 0x12 != 2 and p.tcp_flags & 0x14 != 0)
        ),
    )


def _icmp() -> Row:
    terms = [
        "from { protocol icmp; icmp-type [ echo-request 0 11 ]; } then accept;",
        "from { protocol icmp; icmp-type unreachable; icmp-code 4; } then accept;",
    ]
    packets = [
        Packet(protocol=protocol, icmp_type=kind, icmp_code=code)
        for protocol, kind, code in product((1, 58), (*range(14), 128, 255), (0, 1, 4, 255))
    ]
    return _row(
        "icmp-type",
        "flower type, flower code",
        _filter(terms),
        packets,
        lambda p: (
            p.protocol == 1
            and (p.icmp_type in (8, 0, 11) or (p.icmp_type == 3 and p.icmp_code == 4))
        ),
    )


def _fragments() -> Row:
    """`is-fragment` is any but the first (Juniper, Firewall Filter Match Conditions)."""
    packets = [
        Packet(protocol=protocol, fragment_offset=at, more_fragments=more)
        for protocol, at, more in product((17, 6, 50), (0, 1, 185, 8191), (False, True))
    ]
    packets += [Packet(dont_fragment=True)]
    text = _filter(["from { is-fragment; } then discard;", "then accept;"])
    return _row("is-fragment", "flower ip_flags", text, packets, lambda p: p.fragment_offset == 0)


def _first_fragments() -> Row:
    """`first-fragment` is the first of several (Juniper, Firewall Filter Match Conditions)."""
    packets = [
        Packet(protocol=protocol, fragment_offset=at, more_fragments=more)
        for protocol, at, more in product((17, 6, 50), (0, 1, 185, 8191), (False, True))
    ]
    packets += [Packet(dont_fragment=True)]
    text = _filter(["from { first-fragment; } then discard;", "then accept;"])
    return _row(
        "first-fragment",
        "flower ip_flags",
        text,
        packets,
        lambda p: p.fragment_offset > 0 or not p.more_fragments,
    )


def _ttl() -> Row:
    text = _filter(["from { ttl [ 1 64-66 255 ]; } then discard;", "then accept;"])
    packets = [Packet(ttl=ttl) for ttl in range(256)]
    return _row("ttl", "flower ip_ttl", text, packets, lambda p: p.ttl not in (1, 64, 65, 66, 255))


def _length() -> Row:
    text = _filter(["from { packet-length [ 64 100-200 ]; } then discard;", "then accept;"])
    packets = [Packet(payload_length=n - 28) for n in (63, 64, 65, 99, 100, 101, 200, 201, 1500)]
    packets += [Packet(payload_length=n - 68, ip_options=b"\1" * 40) for n in (99, 100, 200, 201)]
    return _row(
        "packet-length",
        "u32 u16",
        text,
        packets,
        lambda p: (n := 28 + len(p.ip_options) + p.payload_length) != 64 and not 100 <= n <= 200,
    )


def _dscp() -> Row:
    text = _filter(
        [
            "from { dscp [ ef af11 7 ]; } then accept;",
            "from { precedence [ internet-control 3 ]; } then accept;",
        ]
    )
    packets = [Packet(dscp=dscp, ecn=ecn) for dscp, ecn in product(range(64), range(4))]
    return _row(
        "dscp",
        "flower ip_tos",
        text,
        packets,
        lambda p: p.dscp in (46, 10, 7) or p.dscp >> 3 in (6, 3),
    )


_COS = """
class-of-service {
  classifiers { %s }
  schedulers {
    be { transmit-rate percent 40; }
    ef { transmit-rate percent 20; priority high; }
    af { transmit-rate percent 30; }
    nc { transmit-rate percent 10; }
  }
  scheduler-maps { m {
    forwarding-class best-effort scheduler be;
    forwarding-class expedited-forwarding scheduler ef;
    forwarding-class assured-forwarding scheduler af;
    forwarding-class network-control scheduler nc;
  } }
  interfaces {
    ge-0/0/0 { unit 0 { classifiers { %s } } }
    ge-0/0/1 { scheduler-map m; unit 0 { %s } }
  }
}
interfaces {
  ge-0/0/0 { unit 0 { family inet; family inet6; } }
  ge-0/0/1 { unit 0 { family inet; family inet6; } }
}
"""
_BE, _EF, _AF, _NC = (
    "best-effort",
    "expedited-forwarding",
    "assured-forwarding",
    "network-control",
)


def _classes(
    name: str,
    covers: str,
    kind: str,
    codes: dict[str, str],
    packets: dict[str, list[Packet]],
    rewrite: str = "",
) -> Row:
    body = " ".join(
        f"forwarding-class {each} {{ loss-priority low code-points [ {some} ]; }}"
        for each, some in codes.items()
    )
    text = _COS % (f"{kind} C {{ {body} }}", f"{kind} C;", rewrite)
    probes = tuple(
        Probe(p, _OUT, Wanted(leaf), _IN) for leaf, some in packets.items() for p in some
    )
    kinds = tuple(each.strip() for each in covers.split(","))
    return Row(f"junos {name}", kinds, Trial(f"junos {name}", text, probes, "junos-mx"))


def _classifier_dscp() -> Row:
    codes = {_EF: "ef 101111", _AF: "af11 af12 af13", _NC: "cs6 cs7", _BE: "be"}
    found: dict[str, list[Packet]] = {_EF: [], _AF: [], _NC: [], _BE: []}
    by_code = {46: _EF, 47: _EF, 10: _AF, 12: _AF, 14: _AF, 48: _NC, 56: _NC}
    for dscp, ecn in product(range(64), range(4)):
        found[by_code.get(dscp, _BE)].append(Packet(dscp=dscp, ecn=ecn))
    return _classes(
        "classifier dscp", "flower ip_tos, skbedit mark, u32 mark", "dscp", codes, found
    )


def _classifier_dscp6() -> Row:
    codes = {_EF: "ef", _AF: "af11 af12 af13", _NC: "cs6 cs7", _BE: "be"}
    found: dict[str, list[Packet]] = {_EF: [], _AF: [], _NC: [], _BE: []}
    by_code = {46: _EF, 10: _AF, 12: _AF, 14: _AF, 48: _NC, 56: _NC}
    for dscp, ecn in product(range(64), range(4)):
        found[by_code.get(dscp, _BE)].append(Packet(version=6, dscp=dscp, ecn=ecn))
    return _classes(
        "classifier dscp-ipv6", "flower ip_tos, skbedit mark", "dscp-ipv6", codes, found
    )


def _classifier_exp() -> Row:
    codes = {_EF: "010 011", _AF: "100 101", _NC: "110 111", _BE: "000 001"}
    found: dict[str, list[Packet]] = {_EF: [], _AF: [], _NC: [], _BE: []}
    for exp, inner in product(range(8), range(8)):
        name = (_BE, _EF, _AF, _NC)[exp >> 1]
        found[name].append(Packet(mpls=(Label(17, exp), Label(18, inner))))
    return _classes("classifier exp", "flower mpls_tc", "exp", codes, found)


def _classifier_dot1p() -> Row:
    codes = {_EF: "010 011", _AF: "100 101", _NC: "110 111", _BE: "000 001"}
    found: dict[str, list[Packet]] = {_EF: [], _AF: [], _NC: [], _BE: []}
    for pcp, version in product(range(8), (4, 6)):
        name = (_BE, _EF, _AF, _NC)[pcp >> 1]
        found[name].append(Packet(version=version, vlan=Vlan(100, pcp)))
    return _classes("classifier ieee-802.1", "flower vlan_prio", "ieee-802.1", codes, found)


ROWS = (
    _protocols(),
    _next_header(),
    _ports(),
    _addresses(),
    _flags(),
    _icmp(),
    _fragments(),
    _first_fragments(),
    _ttl(),
    _length(),
    _dscp(),
    _classifier_dscp(),
    _classifier_dscp6(),
    _classifier_exp(),
    _classifier_dot1p(),
)
