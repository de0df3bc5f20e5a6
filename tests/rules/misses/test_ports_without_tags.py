"""QOS113 and QOS114: what a port has decides, and where the packets are instead is told."""

from __future__ import annotations

import pytest

from qosc.diagnostics import Diagnostic
from tests.rules.linting import lint

COS = """\
class-map match-all C
 match {match}
policy-map P
 class C
  {action}
{ports}"""
DUAL = """\
class-map match-all VOICE
 match ip {point}
class-map match-all SAME
 match {other}
class-map match-all VIDEO
 match ip dscp af41
policy-map P
 class VOICE
  priority 100
 class SAME
  bandwidth 100
interface Serial0/0
 {address}
 service-policy output P
"""


def found(code: str, text: str) -> list[Diagnostic]:
    return [each for each in lint(text, "ios-15") if each.code == code]


def cos(
    *ports: str, match: str = "cos 5", action: str = "bandwidth 100", way: str = "output"
) -> str:
    return COS.format(
        match=match,
        action=action,
        ports="".join(f"interface {port}\n service-policy {way} P\n" for port in ports),
    )


UNTAGGED = [
    *("Serial0/0", "Tunnel1", "Multilink1", "POS0/0", "BRI0/0", "Hssi0/0", "Async1", "Cellular0"),
]


@pytest.mark.parametrize("port", UNTAGGED)
@pytest.mark.parametrize(
    ("text", "words", "line", "instead"),
    [
        ({"match": "cos 5"}, "matches", 2, "match the DSCP"),
        ({"match": "dscp ef", "action": "set cos 5"}, "sets", 5, "set the DSCP"),
    ],
)
def test_frames_of_these_links_have_no_cos(
    port: str, text: dict[str, str], words: str, line: int, instead: str
) -> None:
    (finding,) = found("QOS114", cos(port, **text))
    assert finding.message.startswith(f"class C {words} CoS on {port}, where")
    assert finding.primary.line == line
    assert finding.help == instead
    (related,) = finding.related
    assert (related.span.line, related.message) == (7, f"the policy is applied to {port} here")


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(cos("GigabitEthernet0/0"), id="a link with tags"),
        pytest.param(cos("Serial0/0", "GigabitEthernet0/0"), id="one of the links has tags"),
        pytest.param(cos("GigabitEthernet0/0", "Serial0/0"), id="the first of the links has tags"),
        pytest.param(
            cos("Serial0/0", match="dscp ef", action="set cos 5", way="input"),
            id="a mark on input is for the port where the frame leaves",
        ),
        pytest.param(cos(), id="a policy that is applied nowhere"),
    ],
)
def test_cos_is_there_or_not_known_to_be_absent(text: str) -> None:
    assert found("QOS114", text) == []


@pytest.mark.parametrize(
    ("point", "other", "words", "taker", "instead"),
    [
        ("dscp ef", "dscp cs3", "dscp 46 (ef)", "class-default", "dscp"),
        ("dscp ef", "dscp ef cs3", "dscp 46 (ef)", "SAME", "dscp"),
        ("dscp ef", "precedence 5", "dscp 46 (ef)", "SAME", "dscp"),
        ("dscp af31 ef", "dscp ef", "dscp 26 (af31)", "class-default", "dscp"),
        ("precedence 5", "dscp cs3", "precedence 5 (critical)", "class-default", "precedence"),
    ],
)
@pytest.mark.parametrize("address", ["ipv6 address 2001:db8::1/64", "ipv6 enable"])
def test_where_ipv6_packets_of_the_same_code_point_are(
    point: str, other: str, words: str, taker: str, instead: str, address: str
) -> None:
    text = DUAL.format(point=point, other=other, address=address)
    (finding,) = found("QOS113", text)
    assert finding.message == "class VOICE matches IPv4 only, and Serial0/0 has IPv6 too"
    assert finding.notes[0] == f"IPv6 packets of {words} are in {taker}"
    assert finding.primary.line == 2
    assert finding.help == f"`match {instead}` without `ip` matches both"
    assert [each.message for each in finding.related] == ["Serial0/0 has an IPv6 address"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("ipv6 enable", "ipv6 mtu 1400"),
        ("ipv6 enable", "ip address 192.0.2.1 255.255.255.0\nipv6 unicast-routing"),
        ("match ip dscp ef", "match dscp ef"),
        ("class VOICE\n", "class class-default\n"),
        ("class-map match-all VOICE\n", "class-map match-any VOICE\n match dscp ef\n"),
    ],
)
def test_ipv6_is_not_spoken_or_is_in_the_same_class(old: str, new: str) -> None:
    text = DUAL.format(point="dscp ef", other="dscp cs3", address="ipv6 enable").replace(old, new)
    assert new in text
    assert found("QOS113", text) == []


def test_every_class_for_ipv4_alone_is_told_once_however_often_the_policy_is_applied() -> None:
    text = DUAL.format(point="dscp ef", other="dscp cs3", address="ipv6 enable").replace(
        " class SAME\n", " class VIDEO\n  bandwidth 50\n class SAME\n"
    )
    text += "interface Serial0/1\n ipv6 enable\n service-policy output P\n"
    (finding,) = found("QOS113", text)
    assert [each.message for each in finding.related] == [
        "Serial0/0 has an IPv6 address",
        "so does class VIDEO",
    ]
    assert finding.related[1].span.line == 6


def test_a_class_of_two_policies_is_told_once() -> None:
    text = DUAL.format(point="dscp ef", other="dscp cs3", address="ipv6 enable")
    text += "policy-map Q\n class VOICE\n  priority 50\n"
    text += "interface Serial0/1\n ipv6 enable\n service-policy output Q\n"
    (finding,) = found("QOS113", text)
    assert [each.message for each in finding.related] == ["Serial0/0 has an IPv6 address"]
