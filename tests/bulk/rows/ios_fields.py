"""IOS: class maps on the fields of one header (Cisco, QoS: Classification Configuration Guide)."""

from __future__ import annotations

from itertools import product

from tests.bulk.rows.row import DEFAULT, Row, both, lists, policy, row
from tests.wire import Label, Packet, Vlan

_DS = [
    Packet(version=version, dscp=dscp, ecn=ecn)
    for version, dscp, ecn in product((4, 6), range(64), range(4))
]
_OTHER = (Packet(ethertype=0x0806), Packet(mpls=(Label(16, 5),), dscp=46), Packet(ethertype=0x88CC))


_INSIDE4 = bytes.fromhex("45b80030000000004011") + bytes(2) + bytes([10, 0, 0, 1] * 2) + bytes(28)
_INSIDE6 = bytes.fromhex("6b80000000081140") + bytes(40)
_TUNNELS = {4: _INSIDE4, 41: _INSIDE6, 47: bytes.fromhex("00000800") + _INSIDE4}
"""IP in IP, IPv6 in IP and GRE; DSCP 46 inside."""


def _dscp() -> Row:
    """`match ip dscp` is for IPv4, `match dscp` for both (Cisco, Quality of Service Commands).

    In a tunnel the outer header counts.
    """
    found: dict[str, list[Packet]] = {"v4": [], "both": [], DEFAULT: list(_OTHER)}
    for number, inside in _TUNNELS.items():
        found["v4"].append(Packet(protocol=number, payload=inside, dscp=10))
        found["both"].append(Packet(protocol=number, payload=inside, dscp=31))
        found[DEFAULT].append(Packet(protocol=number, payload=inside, dscp=1))
        found["both"].append(Packet(version=6, protocol=number, payload=inside, dscp=31))
        found[DEFAULT].append(Packet(version=6, protocol=number, payload=inside, dscp=1))
    for packet in _DS:
        if packet.version == 4 and packet.dscp in (46, 10, 63):
            found["v4"].append(packet)
        elif packet.dscp in (46, 0, 31):
            found["both"].append(packet)
        else:
            found[DEFAULT].append(packet)
    text = policy({"v4": ["match ip dscp ef af11 63"], "both": ["match dscp 46 default 31"]})
    return row("dscp", "flower ip_tos", text, found)


def _precedence() -> Row:
    found: dict[str, list[Packet]] = {"p5": [], "p03": [], DEFAULT: list(_OTHER)}
    for packet in _DS:
        precedence = packet.dscp >> 3
        if precedence == 5 and packet.version == 4:
            found["p5"].append(packet)
        elif precedence in (0, 3):
            found["p03"].append(packet)
        else:
            found[DEFAULT].append(packet)
    text = policy({"p5": ["match ip precedence 5"], "p03": ["match precedence 0 3"]})
    return row("precedence", "flower ip_tos", text, found)


def _tos() -> Row:
    """The entry's `tos` is the four bits of RFC 1349, between precedence and the last bit."""
    found: dict[str, list[Packet]] = {"min-delay": [], "one": [], DEFAULT: []}
    for packet in _DS:
        byte = packet.dscp << 2 | packet.ecn
        name = {8: "min-delay", 1: "one"}.get(byte >> 1 & 15, DEFAULT)
        found[name if packet.version == 4 else DEFAULT].append(packet)
    text = lists(
        {"min-delay": ["permit ip any any tos min-delay"], "one": ["permit ip any any tos 1"]}
    )
    return row("tos", "flower ip_tos", text, found)


def _length() -> Row:
    """`match packet length` counts the IP packet (Cisco, Classification Based on Packet Length)."""

    def of(length: int, **fields: object) -> Packet:
        header = (20 if fields.get("version", 4) == 4 else 40) + 8
        options = len(fields.get("ip_options", b""))  # type: ignore[arg-type]
        return Packet(**fields, payload_length=length - header - options)  # type: ignore[arg-type]

    inside, outside = (100, 101, 255, 256, 257, 1023, 1024), (60, 99, 1025, 1400)
    found = {
        "mid": [of(n) for n in inside]
        + [of(n, version=6) for n in inside]
        + [of(n, ip_options=b"\1" * 40) for n in (100, 1024)],
        "exact": [of(700 + 600), of(1300, version=6)],
        DEFAULT: [of(n) for n in outside]
        + [of(n, version=6) for n in outside]
        + [of(n, ip_options=b"\1" * 40) for n in (99, 1025)]
        + [of(1299), of(1301)],
    }
    text = policy(
        {
            "mid": ["match packet length min 100 max 1024"],
            "exact": ["match packet length min 1300 max 1300"],
        }
    )
    return row("length", "u32 u16, u32 at", text, found)


