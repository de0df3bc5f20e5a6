"""A rule is asked where a device has any one of the kinds of thing that it speaks of."""

from __future__ import annotations

import pytest

from qosc.lint.engine.index import index
from qosc.lint.engine.junos_words import text_traits
from qosc.lint.engine.registry import ROWS
from qosc.lint.engine.run import as_written
from tests.rules.linting import complete, lint
from tests.rules.recall.asked_by_one_kind import PAIRS

LIMIT = (
    "interface Serial0/0\n rate-limit input access-group rate-limit 5 80000 8000 16000 "
    "conform-action transmit exceed-action drop\n"
)
AF = """class-map match-all GOLD
 match dscp af11
class-map match-all REST
 match dscp af12
policy-map P
 class GOLD
  bandwidth 100
 class REST
  bandwidth 100
interface Serial0/0
 service-policy output P
"""
RESERVED = "interface Serial0/0\n max-reserved-bandwidth 80\n max-reserved-bandwidth 90\n"
AGAIN = """set version 20.2R3
set class-of-service schedulers S transmit-rate percent 10
set class-of-service schedulers S transmit-rate percent 20
"""
SCAVENGER = """class-map match-any LOW
 match dscp cs1
 match dscp cs6
policy-map P
 class LOW
  bandwidth percent 1
interface Serial0/0
 service-policy output P
"""
INSIDE = """policy-map INNER
 class class-default
  bandwidth 100
policy-map P
 class class-default
  service-policy INNER
interface Serial0/0
 service-policy output P
"""
SLOW = "interface GigabitEthernet0/0\n bandwidth 10000\n service-policy output P\n"
FAST = "interface FastEthernet0/0\n service-policy output P\n"
PROFILES = """class-of-service {
    drop-profiles {
        soon { fill-level 40 drop-probability 100; }
        late { fill-level 80 drop-probability 100; }
    }
    schedulers {
        rest {
            drop-profile-map loss-priority low protocol any drop-profile soon;
            drop-profile-map loss-priority high protocol any drop-profile late;
        }
    }
    scheduler-maps { core { forwarding-class best-effort scheduler rest; } }
}
"""
SWITCH = "hostname s1\ninterface FastEthernet1/0/1\n switchport mode access\n"
TOWARDS_ITSELF = "policy-map {0}\n class class-default\n  service-policy {1}\n"
OTHER_PEER = """set interfaces lo0 unit 0 family inet filter input F
set protocols bgp group g neighbor 192.0.2.9
set firewall family inet filter F term b from source-address 192.0.2.2/32
set firewall family inet filter F term b from protocol tcp
set firewall family inet filter F term b from port bgp
set firewall family inet filter F term b then accept
set firewall family inet filter F term z then discard
"""
BARE = "interface Serial0/0\n ip address 192.0.2.1 255.255.255.252\nend\n"
ROUTED = "interface Serial0/0\n ip policy route-map MARK\n service-policy output P\n"
OWN_NETWORK = """interfaces { ge-0/0/0 { unit 0 { family inet {
filter { input F; } address 192.0.2.1/24; } } } }
firewall { family inet { filter F {
term a { from { destination-address { 192.0.2.0/25; } } then { forwarding-class ef; } }
term b { then accept; } } } }
"""
ASTRAY = """class-of-service { classifiers { dscp IN { forwarding-class assured-forwarding {
loss-priority low code-points [ af21 af22 af33 ];
} } } interfaces { ge-0/0/0 { unit 0 { classifiers { dscp IN; } } } } }
interfaces { ge-0/0/0 { unit 0 { family inet { address 192.0.2.1/24; } } } }
"""
SLIP = """policy-map IN-20M
 class class-default
  police 20000
interface FastEthernet0/0
 service-policy input IN-20M
"""


def policy(*lines: str) -> str:
    """A policy-map that is applied nowhere, so that nothing is filled in."""
    body = "".join(f"  {line}\n" for line in lines)
    return f"class-map match-all C\n match dscp af11\npolicy-map P\n class C\n{body}"


def voice(line: str) -> str:
    """A class for EF with one line, applied to a port."""
    return policy(line).replace("af11", "ef") + FAST


