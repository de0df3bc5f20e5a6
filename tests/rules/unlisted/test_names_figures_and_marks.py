"""Names without an object, names against what they do, and marks that nothing reads."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint


def lines_of(code: str, text: str, platform: str = "ios-15") -> list[int]:
    return [one.primary.line for one in lint(text, platform) if one.code == code]


END = "interface Serial0/0\n ip address 192.0.2.1 255.255.255.252\n{}end\n"
TABLE = (
    "hostname r\ntable-map {table}\n map from 0 to 8\npolicy-map P\n class class-default\n"
    "  set cos dscp table {used}\n" + END.format(" service-policy input P\n")
)


def test_a_table_map_that_does_not_exist_is_one_finding_with_the_name_that_was_meant() -> None:
    text = TABLE.format(table="KEEP-MARKS", used="KEEP-MARK")
    found = [one for one in lint(text, "ios-15") if one.primary.line == 6]
    assert [(one.code, one.help) for one in found] == [("QOS018", "did you mean KEEP-MARKS?")]
    assert lines_of("QOS018", TABLE.format(table="KEEP-MARKS", used="KEEP-MARKS")) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (" ip policy route-map MARK\n", False),
        (" ip policy route-map MARKS\n", True),
        (" ip policy route-map $NAME\n", False),
        (" no ip policy route-map MARKS\n", False),
    ],
)
def test_a_route_map_that_does_not_exist_is_told(line: str, told: bool) -> None:
    text = (
        "hostname r\naccess-list 110 permit tcp any any eq telnet\n"
        "route-map MARK permit 10\n match ip address 110\n set ip precedence 5\n"
        "class-map match-all C\n match access-group 110\npolicy-map P\n class C\n  set dscp ef\n"
        + END.format(f"{line} service-policy input P\n")
    )
    assert lines_of("QOS018", text) == ([13] if told else [])


def test_groups_inside_groups_are_looked_for() -> None:
    text = (
        "hostname r\nobject-group network INNER\n 10.1.1.0 255.255.255.0\n"
        "object-group network OUTER\n group-object INNER\n"
        "ip access-list extended L\n permit ip any object-group OUTER\n"
        "class-map match-all C\n match access-group name L\npolicy-map P\n class C\n  set dscp ef\n"
        + END.format(" service-policy input P\n")
    )
    assert lines_of("QOS018", text) == []
    assert lines_of("QOS018", text.replace("network INNER", "network OTHER")) == [5]
    excerpt = text.replace("network OUTER", "network OTHER").replace("hostname r\n", "")
    assert lines_of("QOS018", excerpt.partition("interface")[0]) == []


def test_hostile_names_of_groups_are_printed_and_nothing_else() -> None:
    name = "$(reboot)';\x1b[31m"
    text = (
        f"hostname r\nip access-list extended L\n permit ip any object-group x{'y' * 300}\n"
        f" permit ip any object-group {name}\n"
        "class-map match-all C\n match access-group name L\npolicy-map P\n class C\n  set dscp ef\n"
        + END.format(" service-policy input P\n")
    )
    (found,) = (one for one in lint(text, "ios-15") if one.code == "QOS018")
    assert len(found.message) < 200


@pytest.mark.parametrize(
    ("name", "entry", "told"),
    [
        ("SIP", "udp any any eq 5060", False),
        ("SIP", "udp any any eq 5600", True),
        ("SIP", "udp any any eq 4000", True),
        ("SIP", "ip any any", False),
        ("NON-SIP", "udp any any eq 4000", False),
        ("SSH-ADMIN", "tcp any any eq 23", True),
        ("SSH-TELNET", "tcp any any eq 23", False),
        ("RTP", "udp any any range 16348 32767", True),
        ("RTP", "udp any any range 10000 20000", False),
        ("VOICE", "udp any any range 16384 23767", True),
        ("GOSSIP", "udp any any eq 4000", False),
    ],
)
def test_the_ports_of_a_list_are_held_against_its_name(name: str, entry: str, told: bool) -> None:
    text = (
        f"ip access-list extended {name}\n permit {entry}\n"
        f"class-map match-all C\n match access-group name {name}\n"
        "policy-map P\n class C\n  set dscp ef\ninterface Serial0/0\n service-policy input P\n"
    )
    assert lines_of("QOS715", text) == ([2] if told else [])


JUNOS = """class-of-service {
forwarding-classes { class BE queue-num 0; class VOICE queue-num 1; class DATA queue-num 2; }
scheduler-maps { M {
forwarding-class BE scheduler S-BE;
forwarding-class VOICE scheduler S-VOICE;
forwarding-class DATA scheduler S-DATA; } }
schedulers { S-BE { transmit-rate percent 40; DROP }
S-VOICE { transmit-rate percent 20; } S-DATA { transmit-rate percent 40; } }
interfaces { ge-0/0/0 { scheduler-map M; } }
drop-profiles { EARLY { interpolate { fill-level [ 30 80 ]; drop-probability [ 0 100 ]; } } }
}
interfaces { ge-0/0/0 { unit 0 { family inet { filter { input F; } } } } }
firewall {
policer P { if-exceeding { bandwidth-limit 50m; burst-size-limit 625k; }
then loss-priority high; }
family inet { filter F {
term voice { from protocol udp;
then { forwarding-class VOICE; accept; } }
term rest { then {
policer P; forwarding-class BE; accept; } } } } }
"""
READ = "drop-profile-map loss-priority high protocol any drop-profile EARLY;"


def junos(code: str, *changes: tuple[str, str]) -> list[int]:
    text = JUNOS
    for old, new in (*changes, ("DROP", READ)):
        text = text.replace(old, new)
    return lines_of(code, text, "junos-mx")


def test_a_term_and_schedulers_are_held_against_the_classes_they_are_named_for() -> None:
    assert junos("QOS716") == []
    assert junos("QOS716", ("{ forwarding-class VOICE;", "{ forwarding-class DATA;")) == [18]
    assert junos("QOS716", ("term voice", "term calls"), ("{ forwarding-class VOICE;", "{ ")) == []
    exchanged = (
        ("BE scheduler S-BE", "BE scheduler S-X"),
        ("VOICE scheduler S-VOICE", "VOICE scheduler S-BE"),
        ("scheduler S-X", "scheduler S-VOICE"),
    )
    assert junos("QOS716", *exchanged) == [4]
    # One scheduler for two classes is none that was exchanged.
    assert junos("QOS716", ("DATA scheduler S-DATA", "DATA scheduler S-BE")) == []


def test_a_loss_priority_is_told_where_nothing_tells_it_apart() -> None:
    assert junos("QOS209") == []
    assert len(junos("QOS209", ("DROP", ""))) == 1
    rewrite = (
        "rewrite-rules { dscp R { forwarding-class BE { loss-priority low code-point be;\n"
        "loss-priority high code-point cs1; } } } drop-profiles"
    )
    bound = ("{ scheduler-map M; }", "{ scheduler-map M; unit 0 { rewrite-rules { dscp R; } } }")
    assert junos("QOS209", ("DROP", ""), ("drop-profiles", rewrite), bound) == []
    same = rewrite.replace("cs1", "be")
    assert len(junos("QOS209", ("DROP", ""), ("drop-profiles", same), bound)) == 1
    assert junos("QOS209", ("DROP", ""), ("then loss-priority high", "then discard")) == []


@pytest.mark.parametrize(
    ("line", "more", "told"),
    [
        ("set qos-group 7", "", True),
        ("set discard-class 1", "", True),
        ("set dscp af11", "", False),
        ("set qos-group 7", "class-map match-all G\n match qos-group 7\n", False),
        ("set qos-group 7", "class-map match-all G\n match not qos-group 7\n", False),
    ],
)
def test_an_inner_mark_of_cisco_is_told_where_nothing_reads_it(
    line: str, more: str, told: bool
) -> None:
    used = "policy-map Q\n class G\n  bandwidth percent 20\n" if more else ""
    text = f"hostname r\npolicy-map P\n class class-default\n  {line}\n{more}{used}" + END.format(
        " service-policy input P\n" + (" service-policy output Q\n" if used else "")
    )
    assert lines_of("QOS209", text) == ([4] if told else [])


@pytest.mark.parametrize(
    ("points", "line", "told"),
    [
        ("af21 af22 af23", "random-detect", True),
        ("af21 af22 af23", "random-detect dscp-based", False),
        ("af21", "random-detect", False),
        ("af11 af21", "random-detect", False),
    ],
)
def test_one_curve_for_all_drop_precedences_is_told(points: str, line: str, told: bool) -> None:
    text = (
        f"class-map match-any C\n match dscp {points}\npolicy-map P\n class C\n"
        f"  bandwidth percent 40\n  {line}\ninterface Serial0/0\n service-policy output P\n"
    )
    assert lines_of("QOS416", text) == ([6] if told else [])


@pytest.mark.parametrize(
    ("levels", "drops", "more", "told"),
    [
        ("3 8", "0 100", "", True),
        ("0 100", "40 60", "", True),
        ("0 100", "0 100", "", False),
        ("30 80", "0 100", "", False),
        ("3 8", "0 100", "explicit-congestion-notification; ", False),
    ],
)
def test_a_profile_that_drops_from_an_empty_queue_is_told(
    levels: str, drops: str, more: str, told: bool
) -> None:
    points = "fill-level [ {} ]; drop-probability [ {} ]"
    change = (points.format("30 80", "0 100"), points.format(levels, drops))
    found = junos("QOS417", change, ("DROP", READ + more))
    assert found == ([10] if told else [])


@pytest.mark.parametrize(("voice", "video", "told"), [(2, 1, True), (1, 2, False), (1, 1, False)])
def test_ef_behind_video_is_told(voice: int, video: int, told: bool) -> None:
    text = (
        "class-map match-all VOICE\n match dscp ef\nclass-map match-all VIDEO\n match dscp af41\n"
        f"policy-map P\n class VOICE\n  priority level {voice}\n  police cir 1000000\n"
        f" class VIDEO\n  priority level {video}\n  police cir 2000000\n"
        "interface GigabitEthernet0/0/0\n service-policy output P\n"
    )
    assert lines_of("QOS455", text, "ios-xe") == ([7] if told else [])


@pytest.mark.parametrize(
    ("pair", "told"),
    [
        ("10.1.2.0 0.0.255.0", True),
        ("10.1.2.1 0.0.255.0", False),  # the first host of each network
        ("10.1.2.0 0.0.0.255", False),
        ("10.1.0.0 0.0.255.255", False),
    ],
)
def test_a_wildcard_with_its_ones_in_the_middle_is_told(pair: str, told: bool) -> None:
    text = (
        f"access-list 101 permit ip {pair} any\nclass-map match-all C\n match access-group 101\n"
        "policy-map P\n class C\n  set dscp ef\ninterface Serial0/0\n service-policy input P\n"
    )
    assert lines_of("QOS111", text) == ([1] if told else [])


def test_a_crypto_map_without_pre_classify_is_told_where_classes_ask_for_ports() -> None:
    text = (
        "access-list 101 permit tcp any any eq 443\nclass-map match-all WEB\n"
        " match access-group 101\npolicy-map WAN\n class WEB\n  bandwidth percent 20\n"
        "crypto map VPN 10 ipsec-isakmp\n set peer 198.51.100.9\n match address 150\n"
        "interface Serial0/0\n ip address 192.0.2.1 255.255.255.0\n crypto map VPN\n"
        " service-policy output WAN\n"
    )
    assert lines_of("QOS119", text) == [5]
    assert lines_of("QOS119", text.replace("match address 150", "qos pre-classify")) == []
    assert lines_of("QOS119", text.replace(" crypto map VPN\n", "")) == []
    assert lines_of("QOS119", "ip nat inside source list 1 interface Serial0/0\n" + text) == []
