"""Mistakes in what a class matches: masks, lists that permit all, IPv4 and tags alone."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import lint
from tests.rules.recall.recall import Mistake, judge, mqc

LIST = "match access-group name L"


def listed(*entries: str, action: str = "bandwidth percent 20") -> str:
    """A class D that matches a list L, whose entries begin at line 9."""
    return (
        mqc(action, match=LIST)
        + "ip access-list extended L\n"
        + "".join(f" {one}\n" for one in entries)
    )


ALL_FIRST = """access-list 101 permit ip any any
class-map match-all ALL
 match access-group 101
class-map match-all VOICE
 match dscp ef
policy-map P
 class ALL
  bandwidth percent 30
 class VOICE
  priority percent 20
interface Serial0/0
 ip address 192.0.2.1 255.255.255.252
 service-policy output P
"""
DUAL = mqc("priority percent 20", match="match ip dscp ef") + " ipv6 address 2001:db8::1/64\n"
ASA = """ASA Version 9.1(2)
interface GigabitEthernet0/0
 nameif outside
access-list L extended permit ip 10.1.2.0 0.0.0.255 any
class-map D
 match access-list L
policy-map P
 class D
  priority
service-policy P interface outside
"""

MISTAKES = {
    "a netmask in an extended list": Mistake(
        "QOS111", 9, listed("permit ip 10.1.2.0 255.255.255.0 any"), "255.255.255.0", "0.0.0.255"
    ),
    "a netmask of a destination": Mistake(
        "QOS111",
        9,
        listed("permit tcp any 10.1.0.0 255.255.0.0 eq 80"),
        "255.255.0.0",
        "0.0.255.255",
    ),
    "a netmask that is meant to ignore the network": Mistake(
        "QOS111", 9, listed("permit ip 10.1.2.0 255.255.255.0 any"), "10.1.2.0", "0.0.0.1"
    ),
    "a voice list that ends in permit ip any any": Mistake(
        "QOS112",
        10,
        listed("permit udp any any range 16384 32767", "permit ip any any", action="priority 100"),
        " permit ip any any\n",
        "",
    ),
    "match any in a priority class": Mistake(
        "QOS112", 5, mqc("priority 100", match="match any"), "priority 100", "bandwidth 100"
    ),
    "match ip dscp on a port with IPv6": Mistake("QOS113", 2, DUAL, "match ip dscp", "match dscp"),
    "match ip precedence on a port with IPv6": Mistake(
        "QOS113",
        2,
        DUAL.replace("ip dscp ef", "ip precedence 5"),
        " ipv6 address 2001:db8::1/64\n",
        "",
    ),
    "match cos on a serial line": Mistake(
        "QOS114", 2, mqc("priority 100", match="match cos 5", port="Serial0/0"), "cos 5", "dscp ef"
    ),
    "match cos on a tunnel": Mistake(
        "QOS114",
        2,
        mqc("set dscp ef", match="match cos 5", port="Tunnel1"),
        "Tunnel1",
        "FastEthernet0/0.5",
    ),
    "set cos on a serial line": Mistake(
        "QOS114", 5, mqc("set cos 5", port="Serial0/0"), "set cos 5", "set dscp ef"
    ),
    "a class for all before voice": Mistake(
        "QOS116", 9, ALL_FIRST, " ip address 192.0.2.1 255.255.255.252\n", " ipv6 enable\n"
    ),
    "permit ip any any before other entries": Mistake(
        "QOS104",
        9,
        listed("permit ip any any", "permit tcp any any eq 80", "permit tcp any any eq 443"),
        "permit ip any any",
        "permit icmp any any",
    ),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mistake_is_found_at_its_line_and_the_mend_settles_it(name: str) -> None:
    judge(MISTAKES[name])


def test_an_entry_that_is_there_already_is_told() -> None:
    text = listed(
        "permit udp any any eq 5060", "permit tcp any any eq 80", "permit udp any any eq 5060"
    )
    (found,) = [one for one in lint(text, "ios-15") if one.code == "QOS115"]
    assert found.primary.line == 11
    assert found.message == "access-list L has this entry already"
    assert found.severity is Severity.INFO
    again = text.replace("80\n permit udp", "80\n permit tcp")
    assert "QOS115" not in {one.code for one in lint(again, "ios-15")}


def test_a_wildcard_in_a_list_of_asa_is_told_and_a_netmask_is_not() -> None:
    (found,) = [one for one in lint(ASA) if one.code == "QOS111"]
    assert found.primary.line == 4
    assert found.help == "write 255.255.255.0 if the network 10.1.2.0 is meant"
    good = ASA.replace("0.0.0.255", "255.255.255.0")
    assert "QOS111" not in {one.code for one in lint(good)}


def test_a_config_of_asa_has_one_finding_that_names_the_lines_nobody_checked() -> None:
    (found,) = lint(ASA.replace("0.0.0.255", "255.255.255.0"))
    assert (found.code, found.severity) == ("QOS011", Severity.INFO)
    assert found.notes[1:] == ("not checked: line 5, 6, 7, 8, 9, 10",)


def test_a_priority_class_for_all_inside_a_class_for_some_is_left_alone() -> None:
    inner = mqc("priority 100", match="match any").partition("interface")[0]
    outer = (
        "class-map match-all V\n match dscp ef\npolicy-map TOP\n class V\n  shape average 1000000\n"
        "  service-policy P\ninterface FastEthernet0/0\n service-policy output TOP\n"
    )
    assert "QOS112" not in {one.code for one in lint(inner + outer, "ios-15")}
    assert "QOS112" in {
        one.code for one in lint(inner + outer.replace("class V", "class class-default"), "ios-15")
    }


def test_lines_of_one_policy_that_are_for_ipv4_alone_are_one_finding() -> None:
    text = DUAL.replace(
        "policy-map P\n",
        "class-map match-all E\n match ip dscp af21\npolicy-map P\n class E\n  bandwidth 100\n",
    )
    (found,) = [one for one in lint(text, "ios-15") if one.code == "QOS113"]
    assert [label.message for label in found.related] == [
        "FastEthernet0/0 has an IPv6 address",
        "so does class D",
    ]
