"""Laws of reading IOS: what must not change the model, and what must always hold."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qosc.frontends import load
from qosc.ir import Device, ResidueKind
from qosc.source import SourceText

CLASS_MAPS = """\
class-map match-any VOICE
 match ip dscp ef
 match access-group name RTP
 match protocol rtp
class-map match-all BULK
 match access-group 120
 match not dscp cs1
"""
POLICIES = """\
policy-map CHILD
 class VOICE
  priority percent 20
  police cir 128000 bc 4000
   conform-action set-dscp-transmit ef
   exceed-action drop
 class BULK
  bandwidth remaining percent 30
  random-detect dscp-based
  random-detect dscp af11 24 40 10
  queue-limit 100 packets
 class class-default
  fair-queue
policy-map PARENT
 class class-default
  shape average 2000000 8000 8000
  service-policy CHILD
"""
INTERFACES = """\
interface FastEthernet0/0
 description LAN
 bandwidth 100000
 rate-limit input access-group 120 64000 8000 16000 conform-action transmit exceed-action drop
 service-policy input CHILD
interface ATM1/0.108 point-to-point
 pvc 4/108
  vbr-nrt 2000 1000 32
  service-policy output PARENT
"""
LISTS = """\
ip access-list extended RTP
 permit udp any any range 16384 32767
 deny ip any any log
