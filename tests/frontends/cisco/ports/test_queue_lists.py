"""Priority queueing and custom queueing: `priority-list`, `queue-list` and what uses them."""

from __future__ import annotations

import pytest

from qosc.amounts import Burst, Depth
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    AllOf,
    AnyOf,
    Anything,
    Attachment,
    Device,
    Interval,
    Named,
    Not,
    Opaque,
    Policy,
    Predicate,
    Priority,
    QueueLimit,
    Reference,
    RefKind,
    SupportState,
    Test,
)
from qosc.source import SourceText


def device(*lines: str) -> Device:
    return load(SourceText("t.cfg", "".join(f"{line}\n" for line in lines)))


def the_list(*lines: str) -> Policy:
    found = device(*lines)
    assert found.residue == (), found.residue
    (policy,) = found.policies.values()
    return policy


def is_(field: Field, value: int) -> Test:
    return Test(field, (Interval(value, value),))


IPV4 = is_(Field.VERSION, 4)


def acl(name: str) -> Reference:
    return Reference(RefKind.ACCESS_LIST, name)


def port_of(protocol: int, port: int) -> AllOf:
    either = AnyOf((is_(Field.SRC_PORT, port), is_(Field.DST_PORT, port)))
    return AllOf((IPV4, is_(Field.PROTOCOL, protocol), either))


def matches(policy: Policy) -> dict[str, Predicate]:
    return {found.name: found.match for found in policy.classes}


def depths(policy: Policy) -> dict[str, list[Depth]]:
    return {found.name: [limit.depth for limit in found.limits] for found in policy.classes}


def test_a_priority_list_has_four_strict_queues_with_the_limits_of_the_reference() -> None:
    policy = the_list("priority-list 1 protocol ip high list 10")
    assert policy.name == policy.feature == "priority-list 1"
    assert [(found.name, found.priority) for found in policy.classes] == [
        ("high", Priority(1)),
        ("medium", Priority(2)),
        ("low", Priority(4)),
        ("normal", Priority(3)),
    ]
    assert depths(policy) == {
        "high": [Depth(20, default_by="ios")],
        "medium": [Depth(40, default_by="ios")],
        "normal": [Depth(60, default_by="ios")],
        "low": [Depth(80, default_by="ios")],
    }
    assert matches(policy) == {
        "high": acl("10"),
        "medium": AnyOf(()),
        "low": AnyOf(()),
        "normal": Anything(),
    }


def test_limits_and_the_default_queue_can_be_set() -> None:
    policy = the_list("priority-list 16 queue-limit 5 6 7 8", "priority-list 16 default low")
    assert [found.name for found in policy.classes] == ["high", "medium", "normal", "low"]
    assert [row[0].value for row in depths(policy).values()] == [5, 6, 7, 8]
    assert policy.classes[-1].match == Anything()


def test_limits_that_are_left_out_stay_as_they_are() -> None:
    found = depths(the_list("priority-list 1 queue-limit 5 6"))
    assert {name: row[0].value for name, row in found.items()} == {
        "high": 5,
        "medium": 6,
        "low": 80,
        "normal": 60,
    }


@pytest.mark.parametrize(
    ("rule", "match"),
    [
        ("ip high", IPV4),
        ("arp high", is_(Field.ETHERTYPE, 0x806)),
        ("ipx high", Opaque("protocol", "ipx")),
        ("ip high list named", acl("named")),
        ("ip high tcp telnet", port_of(6, 23)),
        ("ip high udp 53", port_of(17, 53)),
        ("ip high fragments", AllOf((IPV4, is_(Field.FRAGMENT, 1)))),
        ("ip high gt 200", AllOf((IPV4, Opaque("packet size", "gt 200")))),
        ("ip high lt 64", AllOf((IPV4, Opaque("packet size", "lt 64")))),
    ],
)
def test_what_a_protocol_rule_matches(rule: str, match: Predicate) -> None:
    assert matches(the_list(f"priority-list 2 protocol {rule}"))["high"] == match


def test_a_rule_for_an_interface_looks_at_where_the_packet_came_in() -> None:
    policy = the_list("priority-list 1 interface Serial 0/1 medium")
    assert matches(policy)["medium"] == Test(Field.INPUT_INTERFACE, (Named("Serial0/1"),))


def test_the_first_rule_decides_whatever_queue_it_names() -> None:
    policy = the_list(
        "priority-list 1 protocol ip low list 10",
        "priority-list 1 protocol ip high list 20",
        "priority-list 1 protocol ip low list 30",
    )
    # A packet of both lists is in low, although high stands first among the classes.
    assert matches(policy)["high"] == AllOf((acl("20"), Not(acl("10"))))
    assert matches(policy)["low"] == AnyOf((acl("10"), acl("30")))


