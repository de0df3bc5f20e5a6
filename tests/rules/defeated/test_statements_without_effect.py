"""Statements that another one keeps from their effect, and near misses that are not told."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint


def lines_of(code: str, text: str, platform: str = "ios-15") -> list[int]:
    return [one.primary.line for one in lint(text, platform) if one.code == code]


CEF = (
    "hostname r1\n{switch}class-map match-all A\n match {asks}\npolicy-map P\n class A\n  {does}\n"
    "interface FastEthernet0/0\n service-policy {direction} P\n{after}"
)


@pytest.mark.parametrize(
    ("switch", "asks", "does", "after", "told"),
    [
        ("no ip cef\n", "dscp ef", "set dscp af41", "", [2]),
        ("no ip cef\n", "protocol citrix", "bandwidth 100", "", [2]),
        ("no ip cef\n", "dscp ef", "bandwidth 100", "", []),  # queues need no CEF
        ("ip cef\n", "protocol citrix", "set dscp af41", "", []),
        ("", "protocol citrix", "set dscp af41", "", []),
        ("no ip cef\n", "dscp ef", "set dscp af41", "ip cef\n", []),  # enabled later
    ],
)
def test_cef_off(switch: str, asks: str, does: str, after: str, told: list[int]) -> None:
    direction = "output" if does.startswith("bandwidth") else "input"
    text = CEF.format(switch=switch, asks=asks, does=does, after=after, direction=direction)
    assert lines_of("QOS961", text) == told


BUNDLE = (
    "class-map match-all V\n match dscp ef\npolicy-map P\n class V\n  {share}\n"
    "policy-map TOP\n class class-default\n  shape average 500000\n  service-policy P\n"
    "interface Multilink1\n bandwidth 512\n ppp multilink\n{lines} service-policy output {policy}\n"
)
CUT = " ppp multilink fragment delay 10\n"


@pytest.mark.parametrize(
    ("share", "lines", "policy", "told"),
    [
        ("priority 64", CUT, "P", [13]),
        ("priority 64", CUT, "TOP", [13]),
        ("priority 64", CUT + " ppp multilink interleave\n", "P", []),
        ("bandwidth 64", CUT, "P", []),  # nothing that could overtake
        ("priority 64", "", "P", []),
        ("priority 64", CUT + " shutdown\n", "P", []),
    ],
)
def test_fragments_without_interleave(share: str, lines: str, policy: str, told: list[int]) -> None:
    text = BUNDLE.format(share=share, lines=lines, policy=policy)
    assert lines_of("QOS962", text) == told


PHONE = (
    "hostname sw\nmls qos\ninterface FastEthernet0/1\n switchport access vlan 10\n"
    " switchport voice vlan {voice}\n{line} mls qos trust {trust}\n"
)


@pytest.mark.parametrize(
    ("voice", "line", "trust", "told"),
    [
        ("untagged", "", "cos", [5]),
        ("20", "", "cos", []),
        ("dot1p", "", "cos", []),  # a tag of VLAN 0, with CoS
        ("untagged", "", "dscp", []),
        ("untagged", " mls qos cos 5\n", "cos", []),  # of frames without a tag
    ],
)
def test_a_phone_without_tag(voice: str, line: str, trust: str, told: list[int]) -> None:
    text = PHONE.format(voice=voice, line=line, trust=trust)
    assert lines_of("QOS963", text, "cat3750") == told


POLICED = (
    "hostname sw\nmls qos\n{maps}class-map match-all A\n match access-group 101\npolicy-map P\n"
    " class A\n  set dscp {dscp}\n  police 10000000 100000 exceed-action {action}\n"
    "interface FastEthernet0/1\n service-policy input P\n"
    "access-list 101 permit tcp any any eq 80\n"
)
DOWN = "policed-dscp-transmit"


@pytest.mark.parametrize(
    ("maps", "dscp", "action", "told"),
    [
        ("mls qos map policed-dscp 0 26 to 8\n", "af21", DOWN, [9]),
        ("mls qos map policed-dscp  0 18 to 8\n", "af21", DOWN, []),
        ("mls qos map policed-dscp  0 26 to 8\n", "cs1", DOWN, []),  # it is what others become
        ("mls qos map policed-dscp  0 26 to 8\n", "af21", "drop", []),
        (
            "mls qos map policed-dscp 0 26 to 8\nmls qos map policed-dscp 18 to 10\n",
            "18",
            DOWN,
            [],
        ),
    ],
)
def test_a_map_without_the_dscp_of_a_class(
    maps: str, dscp: str, action: str, told: list[int]
) -> None:
    text = POLICED.format(maps=maps, dscp=dscp, action=action)
    assert lines_of("QOS964", text, "cat3750") == told


CURVE = (
    "class-map match-all A\n match dscp af21\npolicy-map IN\n class A\n  {mark}\n"
    "policy-map OUT\n class A\n  bandwidth percent 40\n  random-detect discard-class-based\n"
    "  random-detect discard-class {value} 40 80 10\n"
    "interface GigabitEthernet0/0\n service-policy input IN\n service-policy output OUT\n"
)


@pytest.mark.parametrize(
    ("mark", "value", "told"),
    [
        ("set discard-class 1", 2, [10]),
        ("set discard-class 1", 1, []),
        ("set discard-class 1", 0, []),  # of packets without a mark
        ("set qos-group 1", 2, []),  # no discard class at all: it may come from elsewhere
        ("police 10000000 conform-action set-discard-class-transmit 2", 2, []),
    ],
)
def test_a_curve_of_a_discard_class_that_is_not_set(mark: str, value: int, told: list[int]) -> None:
    assert lines_of("QOS965", CURVE.format(mark=mark, value=value)) == told


HUB = (
    "policy-map S1\n class class-default\n  shape average 10000000\n"
    "policy-map S5\n class class-default\n  shape average 50000000\n"
    "interface Tunnel1\n tunnel mode gre multipoint\n"
    " ip nhrp map group {one} service-policy output {first}\n"
    " ip nhrp map group {two} service-policy output {second}\n"
)


@pytest.mark.parametrize(
    ("groups", "policies", "told"),
    [
        (("S1", "S5"), ("S5", "S1"), [9, 10]),
        (("S1", "S5"), ("S1", "S1"), [10]),
        (("S1", "S5"), ("S1", "S5"), []),
        (("LAB", "S5"), ("S1", "S5"), []),  # no policy is called LAB
        (("G1", "G5"), ("S5", "S1"), []),  # names that say nothing
    ],
)
def test_the_policy_of_another_group(
    groups: tuple[str, str], policies: tuple[str, str], told: list[int]
) -> None:
    text = HUB.format(one=groups[0], two=groups[1], first=policies[0], second=policies[1])
    assert lines_of("QOS966", text) == told


SHAPERS = (
    "policy-map A\n class class-default\n  shape average 50000000 account user-defined {one}\n"
    "policy-map B\n class class-default\n  shape average 50000000 account user-defined {two}\n"
    "interface GigabitEthernet0/0\n service-policy output A\n"
    "interface GigabitEthernet0/1\n service-policy output B\n"
)


@pytest.mark.parametrize(
    ("one", "two", "told"),
    [
        ("24", "-24", [6]),
        ("-14", "14", [3]),
        ("24", "24", []),
        ("-14", "-14", []),  # both contracts are at the layer above
        ("24", "-14", []),
    ],
)
def test_overhead_with_the_other_sign(one: str, two: str, told: list[int]) -> None:
    assert lines_of("QOS967", SHAPERS.format(one=one, two=two)) == told