access-list 120 permit tcp 10.0.0.0 0.255.255.255 any eq www established
access-list 120 permit icmp any any echo
"""
SECTIONS = (CLASS_MAPS, POLICIES, INTERFACES, LISTS)
WHOLE = "".join(SECTIONS)


def device(text: str) -> Device:
    return load(SourceText("t.cfg", text))


def same(one: Device, other: Device) -> bool:
    return one == other and not one.residue and not other.residue


def mapped(change: object) -> str:
    assert callable(change)
    return "".join(change(line) + "\n" for line in WHOLE.splitlines())


def test_the_whole_is_understood() -> None:
    found = device(WHOLE)
    assert found.residue == ()
    assert found.coverage.modelled == len(WHOLE.splitlines())


@pytest.mark.parametrize("width", [0, 1, 3, 8])
def test_indentation_does_not_matter(width: int) -> None:
    def indent(line: str) -> str:
        depth = len(line) - len(line.lstrip())
        return " " * (width * depth) + line.lstrip()

    assert same(device(mapped(indent)), device(WHOLE))


def test_the_case_of_keywords_does_not_matter() -> None:
    names = ("VOICE", "BULK", "CHILD", "PARENT", "RTP")

    def shout(line: str) -> str:
        if line.strip().startswith("description"):
            return line
        return " ".join(w if w in names else w.upper() for w in re.split(r" ", line))

    assert same(device(mapped(shout)), device(WHOLE))


SHORT = {
    "match access-group": "match access-g",
    "bandwidth percent": "band perc",
    "bandwidth remaining": "band rem",
    "service-policy input": "serv in",
    "service-policy output": "serv out",
    "interface FastEthernet": "int fa",
    "description": "desc",
    "priority percent": "prior perc",
    "conform-action ": "conf ",
    "exceed-action": "exc",
    "set-dscp-transmit": "set-dscp-tr",
    "shape average": "shape av",
    "permit": "perm",
    "established": "est",
    "echo": "echo",
    "range": "ran",
    "class-map": "class-m",
    "policy-map": "policy",
    "rate-limit": "rate",
    "random-detect": "random",
    "packets": "pa",
}


@pytest.mark.parametrize("full", sorted(SHORT))
def test_abbreviations_do_not_matter(full: str) -> None:
    assert full in WHOLE or full == "bandwidth percent"
    lines = [
        line.replace(full, SHORT[full]) if full != "conform-action " or "rate" in line else line
        for line in WHOLE.splitlines()
    ]
    assert same(device("\n".join(lines) + "\n"), device(WHOLE))


@given(st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_comments_and_blank_lines_do_not_matter(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    lines = []
    for line in WHOLE.splitlines():
        lines += chance.choices(
            ["", "!", "! bandwidth 5", "   ", " ! class x"], k=chance.randrange(3)
        )
        lines.append(line + chance.choice(["", "  ", "\t"]))
    assert same(device("\n".join(lines)), device(WHOLE))


def test_the_order_of_independent_sections_does_not_matter() -> None:
    reference = device(WHOLE)
    for shift in range(1, len(SECTIONS)):
        found = device("".join(SECTIONS[shift:] + SECTIONS[:shift]))
        assert same(found, reference)


def test_renaming_a_class_renames_it_and_nothing_else() -> None:
    renamed = device(WHOLE.replace("VOICE", "Sound"))
    text = repr(replace(renamed, coverage=device(WHOLE).coverage)).replace("'Sound'", "'VOICE'")
    assert text == repr(device(WHOLE))


def test_line_ends_do_not_matter() -> None:
    for end in ("\r\n", "\r"):
        assert same(device(WHOLE.replace("\n", end)), device(WHOLE))


def test_entering_a_config_twice_is_entering_it_once() -> None:
    twice = device(CLASS_MAPS + POLICIES + LISTS + CLASS_MAPS + POLICIES + LISTS)
    once = device(CLASS_MAPS + POLICIES + LISTS)
    # A second entry of the same rule is discarded, and told; labels of the first remain.
    repeated = tuple(one for one in twice.residue if one.kind is ResidueKind.REPEATED)
    assert repeated
    rest = tuple(one for one in twice.residue if one.kind is not ResidueKind.REPEATED)
    assert same(replace(twice, coverage=once.coverage, residue=rest), once)


_TEXT = (
    "class-map policy-map interface access-list ip ipv6 extended standard permit deny match "
    "any host class police cir bc be pir percent rate-limit input output conform-action drop "
    "exceed-action transmit set dscp precedence ef 46 5 0 64 100 101 99 8000 1500 10.0.0.1 "
    "0.0.0.255 tcp udp icmp eq range www echo established no default bandwidth remaining "
    "ratio priority level shape average queue-limit packets ms random-detect dscp-based "
    "fair-queue service-policy pvc 1/2 vbr-nrt name Serial0 class-default { } ! /* */ // ^C "
    "banner motd description remark log sequence 10 20 mask 9999999999999999999999 -1 \x00 é"
)
_WORDS = st.sampled_from(_TEXT.split(" "))
_LINES = st.lists(
    st.tuples(st.integers(0, 3), st.lists(_WORDS, max_size=9)).map(
        lambda pair: " " * pair[0] + " ".join(pair[1])
    ),
    max_size=14,
).map("\n".join)


def _accounted(text: str) -> None:
    source = SourceText("any.cfg", text)
    found = load(source)
    coverage = found.coverage
    total = coverage.modelled + coverage.recognised + coverage.irrelevant + coverage.unknown
    assert total == len(source.lines)
    for residue in found.residue:
        place = residue.origin
        assert 1 <= place.line <= place.end_line <= max(1, len(source.lines))
        assert place.column >= 1
        assert place.end_column <= len(source.line(place.end_line)) + 1
    assert found == load(source)
    for policy in found.policies.values():
        assert policy.classes[-1].name == "class-default"


@given(st.text())
@settings(max_examples=150, deadline=None)
def test_any_text_gives_a_device(text: str) -> None:
    _accounted(text)


@given(_LINES)
@settings(max_examples=400, deadline=None)
def test_any_words_of_ios_give_a_device(text: str) -> None:
    _accounted(text)


@given(st.integers(0, 2**32))
@settings(max_examples=100, deadline=None)
def test_a_damaged_config_gives_a_device(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311
    words = re.split(r"(\s+)", WHOLE)
    for _ in range(chance.randrange(1, 12)):
        at = chance.randrange(len(words))
        words[at] = chance.choice(["", "x", "\n", words[chance.randrange(len(words))], "9" * 30])
    _accounted("".join(words))
