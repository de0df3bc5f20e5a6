"""JunOS out of documents: what is said between the commands is no statement, and no finding."""

from __future__ import annotations

import pytest

import qosc
from qosc.frontends import load
from qosc.ir import SupportState
from qosc.source import SourceText

BEFORE = "set firewall policer P if-exceeding bandwidth-limit 5m burst-size-limit 50k\n"
AFTER = "set firewall policer P then discard\n"


def told(text: str) -> list[tuple[int, SupportState]]:
    return [(each.origin.line, each.state) for each in load(SourceText("t", text)).residue]


@pytest.mark.parametrize(
    "line",
    [
        "The policer above is for the customers of the second port.",
        "**Step 2** say what becomes of the rest",
        "- Apply it to the port",
        "| Queue | Class |",
        "├─ Level 1",
        "<p>",
        "2. Apply it",
        "interfaces that are used for transit have it as well",
        "Verify the result:",
    ],
)
def test_a_line_of_the_document_is_passed_over(line: str) -> None:
    assert told(f"{BEFORE}\n{line}\n\n{AFTER}") == []


@pytest.mark.parametrize(
    "line",
    [
        "shaping-rate 10m",
        "shedulers be-sched transmit-rate percent 40",
        "frewall policer Q then discard;",
    ],
)
def test_what_may_be_a_statement_is_told(line: str) -> None:
    assert [at for at, _ in told(BEFORE + line + "\n" + AFTER)] == [2]


def test_a_comment_that_reads_as_a_sentence_is_one_to_its_end() -> None:
    comment = "/* This is the policer that we use\nset firewall policer Q then discard\n*/\n"
    device = load(SourceText("t", BEFORE + comment + AFTER))
    assert device.residue == ()
    assert device.coverage.modelled == 2


def test_a_statement_without_its_end_is_read_in_a_stanza() -> None:
    text = (
        "firewall {\n policer P {\n  if-exceeding {\n   bandwidth-limit 5m\n"
        "   burst-size-limit 50k;\n  }\n  then discard;\n }\n}\n"
    )
    assert load(SourceText("t", text)).residue  # the semicolon


def test_sentences_behind_edit_are_none_of_its_statements() -> None:
    text = (
        "edit class-of-service schedulers S\nset transmit-rate percent 40\n\n"
        "A scheduler gives a queue its rate, and its buffer.\n\nset priority low\n"
    )
    assert told(text) == []
    config = qosc.loads(text)
    assert not [each for each in qosc.check(config) if each.severity.value == "warning"]


def test_a_stanza_behind_edit_is_one_of_the_top_where_it_fits_nowhere_else() -> None:
    text = (
        "edit class-of-service schedulers S\nset transmit-rate percent 40\n"
        "set class-of-service scheduler-maps M forwarding-class best-effort scheduler S\n"
        "set class-of-service interfaces ge-0/0/0 scheduler-map M\n"
    )
    device = load(SourceText("t", text))
    assert device.residue == ()
    assert list(device.ports) == ["ge-0/0/0"]


def test_a_stanza_behind_edit_stays_where_it_fits() -> None:
    text = (
        "edit class-of-service\n"
        "set interfaces ge-0/0/0 shaping-rate 10m\n"
        "top\nset interfaces ge-0/0/0 unit 0 family inet\n"
    )
    assert load(SourceText("t", text)).ports["ge-0/0/0"].output
