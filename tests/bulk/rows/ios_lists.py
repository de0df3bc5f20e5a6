"""IOS: access lists (Cisco IOS Security Command Reference, `permit (IP)`, `permit (IPv6)`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

from tests.bulk.rows.row import DEFAULT, Row, lists, policy, row
from tests.wire import Packet

_NAMED4 = {
    "ahp": 51,
    "eigrp": 88,
    "esp": 50,
    "gre": 47,
    "icmp": 1,
    "igmp": 2,
    "ipinip": 4,
    "nos": 94,
    "ospf": 89,
    "pcp": 108,
    "pim": 103,
    "tcp": 6,
    "udp": 17,
}
_NAMED6 = {"ahp": 51, "esp": 50, "icmp": 58, "pcp": 108, "sctp": 132, "tcp": 6, "udp": 17}
_NUMBERED = (71, 80, 81, 99, 100, 112, 132, 136, 137, 253, 255)
"""Hexadecimal readings of named ones (0x47 is 71), and numbers above 99."""
_EXTENSIONS = (0, 43, 44, 60)
_NET, _HOST = "10.1.2.0", "10.1.2.3"
_OPTIONS = (b"", b"\x94\x04\0\0", b"\1" * 40)


def _protocols4() -> Row:
    names = {f"n-{name}": number for name, number in _NAMED4.items()}
    names |= {f"n-{number}": number for number in (0, *_NUMBERED)}
    text = lists({n: [f"permit {n[2:]} any any"] for n in names})
    by_number = {number: name for name, number in names.items()}
    found: dict[str, list[Packet]] = {}
    for number in range(256):
        found.setdefault(by_number.get(number, DEFAULT), []).append(Packet(protocol=number))
        if number not in _EXTENSIONS:
            packet = Packet(version=6, protocol=number)
            found.setdefault(DEFAULT, []).append(packet)
    for number in _NAMED4.values():
        found[by_number[number]] += [
            Packet(protocol=number, ip_options=options) for options in _OPTIONS
        ]
    inner = bytes.fromhex("450000300000000040112b9c0a0000010a000002") + bytes(28)
    found["n-ipinip"].append(Packet(protocol=4, payload=inner))
    found["n-gre"].append(Packet(protocol=47, payload=bytes.fromhex("00000800") + inner))
    return row("protocols of IPv4", "flower ip_proto", text, found)


def _protocols6() -> Row:
    names = {f"n-{name}": number for name, number in _NAMED6.items()}
    names |= {f"n-{number}": number for number in (47, 88, 89, 103, 112, 136, 253)}
    text = lists({n: [f"permit {n[2:]} any any"] for n in names}, version=6)
    by_number = {number: name for name, number in names.items()}
    found: dict[str, list[Packet]] = {}
    for number in range(256):
        found.setdefault(DEFAULT, []).append(Packet(protocol=number))
        if number not in _EXTENSIONS:
            packet = Packet(version=6, protocol=number)
            found.setdefault(by_number.get(number, DEFAULT), []).append(packet)
    for chain in ((0,), (60,), (43,), (0, 43, 60)):
        for number in (6, 17, 58, 89):
            packet = Packet(version=6, protocol=number, extension_headers=chain)
            found[by_number[number]].append(packet)
    return row("protocols of IPv6", "flower ip_proto", text, found)


def _ports() -> Row:
    """Entries of one list are tried in order; each class has a list of its own."""
    tests: dict[str, tuple[str, Callable[[int, int], bool]]] = {
        "eq-dst": ("permit tcp any any eq 179", lambda s, d: d == 179),
        "range-src": ("permit tcp any range 5000 5002 any", lambda s, d: 5000 <= s <= 5002),
        "gt-dst": ("permit tcp any any gt 65000", lambda s, d: d > 65000),
        "lt-src": ("permit tcp any lt 20 any", lambda s, d: s < 20),
        "range-dst": ("permit tcp any any range 255 513", lambda s, d: 255 <= d <= 513),
        "neq-dst": ("permit tcp any gt 60000 any neq 80", lambda s, d: s > 60000 and d != 80),
    }
    sources = (0, 1, 19, 20, 21, 4999, 5000, 5002, 5003, 60000, 60001, 65535)
    targets = (
        0,
        79,
        80,
        81,
        178,
        179,
        180,
        254,
        255,
        256,
        512,
        513,
        514,
        45824,
        65000,
        65001,
        65535,
    )
    found: dict[str, list[Packet]] = {}
    for source, target in product(sources, targets):
        name = next((n for n, (_, test) in tests.items() if test(source, target)), DEFAULT)
        packet = Packet(protocol=6, src_port=source, dst_port=target)
        found.setdefault(name, []).append(packet)
    for protocol in (17, 132, 33, 136, 50):
        packet = Packet(protocol=protocol, src_port=5000, dst_port=179)
        found[DEFAULT].append(packet)
    found[DEFAULT].append(Packet(version=6, protocol=6, dst_port=179))
    found["eq-dst"] += [
        Packet(protocol=6, src_port=40000, dst_port=179, ip_options=options) for options in _OPTIONS
    ]
    text = lists({name: [line] for name, (line, _) in tests.items()})
    return row("ports of TCP", "flower src_port, flower dst_port", text, found)


def _ports6() -> Row:
    found: dict[str, list[Packet]] = {"dns": [], "high": [], DEFAULT: []}
    for port, chain in product((52, 53, 54, 1023, 1024, 65535), ((), (0,), (60,), (0, 43, 60))):
        name = "dns" if port == 53 else "high" if port >= 1024 else DEFAULT
        found[name].append(Packet(version=6, dst_port=port, extension_headers=chain))
        found[DEFAULT].append(Packet(version=6, protocol=6, dst_port=port, extension_headers=chain))
    found[DEFAULT] += [Packet(dst_port=53), Packet(dst_port=2000)]
    text = lists(
        {"dns": ["permit udp any any eq domain"], "high": ["permit udp any any gt 1023"]}, version=6
    )
    return row("ports of IPv6", "flower dst_port", text, found)


def _raw_ports() -> Row:
    """A wildcard with holes: even third bytes; ports behind options of every length."""
    found: dict[str, list[Packet]] = {"holes": [], "low": [], "flags": [], DEFAULT: []}
    for third, port, options in product((2, 3, 4), (53, 54, 1023, 1024), _OPTIONS):
        packet = Packet(src=f"10.1.{third}.9", dst_port=port, ip_options=options)
        even = third % 2 == 0
        name = "holes" if even and port == 53 else "low" if even and port >= 1024 else DEFAULT
        found[name].append(packet)
        found[DEFAULT].append(
            Packet(src=f"10.1.{third}.9", dst_port=port, protocol=132, ip_options=options)
        )
    for flags, options in product(range(64), _OPTIONS):
        packet = Packet(src="10.1.2.9", protocol=6, tcp_flags=flags, dst_port=9, ip_options=options)
        found["flags" if flags & 0x14 else DEFAULT].append(packet)
    # A later fragment has no ports, and what stands in their place is none: the first entry that
    # permits takes it by its layer-3 part (Cisco document 8014).
    for source, name in (("10.1.2.9", "holes"), ("10.1.3.9", DEFAULT)):
        later = Packet(src=source, fragment_offset=3, payload=bytes.fromhex("04000400") * 5)
        found[name].append(later)
    text = lists(
        {
            "holes": ["permit udp 10.1.0.0 0.0.254.255 any eq 53"],
            "low": ["permit udp 10.1.0.0 0.0.254.255 any gt 1023"],
            "flags": ["permit tcp 10.1.0.0 0.0.254.255 any established"],
        }
    )
    return row("raw ports", "u32 u8, u32 u16, u32 u32, u32 at", text, found)


def _flags() -> Row:
    """`established` is ACK or RST (Cisco, `permit (IP)`)."""
    found: dict[str, list[Packet]] = {"syn": [], "est": [], DEFAULT: []}
    for flags in (*range(64), 0x80, 0x90, 0x100, 0xFFF & ~0x14):
        syn = flags & 0x12 == 2
        name = "syn" if syn else "est" if flags & 0x14 else DEFAULT
        found[name].append(Packet(protocol=6, tcp_flags=flags))
    found[DEFAULT] += [Packet(version=6, protocol=6, tcp_flags=16), Packet(protocol=17)]
    text = lists(
        {
            "syn": ["permit tcp any any match-all +syn -ack"],
            "est": ["permit tcp any any established"],
        }
    )
    return row("TCP flags", "flower tcp_flags", text, found)


def _icmp() -> Row:
    named = {"echo": (8, 0), "reply": (0, 0), "toobig": (3, 4), "exceeded": (11, None)}
    entries = {
        "echo": ["permit icmp any any echo"],
        "reply": ["permit icmp any any echo-reply"],
        "toobig": ["permit icmp any any packet-too-big"],
        "exceeded": ["permit icmp any any 11"],
    }
    found: dict[str, list[Packet]] = {name: [] for name in (*named, DEFAULT)}
    for kind, code in product((*range(20), 128, 129, 255), (0, 1, 3, 4, 5, 255)):
        packet = Packet(protocol=1, icmp_type=kind, icmp_code=code)
        if kind == 3 and code == 4:
            found["toobig"].append(packet)
        elif kind == 11:
            found["exceeded"].append(packet)
        elif kind in (0, 8) and code == 0:
            found["echo" if kind == 8 else "reply"].append(packet)
        elif kind not in (0, 8):  # whether `echo` means code 0 alone, no manual says
            found[DEFAULT].append(packet)
    found[DEFAULT] += [Packet(version=6, protocol=58, icmp_type=8), Packet(protocol=58), Packet()]
    return row("ICMP", "flower type, flower code", lists(entries), found)


def _icmp6() -> Row:
    kinds = {"ask": 128, "answer": 129, "neighbour": 135}
    entries = {
        "ask": ["permit icmp any any echo-request"],
        "answer": ["permit icmp any any echo-reply"],
        "neighbour": ["permit icmp any any nd-ns"],
    }
    by_type = {number: name for name, number in kinds.items()}
    found: dict[str, list[Packet]] = {name: [] for name in (*kinds, DEFAULT)}
    for kind, chain in product((0, 1, 3, 8, 127, 128, 129, 130, 134, 135, 136, 255), ((), (0,))):
        packet = Packet(version=6, protocol=58, icmp_type=kind, extension_headers=chain)
        found[by_type.get(kind, DEFAULT)].append(packet)
    found[DEFAULT] += [Packet(protocol=1, icmp_type=n) for n in (128, 129, 135)]
    return row("ICMPv6", "flower type", lists(entries, version=6), found)


def _fragments() -> Row:
    """`fragments` is for those that are not the first (Cisco, ACLs and IP Fragments)."""
    later = [
        {"fragment_offset": at, "more_fragments": more}
        for at, more in product((1, 185, 8191), (True, False))
    ]
    found: dict[str, list[Packet]] = {"parts": [], DEFAULT: []}
    for protocol in (17, 6, 1, 50):
        found["parts"] += [Packet(protocol=protocol, **each) for each in later]  # type: ignore[arg-type]
        found[DEFAULT] += [
            Packet(protocol=protocol, more_fragments=True),
            Packet(protocol=protocol, dont_fragment=True),
        ]
    found[DEFAULT] += [Packet(version=6, **each) for each in later]  # type: ignore[arg-type]
    text = lists({"parts": ["permit ip any any fragments"]})
    return row("fragments", "flower ip_flags", text, found)


def _fragments6() -> Row:
    later = [
        {"fragment_offset": at, "more_fragments": more}
        for at, more in product((1, 185, 8191), (True, False))
    ]
    found: dict[str, list[Packet]] = {"parts": [], DEFAULT: []}
    for protocol in (17, 6, 58, 50):
        made = [Packet(version=6, protocol=protocol, **each) for each in later]  # type: ignore[arg-type]
        found["parts"] += made
        found[DEFAULT] += [
            Packet(version=6, protocol=protocol, more_fragments=True),
            Packet(version=6, protocol=protocol),
            Packet(version=6, protocol=protocol, extension_headers=(0, 60)),
        ]
    found[DEFAULT] += [Packet(**each) for each in later]  # type: ignore[arg-type]
    text = lists({"parts": ["permit ipv6 any any fragments"]}, version=6)
    return row("fragments of IPv6", "flower ip_flags", text, found)


def _raw_fragments6() -> Row:
    """With a length the raw header is read: the protocol is in the fragment header."""
    found: dict[str, list[Packet]] = {"udp": [], "esp": [], DEFAULT: []}
    for protocol, at, length in product((17, 50, 6), (0, 3), (99, 100, 107, 108)):
        behind = {17: 8, 6: 20}.get(protocol, 0) if at == 0 else 0
        size = length - 40 - 8 - behind
        packet = Packet(
            version=6,
            protocol=protocol,
            fragment_offset=at,
            more_fragments=True,
            payload_length=size,
        )
        inside = at and 100 <= length <= 107
        name = {17: "udp", 50: "esp"}.get(protocol, DEFAULT) if inside else DEFAULT
        found[name].append(packet)
        found[DEFAULT].append(Packet(version=6, protocol=protocol, payload_length=length - 60))
    entries = {"udp": "permit udp any any fragments", "esp": "permit esp any any fragments"}
    head = "\n".join(f"ipv6 access-list L-{name}\n {line}" for name, line in entries.items())
    matches = {
        name: [f"match access-group name L-{name}", "match packet length min 100 max 107"]
        for name in entries
    }
    text = policy(matches, head=head, kind="match-all")
    return row("raw fragments of IPv6", "u32 u8, u32 u16", text, found)


def _ttl() -> Row:
    found: dict[str, list[Packet]] = {"one": [], "low": [], "high": [], DEFAULT: []}
    for ttl in range(256):
        name = "one" if ttl == 1 else "low" if ttl < 10 else "high" if 64 <= ttl <= 200 else DEFAULT
        found[name].append(Packet(ttl=ttl))
    found[DEFAULT] += [Packet(version=6, ttl=1), Packet(version=6, ttl=100)]
    text = lists(
        {
            "one": ["permit ip any any ttl eq 1"],
            "low": ["permit ip any any ttl lt 10"],
            "high": ["permit ip any any ttl range 64 200"],
        }
    )
    return row("ttl", "flower ip_ttl", text, found)


def _addresses() -> Row:
    entries = {
        "host": [f"permit ip host {_HOST} any"],
        "net": [f"permit ip {_NET} 0.0.0.255 any"],
        "to": ["permit ip any 172.16.0.0 0.15.255.255"],
        "holes": ["permit ip 0.0.0.1 255.255.255.254 10.0.0.0 0.255.255.255"],
    }
    places = {
        "host": [(_HOST, "192.0.2.9")],
        "net": [("10.1.2.0", "192.0.2.9"), ("10.1.2.255", "192.0.2.9"), ("10.1.2.4", "172.16.0.1")],
        "to": [("192.0.2.2", "172.16.0.0"), ("192.0.2.2", "172.31.255.255")],
        "holes": [("192.0.2.1", "10.0.0.0"), ("10.1.3.1", "10.255.255.255")],
        DEFAULT: [
            ("10.1.1.254", "192.0.2.9"),
            ("10.1.3.0", "172.32.0.0"),
            ("192.0.2.2", "172.15.255.255"),
            ("192.0.2.2", "10.0.0.1"),
            ("192.0.2.1", "11.0.0.0"),
            ("192.0.2.1", "9.255.255.255"),
        ],
    }
    found = {
        name: [
            Packet(src=s, dst=d, protocol=p, ip_options=o)
            for (s, d), p, o in product(some, (17, 6, 89), _OPTIONS)
        ]
        for name, some in places.items()
    }
    found[DEFAULT] += [Packet(ethertype=0x0806, src=_HOST), Packet(version=6)]
    covers = "flower src_ip, flower dst_ip, u32 u32"
    return row("addresses", covers, lists(entries), found)


def _addresses6() -> Row:
    entries = {
        "host": ["permit ipv6 host 2001:db8::5 any"],
        "net": ["permit ipv6 2001:db8:a::/47 any"],
        "to": ["permit ipv6 any 2001:db8:f::/64"],
    }
    places = {
        "host": [("2001:db8::5", "2001:db8::9")],
        "net": [("2001:db8:a::", "::1"), ("2001:db8:b:ffff:ffff:ffff:ffff:ffff", "::1")],
        "to": [("2001:db8::4", "2001:db8:f::"), ("2001:db8:c::", "2001:db8:f:0:ffff::1")],
        DEFAULT: [
            ("2001:db8::4", "::1"),
            ("2001:db8:9:ffff::", "::1"),
            ("2001:db8::6", "2001:db8:f:1::"),
            ("2001:db8::6", "2001:db8:e:ffff::"),
        ],
    }
    found = {
        name: [Packet(version=6, src=s, dst=d, protocol=p) for (s, d), p in product(some, (17, 89))]
        for name, some in places.items()
    }
    found[DEFAULT] += [Packet()]
    return row(
        "addresses of IPv6", "flower src_ip, flower dst_ip", lists(entries, version=6), found
    )


def _entry_fields() -> Row:
    """DSCP and precedence in an entry, deny before permit: a deny leaves the class."""
    entries = {
        "a": [
            "deny tcp any any eq 22",
            "permit tcp any any dscp af21",
            "deny ip any any precedence 5",
            "permit ip 10.0.0.0 0.255.255.255 any",
        ],
        "b": ["permit ip any any precedence critical", "permit tcp any any eq 22"],
    }
    found: dict[str, list[Packet]] = {"a": [], "b": [], DEFAULT: []}
    fields: Iterable[tuple[int, int, int, str]] = product(
        (6, 17), (22, 23), (0, 18, 20, 40, 46, 47, 48), ("10.0.0.1", "11.0.0.1")
    )
    for protocol, port, dscp, src in fields:
        tcp22 = protocol == 6 and port == 22
        in_a = not tcp22 and (
            (protocol == 6 and dscp == 18) or (dscp >> 3 != 5 and src.startswith("10."))
        )
        name = "a" if in_a else "b" if dscp >> 3 == 5 or tcp22 else DEFAULT
        packet = Packet(protocol=protocol, dst_port=port, dscp=dscp, src=src, ecn=dscp % 4)
        found[name].append(packet)
    return row("fields of an entry", "flower ip_tos, flower ip_proto", lists(entries), found)


ROWS = (
    _protocols4(),
    _protocols6(),
    _ports(),
    _ports6(),
    _raw_ports(),
    _flags(),
    _icmp(),
    _icmp6(),
    _fragments(),
    _fragments6(),
    _raw_fragments6(),
    _ttl(),
    _addresses(),
    _addresses6(),
    _entry_fields(),
)
