"""What the core answers about a text, without a server."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qosc.lsp.actions import actions
from qosc.lsp.completion import complete
from qosc.lsp.hover import hover
from qosc.lsp.objects import at, same_object
from qosc.lsp.positions import ENCODINGS, Place, Positions
from qosc.lsp.reading import Reading, is_wanted
from qosc.lsp.symbols import symbols
from qosc.source import SourceText

IOS = """\
class-map match-all class
 match dscp ef
class-map match-any VOICE-CLASS
 match access-group name VOICE
ip access-list extended VOICE
 permit udp any any range 16384 32767
policy-map WAN
 class class
  priority percent 20
 class VOICE-CLASS
  bandwidth percent 30
interface Serial0/0
 bandwidth 2000
 service-policy output WAN
interface Serial0/1
 bandwidth 1000
 service-policy output WAN
"""
JUNOS = """\
class-of-service {
    schedulers {
        gold {
            transmit-rate percent 40;
        }
    }
    scheduler-maps {
        edge {
            forwarding-class best-effort scheduler gold;
        }
    }
    interfaces {
        ge-0/0/0 {
            scheduler-map edge;
        }
    }
}
"""


def named(text: str, line: int, column: int) -> list[tuple[int, int, bool]]:
    reading = Reading("x.cfg", text)
    here = at(reading.names, line, column)
    assert here is not None
    found = same_object(reading.names, here)
    return [(one.span.line, one.span.column, one.defines) for one in found]


def test_a_class_that_is_called_class() -> None:
    assert named(IOS, 8, 9) == [(1, 21, True), (8, 8, False)]


def test_a_name_within_a_longer_one() -> None:
    assert named(IOS, 4, 28) == [(4, 26, False), (5, 25, True)]


def test_names_of_a_hierarchy() -> None:
    assert named(JUNOS, 9, 55) == [(3, 9, True), (9, 52, False)]
    assert named(JUNOS, 14, 29) == [(8, 9, True), (14, 27, False)]


def test_names_of_two_devices_are_two_objects() -> None:
    text = f"hostname A\n!\n{IOS}end\nhostname B\n!\n{IOS}end\n"
    assert named(text, 10, 9) == [(3, 21, True), (10, 8, False)]
    assert all(line > 20 for line, _, _ in named(text, 30, 9))


def test_figures_of_a_class_are_those_of_each_port() -> None:
    said = hover(Reading("x.cfg", IOS), 9, 4)
    # 20 % of 2000 and of 1000 kbit/s.
    assert "Serial0/0 output" in said
    assert "400 kbit/s" in said
    assert "200 kbit/s" in said
    assert "600 kbit/s" not in said  # the 30 % of the other class


def test_figures_of_a_forwarding_class() -> None:
    said = hover(Reading("x.conf", JUNOS), 9, 20)
    assert "transmit\\-rate 40% \\= 400 Mbit/s" in said or "40% = 400 Mbit/s" in said


def test_a_class_on_many_ports_tells_that_there_are_more() -> None:
    ports = "".join(f"interface Gi0/{n}\n service-policy output P\n" for n in range(40))
    said = hover(
        Reading("x.cfg", f"policy-map P\n class class-default\n  fair-queue\n{ports}"), 3, 4
    )
    assert said.count(" output") == 12
    assert "more ports than 12" in said


def test_hover_on_a_finding_has_the_page_of_its_rule() -> None:
    said = hover(Reading("x.cfg", "interface Serial0/0\n service-policy output NONE\n"), 2, 25)
    assert "# QOS002 undefined-policy-map" in said
    assert "not defined in this text" in said


def test_names_bring_no_markup_into_a_hover() -> None:
    name = "[x](http://example.invalid)<img>`*"
    text = f"interface Serial0/0\n service-policy output {name}\n"
    reading = Reading("x.cfg", text)
    said = hover(reading, 2, 25).partition("\n\n---\n\n")[0]
    for mark in ("](", "<img", "`*"):
        assert mark not in said.replace(f"\\{mark[0]}", "")
        assert f"\\{mark[0]}" in said


@pytest.mark.parametrize(
    ("text", "there", "absent"),
    [
        ("policy-map P\n class X\n  pri", "priority", "policy-map"),
        ("policy-map P\n class X\n  no ban", "bandwidth", "class"),
        ("interface Serial0/0\n service-", "service-policy", "match"),
        ("poli", "policy-map", "priority"),
        (f"{IOS}policy-map NEW\n class V", "VOICE-CLASS", "WAN"),
        (f"{IOS}policy-map NEW\n class ", "class-default", "VOICE"),
        (f"{IOS}interface Serial0/9\n service-policy input ", "WAN", "VOICE-CLASS"),
        (f"{IOS}class-map NEW\n match access-group name ", "VOICE", "WAN"),
        (
            "class-of-service {\n    schedulers {\n        gold {\n            tr",
            "transmit-rate",
            "gold",
        ),
        (
            JUNOS + "class-of-service {\n    scheduler-maps {\n        new {\n"
            "            forwarding-class best-effort scheduler ",
            "gold",
            "edge",
        ),
        ("set class-of-service schedulers gold buf", "buffer-size", "priority"),
        (
            JUNOS.replace("gold {", "gold { /* { */ # }") + "class-of-s",
            "class-of-service",
            "schedulers",
        ),
    ],
)
def test_completion(text: str, there: str, absent: str) -> None:
    reading = Reading("x.cfg", text)
    line = len(reading.source.lines)
    found = complete(reading.source, reading.names, line, len(reading.source.line(line)) + 1)
    texts = [one.text for one in found]
    assert there in texts
    assert absent not in texts


def test_a_silencing_comment_silences_the_finding() -> None:
    text = "interface Serial0/0\n service-policy output NONE\n"
    reading = Reading("x.cfg", text)
    comment = actions(reading, (2, 1), (2, 1_000))[-1]
    (edit,) = comment.edits
    lines = text.split("\n")
    lines.insert(edit.span.line - 1, edit.text.rstrip("\n"))
    assert not Reading("x.cfg", "\n".join(lines)).findings


def test_the_outline_holds_classes_in_policies() -> None:
    reading = Reading("x.cfg", IOS)
    found = {one.name: one for one in symbols(reading.configs[0], reading.names)}
    assert [child.name for child in found["WAN"].children] == ["class", "VOICE-CLASS"]
    assert found["WAN"].span.end_line == 11
    assert found["Serial0/1"].span.line == 15


PORTS = """\
interface   gi0/1
 service-policy output WAN
