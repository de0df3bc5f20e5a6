"""JunOS: filters of the other unit, shapers of the other direction, policies out of reach."""

from __future__ import annotations

import pytest

import qosc


def _found(text: str, code: str) -> list[str]:
    found = [one for one in qosc.check(qosc.loads(text)) if one.code == code]
    return [text.splitlines()[one.primary.line - 1] for one in found]


SOURCES = """\
set version 20.2R3
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/26
set interfaces ge-0/0/0 unit 0 family inet filter {way} F
set interfaces ge-0/0/1 unit 0 family inet address 192.0.2.65/26
set firewall family inet filter F term T from source-address {source}
set firewall family inet filter F term T then {does}
set firewall family inet filter F term REST then accept
"""


@pytest.mark.parametrize(
    ("way", "source", "does", "told"),
    [
        ("input", "192.0.2.64/26", "count t", True),
        ("input", "192.0.2.80/32", "count t", True),
        ("input", "192.0.2.0/26", "count t", False),
        ("input", "192.0.2.0/25", "count t", False),  # both
        ("input", "198.51.100.0/24", "count t", False),  # behind a router, perhaps
        ("input", "192.0.2.64/26", "discard", False),  # against wrong addresses
        ("output", "192.0.2.64/26", "count t", False),
    ],
)
def test_sources_come_in_by_their_own_unit(way: str, source: str, does: str, *, told: bool) -> None:
    text = SOURCES.format(way=way, source=source, does=does)
    assert bool(_found(text, "QOS991")) is told


@pytest.mark.parametrize(
    ("description", "rate", "told"),
    [
        ("WAN, 50M down 20M up", "50m", True),
        ("WAN, 50M down 20M up", "20m", False),
        ("LAN behind the line of 50M down 20M up", "50m", False),  # shaped so that it queues here
        ("HILL, contract 20M", "40m", True),
        ("HILL, contract 20M", "20m", False),
        ("HILL, contract 20M", "21m", False),  # frames of layer 2
        ("HILL, contract 20M", "10m", False),
        ("to HILL, 10G", "20g", False),  # no contract
    ],
)
def test_a_shaper_keeps_to_the_contract(description: str, rate: str, *, told: bool) -> None:
    text = f"""\
set version 20.2R3
set interfaces ge-0/0/0 description "{description}"
set interfaces ge-0/0/0 unit 0 family inet address 192.0.2.1/30
set class-of-service interfaces ge-0/0/0 shaping-rate {rate}
"""
    assert bool(_found(text, "QOS992")) is told


@pytest.mark.parametrize(
    ("extra", "told"),
    [
        ("", True),
        ("match source-identity staff", False),
        ("then permit application-services application-traffic-control rule-set R", False),
    ],
)
def test_a_policy_with_a_condition_or_a_rule_set_is_no_fault(extra: str, *, told: bool) -> None:
    head = "set security policies from-zone a to-zone b policy"
    asked = [
        f"{head} {name} match {word} any"
        for name in ("ONE", "TWO")
        for word in ("source-address", "destination-address", "application")
    ]
    rules = "permit application-services application-traffic-control rule-set R"
    text = "\n".join(
        [
            "set version 20.2R3",
            "set class-of-service application-traffic-control rule-sets R rule A then log",
            *asked,
            f"{head} ONE then permit",
            *([f"{head} ONE {extra}"] if extra else []),
            f"{head} TWO then {rules}",
            "",
        ]
    )
    assert bool(_found(text, "QOS993")) is told


def test_policers_of_a_port_to_a_provider_are_named_from_the_other_side() -> None:
    text = """\
set version 20.2R3
set interfaces ge-0/0/0 description "WAN, provider"
set interfaces ge-0/0/0 unit 0 family inet policer input P-DOWN
set interfaces ge-0/0/0 unit 0 family inet policer output P-UP
set firewall policer P-DOWN if-exceeding bandwidth-limit 80m
set firewall policer P-UP if-exceeding bandwidth-limit 20m
"""
    assert not _found(text, "QOS951")
    assert _found(text.replace("WAN, provider", "tenant"), "QOS951")


@pytest.mark.parametrize(
    ("port", "more", "told"),
    [
        ("xe-0/0/4", "", True),
        ("xe-0/0/4:0", "", False),
        ("xe-0/0/4", "set interfaces xe-0/0/4 unit 0", False),
        ("xe-0/0/4", "set class-of-service interfaces xe-0/0/4:0 shaping-rate 1g", False),
        ("xe-0/0/40", "", False),
    ],
)
def test_class_of_service_names_the_channels(port: str, more: str, *, told: bool) -> None:
    text = f"""\
set version 20.2R3
set interfaces xe-0/0/4:0 unit 0 family inet address 192.0.2.1/30
set class-of-service interfaces {port} shaping-rate 2g
{more}
"""
    assert bool(_found(text, "QOS995")) is told


@pytest.mark.parametrize(
    ("rewrite", "other", "told"), [("W", "T", True), ("V", "T", False), ("W", "default", False)]
)
def test_a_default_table_is_no_fault_where_all_have_it(
    rewrite: str, other: str, *, told: bool
) -> None:
    head = "set class-of-service interfaces ge-0/0"
    text = f"""\
set version 20.2R3
{head}/0 unit 0 classifiers dscp default
{head}/0 unit 0 rewrite-rules dscp {rewrite}
{head}/1 unit 0 classifiers dscp {other}
{head}/1 unit 0 rewrite-rules dscp W
"""
    assert bool(_found(text, "QOS994")) is told
