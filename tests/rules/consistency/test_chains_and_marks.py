"""Near misses of rules on chains of objects, and on marks that do not last."""

from __future__ import annotations

import pytest

from tests.rules.linting import lint


def lines_of(code: str, text: str, platform: str = "ios-15") -> list[int]:
    return [one.primary.line for one in lint(text, platform) if one.code == code]


LEAF = (
    "hostname leaf\nclass-map type qos match-any ROCE\n  match dscp 26\n"
    "class-map type qos match-any COPIES\n  match dscp 10\n"
    "policy-map type qos IN\n  class ROCE\n    set qos-group {group}\n"
    "  class COPIES\n    set qos-group 1\n    set dscp {dscp}\n"
    "policy-map type network-qos NQ\n  class type network-qos c-8q-nq3\n"
    "    pause pfc-cos {cos}\n    mtu {mtu}\n"
    "policy-map type queuing OUT\n  class type queuing c-out-8q-q3\n"
    "    bandwidth remaining percent 50\n{own}  class type queuing c-out-8q-q1\n"
    "    bandwidth remaining percent 5\n{other}"
    "interface Ethernet1/1\n  mtu 9216\n  priority-flow-control mode on\n"
    "  service-policy type qos input IN\n"
)
ECN = (
    "    random-detect minimum-threshold 150 kbytes maximum-threshold 3000 kbytes "
    "drop-probability 7 weight 0 ecn\n"
)
SOUND = {"group": 3, "dscp": 10, "cos": 3, "mtu": 9216, "own": ECN, "other": ""}


@pytest.mark.parametrize(
    ("changed", "line"),
    [
        ({}, 0),
        ({"cos": 5}, 14),
        ({"group": 2}, 14),
        ({"dscp": 26}, 11),
        ({"mtu": 1500}, 15),
        ({"own": "", "other": ECN}, 21),
        ({"other": ECN}, 0),  # both: the lossless queue has it too
        ({"own": ""}, 0),
    ],
)
def test_the_lossless_chain(changed: dict[str, object], line: int) -> None:
    text = LEAF.format(**{**SOUND, **changed})
    assert lines_of("QOS976", text, "nxos") == ([line] if line else [])


POLICED = (
    "class-map match-any C\n match dscp af21\npolicy-map IN\n class C\n  set dscp af31\n"
    "  police cir 2000000 bc 62500 conform-action {conform} exceed-action {exceed}\n"
    "interface Serial0/0\n service-policy input IN\n"
)


@pytest.mark.parametrize(
    ("conform", "exceed", "told"),
    [
        ("set-dscp-transmit af11", "drop", [5]),
        ("set-dscp-transmit af11", "set-dscp-transmit af12", [5]),
        ("set-dscp-transmit af31", "set-dscp-transmit af32", []),  # the same value once more
        ("transmit", "set-dscp-transmit af32", []),
        ("set-dscp-transmit af11", "transmit", []),
    ],
)
def test_marks_of_policers(conform: str, exceed: str, told: list[int]) -> None:
    assert lines_of("QOS979", POLICED.format(conform=conform, exceed=exceed)) == told


@pytest.mark.parametrize(
    ("line", "conform", "exceed", "found"),
    [
        ("set cos 3", "set-cos-transmit 2", "set-cos-transmit 1", True),
        ("set qos-group 3", "set-qos-transmit 2", "drop", True),
        ("set ip precedence 3", "set-dscp-transmit af21", "drop", True),
        ("set dscp af31", "set-prec-transmit 2", "drop", False),  # half of the byte is left
        ("set cos 3", "set-dscp-transmit af21", "drop", False),  # another field
        ("set dscp af31", "drop", "drop", False),
    ],
)
def test_marks_of_other_fields(line: str, conform: str, exceed: str, found: bool) -> None:
    text = POLICED.replace("set dscp af31", line).format(conform=conform, exceed=exceed)
    assert bool(lines_of("QOS979", text)) == found


NBAR = (
    "class-map match-any A\n {match}\nclass-map match-any VIDEO\n match dscp af41\n"
    "policy-map WAN\n class A\n  {does}\n{more}interface Serial0/0\n service-policy output WAN\n"
)
VIDEO = " class VIDEO\n  bandwidth percent 30\n"


@pytest.mark.parametrize(
    ("match", "does", "more", "told"),
    [
        ("match protocol rtp", "priority percent 15", VIDEO, True),
        ("match protocol rtp audio", "priority percent 15", VIDEO, False),
        ("match protocol rtp", "bandwidth percent 15", VIDEO, False),
        ("match protocol rtp", "priority percent 15", "", False),  # no other class for video
    ],
)
def test_rtp_of_video(match: str, does: str, more: str, told: bool) -> None:
    assert bool(lines_of("QOS984", NBAR.format(match=match, does=does, more=more))) == told


FAMILIES = (
    "hostname r1\nclass-map match-any RTP\n match access-group name V4-RTP\n{six}"
    "class-map match-any SIG\n match access-group name V4-SIG\n"
    "policy-map IN\n class RTP\n  set dscp ef\n class SIG\n  set dscp cs3\n"
    "interface GigabitEthernet0/0\n ip address 192.0.2.1 255.255.255.0\n"
    " ipv6 address 2001:DB8::1/64\n service-policy input IN\n"
    "ip access-list extended V4-RTP\n permit udp any any range 16384 32767\n"
    "ip access-list extended V4-SIG\n permit tcp any any eq 5060\n"
    "ipv6 access-list V6-RTP\n permit udp any any range 16384 32767\n"
    "ipv6 access-list V6-SIG\n permit tcp any any eq 5060\nend\n"
)


@pytest.mark.parametrize(
    ("six", "loud"), [(" match access-group name V6-RTP\n", True), ("", False)]
)
def test_a_list_of_ipv6_that_its_class_lacks(six: str, loud: bool) -> None:
    found = [one for one in lint(FAMILIES.format(six=six), "ios-15") if one.code == "QOS006"]
    assert any(str(one.severity) == "warning" for one in found) == loud


@pytest.mark.parametrize(("vlans", "told"), [("10", True), ("110", False), ("100-110", False)])
def test_vlans_of_a_trunk(vlans: str, told: bool) -> None:
    text = (
        "hostname sw\npolicy-map EDGE\n class class-default\n  set dscp default\n"
        "interface GigabitEthernet3/1\n switchport trunk allowed vlan 110,120\n"
        f" switchport mode trunk\n vlan-range {vlans}\n  service-policy input EDGE\n"
    )
    assert bool(lines_of("QOS971", text, "cat4500")) == told