interface Gi0/3.10 point-to-point
 service-policy output WAN
interface range Gi0/4 - 5
 service-policy output WAN
control-plane
 service-policy input WAN
interface ATM0/0
 pvc voice 0/33
  service-policy output WAN
"""
UNITS = """\
interfaces {
    ge-0/0/0 {
        unit 10 { family inet { filter { input F; } } }
    }
}
"""
SET = "set interfaces ge-0/0/0 unit 10 family inet filter input F\n"
XML = """\
<configuration><interfaces>
 <interface><name>ge-0/0/0</name>
  <unit><name>10</name><family><inet><filter><input><filter-name>F</filter-name></input></filter>
  </inet></family></unit></interface>
</interfaces></configuration>
"""


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        (
            PORTS,
            ["gi0/1", "Gi0/3.10", *["Gi0/4 - 5"] * 2, "control-plane", "ATM0/0", "pvc voice 0/33"],
        ),
        (UNITS, ["ge-0/0/0", "unit 10"]),
        (SET, ["ge-0/0/0", "unit 10"]),
        (XML, ["ge-0/0/0", ""]),
    ],
)
def test_the_outline_marks_the_name_of_a_port_within_its_block(
    text: str, marked: list[str]
) -> None:
    reading = Reading("x.conf", text)
    (config,) = reading.configs
    ports = ("interface", "subinterface", "control-plane", "circuit")
    found = [one for one in symbols(config, reading.names) if one.kind in ports]
    for one, words in zip(found, marked, strict=True):
        span, name = one.span, one.name_span
        assert (span.line, span.column) <= (name.line, name.column)
        assert (name.end_line, name.end_column) <= (span.end_line, span.end_column)
        line = config.source.line(name.line)
        assert not words or line[name.column - 1 : name.end_column - 1] == words


def test_what_is_checked() -> None:
    assert is_wanted("/x/edge.cfg", "")
    assert is_wanted("/x/edge01", "hostname edge\n!\ninterface Serial0/0\n")
    assert not is_wanted("/x/notes", "buy milk\n")
    assert not is_wanted("/x/README.md", "interface Serial0/0\n")


@given(
    text=st.text(alphabet="a\N{GRINNING FACE}\u00e9\u4e2d\n\r\t", max_size=40),
    encoding=st.sampled_from(ENCODINGS),
)
def test_places_come_back(text: str, encoding: str) -> None:
    source = SourceText("x", text)
    positions = Positions(source, encoding)
    for number, line in source.numbered():
        for column in range(1, len(line) + 2):
            place = positions.range(source.span(number, column - 1, column - 1)).start
            assert positions.column(place) == (number, column)
    assert positions.column(Place(10_000, 10_000)) == (10_001, 1)


@given(
    text=st.text(max_size=80) | st.sampled_from([IOS, JUNOS]),
    line=st.integers(1, 20),
    column=st.integers(1, 60),
)
def test_any_place_of_any_text_has_an_answer(text: str, line: int, column: int) -> None:
    reading = Reading("x.cfg", text)
    last = len(text.splitlines()) + 1
    told = hover(reading, line, column)
    assert not (told and line > last)
    assert all(one.text for one in complete(reading.source, reading.names, line, column))
    for action in actions(reading, (line, column), (line, column + 5)):
        assert action.finding.primary.line <= line <= action.finding.primary.end_line
        assert all(1 <= edit.span.line <= edit.span.end_line <= last for edit in action.edits)
    for config in reading.configs:
        for symbol in symbols(config, reading.names):
            assert 1 <= symbol.span.line <= symbol.name_span.line <= symbol.span.end_line <= last