ALONE = [
    ("QOS003", "undefined-rate-limit-list", "ios-12", LIMIT),
    (
        "QOS006",
        "unused-rate-limit-list",
        "ios-12",
        f"access-list rate-limit 5 3\naccess-list rate-limit 6 3\n{LIMIT}",
    ),
    (
        "QOS007",
        "child",
        "ios-12",
        TOWARDS_ITSELF.format("A", "B") + TOWARDS_ITSELF.format("B", "A"),
    ),
    (
        "QOS007",
        "nested-class-map",
        "ios-12",
        "class-map match-all A\n match class-map B\nclass-map match-all B\n match class-map A\n",
    ),
    ("QOS018", "attachment", "ios-15", f"hostname r1\n{policy('shape average 9000')}{ROUTED}"),
    ("QOS018", "recognised-line", "ios-15", policy("set cos dscp table T") + BARE),
    ("QOS108", "class-map", "ios-12", AF),
    ("QOS123", "rule-list", "junos-mx", OWN_NETWORK),
    ("QOS127", "forwarding-class", "junos-mx", ASTRAY),
    ("QOS209", "mark", "ios-15", policy("set discard-class 1") + BARE),
    ("QOS319", "rule-list", "junos-mx", OTHER_PEER),
    ("QOS454", "policer", "ios-15", SLIP),
    ("QOS313", "policer", "ios-15", policy("police cir 200000000") + FAST),
    ("QOS413", "drop-points", "junos-mx", PROFILES),
    ("QOS414", "percent", "ios-12", SCAVENGER),
    ("QOS441", "child", "ios-12", INSIDE),
    ("QOS446", "excess", "ios-15", policy("bandwidth remaining percent 20") + SLOW),
    ("QOS446", "guarantee", "ios-15", policy("bandwidth percent 20") + SLOW),
    ("QOS446", "priority", "ios-15", policy("priority percent 20") + SLOW),
    ("QOS451", "excess", "ios-15", voice("bandwidth remaining percent 20")),
    ("QOS451", "guarantee", "ios-15", voice("bandwidth percent 20")),
    ("QOS451", "wred", "ios-15", voice("random-detect dscp-based")),
    ("QOS515", "attachment", "cat3750", f"{SWITCH} priority-queue out\n"),
    ("QOS515", "trust", "cat3750", f"{SWITCH} mls qos trust dscp\n"),
    ("QOS501", "excess", "cat9000", policy("bandwidth remaining ratio 70000")),
    ("QOS501", "fair-queue", "cat9000", policy("fair-queue queue-limit 40000")),
    ("QOS501", "guarantee", "cat9000", policy("bandwidth 200000000")),
    ("QOS501", "limit", "cat9000", policy("queue-limit 9000000 packets")),
    ("QOS501", "mark", "cat9000", policy("set qos-group 100")),
    ("QOS501", "policer", "cat9000", policy("police 7000")),
    ("QOS501", "priority", "cat9000", policy("priority 200000000")),
    ("QOS501", "shaper", "cat9000", policy("shape average 900")),
    ("QOS602", "class-map", "ios-15", f"class-map A\n match dscp af21\n{RESERVED}"),
    ("QOS602", "policy-map", "ios-15", "policy-map P\n class A\n  set cos 1\n  set cos 2\n"),
    ("QOS602", "name", "junos-mx", AGAIN),
    ("QOS501", "wred", "cat9000", policy("random-detect exponential-weighting-constant 17")),
]


@pytest.mark.parametrize(("code", "trait", "platform", "text"), ALONE)
def test_a_rule_is_asked_where_a_device_has_one_of_its_kinds(
    code: str, trait: str, platform: str, text: str
) -> None:
    (row,) = (each for each in ROWS if each.code == code)
    assert index(complete(text, platform)).traits & row.traits == {trait}
    assert code in {found.code for found in lint(text, platform)}


@pytest.mark.parametrize(("code", "trait", "platform", "text"), PAIRS)
def test_a_rule_is_asked_where_a_text_has_nothing_but_one_kind(
    code: str, trait: str, platform: str, text: str
) -> None:
    (row,) = (each for each in ROWS if each.code == code)
    said = text_traits(text) if platform.startswith("junos") else set()
    traits = index(as_written(complete(text, platform))).traits | said
    assert traits & row.traits == {trait}
    assert code in {found.code for found in lint(text, platform)}


def test_each_kind_of_a_rule_with_several_is_there_alone() -> None:
    """But for those that the examples of the pages show alone."""
    alone = {(code, trait) for code, trait, _, _ in (*ALONE, *PAIRS)}
    several = {(row.code, trait) for row in ROWS if len(row.traits) > 1 for trait in row.traits}
    assert {
        ("QOS003", "undefined-access-list"),
        ("QOS018", "access-list"),
        ("QOS123", "access-list"),
        ("QOS209", "rule-list"),
        ("QOS006", "unused-access-list"),
        ("QOS108", "forwarding-class"),
        ("QOS111", "access-list"),
        ("QOS111", "asa"),
        ("QOS127", "class-map"),
        ("QOS311", "circuit"),
        ("QOS311", "peak"),
        ("QOS313", "shaper"),
        ("QOS319", "control-plane"),
        ("QOS454", "shaper"),
        ("QOS413", "given-curve"),
        ("QOS414", "excess"),
        ("QOS438", "limit"),
        ("QOS438", "scheduler-map"),
        ("QOS441", "logical-output"),
        # Texts with a policy-map are among the kinds of mistakes.
        ("QOS978", "policy-map"),
        ("QOS978", "trust"),
        ("QOS980", "policy-map"),
        ("QOS980", "trust"),
        ("QOS701", "attachment"),
        ("QOS701", "rule-list"),
        ("QOS701", "trust"),
        ("QOS712", "access-list"),
        ("QOS712", "rule-list"),
        ("QOS714", "excess"),
        ("QOS714", "guarantee"),
        ("QOS604", "access-list"),
        ("QOS612", "attachment"),
        ("QOS616", "forwarding-class"),
        ("QOS618", "attachment"),
        ("QOS905", "access-list"),
        ("QOS932", "attachment"),
        ("QOS944", "text-description"),
        ("QOS949", "text-storm-control"),
        ("QOS951", "text-firewall"),
    } == several - alone
