"""Sound configs beside five rules that go by names, figures or what is not there.

For each rule: five texts that an expert may write, with no warning of it, and one with the mistake.
"""

from __future__ import annotations

import pytest

from qosc.diagnostics import Severity
from tests.rules.linting import lint

_CLASS = """policy-map LAN
 class SOME
  set dscp af11
interface FastEthernet0/0
 ip address 10.1.10.1 255.255.255.0
 service-policy input LAN
"""


def _some(kind: str, *lines: str) -> str:
    return "\n".join((f"class-map {kind} SOME", *(f" {line}" for line in lines), _CLASS))


_INSIDE = "ip access-list extended INSIDE\n permit ip any 10.0.0.0 0.255.255.255\n"
_PRINTER = "ip access-list extended PRINTER\n permit tcp host 10.1.10.9 any\n"
ANY_WITH_NOT = (
    _some("match-any", "match not dscp default", "match protocol rtp"),
    _some("match-any", "match not precedence 0", "match protocol sip"),
    _INSIDE + _some("match-any", "match not access-group name INSIDE", "match protocol bittorrent"),
    _PRINTER + _some("match-all", "match not access-group name PRINTER", "match protocol ftp"),
    _PRINTER + _some("match-any", "match not access-group name PRINTER"),
)


def _phone(*lines: str, access: str = "10", voice: str = "20") -> str:
    return "\n".join(
        (
            "hostname sw\nmls qos\ninterface GigabitEthernet0/1",
            f" switchport access vlan {access}",
            f" switchport voice vlan {voice}",
            *(f" {line}" for line in lines),
            "",
        )
    )


_MARKED = "policy-map IN\n class class-default\n  set dscp default\n"
PHONES = (
    _phone("mls qos trust cos", "switchport priority extend cos 0"),
    _phone("mls qos trust dscp", "mls qos cos 5"),
    _phone("mls qos trust cos", "mls qos cos 5", voice="untagged"),
    _phone("mls qos trust cos", "switchport priority extend trust"),
    _MARKED + _phone("service-policy input IN", "mls qos cos 5"),
)

_EDGE = """policy-map LAN-IN
 class class-default
  set dscp default
policy-map WAN-IN
 class class-default
  set dscp default
policy-map WAN-OUT
 class class-default
  police 8000000 250000 conform-action transmit exceed-action drop
interface FastEthernet0/0
 service-policy output LAN-IN
interface FastEthernet0/1
 service-policy input WAN-IN
 service-policy output WAN-OUT
"""
DIRECTIONS = (
    _EDGE,  # into the LAN
    _EDGE.replace("LAN-IN", "OUT-OF-CONTRACT").replace("output OUT-OF", "input OUT-OF"),
    _EDGE.replace("LAN-IN", "IN-AND-OUT"),
    _EDGE.replace("LAN-IN", "LAN"),
    _EDGE.replace("output LAN-IN", "input LAN-IN"),
)

_FILTER = """set version 20.2R3
set interfaces ge-0/0/1 unit 0 family ethernet-switching interface-mode trunk
set interfaces ge-0/0/1 unit 0 family ethernet-switching filter input AP
set vlans STAFF vlan-id 10
set vlans VISITORS vlan-id 20
set firewall family ethernet-switching filter AP term T from user-vlan-id 30
set firewall family ethernet-switching filter AP term T then policer P
set firewall family ethernet-switching filter AP term T then accept
set firewall family ethernet-switching filter AP term REST then accept
set firewall policer P if-exceeding bandwidth-limit 20m
set firewall policer P if-exceeding burst-size-limit 700k
set firewall policer P then discard
"""
_CARD = """set version 20.2R3
set chassis fpc 1 pic 0 max-queues-per-interface 4
set interfaces xe-0/0/0 unit 0 family inet address 192.0.2.1/30
set class-of-service forwarding-classes class VOICE queue-num 5
set class-of-service schedulers S transmit-rate percent 10
set class-of-service scheduler-maps M forwarding-class VOICE scheduler S
set class-of-service interfaces xe-0/0/0 scheduler-map M
"""
NOT_THERE = (
    _FILTER.replace("then accept\nset firewall family ethernet-switching filter AP term REST",
                    "then discard\nset firewall family ethernet-switching filter AP term REST"),
    _FILTER + "set vlans STAFF dot1q-tunneling customer-vlans 1-4000\n",
    _FILTER + "set protocols mvrp interface ge-0/0/1\n",
    _FILTER + "set routing-instances VS vlans TENANT vlan-id 30\n",
    _CARD,
)  # fmt: skip

