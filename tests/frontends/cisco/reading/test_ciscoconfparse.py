"""ciscoconfparse as a source of configs, and as an oracle of the line tree."""

from __future__ import annotations

import importlib
from typing import Any

import pytest

from qosc import api
from qosc.frontends.cisco.from_ciscoconfparse import is_parsed, source_of, tree_notes
from qosc.frontends.cisco.sections.reader import read
from tests.frontends.cisco.ios_tree import dedent

pytest.importorskip("ciscoconfparse")

DEVICE = dedent(
    """
    version 12.4
    hostname R1
    !
    class-map match-any VOICE
     match ip dscp ef
     match access-group name VOICE
    class-map match-all DATA
     match ip precedence 3
    !
    policy-map CHILD
     class VOICE
      priority 64
     class DATA
      police cir 128000
       conform-action transmit
       exceed-action set-dscp-transmit af22
      queue-limit 40
     class class-default
      fair-queue
    policy-map PARENT
     class class-default
      shape average 2000000
      service-policy CHILD
    !
    interface Loopback0
     ip address 10.0.0.1 255.255.255.255
    !
    interface ATM1/0
     no ip address
     pvc 1/32
      vbr-nrt 2000 1000 10
      tx-ring-limit 3
      service-policy output PARENT
     !
    !
    interface Serial0/0
     description to the north
     bandwidth 2000
     ip address 10.1.0.1 255.255.255.252
     rate-limit input 256000 8000 8000 conform-action transmit exceed-action drop
     service-policy output PARENT
    !
    router ospf 1
     network 10.0.0.0 0.255.255.255 area 0
    !
    ip access-list extended VOICE
     permit udp any any range 16384 32767
     deny   ip any any
    access-list 101 permit ip any host 10.0.0.2
    route-map MARK permit 10
     match ip address 101
     set ip precedence 5
    line vty 0 4
     login
    end
    """
)


@pytest.fixture(scope="module")
def parse_of() -> Any:
    module = importlib.import_module("ciscoconfparse")
    importlib.import_module("loguru").logger.disable("ciscoconfparse")
    return lambda text: module.CiscoConfParse(text.splitlines())


def test_the_same_parents_on_device_output(parse_of: Any) -> None:
    parse = parse_of(DEVICE)
    source = source_of(parse, "R1")
    assert source.text == DEVICE
    texts = {entry.linenum + 1: entry.parent for entry in parse.objs}
    edges = [(line, child) for line in read(source).walk() for child in line.children]
    assert len(edges) > 25
    for line, child in edges:
        assert texts[child.number].text.strip() == line.text
        assert texts[child.number].linenum + 1 == line.number
    assert tree_notes(parse, source) == ()


def test_spans_lead_into_the_lines_of_the_parse(parse_of: Any) -> None:
    source = source_of(parse_of(DEVICE), "R1")
    for line in read(source).walk():
        span = line.span()
        assert source.line(span.line)[span.column - 1 : span.end_column - 1] == line.text


def test_flush_left_text_is_not_passed_over_in_silence(parse_of: Any) -> None:
    text = "".join(f"{line.strip()}\n" for line in DEVICE.splitlines())
    parse = parse_of(text)
    source = source_of(parse, "R1")
    indented = [line.text for line in read(source_of(parse_of(DEVICE))).walk()]
    assert [line.text for line in read(source).walk()] == indented
    notes = dict(tree_notes(parse, source))
    openers = {line.number for line in read(source).walk() if line.children}
    assert set(notes) == openers
    assert all("no children" in message for message in notes.values())


def test_a_line_that_is_put_elsewhere_has_its_own_note(parse_of: Any) -> None:
    text = "policy-map P\n class A\n  bandwidth 10\n   class B\n    bandwidth 20\n"
    parse = parse_of(text)
    (note,) = tree_notes(parse, source_of(parse))
    assert note == (4, "ciscoconfparse puts this line below line 3, qosc below 1")


def test_load_takes_a_parse_for_its_text(parse_of: Any) -> None:
    loaded = api.loads(parse_of(DEVICE), name="R1")
    assert loaded.device == api.loads(DEVICE, name="R1").device
    assert loaded.device.residue == api.loads(DEVICE, name="R1").device.residue


def test_load_reports_what_a_flush_left_parse_cannot_see(parse_of: Any) -> None:
    text = "class-map C\nmatch ip dscp ef\n"
    config = api.loads(parse_of(text))
    assert config.device == api.loads(text).device
    found = [one for one in api.check(config) if "no children here" in " ".join(one.notes)]
    assert [one.primary.line for one in found] == [1]


class CiscoConfParse:
    """A look-alike from elsewhere."""


def test_only_the_real_thing_is_accepted(parse_of: Any) -> None:
    assert is_parsed(parse_of(DEVICE))
    for other in (CiscoConfParse(), "text", None, 3, object()):
        assert not is_parsed(other)
        with pytest.raises(TypeError, match=type(other).__name__):
            source_of(other)
