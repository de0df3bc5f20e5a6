"""Values of Cisco lines that are seldom written, as the model has them."""

from __future__ import annotations

import pytest

import qosc
from qosc.fields import Field
from qosc.ir import Device, Interval, SupportState
from qosc.ir.leaves import plain_tests

HEAD = "version 12.4\n"


def device(text: str, platform: str = "ios-12") -> Device:
    return qosc.loads(HEAD + text, name="r1.cfg", platform=platform).complete_device


def ranges(field: Field, match: object) -> set[tuple[int, int]]:
    return {
        (value.low, value.high)
        for test in plain_tests(match)  # type: ignore[arg-type]
        if test.field is field
        for value in test.values
        if isinstance(value, Interval)
    }


def told(text: str, platform: str = "ios-12") -> list[tuple[SupportState, int, str]]:
    """State, line (without the first) and reason of what is not in the model."""
    found = device(text, platform).residue
    return [(each.state, each.origin.line - 1, each.reason) for each in found]


@pytest.mark.parametrize(
    ("option", "field", "expected"),
    [
        ("ttl eq 1", Field.TTL, {(1, 1)}),
        ("ttl lt 2", Field.TTL, {(0, 1)}),
        ("ttl gt 254", Field.TTL, {(255, 255)}),
        ("ttl neq 7", Field.TTL, {(0, 6), (8, 255)}),
        ("ttl range 3 9", Field.TTL, {(3, 9)}),
        ("dscp ef", Field.DSCP, {(46, 46)}),
        ("precedence critical", Field.PRECEDENCE, {(5, 5)}),
        ("tos min-delay", Field.TOS, {(8, 8)}),
        ("tos 15", Field.TOS, {(15, 15)}),
        ("fragments", Field.FRAGMENT, {(1, 1)}),
    ],
)
def test_an_option_of_an_entry(option: str, field: Field, expected: set[tuple[int, int]]) -> None:
    text = (
        f"ip access-list extended L\n permit ip any any {option}\n"
        "class-map match-all C\n match access-group name L\n"
    )
    (entry,) = device(text).access_lists["L"].entries
    assert ranges(field, entry.match) == expected


@pytest.mark.parametrize(
    ("option", "reason"),
    [
        ("ttl range 3", ""),
        ("ttl eq 256", "a ttl is a number from 0 to 255"),
        ("dscp 64", "a DSCP is a number from 0 to 63"),
        ("tos 16", "a TOS is a number from 0 to 15"),
    ],
)
def test_an_option_that_ios_refuses_is_unknown(option: str, reason: str) -> None:
    text = f"ip access-list extended L\n permit ip any any {option}\n"
    (found,) = told(text)
    assert found[:2] == (SupportState.UNKNOWN, 2)
    assert reason in found[2]


@pytest.mark.parametrize(
    ("line", "ports"),
    [
        ("match ip rtp 16384 16383", (16384, 32767)),
        ("match ip rtp 2000 0", (2000, 2000)),
        ("match ip rtp 60000 16383", (60000, 65535)),
        ("match ip rtp 2000-2010", (2000, 2010)),
    ],
)
def test_rtp_is_even_ports_of_udp_over_ipv4(line: str, ports: tuple[int, int]) -> None:
    """Cisco QoS command reference, match ip rtp: the even ports from the first to first + range."""
    found = device(f"class-map match-all C\n {line}\n").class_maps["C"].match
    assert ranges(Field.DST_PORT, found) == {ports}
    assert ranges(Field.PROTOCOL, found) == {(17, 17)}
    assert ranges(Field.VERSION, found) == {(4, 4)}


@pytest.mark.parametrize(
    "line", ["match ip rtp 1999 10", "match ip rtp 2000 16384", "match ip rtp 65536 1"]
)
def test_rtp_ports_beyond_their_range_are_unknown(line: str) -> None:
    found = told(f"class-map match-all C\n {line}\n")
    assert [each[:2] for each in found] == [(SupportState.UNKNOWN, 2)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("match packet length min 64 max 128", {(64, 128)}),
        ("match packet length min 64", {(64, 65535)}),
        ("match packet length max 128", {(0, 128)}),
        ("match packet length 64-128", {(64, 128)}),
    ],
)
def test_the_length_of_a_packet(line: str, expected: set[tuple[int, int]]) -> None:
    found = device(f"class-map match-all C\n {line}\n").class_maps["C"].match
    assert ranges(Field.LENGTH, found) == expected


