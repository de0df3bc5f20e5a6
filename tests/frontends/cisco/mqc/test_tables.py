"""Values looked up from other fields: table-maps, `set cos dscp`, what a policer marks down."""

from __future__ import annotations

import pytest

import qosc
from qosc.fields import Field
from qosc.frontends import load
from qosc.ir import Device, Mark, MarkTable, SupportState
from qosc.source import SourceText

DSCP, COS, PREC = Field.DSCP, Field.COS, Field.PRECEDENCE
CLASS_SELECTORS = tuple((value, value >> 3) for value in range(64))
AS_FAR_AS_IT_FITS = tuple((value, value) for value in range(8))


def device(*lines: str, before: str = "", after: str = "") -> Device:
    text = f"{before}policy-map p\n class c\n" + "".join(f"  {line}\n" for line in lines) + after
    return load(SourceText("t.cfg", text))


def mark(line: str, before: str = "", after: str = "") -> Mark:
    found = device(line, before=before, after=after)
    assert found.residue == ()
    (only,) = found.policies["p"].classes[0].marks
    return only


@pytest.mark.parametrize(
    ("line", "field", "table"),
    [
        ("set dscp cos", DSCP, MarkTable(COS)),
        ("set ip dscp cos", DSCP, MarkTable(COS)),
        ("set precedence cos", PREC, MarkTable(COS)),
        ("set cos precedence", COS, MarkTable(PREC)),
        # Six bits into three: the class selector bits.
        ("set cos dscp", COS, MarkTable(DSCP, CLASS_SELECTORS, "ignore")),
        (
            "set mpls experimental imposition dscp",
            Field.MPLS_EXP,
            MarkTable(DSCP, CLASS_SELECTORS, "ignore"),
        ),
        # A qos-group above 7 does not fit a precedence: the packet is left as it is.
        (
            "set precedence qos-group",
            PREC,
            MarkTable(Field.QOS_GROUP, AS_FAR_AS_IT_FITS, "ignore"),
        ),
        ("set qos-group dscp", Field.QOS_GROUP, MarkTable(DSCP)),
        ("set qos-group mpls experimental topmost", Field.QOS_GROUP, MarkTable(Field.MPLS_EXP)),
    ],
)
def test_without_a_table_the_value_is_copied(line: str, field: Field, table: MarkTable) -> None:
    assert mark(line) == Mark(field, 0, table=table)


TABLE = "table-map t\n map from 1 to 2\n map from 0 to 46\n"


@pytest.mark.parametrize("default", ["", " default copy\n", " default ignore\n", " default 7\n"])
def test_a_table_map_and_its_default(default: str) -> None:
    otherwise = {"": "copy", " default ignore\n": "ignore", " default 7\n": 7}.get(default, "copy")
    expected = MarkTable(COS, ((0, 46), (1, 2)), otherwise, "t")
    assert mark("set dscp cos table t", TABLE + default).table == expected
    # A table may stand below what uses it.
    assert mark("set dscp cos table t", after=TABLE + default).table == expected


def test_nx_os_writes_the_lines_of_a_table_without_map() -> None:
    assert mark("set dscp cos table t", "table-map t\n from 1 to 2\n").table == MarkTable(
        COS, ((1, 2),), name="t"
    )


def test_a_line_of_a_table_can_be_taken_back() -> None:
    table = mark("set dscp cos table t", TABLE + " no map from 0 to 46\n").table
    assert table == MarkTable(COS, ((1, 2),), name="t")


@pytest.mark.parametrize(
    ("action", "field", "source"),
    [
        ("set-dscp-transmit dscp table t", DSCP, DSCP),
        ("set-dscp-transmit table t", DSCP, DSCP),
        ("set-dscp-transmit cos table t", DSCP, COS),
        ("set dscp dscp table t", DSCP, DSCP),
        ("set-qos-transmit qos-group table t", Field.QOS_GROUP, Field.QOS_GROUP),
    ],
)
def test_a_policer_that_looks_its_mark_up(action: str, field: Field, source: Field) -> None:
    found = device(f"police 8000 exceed-action {action}", before=TABLE)
    assert found.residue == ()
    exceed = found.policies["p"].classes[0].policers[0].exceed
    assert exceed.marks == (
        Mark(field, 0, table=MarkTable(source, ((0, 46), (1, 2)), "copy", "t")),
    )


def test_a_table_that_is_not_there_is_reported() -> None:
    found = device("set dscp cos table nowhere")
    (residue,) = found.residue
    assert residue.state is SupportState.RECOGNISED
    assert "nowhere" in residue.reason
    assert found.policies["p"].classes[0].marks == ()


def test_a_table_for_another_field_is_reported() -> None:
    (residue,) = device("set precedence cos table t", before=TABLE).residue
    assert (residue.state, "46" in residue.reason) == (SupportState.UNKNOWN, False)
    assert "7" in residue.reason


def test_values_that_the_source_cannot_have_do_not_count() -> None:
    table = mark("set precedence cos table t", "table-map t\n map from 9 to 60\n").table
    assert table == MarkTable(COS, name="t")


@pytest.mark.parametrize("line", ["map from 1", "map from 100 to 1", "default 100", "default no"])
def test_mistakes_in_a_table_are_reported(line: str) -> None:
    (residue,) = load(SourceText("t.cfg", f"table-map t\n {line}\n")).residue
    assert residue.state is SupportState.UNKNOWN


def test_what_a_switch_marks_down() -> None:
    police = "police 8000 8000 exceed-action policed-dscp-transmit"
    found = device(police, after="mls qos map policed-dscp 26 28 to 8\n")
    assert found.residue == ()
    assert found.policies["p"].classes[0].policers[0].exceed.marks == (
        Mark(DSCP, 0, table=MarkTable(DSCP, ((26, 8), (28, 8)), "copy", "policed-dscp")),
    )
    plain = device(police).policies["p"].classes[0].policers[0].exceed.marks
    assert plain == (Mark(DSCP, 0, table=MarkTable(DSCP, name="policed-dscp")),)


@pytest.mark.parametrize("word", ["set dscp tunnel ef", "set precedence tunnel 3"])
def test_marks_of_the_tunnel_header_are_recognised(word: str) -> None:
    (residue,) = device(word).residue
    assert residue.state is SupportState.RECOGNISED
    assert "tunnel" in residue.reason


def test_a_mark_looked_up_is_one_of_its_field() -> None:
    found = device("set dscp cos", "set dscp ef")
    assert found.policies["p"].classes[0].marks == (Mark(DSCP, 46),)
    assert device("set dscp cos", "no set dscp").policies["p"].classes[0].marks == ()


@pytest.mark.parametrize(
    ("line", "narrowed"),
    [
        ("set precedence dscp", True),
        ("set cos qos-group", True),
        ("set dscp cos", False),
        ("set dscp precedence", False),
    ],
)
@pytest.mark.parametrize("target", ["sim", "ir"])
def test_a_copy_into_a_narrower_field_is_an_assumption(
    target: str, line: str, narrowed: bool
) -> None:
    text = (
        f"class-map d\n match any\npolicy-map P\n class d\n  {line}\n"
        "interface GigabitEthernet0/0\n service-policy output P\n"
    )
    config = qosc.loads(text, platform="ios-15")
    (mark,) = config.device.policies["P"].classes[0].marks
    assert mark.table is not None
    assert mark.table.narrowed is narrowed
    ledger = qosc.compile(config, target=target, allow_loss=True).ledger
    (entry,) = [entry for entry in ledger if "marks[" in entry.path]
    assert ("narrower" in entry.note) is (narrowed and target == "sim")
