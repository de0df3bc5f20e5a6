"""class-map: each kind of match line, and what opening a class-map again does."""

from __future__ import annotations

import pytest

from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import (
    AllOf,
    AnyOf,
    Anything,
    ClassMap,
    Device,
    Interval,
    Masked,
    Named,
    Not,
    Opaque,
    Predicate,
    Reference,
    RefKind,
    SupportState,
    Test,
)
from qosc.source import SourceText


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def one(text: str) -> ClassMap:
    (found,) = device(text).class_maps.values()
    return found


def eq(field: Field, *values: int) -> Test:
    return Test(field, tuple(Interval(value, value) for value in values))


V4 = eq(Field.VERSION, 4)
V6 = eq(Field.VERSION, 6)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("match any", Anything()),
        ("match access-group 101", Reference(RefKind.ACCESS_LIST, "101")),
        ("match access-g 101", Reference(RefKind.ACCESS_LIST, "101")),
        ("match access-group name Voice-In", Reference(RefKind.ACCESS_LIST, "Voice-In")),
        ("match class-map inner", Reference(RefKind.CLASS_MAP, "inner")),
        ("match dscp ef", eq(Field.DSCP, 46)),
        ("match dscp 46 af41 CS3", eq(Field.DSCP, 46, 34, 24)),
        ("match ip dscp default", AllOf((V4, eq(Field.DSCP, 0)))),
        ("match precedence 5", eq(Field.PRECEDENCE, 5)),
        ("match ip prec crit flash-o", AllOf((V4, eq(Field.PRECEDENCE, 5, 4)))),
        ("match cos 3 5", eq(Field.COS, 3, 5)),
        ("match cos inner 1", eq(Field.COS_INNER, 1)),
        ("match mpls experimental topmost 4 5", eq(Field.MPLS_EXP, 4, 5)),
        ("match mpls experimental 2", eq(Field.MPLS_EXP, 2)),
        ("match qos-group 7", eq(Field.QOS_GROUP, 7)),
        ("match qos-group 6 7", eq(Field.QOS_GROUP, 6, 7)),
        ("match dscp ipv4 cs4", AllOf((V4, eq(Field.DSCP, 32)))),
        ("match not dscp ipv6 ef 8", Not(AllOf((V6, eq(Field.DSCP, 46, 8))))),
        ("match precedence ipv4 5", AllOf((V4, eq(Field.PRECEDENCE, 5)))),
        ("match dscp 18,20-22", Test(Field.DSCP, (Interval(18, 18), Interval(20, 22)))),
        ("match ip dscp 0-7", AllOf((V4, Test(Field.DSCP, (Interval(0, 7),))))),
        ("match precedence 3-4", Test(Field.PRECEDENCE, (Interval(3, 4),))),
        ("match cos 1-2,4", Test(Field.COS, (Interval(1, 2), Interval(4, 4)))),
        ("match vlan 10,20-30", Test(Field.VLAN, (Interval(10, 10), Interval(20, 30)))),
        ("match discard-class 2", eq(Field.DISCARD_CLASS, 2)),
        (
            "match input-interface fa0/1",
            Test(Field.INPUT_INTERFACE, (Named("FastEthernet0/1"),)),
        ),
        ("match protocol ip", V4),
        ("match protocol ipv6", eq(Field.VERSION, 6)),
        ("match protocol arp", eq(Field.ETHERTYPE, 0x806)),
        ("match protocol http url *.jpg", Opaque("protocol", "http url *.jpg")),
        ("match packet length min 100 max 200", Test(Field.LENGTH, (Interval(100, 200),))),
        ("match packet length max 64", Test(Field.LENGTH, (Interval(0, 64),))),
        ("match packet length min 1400", Test(Field.LENGTH, (Interval(1400, 65535),))),
        ("match vlan 10 20-30", Test(Field.VLAN, (Interval(10, 10), Interval(20, 30)))),
        ("match fr-dlci 100", eq(Field.FR_DLCI, 100)),
        ("match fr-de", eq(Field.FR_DE, 1)),
        ("match atm clp", eq(Field.ATM_CLP, 1)),
        ("match source-address mac 0011.2233.4455", eq(Field.SRC_MAC, 0x001122334455)),
        ("match destination-address mac a.b.c", eq(Field.DST_MAC, 0x000A000B000C)),
        ("match not dscp ef", Not(eq(Field.DSCP, 46))),
        (
            "match ip rtp 16384 16383",
            AllOf(
                (
                    V4,
                    eq(Field.PROTOCOL, 17),
                    Test(Field.DST_PORT, (Interval(16384, 32767),)),
                    Test(Field.DST_PORT, (Masked(0, 1),)),
                )
            ),
        ),
    ],
)
def test_each_criterion(line: str, expected: Predicate) -> None:
    found = device(f"class-map c\n {line}\n")
    assert found.residue == ()
    assert found.class_maps["c"].match == AllOf((expected,))