def marks(text: str, port: str = "FastEthernet0/1") -> list[tuple[str, int, set[tuple[int, int]]]]:
    """What is written into packets that come in: field, value, and the CoS that it is for."""
    found = []
    for stage in device(text, "cat3550").ports[port].input:
        for rule in getattr(stage, "rules", ()):
            cos = ranges(Field.COS, rule.match)
            found += [(str(mark.field), mark.value, cos) for mark in rule.marks]
    return found


SWITCH = "mls qos\n{}interface FastEthernet0/1\n {}\n"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("", [0, 8, 16, 24, 32, 40, 48, 56]),
        ("mls qos map cos-dscp 0 8 16 26 32 46 48 56\n", [0, 8, 16, 26, 32, 46, 48, 56]),
        (
            "mls qos map cos-dscp 0 8 16 26 32 46 48 56\nno mls qos map cos-dscp\n",
            [0, 8, 16, 24, 32, 40, 48, 56],
        ),
    ],
)
def test_the_dscp_of_a_trusted_cos(lines: str, expected: list[int]) -> None:
    """Cisco, Catalyst 3550 configuration guide, Default CoS-to-DSCP Map: eight times the CoS."""
    found = marks(SWITCH.format(lines, "mls qos trust cos"))
    by_cos = {low: value for field, value, cos in found if field == "dscp" for low, _ in cos}
    assert [by_cos[cos] for cos in range(8)] == expected


def test_a_map_of_eight_needs_eight() -> None:
    text = SWITCH.format("mls qos map cos-dscp 0 8 16\n", "mls qos trust cos")
    assert any(
        each[1] == 2 and "a DSCP for each of the eight values is needed" in each[2]
        for each in told(text, "cat3550")
    )


@pytest.mark.parametrize(
    ("cos", "dscp"), [("mls qos cos 3\n ", 24), ("mls qos cos 7\n ", 56), ("", 0)]
)
def test_override_writes_the_cos_of_the_port(cos: str, dscp: int) -> None:
    found = marks(SWITCH.format("", f"{cos}mls qos cos override"))
    assert {value for field, value, _ in found if field == "dscp"} == {dscp}


def test_trust_has_no_effect_beside_override() -> None:
    text = SWITCH.format("", "mls qos trust dscp\n mls qos cos override")
    assert (SupportState.RECOGNISED, 3, "overridden by `mls qos cos override`") in told(
        text, "cat3550"
    )


@pytest.mark.parametrize(
    ("text", "platform", "reason"),
    [
        ("policy-map\n class class-default\n  bandwidth 10\n", "ios-15", ""),
        (
            "mls qos\ninterface GigabitEthernet1/1\n priority-queue cos-map 1\n",
            "cat6500",
            "a queue and a CoS are needed",
        ),
        (
            "mls qos\ninterface GigabitEthernet1/1\n wrr-queue threshold 1\n",
            "cat6500",
            "a percentage is missing",
        ),
    ],
)
def test_a_line_without_its_values_is_told(text: str, platform: str, reason: str) -> None:
    (line,) = [
        n
        for n, row in enumerate(text.splitlines(), start=1)
        if row.startswith(("policy-map", " wrr-queue", " priority-queue"))
    ]
    found = [each for each in told(text, platform) if each[1] == line]
    assert [(state, reason in said) for state, _, said in found] == [(SupportState.UNKNOWN, True)]


def test_a_list_behind_match_not_is_used() -> None:
    """A list that only `match not` names is neither unused nor, where it is missing, forgotten."""
    text = (
        "class-map match-all C\n match not access-group 101\npolicy-map P\n class C\n"
        "  bandwidth 10\ninterface Serial0/0\n service-policy output P\n"
    )
    missing = qosc.check(qosc.loads(HEAD + text, name="r1.cfg"))
    assert "QOS003" in {each.code for each in missing}
    there = qosc.check(
        qosc.loads(f"{HEAD}access-list 101 permit udp any any\n{text}", name="r1.cfg")
    )
    assert {each.code for each in there}.isdisjoint({"QOS003", "QOS006"})
