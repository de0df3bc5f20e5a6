"""The table of Cisco statements, held against the grammars, the model and the reader."""

from __future__ import annotations

from pathlib import Path

import pytest

import qosc.ir
from qosc import grammars
from qosc.frontends.cisco.mqc.class_lines import CLEARED
from qosc.frontends.cisco.ports.on_demand import port_readers
from qosc.frontends.cisco.sections.judge import Verdict, judge_statement, judge_words
from qosc.frontends.cisco.sections.modes import resolve
from qosc.frontends.cisco.statements.engine import Grammar
from qosc.frontends.cisco.statements.tables import load
from qosc.frontends.cisco.table import ROWS, Reader, Statement, readers, statements
from qosc.frontends.cisco.table.mode import PARENT, Mode

GRAMMARS = sorted(path.stem for path in Path(grammars.__file__).parent.glob("*.lark"))


def beginnings(grammar: str) -> set[str]:
    """The keywords that a statement of the grammar can begin with."""
    table = load(grammar)
    return set(Grammar(table).beginnings())


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_a_grammar_takes_what_the_rows_give_it_and_nothing_else(grammar: str) -> None:
    rows = {row.keyword.split()[0] for row in ROWS if grammar in row.grammar.split()}
    assert rows == beginnings(grammar)


def test_no_statement_is_declared_twice_in_a_mode() -> None:
    places = [(row.mode, row.keyword) for row in ROWS]
    assert len(places) == len(set(places))


def test_a_keyword_that_is_known_without_its_section_is_so_in_one_mode() -> None:
    orphans = [row.keyword for row in ROWS if row.orphan]
    assert len(orphans) == len(set(orphans))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.mode.name} {row.keyword}")
def test_a_row_names_fields_of_the_model_if_it_is_read(row: Statement) -> None:
    for name in row.gives.split():
        holder, field = name.split(".")
        assert field in getattr(qosc.ir, holder).__annotations__
    assert row.reader is not None or not (row.gives or row.grammar)


def test_a_keyword_of_ports_is_read_alike_in_each_of_their_modes() -> None:
    modes = [mode for mode in Mode if mode is Mode.INTERFACE or PARENT.get(mode) is Mode.INTERFACE]
    found = port_readers()
    for mode in modes:
        for keyword, reader in readers(mode).items():
            if mode is not Mode.TX_QUEUE:
                assert found[keyword] is reader


def test_each_statement_of_a_class_that_is_read_can_be_taken_back() -> None:
    read = {row.keyword for row in statements(Mode.POLICY_CLASS) if row.reader is Reader.CLASS}
    assert read - {"police", "trust"} == CLEARED.keys()


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("priority 800", Verdict.TAKE),
        ("bandwidth percent 300", Verdict.LOOSE),
        ("priority high", Verdict.DOUBT),
        ("queue-limit 40 packets", Verdict.TAKE),
        ("bandwidth over-provisioning is adopted", Verdict.DOUBT),
    ],
)
def test_the_words_of_a_line_alone_say_whether_it_is_a_statement(line: str, verdict: int) -> None:
    found = resolve(line, Mode.POLICY_CLASS)
    assert found is not None
    assert judge_words(found.entry, found.rest) == verdict
    # A statement of any shape is one below its section, with its mistakes.
    assert judge_statement(found, line, child=True) == Verdict.TAKE


@pytest.mark.parametrize("row", [row for row in ROWS if row.example], ids=lambda row: row.example)
def test_an_example_of_a_row_has_its_shape(row: Statement) -> None:
    found = resolve(row.example, row.mode)
    assert found is not None
    assert found.entry.keyword == row.keyword
    assert judge_words(found.entry, found.rest) in (Verdict.TAKE, Verdict.LOOSE)


@pytest.mark.parametrize(
    "row",
    [row for row in statements(Mode.POLICY_CLASS) if row.reader is None],
    ids=lambda row: row.keyword,
)
def test_a_statement_that_nobody_reads_is_reported(row: Statement) -> None:
    text = f"policy-map P\n class class-default\n  {row.keyword} 1\n"
    (residue,) = qosc.loads(text, platform="ios-15").device.residue
    assert residue.state is qosc.ir.SupportState.RECOGNISED
