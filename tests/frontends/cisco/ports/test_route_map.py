"""Policy routing that marks packets."""

from __future__ import annotations

import pytest

from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    AllOf,
    AnyOf,
    Device,
    Interval,
    Mark,
    Reference,
    RefKind,
    Rule,
    RuleList,
    SupportState,
    Test,
)
from qosc.source import SourceText

USE = "interface Serial0/0\n ip policy route-map R\n"
IPV4 = Test(Field.VERSION, (Interval(4, 4),))


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def rules(text: str) -> tuple[Rule, ...]:
    found = device(text + USE)
    assert found.residue == (), found.residue
    (stage,) = found.ports["Serial0/0"].input
    assert isinstance(stage, RuleList)
    assert stage.feature == "ip policy"
    return stage.rules


def acl(name: str) -> Reference:
    return Reference(RefKind.ACCESS_LIST, name)


def test_entries_go_by_their_numbers_and_mark_what_they_match() -> None:
    found = rules(
        "route-map R permit 20\n match length 64 200\n set ip precedence 3\n"
        "route-map R permit 10\n match ip address 101 NAMED\n set ip dscp ef\n"
        " set ip next-hop 192.0.2.1\n"
    )
    assert found == (
        Rule(AllOf((IPV4, AnyOf((acl("101"), acl("NAMED"))))), None, (Mark(Field.DSCP, 46),)),
        Rule(
            AllOf((IPV4, Test(Field.LENGTH, (Interval(64, 200),)))),
            None,
            (Mark(Field.PRECEDENCE, 3),),
        ),
    )


def test_an_entry_that_only_routes_keeps_packets_from_those_behind_it() -> None:
    found = rules(
        "route-map R permit 20\n set ip dscp ef\n"
        "route-map R permit 10\n set ip next-hop 192.0.2.1\n"
        "route-map R deny 15\nroute-map OTHER permit 10\n set interface Null0\n"
    )
    assert found == (Rule(IPV4), Rule(IPV4), Rule(IPV4, None, (Mark(Field.DSCP, 46),)))


def test_route_maps_without_a_mark_are_no_lines_on_qos() -> None:
    text = "route-map R permit 10\n set ip next-hop 192.0.2.1\nroute-map R deny 20\n"
    found = device(text + USE)
    assert found.residue == ()
    assert found.coverage.irrelevant == 4
    assert found.ports["Serial0/0"].input == ()


@pytest.mark.parametrize(
    ("line", "mark"),
    [
        ("set ip precedence critical", Mark(Field.PRECEDENCE, 5)),
        ("set ip tos min-delay", Mark(Field.TOS, 8)),
        ("set ip tos 4", Mark(Field.TOS, 4)),
        ("set ip dscp 10", Mark(Field.DSCP, 10)),
        ("set ip qos-group 7", Mark(Field.QOS_GROUP, 7)),
        ("set qos-group 7", Mark(Field.QOS_GROUP, 7)),
    ],
)
def test_what_an_entry_can_write(line: str, mark: Mark) -> None:
    assert rules(f"route-map R\n {line}\n") == (Rule(IPV4, None, (mark,)),)


def test_an_entry_that_denies_leaves_its_packets_alone() -> None:
    found = rules(
        "route-map R deny 10\n match ip address 5\nroute-map R permit 20\n set ip dscp 10\n"
    )
    assert found[0] == Rule(AllOf((IPV4, acl("5"))))


def test_the_access_lists_of_a_route_map_in_use_are_in_the_model() -> None:
    text = "access-list 5 permit any\nroute-map R\n match ip address 5\n set ip dscp 10\n"
    assert list(device(text + USE).access_lists) == ["5"]
    assert device(text).access_lists == {}


def test_a_route_map_that_only_routes_does_not_concern_qos() -> None:
    found = device("route-map R\n match ip address 5\n set ip next-hop 192.0.2.1\n" + USE)
    assert found.residue == ()
    assert found.ports["Serial0/0"].input == ()
    assert found.coverage.irrelevant == 4


def test_a_route_map_that_is_not_in_the_text_does_not_concern_qos() -> None:
    found = device(USE)
    assert found.residue == ()
    assert (found.coverage.modelled, found.coverage.irrelevant) == (1, 1)


def test_marks_of_a_route_map_that_no_interface_applies_are_reported() -> None:
    found = device("route-map R\n match ip address 5\n set ip precedence 5\n")
    assert [(residue.state, residue.text) for residue in found.residue] == [
        (SupportState.RECOGNISED, "set ip precedence 5")
    ]


def test_policy_routing_can_be_taken_off() -> None:
    text = "route-map R\n set ip dscp 10\n" + USE + " no ip policy route-map R\n"
    assert device(text).ports["Serial0/0"].input == ()


def test_policy_routing_comes_after_rate_limits_and_the_input_policy() -> None:
    text = (
        "route-map R\n set ip dscp 10\n" + USE + " service-policy input P\n"
        " rate-limit input 64000 8000 8000 conform-action transmit exceed-action drop\n"
    )
    kinds = [stage.kind for stage in device(text).ports["Serial0/0"].input]
    assert kinds == ["rule-list", "attachment", "rule-list"]


@pytest.mark.parametrize("line", ["set ip precedence 8", "set ip tos 16", "set ip dscp 64"])
def test_a_value_that_the_field_cannot_hold(line: str) -> None:
    found = device(f"route-map R\n {line}\n" + USE)
    assert [residue.state for residue in found.residue] == [SupportState.UNKNOWN]


@pytest.mark.parametrize(
    ("line", "left"),
    # Cisco IOS IP Routing: Protocol-Independent Command Reference, `route-map`: its no form deletes
    # the entry of the number, and without one all of the map.
    [
        ("no route-map R permit 20", [5]),
        ("no route-map R permit 10", [3]),
        ("no route-map R", []),
        ("no route-map S", [5, 3]),
        ("no route-map R permit 30", [5, 3]),
        ("no route-map R permit 20\nroute-map R permit 30\n set ip precedence 1", [5, 1]),
        ("no route-map R\nroute-map R permit 30\n set ip precedence 1", [1]),
    ],
)
def test_what_no_route_map_takes_away(line: str, left: list[int]) -> None:
    maps = "route-map R\n set ip precedence 5\nroute-map R permit 20\n set ip precedence 3\n"
    found = device(f"{maps}{line}\n{USE}")
    assert found.residue == ()
    stages = [each for each in found.ports["Serial0/0"].input if isinstance(each, RuleList)]
    assert [mark.value for each in stages for rule in each.rules for mark in rule.marks] == left


@pytest.mark.parametrize(
    ("words", "low", "high"),
    [("3 65534", 3, 65534), ("3 65535", 3, 65535), ("3 2147483647", 3, 65535), ("0 1", 0, 1)],
)
def test_lengths_are_those_of_ip_packets(words: str, low: int, high: int) -> None:
    """The total length of an IP packet has 16 bits (RFC 791): no packet is longer than 65535."""
    (rule,) = rules(f"route-map R permit 10\n match length {words}\n set ip dscp ef\n")
    assert rule.match == AllOf((IPV4, Test(Field.LENGTH, (Interval(low, high),))))