def _mac() -> Row:
    """`match source-address mac` and `match destination-address mac`."""
    one = "00:50:56:a0:0b:01"
    found = {
        "from": [*both(src_mac=one), Packet(src_mac=one, ethertype=0x0806)],
        "to": [*both(dst_mac=one)],
        DEFAULT: [
            *both(src_mac="00:50:56:a0:0b:00"),
            *both(src_mac="00:50:56:a0:0b:02"),
            *both(src_mac="02:50:56:a0:0b:01"),
            Packet(dst_mac="00:50:56:a0:0b:03"),
        ],
    }
    text = policy(
        {
            "from": ["match source-address mac 0050.56a0.0b01"],
            "to": ["match destination-address mac 0050.56a0.0b01"],
        }
    )
    return row("mac", "flower src_mac, flower dst_mac", text, found)


def _cos() -> Row:
    """A frame without a tag has no CoS; one of the priority tag (VLAN 0) has."""
    found: dict[str, list[Packet]] = {"five": [], "low": [], DEFAULT: [*both(dscp=46), *_OTHER]}
    for vlan, pcp, dei in product((0, 1, 100, 4094), range(8), range(2)):
        name = {5: "five", 0: "low", 1: "low"}.get(pcp, DEFAULT)
        tag = Vlan(vlan, pcp, dei)
        found[name] += [Packet(vlan=tag), Packet(version=6, vlan=tag)]
        found[name] += [Packet(vlan=tag, ethertype=0x0806)]
    text = policy({"five": ["match cos 5"], "low": ["match cos 0 1"]})
    return row("cos", "flower vlan_prio, filter protocol", text, found, "ios-xe")


def _vlan() -> Row:
    found: dict[str, list[Packet]] = {"hundred": [], "some": [], DEFAULT: [*both(dscp=46)]}
    for vlan, pcp in product((1, 9, 10, 11, 12, 13, 99, 100, 101, 256, 4094), (0, 5)):
        name = {100: "hundred", 10: "some", 11: "some", 12: "some"}.get(vlan, DEFAULT)
        found[name] += [*both(vlan=Vlan(vlan, pcp))]
    text = policy({"hundred": ["match vlan 100"], "some": ["match vlan 10-12"]})
    return row("vlan", "flower vlan_id, filter protocol", text, found, "ios-xe")


def _inside_tag() -> Row:
    """With tags and DSCP in one policy, the DSCP behind a tag is looked at too."""
    found = {
        "tagged": [*both(vlan=Vlan(7, 5), dscp=46), *both(vlan=Vlan(7, 5))],
        "voice": [*both(dscp=46), *both(vlan=Vlan(7, 4), dscp=46), *both(vlan=Vlan(7, 0), dscp=46)],
        DEFAULT: [*both(dscp=45), *both(vlan=Vlan(7, 4), dscp=45)],
    }
    text = policy({"tagged": ["match cos 5"], "voice": ["match dscp ef"]})
    return row("inside tag", "flower vlan_ethtype", text, found, "ios-xe")


def _exp() -> Row:
    """`topmost` is the outermost label."""
    found: dict[str, list[Packet]] = {
        "five": [],
        "low": [],
        DEFAULT: [*both(dscp=46), *_OTHER[::2]],
    }
    for outer, inner in product(range(8), (None, 0, 5)):
        stack = (Label(100, outer),) if inner is None else (Label(100, outer), Label(200, inner))
        name = {5: "five", 1: "low", 2: "low"}.get(outer, DEFAULT)
        found[name] += both(mpls=stack)
    text = policy(
        {
            "five": ["match mpls experimental topmost 5"],
            "low": ["match mpls experimental topmost 1 2"],
        }
    )
    return row("exp", "flower mpls_tc, filter protocol", text, found)


def _kinds() -> Row:
    found = {
        "arp": [Packet(ethertype=0x0806)],
        "six": [Packet(version=6), Packet(version=6, dscp=46), Packet(version=6, protocol=58)],
        "four": [Packet(), Packet(dscp=46), Packet(protocol=255), Packet(protocol=0)],
        DEFAULT: [Packet(ethertype=0x88CC), Packet(ethertype=0x0807), Packet(mpls=(Label(16),))],
    }
    text = policy(
        {
            "arp": ["match protocol arp"],
            "six": ["match protocol ipv6"],
            "four": ["match protocol ip"],
        }
    )
    return row("kinds", "filter protocol, filter pref", text, found)


ROWS = (
    _dscp(),
    _precedence(),
    _tos(),
    _length(),
    _mac(),
    _cos(),
    _vlan(),
    _inside_tag(),
    _exp(),
    _kinds(),
)