def test_match_all_is_the_default() -> None:
    assert isinstance(one("class-map c\n match dscp ef").match, AllOf)
    assert isinstance(one("class-map match-all c\n match dscp ef").match, AllOf)
    assert isinstance(one("class-map match-any c\n match dscp ef").match, AnyOf)


def test_a_class_map_without_a_match_line_matches_nothing() -> None:
    assert one("class-map match-all c").match == AnyOf(())


def test_a_class_map_that_is_opened_again_is_added_to() -> None:
    text = "class-map match-any c\n match dscp ef\nclass-map c\n match dscp af11\n match dscp ef\n"
    assert one(text).match == AnyOf((eq(Field.DSCP, 46), eq(Field.DSCP, 10)))


def test_no_match_takes_a_line_back_and_no_class_map_all_of_it() -> None:
    text = "class-map c\n match dscp ef\n match dscp af11\n no match dscp 46\n"
    assert one(text).match == AllOf((eq(Field.DSCP, 10),))
    assert device(text + "no class-map c\n").class_maps == {}


def test_the_same_criterion_twice_is_one() -> None:
    text = "class-map match-any C\n match dscp ef\n match any\n match dscp 46\n"
    assert one(text).match.operands == (eq(Field.DSCP, 46), Anything())
    assert one(text + " no match dscp ef\n").match.operands == (Anything(),)


def test_names_are_case_sensitive_and_keywords_are_not() -> None:
    found = device("CLASS-MAP MATCH-ANY c\n Match Dscp EF\nclass-map C\n match any\n")
    assert list(found.class_maps) == ["c", "C"]
    assert found.class_maps["c"].match == AnyOf((eq(Field.DSCP, 46),))


def test_a_quoted_name_may_hold_blanks() -> None:
    text = 'class-map match-any "Voice Traffic"\n match dscp ef\n'
    found = device(text + 'policy-map p\n class "Voice Traffic"\n')
    assert list(found.class_maps) == ["Voice Traffic"]
    assert found.policies["p"].classes[0].match == Reference(RefKind.CLASS_MAP, "Voice Traffic")


@pytest.mark.parametrize(
    ("line", "word", "reason"),
    [
        ("match dscp 64", "64", "a DSCP is a number from 0 to 63"),
        ("match precedence 8", "8", "an IP precedence is a number from 0 to 7"),
        ("match dscp 60-64", "64", "a DSCP is a number from 0 to 63"),
        ("match cos 1,9", "9", "a CoS is a number from 0 to 7"),
        ("match cos 9", "9", "a CoS is a number from 0 to 7"),
        ("match dscp " + "9" * 5000, "9" * 5000, "a DSCP is a number"),
        ("match dscp ef x", "x", "`x` is not understood here"),
        ("match dscp \u0664", "\u0664", "`\u0664` is not understood here"),
        ("match pr 5", "pr", "`pr` can mean precedence or protocol"),
        ("match", "", "the line ends too early"),
    ],
)
def test_what_is_not_understood_is_kept_in_the_class_and_reported(
    line: str, word: str, reason: str
) -> None:
    text = f"class-map c\n {line}\n"
    found = device(text)
    (residue,) = found.residue
    assert residue.state is SupportState.UNKNOWN
    assert residue.reason.startswith(reason)
    start, end = residue.origin.column - 1, residue.origin.end_column - 1
    assert text.splitlines()[1][start:end] == word
    # The class is not widened: what the line says stays a condition.
    (kept,) = found.class_maps["c"].match.operands
    assert isinstance(kept, Opaque)
    assert found.coverage.unknown == 1


def test_what_was_expected_is_said_in_words() -> None:
    (residue,) = device("class-map c\n match packet length 100\n").residue
    assert residue.expected == ("a list", "a range", "max", "min")


@pytest.mark.parametrize("kind", ["qos", "queuing"])
def test_a_class_map_of_a_qos_type_is_a_class_map(kind: str) -> None:
    found = device(f"class-map type {kind} match-any c\n match cos 5\n match qos-group 1\n")
    assert [r.reason for r in found.residue if "Cisco NX-OS" not in r.context] == []
    expected = AnyOf((eq(Field.COS, 5), eq(Field.QOS_GROUP, 1)))
    assert found.class_maps["c"].match == expected


def test_lines_of_other_types_are_recognised_with_the_type_as_the_reason() -> None:
    found = device("class-map type network-qos c\n match cos 5\n description x\n")
    assert found.class_maps == {}
    assert found.coverage.recognised == 3
    assert {r.reason for r in found.residue if "Cisco NX-OS" not in r.context} == {
        "class-maps of type network-qos are not in the model"
    }


def test_half_of_a_keyword_that_others_lengthen_is_that_keyword() -> None:
    """`pack` begins both `packet` and `packet-tag`, which routers with the first do not have."""
    short = one("class-map c\n match pack length min 1525\n").match
    assert short == one("class-map c\n match packet length min 1525\n").match