_DROPS = """set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set class-of-service drop-profiles D fill-level 20 drop-probability 60
set class-of-service schedulers S transmit-rate percent 20
set class-of-service schedulers S drop-profile-map loss-priority high protocol any drop-profile D
set class-of-service scheduler-maps M forwarding-class best-effort scheduler S
set class-of-service interfaces ge-0/0/0 scheduler-map M
"""
_MAC = """set version 20.2R3
set interfaces ge-0/0/1 unit 0 family ethernet-switching filter input F
set firewall family ethernet-switching filter F term T from source-mac-address 00:04:f2:00:00:00/24
set firewall family ethernet-switching filter F term T then accept
"""
_STORM = """set version 20.2R3
set interfaces ge-0/0/0 unit 0 family ethernet-switching storm-control L
set forwarding-options storm-control-profiles L all bandwidth-level 50000
"""
_BUFFER = """set version 20.2R3
set class-of-service traffic-control-profiles T shaping-rate 100m
set class-of-service traffic-control-profiles T guaranteed-rate 20m
set class-of-service traffic-control-profiles T delay-buffer-rate 10m
"""
FIGURES = (
    _DROPS,
    _MAC,
    _STORM,
    _STORM.replace("ge-0/0/0", "xe-0/0/0").replace("50000", "1000000"),
    _BUFFER,
)

SOUND = [
    *(("QOS922", "ios-xe", text) for text in ANY_WITH_NOT),
    *(("QOS931", "cat3750", text) for text in PHONES),
    *(("QOS618", "ios-xe", text) for text in DIRECTIONS),
    *(("QOS945", "junos-ex", text) for text in NOT_THERE[:-1]),
    ("QOS945", "junos-mx", NOT_THERE[-1]),
    *(("QOS949", "junos-ex", text) for text in FIGURES),
]
MISTAKEN = [
    ("QOS922", "ios-xe",
     _PRINTER + _some("match-any", "match not access-group name PRINTER", "match protocol ftp")),
    ("QOS931", "cat3750", _phone("mls qos trust cos", "switchport priority extend cos 5")),
    ("QOS931", "cat3750", _phone("mls qos trust cos", "mls qos cos 5")),
    ("QOS618", "ios-xe", _EDGE.replace("policy-map LAN-IN", "policy-map OTHER")
     .replace("output LAN-IN", "output WAN-IN")),
    ("QOS945", "junos-ex", _FILTER),
    ("QOS945", "junos-mx", _CARD.replace("fpc 1", "fpc 0")),
    ("QOS949", "junos-ex", _DROPS.replace("loss-priority high", "loss-priority any")),
    ("QOS949", "junos-ex", _MAC.replace("/24", "/48")),
    ("QOS949", "junos-ex", _STORM.replace("50000", "1000000")),
    ("QOS949", "junos-ex", _BUFFER.replace("buffer-rate 10m", "buffer-rate 1m")),
]  # fmt: skip


def _warned(text: str, platform: str) -> set[str]:
    return {one.code for one in lint(text, platform) if one.severity is not Severity.INFO}


def test_each_rule_has_five_sound_texts() -> None:
    counts = [len(each) for each in (ANY_WITH_NOT, PHONES, DIRECTIONS, NOT_THERE, FIGURES)]
    assert counts == [5] * 5


@pytest.mark.parametrize(("code", "platform", "text"), SOUND)
def test_a_sound_text_is_not_warned_of(code: str, platform: str, text: str) -> None:
    assert code not in _warned(text, platform)


@pytest.mark.parametrize(("code", "platform", "text"), MISTAKEN)
def test_the_mistake_beside_it_is(code: str, platform: str, text: str) -> None:
    assert code in _warned(text, platform)
