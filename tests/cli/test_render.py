"""What a person sees of a diagnostic."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.diagnostics import Diagnostic, Label, Severity
from qosc.ir import Coverage
from qosc.render.machine import as_document, report
from qosc.render.printable import printable, width
from qosc.render.snippet import Mark, snippet
from qosc.render.style import Style, wants_colour
from qosc.render.text import concise, full
from qosc.source import SourceText, Span

TEXT = """\
class-map pre5
 match access-group 105
!
!
access-list 182 permit ip any any precedence critical
"""
SOURCE = SourceText("r.cfg", TEXT)
FINDING = Diagnostic(
    "QOS003",
    "undefined-access-list",
    Severity.ERROR,
    "class-map pre5 matches access-list 105, which is not defined",
    SOURCE.span(2, 20, 23),
    "not defined",
    (
        Label(SOURCE.span(5, 0, 53), "182 matches precedence 5"),
        Label(SOURCE.span(1, 10, 14), "in this class"),
    ),
    ("What it matches depends on the release.",),
    "match access-group 182",
)


def test_the_whole_of_a_diagnostic() -> None:
    assert (
        "\n".join(full(FINDING, {"r.cfg": SOURCE}))
        == """\
error[QOS003]: class-map pre5 matches access-list 105, which is not defined (undefined-access-list)
 --> r.cfg:2:21
  |
1 | class-map pre5
  |           ---- in this class
2 |  match access-group 105
  |                     ^^^ not defined
...
5 | access-list 182 permit ip any any precedence critical
  | ----------------------------------------------------- 182 matches precedence 5
  = note: What it matches depends on the release.
  = help: match access-group 182"""
    )


def test_one_line() -> None:
    assert concise(FINDING) == (
        "r.cfg:2:21: error[QOS003] class-map pre5 matches access-list 105, which is not defined"
    )


def test_the_report_for_programs() -> None:
    document = json.loads(report(["r.cfg"], [as_document(FINDING)], Coverage(3, 0, 2, 1)))
    assert document["schema_version"] == 1
    assert document["coverage"] == {"modelled": 3, "recognised": 0, "irrelevant": 2, "unknown": 1}
    (found,) = document["diagnostics"]
    assert (found["code"], found["severity"]) == ("QOS003", "error")
    assert [found[key] for key in ("line", "column", "end_line", "end_column")] == [2, 21, 2, 24]
    assert [label["line"] for label in found["related"]] == [5, 1]


def _marked(text: str, start: int, end: int) -> str:
    """What stands above the carets."""
    source = SourceText("x", text)
    finding = Diagnostic("QOS010", "n", Severity.WARNING, "m", source.span(1, start, end))
    lines = list(full(finding, {"x": source}))
    code, marks = lines[3], lines[4]
    return code[marks.index("^") : marks.rindex("^") + 1]


def test_carets_stand_below_what_they_mark_whatever_is_before_it() -> None:
    assert _marked("\tbandwith 100", 1, 9) == "bandwith"
    assert _marked("a\x1b[31mb bandwith", 8, 16) == "bandwith"
    assert _marked("x" * 5000 + " bandwith " + "y" * 5000, 5001, 5009) == "bandwith"


@given(st.text(max_size=300), st.integers(0, 300), st.integers(0, 300))
def test_any_span_of_any_text_can_be_shown(text: str, start: int, end: int) -> None:
    source = SourceText("x", text)
    finding = Diagnostic("QOS010", "n", Severity.WARNING, text, source.span(1, start, end))
    shown = "\n".join(full(finding, {"x": source}))
    assert "^" in shown
    assert all(char == "\n" or char.isprintable() for char in shown)


@given(st.text())
def test_nothing_printed_moves_the_cursor_or_hides_text(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert width(shown) >= len(shown)


def test_a_file_name_cannot_paint_the_terminal() -> None:
    source = SourceText("\x1b[2Jx\n.cfg", "bandwith")
    finding = Diagnostic("QOS010", "n", Severity.WARNING, "m", source.span(1, 0, 8))
    assert all(line.isprintable() for line in full(finding, {source.path: source}))
    assert concise(finding).isprintable()


@pytest.mark.parametrize(
    ("choice", "environ", "wanted"),
    [
        ("always", {"NO_COLOR": "1"}, True),
        ("never", {"FORCE_COLOR": "1"}, False),
        ("auto", {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        ("auto", {"FORCE_COLOR": "1"}, True),
        ("auto", {}, False),
    ],
)
def test_when_to_colour(choice: str, environ: dict[str, str], wanted: bool) -> None:
    assert wants_colour(choice, io.StringIO(), environ) is wanted


def test_colour_adds_nothing_but_colour() -> None:
    import re

    plain = "\n".join(full(FINDING, {"r.cfg": SOURCE}))
    painted = "\n".join(full(FINDING, {"r.cfg": SOURCE}, Style(colour=True)))
    assert painted != plain
    assert re.sub(r"\x1b\[[\d;]*m", "", painted) == plain


@pytest.mark.parametrize("text", ["a" * 400, "\t" * 100, "\u4e00" * 100, "\x1b" * 110, "b" * 110])
@pytest.mark.parametrize("column", [1, 50, 100])
def test_a_mark_stands_below_what_it_marks_in_a_line_cut_off(text: str, column: int) -> None:
    marked = text[: column - 1] + "#" + text[column:]
    source = SourceText.of("r.cfg", marked + "\n")
    mark = Mark(Span("r.cfg", 1, column, 1, column + 1), "here", primary=True, role="red")
    *_, line, below = snippet([mark], {"r.cfg": source}, Style())
    shown, marks = line.split("| ", 1)[1], below.split("| ", 1)[1]
    assert marks.endswith("^ here")
    assert width(shown[: shown.index("#")]) == marks.index("^")
    assert width(shown) <= 4 * 110 + 6