def test_a_rule_for_the_default_queue_keeps_its_packets_from_later_rules() -> None:
    policy = the_list(
        "priority-list 1 protocol ip normal list 10", "priority-list 1 protocol ip high"
    )
    assert matches(policy)["high"] == AllOf((IPV4, Not(acl("10"))))
    assert matches(policy)["normal"] == Anything()


def test_a_rule_can_be_taken_back() -> None:
    policy = the_list(
        "priority-list 1 protocol ip high list 10",
        "priority-list 1 protocol ip high list 20",
        "no priority-list 1 protocol ip high list 10",
    )
    assert matches(policy)["high"] == acl("20")
    assert device("priority-list 1 default low", "no priority-list 1").policies == {}


def test_a_queue_list_takes_turns_of_1500_bytes_and_holds_20_packets() -> None:
    policy = the_list("queue-list 3 protocol ip 2 list 10", "queue-list 3 protocol ipx 3")
    assert policy.feature == "queue-list 3"
    assert [
        (found.name, found.quantum, found.priority, found.limits) for found in policy.classes
    ] == [
        (name, Burst(1500, default_by="ios"), None, (QueueLimit(Depth(20, default_by="ios")),))
        for name in ("queue 2", "queue 3", "queue 1")
    ]
    assert matches(policy) == {
        "queue 2": acl("10"),
        "queue 3": Opaque("protocol", "ipx"),
        "queue 1": Anything(),
    }


def test_byte_counts_limits_and_the_default_queue_of_a_queue_list() -> None:
    policy = the_list(
        "queue-list 1 protocol ip 5 tcp www",
        "queue-list 1 default 8",
        "queue-list 1 queue 5 byte-count 3000 limit 55",
        "queue-list 1 queue 8 byte-count 700",
        "queue-list 1 queue 8 limit 30",
    )
    assert [(f.name, f.quantum, f.limits[0].depth) for f in policy.classes] == [
        ("queue 5", Burst(3000), Depth(55)),
        ("queue 8", Burst(700), Depth(30)),
    ]


def test_queues_below_the_lowest_custom_one_are_emptied_first() -> None:
    policy = the_list(
        "queue-list 1 protocol ip 1 list 101",
        "queue-list 1 protocol ip 2 list 102",
        "queue-list 1 lowest-custom 2",
        "queue-list 1 default 3",
    )
    priorities = [(found.name, found.priority is not None) for found in policy.classes]
    assert priorities == [("queue 1", True), ("queue 2", False), ("queue 3", False)]
    assert policy.classes[0].quantum is None


@pytest.mark.parametrize(
    ("use", "name"),
    [("priority-group 4", "priority-list 4"), ("custom-queue-list 4", "queue-list 4")],
)
def test_an_interface_uses_a_list_on_output(use: str, name: str) -> None:
    found = device(
        "priority-list 4 default low", "queue-list 4 default 2", "interface Serial0/0", f" {use}"
    )
    assert found.residue == ()
    wanted = Attachment(Reference(RefKind.POLICY_MAP, name))
    assert found.ports["Serial0/0"].output == (wanted,)
    gone = device("interface Serial0/0", f" {use}", f" no {use.split(maxsplit=1)[0]}")
    assert gone.ports["Serial0/0"].output == ()


def test_the_access_lists_of_a_list_are_in_use() -> None:
    found = device(
        "priority-list 1 protocol ip high list 10", "access-list 10 permit 10.0.0.0 0.0.0.255"
    )
    assert list(found.access_lists) == ["10"]


@pytest.mark.parametrize(
    "line",
    [
        "priority-list 17 protocol ip high",
        "priority-list 1 protocol ip",
        "priority-list 1 protocol ip highest",
        "priority-list 1 protocol ip high tcp 70000",
        "priority-list 1 interface Serial0/0",
        "queue-list 1 protocol ip 17",
        "queue-list 1 queue 1 byte-count 0",
        "queue-list 1 queue 1 byte-count",
    ],
)
def test_what_a_router_would_not_take_is_reported(line: str) -> None:
    found = device(line)
    assert [residue.state for residue in found.residue] == [SupportState.UNKNOWN]


def test_a_policy_map_cannot_take_the_place_of_a_list() -> None:
    found = device(
        'policy-map "priority-list 1"',
        " class class-default",
        "  drop",
        "priority-list 1 default low",
    )
    assert found.policies["priority-list 1"].feature == "priority-list 1"
    assert found.residue[0].reason == "the model has another use for the name"
